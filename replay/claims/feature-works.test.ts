import { expect, it } from 'vitest'
import { withFeatureOn } from './feature-works.ts'

it.each([
  [
    'Confirm the pod is running normally and the EnvFiles feature is working correctly:',
    'Confirm the pod is running normally and the EnvFiles feature is enabled:',
  ],
  [
    'Check that the `X` feature gate still works as expected:',
    'Check that the `X` feature gate is still enabled:',
  ],
  ['the X feature is still working and Y is not:', 'the X feature is still enabled and Y is not:'],
  ['the X feature is not working:', undefined],
  ['the X feature works only for pods:', undefined],
  ['the feature is working:', undefined],
])('reads %j', (text, told) => {
  expect(withFeatureOn(text)).toBe(told)
})
