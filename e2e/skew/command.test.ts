// The commands as a job runs them: exit codes, places, and results beside those that failed.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { packageRoot } from '../../component-base/package-root.ts'

const dir = mkdtempSync(join(tmpdir(), 'kepsim-skew-test-'))
afterAll(() => rmSync(dir, { recursive: true }))

function kepsim(args: string[], files: Record<string, string> = {}, env: Record<string, string> = {}) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text)
  const run = spawnSync(process.execPath, [join(packageRoot, 'bin/kepsim'), ...args], {
    cwd: dir,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { status: run.status, stdout: run.stdout, stderr: run.stderr }
}

describe('a bad file', () => {
  it.each([
    ['skew', 'syntax.ts', 'export default async () => {\n  const a = ;\n}\n', 'syntax.ts:2: '],
    ['skew', 'syntax.mjs', 'export default async () => {\n  const a = ;\n}\n', 'syntax.mjs:2: SyntaxError'],
    ['skew', 'throws.mjs', '\nthrow new Error("at import")\n', 'throws.mjs:2: Error: at import'],
    ['skew', 'import.mjs', '\nimport "./nowhere.mjs"\n', 'import.mjs:2: Error: Cannot find module'],
    ['skew', 'nothing.ts', 'export const a: number = 1\n', 'nothing.ts:1: export the scenario as'],
    ['skew', 'open.md', '# T\n\n```sh\n$ true\n', 'open.md:3: the code block'],
    ['path', 'open.yaml', 'apiVersion: v1\nkind: [\n', 'open.yaml:'],
    ['path', 'throws2.mjs', '\nthrow new Error("at import")\n', 'throws2.mjs:2: Error: at import'],
  ])('of %s has exit code 2 and its place: %s', (command, name, text, place) => {
    const args = command === 'path' ? ['path', '1.30 → 1.31', name] : [command, name]
    const { status, stderr, stdout } = kepsim(args, { [name]: text })
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toContain(`kepsim ${command}: ${place}`)
  })
  it.each([
    [['skew', 'none.mjs'], 'none.mjs: no such file'],
    [['path', '1.30 → 1.31', 'none.yaml'], 'none.yaml: no such file'],
    [['skew', 'a.mjs', '--json', 'none/a.json'], '--json none/a.json: there is no directory none'],
    [['skew', 'a.mjs', '--kubelet', '1.30'], 'the version skew policy supports no cell'],
  ])('%j: %s', (args, message) => {
    const { status, stderr } = kepsim(args, { 'a.mjs': 'export default async () => {}\n' })
    expect([status, stderr.includes(message)]).toEqual([2, true])
  })
})

it('a cell that differs, crashes or does not start fails alone', { timeout: 120_000 }, () => {
  const scenario = `export const matrix = { apiserver: '1.36', kubelet: '1.35..1.36', gates: ['NodeDeclaredFeatures=unset,true', 'NoSuchGate=unset,true'] }
export default async (cluster, { assert, cell }) => {
  console.log('in', cell.id)
  if (cell.kubelet === '1.36') assert.equal('real', 'expected')
  if (cell.gates[0].value === true) process.exit(3)
}
`
  const { status, stdout } = kepsim(
    ['skew', 'mixed.mjs', '--junit', 'r.xml', '--json', 'r.json', '--html', 'r.html', '--workers', '2'],
    { 'mixed.mjs': scenario },
    { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(dir, 'summary.md') },
  )
  expect(status).toBe(1)
  const { cells } = JSON.parse(readFileSync(join(dir, 'r.json'), 'utf8')) as {
    cells: { status: string; outcome: string; line?: number; printed?: string }[]
  }
  const refused = 'kube-apiserver refuses: unrecognized feature gate: NoSuchGate'
  const different = expect.stringContaining('Expected values to be strictly equal')
  expect(cells.map((cell) => [cell.status, cell.outcome, cell.line])).toEqual([
    ['passed', 'holds', undefined],
    ['failed', refused, undefined],
    ['failed', "the cell's process ended (exit code 3)", undefined],
    ['failed', refused, undefined],
    ['failed', different, 4],
    ['failed', refused, undefined],
    ['failed', different, 4],
    ['failed', refused, undefined],
  ])
  expect(cells[4]!.printed).toMatch(/^in apiserver=1\.36 kubelet=1\.36/)
  expect(stdout).toContain('8 cells: 1 ok, 7 failed')
  expect(stdout).toMatch(/^::error file=mixed\.mjs,line=4,title=kepsim skew/m)
  expect(readFileSync(join(dir, 'summary.md'), 'utf8')).toContain('8 cells: 1 ok, 7 failed')
  expect(readFileSync(join(dir, 'r.xml'), 'utf8')).toContain('tests="8" failures="7"')
  expect(readFileSync(join(dir, 'r.html'), 'utf8')).toContain('8 cells: 1 ok, 7 failed')
})
