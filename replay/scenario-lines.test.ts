// Lines of scenarios.
import { expect, it } from 'vitest'
import { scenarioLines } from './scenario-lines.ts'

const read = (raw: string) => scenarioLines(raw)?.map(({ text, at }) => `${at}: ${text}`)

it('reads each line as a statement of its own, and what is done as such', () => {
  expect(
    read(
      '**When** the cluster is upgraded to 1.32\n**And** it is restarted:\n**Then** it is Ready\nand runs 1.32',
    ),
  ).toEqual([
    '0: the cluster was upgraded to 1.32.',
    '1: it was restarted:',
    '2: it is Ready\nand runs 1.32.',
  ])
  expect(read('*Given:* a 1.31 cluster:')).toEqual(['0: Given a 1.31 cluster:'])
  expect(read('__Given__ the Job `a`')).toEqual(['0: the Job `a`.'])
})

it('leaves other paragraphs alone', () => {
  for (const raw of ['Given a cluster', '**Then**', '**Note** then', 'Look.\n**Then** it is gone'])
    expect(read(raw)).toBeUndefined()
})
