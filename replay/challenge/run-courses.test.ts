import { expect, it } from 'vitest'
import type { Alteration } from './alteration.ts'
import { type Course, runCourses } from './run-courses.ts'

const course = (line: number, outcomes: readonly string[]): Course => ({
  kind: 'gate',
  line,
  from: 'A=true',
  to: 'A=false',
  steps: [],
  outcomes,
})

const printing = (text: string) => [process.execPath, '-e', `console.log(${JSON.stringify(text)})`] as const
const result = (...outcomes: string[]): string =>
  JSON.stringify({ sections: [{ steps: outcomes.map((outcome) => ({ outcome })) }] })

async function alterations(courses: Course[], printed: string[]): Promise<Record<number, boolean>> {
  const found: Alteration[] = []
  await runCourses(courses, {
    command: (index) => printing(printed[index]!),
    workers: 2,
    onAlteration: (one) => found.push(one),
  })
  return Object.fromEntries(found.map(({ line, noticed }) => [line, noticed]))
}

it('notices a course that ends otherwise', async () => {
  const own = ['passed', 'passed']
  expect(
    await alterations(
      [course(1, own), course(2, own)],
      [result('passed', 'passed'), result('passed', 'differs')],
    ),
  ).toEqual({ 1: false, 2: true })
})

it('says so where no replay can be started', async () => {
  const options = { command: () => ['/nowhere/kepsim'] as const, workers: 1, onAlteration: () => {} }
  await expect(runCourses([course(1, [])], options)).rejects.toThrow('ENOENT')
})

it('does not take a replay that could not be done for one that noticed', async () => {
  await expect(alterations([course(1, ['passed'])], ['no JSON'])).rejects.toThrow('without a result')
})
