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
  expect(read('Given the gate is enabled\nAnd the cluster is upgraded')).toEqual([
    '0: the gate is enabled.',
    '1: the cluster was upgraded.',
  ])
  expect(read('Then the Pod is gone\nBut the Job is there')).toEqual([
    '0: the Pod is gone.',
    '1: the Job is there.',
  ])
  expect(read('And the field is dropped')).toEqual(['0: the field is dropped.'])
})

it('leaves other paragraphs alone', () => {
  for (const raw of [
    'Given a cluster, it runs',
    'When it is on, it stays.',
    'Then it is gone.\nAnd more',
    '**Then**',
    '**Note** then',
    'Look.\n**Then** it is gone',
  ])
    expect(read(raw)).toBeUndefined()
})
