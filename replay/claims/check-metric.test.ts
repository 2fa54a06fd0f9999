// Metrics that are told of without their names, and their labels.
import { expect, it } from 'vitest'
import { verdictOf, worldOf } from './testing/sentence-verdicts.ts'

const printed = (stdout: string) => ({
  ...worldOf({}),
  commands: [
    { step: 1, text: 'kubectl get --raw /metrics | grep a_b', line: 1, stdout, stderr: '', exitCode: 0 },
  ],
})
const one = printed('a_b{name="X",stage="ALPHA"} 1\n')

it.each([
  ['The metric is 1.', one, 'holds'],
  ['The metric is 0.', one, 'fails'],
  ['The metric `a_b` has the stage `ALPHA`.', one, 'holds'],
  ['The metric `a_b` has the stage `BETA`.', one, 'fails'],
  ['The label `stage` of the metric is `ALPH`.', one, 'fails'],
  ['The metric is 1, but its label `stage` is `BETA` now.', one, 'fails'],
  ['The metric is 1.', printed('a_b 1\na_c 1\n'), 'unknown'],
  ['The metric is 1.', printed('1\n'), 'unknown'],
])('%s', async (text, world, verdict) => expect(await verdictOf(text, world)).toBe(verdict))
