import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runTests } from './run-tests.ts'
import type { UpstreamTest } from './tests.ts'

const dir = mkdtempSync(join(tmpdir(), 'kepsim-e2e-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** A program that says of each test that it is asked for that it passes, and keeps when it began and ended. */
function fakeBinary(): { binary: string; runs: () => { names: string[]; from: number; to: number }[] } {
  const [binary, log] = [join(dir, 'e2e.test'), join(dir, 'log')]
  writeFileSync(
    binary,
    `#!/usr/bin/env node
const focus = process.argv.find((flag) => flag.startsWith('--ginkgo.focus=')).slice('--ginkgo.focus='.length)
const names = focus.replaceAll('\\\\', '').split('|')
const from = performance.timeOrigin + performance.now()
for (const name of names) console.log(name + '\\n• [0.1 seconds]\\n' + '-'.repeat(30))
setTimeout(() => {
  const to = performance.timeOrigin + performance.now()
  require('node:fs').appendFileSync(${JSON.stringify(log)}, JSON.stringify({ names, from, to }) + '\\n')
}, 50)
`,
  )
  chmodSync(binary, 0o755)
  const read = () =>
    readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  return { binary, runs: read }
}

const test = (name: string): UpstreamTest => ({ name, file: 'apps/x.go', recorded: 'pass' })

it('runs serial tests after all others', async () => {
  const { binary, runs } = fakeBinary()
  const tests = ['first [Serial]', 'second', 'third [Serial]', 'fourth', 'fifth'].map(test)
  const results = await runTests(tests, {
    binary,
    kubeconfig: join(dir, 'kubeconfig'),
    seconds: 60,
    jobs: 3,
    onEnd: () => {},
  })
  expect(results.map(({ outcome }) => outcome)).toEqual(tests.map(() => 'pass'))
  const [alone, ...beside] = runs().reverse()
  expect(alone!.names).toEqual(['first [Serial]', 'third [Serial]'])
  expect(beside.flatMap(({ names }) => names).sort()).toEqual(['fifth', 'fourth', 'second'])
  expect(Math.max(...beside.map(({ to }) => to))).toBeLessThan(alone!.from)
})
