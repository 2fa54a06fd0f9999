import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Cell } from './cell.ts'
import { type PoolOptions, runInPool } from './pool.ts'

const dir = mkdtempSync(join(tmpdir(), 'kepsim-pool-test-'))
afterAll(() => rmSync(dir, { recursive: true }))
const program = join(dir, 'worker.mjs')
writeFileSync(
  program,
  `import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
process.on('message', (cell) => {
  if (cell.id === 'crash') { console.error('no memory left'); process.exit(9) }
  if (cell.id === 'temp') { mkdtempSync(join(tmpdir(), 'kepsim-pool-left-')); process.exit(9) }
  if (cell.id === 'hang') { console.log('waiting'); return }
  process.send({ result: { cell, status: cell.id === 'fail' ? 'differs' : 'passed', outcome: String(process.pid), milliseconds: 1 } })
})
process.on('disconnect', () => { process.exitCode = 0; process.on('exit', () => writeFileSync(process.argv[2] ?? '/dev/null', 'ended')) })
`,
)

const cell = (id: string): Cell => ({
  id,
  apiserver: '1.36',
  kubelet: '1.36',
  kubeProxy: undefined,
  emulated: undefined,
  minCompatibility: undefined,
  gates: [],
  unsupported: undefined,
  refusals: [],
})
const run = (ids: string[], options: Partial<PoolOptions> = {}) =>
  runInPool(ids.map(cell), {
    program,
    args: [],
    execArgv: [],
    workers: 2,
    timeoutMs: 20_000,
    failFast: false,
    ...options,
  })
const shown = (results: Awaited<ReturnType<typeof run>>) => results.map((r) => `${r.cell.id} ${r.status}`)

describe('cells in processes', () => {
  it('leave no temporary files behind, also where they are killed', async () => {
    const before = readdirSync(tmpdir())
    await run(['temp', 'crash'])
    const left = readdirSync(tmpdir()).filter((name) => name.startsWith('kepsim-pool-left'))
    expect(left.filter((name) => !before.includes(name))).toEqual([])
  })
  it('let their process end by itself', async () => {
    const told = join(dir, 'told')
    await run(['a', 'b'], { args: [told], workers: 1 })
    expect(readFileSync(told, 'utf8')).toBe('ended')
  })
  it('fail alone when their process ends', async () => {
    const results = await run(['a', 'crash', 'b', 'c'])
    expect(shown(results)).toEqual(['a passed', 'crash differs', 'b passed', 'c passed'])
    expect(results[1]).toMatchObject({
      outcome: "the cell's process ended (exit code 9)",
      printed: 'no memory left\n',
    })
  })
  it('fail alone when they take too long', async () => {
    const results = await run(['hang', 'a'], { timeoutMs: 2000 })
    expect(shown(results)).toEqual(['hang differs', 'a passed'])
    expect(results[0]).toMatchObject({ outcome: 'not done after 2 s', printed: 'waiting\n' })
  })
  it('are not begun after a difference with failFast', async () => {
    expect(shown(await run(['a', 'fail', 'b', 'c'], { workers: 1, failFast: true }))).toEqual([
      'a passed',
      'fail differs',
    ])
  })
})
