import { expect, it } from 'vitest'
import { announcesExample } from './announces-example.ts'

it.each([
  ['For example:', true],
  ['The pods are listed, e.g.:', true],
  ['The output looks like this:', true],
  ['You should see something like:', true],
  ['The error is similar to the one below.', true],
  ['An event like the following is recorded:', true],
  ['Sample output', true],
  ['The output is:', false],
  ['Check that the field is set:', false],
  ['The Job is likely to fail:', false],
  ['This exemplifies nothing:', false],
])('%j: %s', (prose, announced) => {
  expect(announcesExample(prose)).toBe(announced)
})
