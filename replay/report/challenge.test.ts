import { expect, it } from 'vitest'
import type { Alteration } from '../challenge/alteration.ts'
import { challengeText } from './challenge.ts'

const one = (kind: Alteration['kind'], noticed: boolean): Alteration => ({
  kind,
  line: 7,
  from: 'a',
  to: 'b',
  noticed,
})

it('lists what a document would not notice, and counts the rest', () => {
  expect(challengeText('x.md', [one('value', true), one('value', false), one('hop', false)])).toBe(
    '  not noticed x.md:7: a changed to b\n  not noticed x.md:7: without "a"\n\nnoticed: 1 of 2 shown values, 0 of 1 changes of release left out\n',
  )
})
