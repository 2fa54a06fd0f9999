// The commands as a job runs them: exit codes, places, and results beside those that failed.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runHere } from '../../cli/testing/run-here.ts'
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
    ['skew', 'syntax.mjs', 'export default async () => {\n  const a = ;\n}\n', 'syntax.mjs:2: SyntaxError'],
    ['skew', 'throws.mjs', '\nthrow new Error("at import")\n', 'throws.mjs:2: Error: at import'],
    ['skew', 'thrown.mjs', 'throw Object.create(null)\n', 'thrown.mjs: [Object: null prototype] {}'],
    ['skew', 'import.mjs', '\nimport "./nowhere.mjs"\n', 'import.mjs:2: Error: Cannot find module'],
    [
      'skew',
      'range.mjs',
      "\nexport const matrix = { apiserver: '1.2' }\nexport default () => {}\n",
      'range.mjs:2: apiserver 1.2: ',
    ],
    ['path', 'throws2.mjs', '\nthrow new Error("at import")\n', 'throws2.mjs:2: Error: at import'],
  ])('of %s has exit code 2 and its place: %s', (command, name, text, place) => {
    const args = command === 'path' ? ['path', '1.30 → 1.31', name] : [command, name]
    const { status, stderr, stdout } = kepsim(args, { [name]: text })
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toContain(`kepsim ${command}: ${place}`)
  })
  it.each([
    ['skew', 'syntax.ts', 'export default async () => {\n  const a = ;\n}\n', 'syntax.ts:2: '],
    ['skew', 'nothing.ts', 'export const a: number = 1\n', 'nothing.ts:1: export the scenario as'],
    ['skew', 'package.ts', 'import "no-such-package"\n', 'package.ts:1: Could not resolve "no-such-package"'],
    ['skew', 'open.md', '# T\n\n```sh\n$ true\n', 'open.md:3: the code block'],
    ['path', 'open.yaml', 'apiVersion: v1\nkind: [\n', 'open.yaml:'],
  ])('of %s that Node itself does not load, too: %s', async (command, name, text, place) => {
    const file = join(dir, name)
    writeFileSync(file, text)
    const { code, stdout, stderr } = await runHere([
      command,
      ...(command === 'path' ? ['1.30 → 1.31'] : []),
      file,
    ])
    expect([code, stdout]).toEqual([2, ''])
    // It is in no folder that this process works in.
    expect(stderr.replace(/^(kepsim \w+: )\S*\//, '$1')).toContain(`kepsim ${command}: ${place}`)
  })
  it.each(['process.exit(0)', 'await new Promise(() => {})'])('that says %s does not hold', (statement) => {
    const { status, stderr } = kepsim(['skew', 'ends.mjs'], { 'ends.mjs': statement })
    expect([status, stderr]).toEqual([
      2,
      'kepsim: ends.mjs: it ends the process while it is loaded, or awaits what never comes\n',
    ])
  })
  it('that throws what has no text after a while is told of in one line', () => {
    const text =
      'setTimeout(() => { throw Object.create(null) })\nawait new Promise(() => setInterval(() => {}, 1000))\n'
    const { status, stderr } = kepsim(['skew', 'later.mjs'], { 'later.mjs': text })
    expect([status, stderr]).toEqual([2, 'kepsim skew: [Object: null prototype] {}\n'])
  })
  it.each([
    [['skew', 'none.mjs'], 'none.mjs: no such file'],
    [['path', '1.30 → 1.31', 'none.yaml'], 'none.yaml: no such file'],
    [['skew', 'a.mjs', '--json', 'none/a.json'], '--json none/a.json: there is no directory none'],
    [['skew', 'a.mjs', '--junit', '.'], '--junit .: is a directory'],
    [['path', '1.30 → 1.31', '--html', 'a.mjs/x.html'], '--html a.mjs/x.html: there is no directory a.mjs'],
    [['skew', 'a.mjs', '--kubelet', '1.30'], 'the version skew policy supports no cell'],
  ])('%j: %s', async (args, message) => {
    const file = join(dir, 'a.mjs')
    writeFileSync(file, 'export default async () => {}\n')
    const { code, stderr } = await runHere(args.map((arg) => arg.replace(/^a\.mjs/, file)))
    expect([code, stderr.replaceAll(file, 'a.mjs')]).toEqual([2, expect.stringContaining(message)])
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
    ['differs', refused, undefined],
    ['differs', "the cell's process ended (exit code 3)", undefined],
    ['differs', refused, undefined],
    ['differs', different, 4],
    ['differs', refused, undefined],
    ['differs', different, 4],
    ['differs', refused, undefined],
  ])
  expect(cells[4]!.printed).toMatch(/^in apiserver=1\.36 kubelet=1\.36/)
  expect(stdout).toContain('8 cells: 1 passed, 7 differs')
  expect(stdout).toMatch(/^::error file=mixed\.mjs,line=4,title=kepsim skew/m)
  expect(readFileSync(join(dir, 'summary.md'), 'utf8')).toContain('8 cells: 1 passed, 7 differs')
  expect(readFileSync(join(dir, 'r.xml'), 'utf8')).toContain('tests="8" failures="7"')
  expect(readFileSync(join(dir, 'r.html'), 'utf8')).toContain('8 cells: 1 passed, 7 differs')
})

it('that is ended reports what it knows, and goes on where it was', { timeout: 120_000 }, () => {
  const scenario = `export const matrix = { apiserver: '1.36', kubelet: '1.35..1.36' }
export default async (cluster, { cell }) => {
  if (cell.kubelet === '1.35') return
  process.kill(process.ppid, 'SIGTERM')
  await new Promise(() => {})
}
`
  const { status, stdout } = kepsim(
    ['skew', 'ended.mjs', '--workers', '1', '--json', 'ended.json', '--junit', 'ended.xml'],
    { 'ended.mjs': scenario },
  )
  expect([status, stdout]).toEqual([143, expect.stringContaining('2 cells: 1 passed, 1 not run')])
  expect(readFileSync(join(dir, 'ended.xml'), 'utf8')).toContain('tests="2" failures="0" errors="1"')
  const left = kepsim(['skew', 'ended.mjs', '--rerun', 'ended.json'])
  expect([left.status, left.stdout]).toEqual([143, expect.stringContaining('1 cell: 1 not run')])
})

it('a path that is ended reports the hops that were made', { timeout: 120_000 }, () => {
  const scenario = `export default async (cluster, { hop }) => {
  if (hop.to === '1.35') return
  process.kill(process.pid, 'SIGTERM')
  await new Promise(() => {})
}
`
  const args = ['path', '1.34 → 1.35 → 1.36 → 1.35', 'walk.mjs', '--json', 'walk.json', '--junit', 'walk.xml']
  const { status, stderr } = kepsim(args, { 'walk.mjs': scenario })
  expect([status, stderr]).toEqual([143, expect.stringContaining('kepsim path: ended after 1 of 3 hops\n')])
  const { runs } = JSON.parse(readFileSync(join(dir, 'walk.json'), 'utf8')) as { runs: { hops: object[] }[] }
  expect(runs.map(({ hops }) => hops)).toEqual([
    [expect.objectContaining({ from: '1.34', to: '1.35', status: 'passed' })],
  ])
  expect(readFileSync(join(dir, 'walk.xml'), 'utf8')).toContain('tests="2" failures="0" errors="1"')
})

it('a cell is not harmed by what another one left running', { timeout: 120_000 }, () => {
  const scenario = `export const matrix = { apiserver: '1.36', kubelet: '1.34..1.36' }
export default async (cluster, { cell }) => {
  // The message is the next cell.
  if (cell.kubelet === '1.34') process.once('message', () => { throw new Error('left behind') })
  if (cell.kubelet === '1.35') void Promise.reject(new Error('caught by nobody'))
}
`
  const { status, stdout } = kepsim(['skew', 'left.mjs', '--workers', '1'], { 'left.mjs': scenario })
  expect(stdout).toMatch(
    /^1\.36 +1\.34 +passed +holds\n1\.36 +1\.35 +differs +caught by nobody\n1\.36 +1\.36 +passed +holds/m,
  )
  expect([status, stdout]).toEqual([1, expect.stringContaining('left.mjs:5: apiserver=1.36 kubelet=1.35\n')])
})

it('TypeScript needs nothing but kepsim, which may be anywhere', { timeout: 60_000 }, () => {
  const scenario = `import { defineScenario } from 'kepsim/scenario'

enum Kind {
  Service = 'services',
}

// What keeps the process alive does not keep kepsim.
setInterval(() => {}, 1000)

export default defineScenario(async (_cluster, { assert }) => {
  assert.equal(import.meta.url.split('/').at(-1), 'typed.ts')
  assert.equal<string>(Kind.Service, 'pods')
})
`
  const { status, stdout } = kepsim(['skew', 'typed.ts'], { 'typed.ts': scenario })
  expect([status, stdout]).toEqual([1, expect.stringContaining('typed.ts:12: apiserver=')])
})

describe('a hop', () => {
  it('that rejects, hangs or stops the cluster fails', { timeout: 60_000 }, () => {
    const text = `export default async (cluster, { hop }) => {
  if (hop.from === '1.34') void Promise.reject(new Error('caught by nobody'))
  if (hop.to !== '1.34') await new Promise(() => {})
  await cluster.stop()
}
`
    const releases = '1.34 → 1.35 → 1.36 → 1.34 → 1.35'
    const { status, stdout } = kepsim(['path', releases, 'fails.mjs', '--hop-timeout', '1s'], {
      'fails.mjs': text,
    })
    expect(status).toBe(1)
    expect(stdout.match(/^ {2}(?:passed|differs) .*$/gm)).toEqual([
      '  differs    fails.mjs:2: caught by nobody',
      '  differs    fails.mjs: not done after 1 s',
      // That it has stopped the cluster shows when it is to go on.
      '  passed     holds',
      '  differs    cannot go on: the cluster has been stopped',
    ])
    expect(stdout).toMatch(/^4 hops: 1 passed, 3 differs$/m)
  })
  it('that ends the process does not hold', { timeout: 60_000 }, () => {
    const text = 'export default () => process.exit(0)\n'
    const TMPDIR = mkdtempSync(join(dir, 'tmp-'))
    const { status, stderr } = kepsim(['path', '1.35 → 1.36', 'exits.mjs'], { 'exits.mjs': text }, { TMPDIR })
    expect([status, stderr]).toEqual([1, 'kepsim: the scenario has ended the process (exit code 0)\n'])
    expect(readdirSync(TMPDIR)).toEqual([])
  })
})
