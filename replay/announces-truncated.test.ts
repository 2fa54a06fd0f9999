import { expect, it } from 'vitest'
import { announcesTruncated } from './announces-truncated.ts'

it.each([
  'The pods are listed below (parts of the output are omitted)',
  'List the pods, truncated for brevity:',
  'Look at its status, with the rest of the YAML left out:',
])('says that lines are left out: %s', (prose) => {
  expect(announcesTruncated(prose)).toBe(true)
})

it.each(['The old field is omitted in new objects.', 'The list of pods is shown below:'])(
  'says nothing of the kind: %s',
  (prose) => {
    expect(announcesTruncated(prose)).toBe(false)
  },
)
