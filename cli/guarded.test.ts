// Documents in a process of their own that ends before it has told what it found: nothing of them may look as if it held.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { guardedReplay } from './guarded-replay.ts'
import { guardedTranscript } from './guarded-transcript.ts'
import { optimizingLess } from './optimizing-less.mjs'

const dir = mkdtempSync(join(tmpdir(), 'kepsim-guarded-test-'))
const program = join(dir, 'child.cjs')
const [node, runner] = process.argv
afterAll(() => rmSync(dir, { recursive: true }))

let stderr: string
beforeEach(() => {
  stderr = ''
  process.argv[1] = program
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    stderr += String(text)
    return true
  })
})
afterEach(() => {
  process.argv = [node!, runner!, ...process.argv.slice(2)]
  vi.restoreAllMocks()
})

const limits = { time: Infinity, memory: Infinity }
const guard = { timeout: '0', memoryLimit: '0' }
const tell = (...told: object[]): string =>
  told.map((one) => `process.send(${JSON.stringify(one)})\n`).join('')
const kill = "process.kill(process.pid, 'SIGKILL')"
const end = { guard: 'end' }
const holds = { file: 'a.md', exitCode: 0, commands: 1, written: false, changes: [], problems: [] }
const done = { told: 'done', report: holds }
const change = { line: 4, command: 'date', shown: ['1'], actual: ['2'] }

const killed = "could not run: the document's process ended (SIGKILL)"
const left = "could not run: the document's process ended (exit code 0)"

it.each([
  ['is killed', kill, [`2 a.md:1: ${killed}`, `2 b.md:1: ${killed}`]],
  [
    'is killed in a document',
    tell({ told: 'line', line: 3 }) + kill,
    [`2 a.md:3: ${killed}`, `2 b.md:1: ${killed}`],
  ],
  [
    'had found a change',
    tell({ told: 'change', change }) + kill,
    [`1 a.md:1: ${killed}`, `2 b.md:1: ${killed}`],
  ],
  ['leaves a document out', tell(done), ['0 a.md', `2 b.md:1: ${left}`]],
  ['does not say that it is done', tell(done, done), ['0 a.md', '0 a.md']],
  ['says that it is done too early', tell(done, end), ['0 a.md', `2 b.md:1: ${left}`]],
  ['fails after all', `${tell(done, done, end)}process.exitCode = 2`, ['0 a.md', '0 a.md']],
  ['does all', tell(done, done, end), ['0 a.md', '0 a.md']],
])('transcripts whose process %s', async (name, script, expected) => {
  writeFileSync(program, script)
  const { exitCode, documents } = await guardedTranscript([], ['a.md', 'b.md'], guard, limits)
  const shown = documents.map((one) =>
    [`${one.exitCode} ${one.file}`, ...one.problems.map(({ line, message }) => `${line}: ${message}`)].join(
      ':',
    ),
  )
  expect(shown).toEqual(expected)
  expect(exitCode).toBe(name === 'does all' ? 0 : 2)
  // Who says that it is done has said why it failed too.
  const reason = script.includes(kill) ? 'SIGKILL' : 'exit code 0'
  expect(stderr).toBe(
    script.includes('"end"') ? '' : `kepsim transcript: the document's process ended (${reason})\n`,
  )
})

const sections = [
  { title: 'S', line: 1, steps: [1, 2].map((n) => ({ number: `${n}`, title: 'T', line: n })) },
]
const passed = { number: '1', title: 'T', line: 1, outcome: 'passed', milliseconds: 1 }
const lists = { findings: [], checks: [], commands: [], components: [], fields: [] }
const mayWrite = { told: 'may write' }
const stepDone = tell(
  mayWrite,
  { told: 'sections', sections },
  { told: 'section' },
  { told: 'step', step: { ...passed, ...lists } },
)

it.each([
  ['is killed', stepDone + kill, 2, ['passed', 'could not run'], 'SIGKILL'],
  ['is killed at its start', tell(mayWrite) + kill, 2, ['could not run'], 'SIGKILL'],
  ['ends well before it is done', stepDone, 2, ['passed', 'could not run'], 'exit code 0'],
  [
    'ends where nobody reads',
    `${stepDone}process.exitCode = 141`,
    141,
    ['passed', 'could not run'],
    undefined,
  ],
  ['is done', tell(end), 0, 'an earlier one', undefined],
] as const)('replays whose process %s', async (_name, script, exitCode, outcomes, ended) => {
  writeFileSync(program, script)
  const json = join(dir, 'report.json')
  writeFileSync(json, '"an earlier one"')
  const screen = { write: () => {}, terminal: false, columns: 80 }
  const flags = { ...guard, json, alterations: [], github: false }
  expect(await guardedReplay([], 'a.md', flags, limits, screen)).toBe(exitCode)
  const report = JSON.parse(readFileSync(json, 'utf8')) as
    | string
    | { sections: { steps: { outcome: string }[] }[] }
  expect(
    typeof report === 'string'
      ? report
      : report.sections.flatMap(({ steps }) => steps.map((step) => step.outcome)),
  ).toEqual(outcomes)
  expect(stderr).toBe(
    ended === undefined ? '' : `kepsim replay: a.md: the document's process ended (${ended})\n`,
  )
})

it('leaves a file as it was that a document may be read with', async () => {
  writeFileSync(program, kill)
  const [json, html] = [join(dir, 'beside.json'), join(dir, 'new.html')]
  writeFileSync(json, 'beside')
  const flags = { ...guard, json, html, alterations: [], github: false }
  const screen = { write: () => {}, terminal: false, columns: 80 }
  expect(await guardedReplay([], 'a.md', flags, limits, screen)).toBe(2)
  expect(readFileSync(json, 'utf8')).toBe('beside')
  expect(readFileSync(html, 'utf8')).toContain('a.md')
  expect(stderr).toMatch(/^kepsim replay: --json \S+beside\.json: left as it was: .*\n.*SIGKILL/)
})

it('starts with flags that this Node knows', () => {
  const flags = optimizingLess(process.versions.v8)
  expect(spawnSync(process.execPath, [...flags, '-e', '']).status).toBe(0)
  expect(optimizingLess('12.4.254.21-node.33')).toEqual([])
})
