import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import type { ReplayResult } from '../outcome.ts'
import type { Alteration } from './alteration.ts'
import { type Course, runCourses } from './run-courses.ts'
import { serveCourses } from './serve-courses.ts'

const course = (line: number, outcomes: readonly string[]): Course => ({
  kind: 'gate',
  line,
  from: 'A=true',
  to: 'A=false',
  steps: [],
  outcomes,
})

/** Answers the numbers that it reads with these lines. */
const answering = (answers: readonly string[]) =>
  [
    process.execPath,
    '-e',
    `require('node:readline').createInterface({ input: process.stdin }).on('line', (n) => console.log(${JSON.stringify(answers)}[n]))`,
  ] as const
const ended = (...outcomes: string[]): string => JSON.stringify(outcomes)

async function alterations(courses: Course[], answers: string[]): Promise<Record<number, boolean>> {
  const found: Alteration[] = []
  await runCourses(courses, {
    command: answering(answers),
    workers: 2,
    onAlteration: (one) => found.push(one),
  })
  return Object.fromEntries(found.map(({ line, noticed }) => [line, noticed]))
}

it('notices a course that ends otherwise', async () => {
  const own = ['passed', 'passed']
  expect(
    await alterations(
      [course(1, own), course(2, own), course(3, own)],
      [ended('passed', 'passed'), ended('passed', 'differs'), ended('passed', 'passed')],
    ),
  ).toEqual({ 1: false, 2: true, 3: false })
})

it('says so where no replay can be started', async () => {
  const options = { command: ['/nowhere/kepsim'] as const, workers: 1, onAlteration: () => {} }
  await expect(runCourses([course(1, [])], options)).rejects.toThrow('ENOENT')
})

it.each([
  ['prints something else', answering(['no JSON'])],
  ['ends', [process.execPath, '-e', 'process.exit(2)'] as const],
])('does not take a replay that %s for one that noticed', async (_what, command) => {
  const options = { command, workers: 1, onAlteration: () => {} }
  await expect(runCourses([course(1, ['passed'])], options)).rejects.toThrow('without a result')
})

it('answers each number with how the steps of its course ended', async () => {
  const written: string[] = []
  const step = (outcome: string) => ({ outcome })
  const replayed = async (index: number): Promise<ReplayResult> =>
    ({ sections: [{ steps: [step('passed'), step(index === 4 ? 'differs' : 'passed')] }] }) as ReplayResult
  await serveCourses(Readable.from(['0\n', '4\n']), replayed, (line) => written.push(line))
  expect(written).toEqual(['["passed","passed"]\n', '["passed","differs"]\n'])
})
