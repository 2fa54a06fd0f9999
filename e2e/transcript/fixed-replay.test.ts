// `kepsim replay` at a time that SOURCE_DATE_EPOCH fixes.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { packageRoot } from '../../component-base/package-root.ts'

const text = `# Upgrade

1. Start release 1.33:

   \`\`\`
   $ git checkout release-1.33
   $ hack/local-up-cluster.sh
   $ kubectl create deployment web --image=nginx --replicas=2
   $ kubectl get pods,events -A -o yaml
   \`\`\`

   2 pods are running.
`
let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'kepsim-fixed-'))
  writeFileSync(join(dir, 'a.md'), text)
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

function replay(epoch: string, report: string): { status: number | null; stderr: string; json: string } {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(packageRoot, 'bin/kepsim'), 'replay', 'a.md', '--kubectl', 'builtin', '--json', report],
    { cwd: dir, encoding: 'utf8', env: { ...process.env, SOURCE_DATE_EPOCH: epoch } },
  )
  return { status, stderr, json: status === 2 ? '' : readFileSync(join(dir, report), 'utf8') }
}

it('is the same each time', { timeout: 180_000 }, () => {
  const first = replay('978307200', 'first.json')
  expect(first.stderr).toBe('')
  expect(first.status).toBe(0)
  expect(first.json).toContain('2001-01-01T00:00:')
  expect(replay('978307200', 'second.json').json).toBe(first.json)
})

it('refuses a time that is none', () => {
  const { status, stderr } = replay('yesterday', 'none.json')
  expect(stderr).toBe('kepsim replay: SOURCE_DATE_EPOCH=yesterday: write seconds since 1970\n')
  expect(status).toBe(2)
})
