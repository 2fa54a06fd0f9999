import { describe, expect, it } from 'vitest'
import { isInert } from './is-inert.ts'
import { statesSomething } from './states-something.ts'

const states = [
  "The binding's subject is a User.",
  'The gate is beta.',
  'The lock is held by kube-scheduler-1.',
  'The lease was renewed.',
  'The quota is exceeded.',
  'The certificate was rotated.',
  'The tolerance is 10%.',
  'Its strategy is Recreate.',
  'Now the subject is a User.',
  'Everything is back to normal.',
  'This leads to a restart of the kubelet.',
  'That removes the finalizer from the Pod.',
  'Disabling the gate removes it.',
  'Rolling back drops it.',
  'Upon restart, the kubelet re-admits the Pod.',
  'Restart kube-apiserver, during which the Pods are evicted.',
  'This example uses a Job, which is suspended.',
  'This example uses two Jobs.',
  'All commands fail.',
  'Deleted the Pod `a`; it was not recreated, and `b` was not restarted.',
  'Delete the Pod, it is made again.',
  'Scale it to 3, nothing happens, and all is well.',
  'The table shows two rows.',
  'The list is empty.',
  'Users can also get the addresses, per Service with one there must be an IPAddress.',
]

const statesNothing = [
  'The test is manual, you should have a cluster.',
  'Everything is fine.',
  'The test was run on kind.',
  'The following steps were used.',
  'The idea is simple.',
  'The upgrade was done by hand.',
  'The reason is that it is hard.',
  'The manual test is described below:',
  'The same steps are used for both.',
]

const ofDocument = [
  'This example uses a Job.',
  'The same holds for other controllers.',
  'All commands use the default namespace.',
  'The remaining steps follow the same pattern.',
  'Skip this step when the gate is already on.',
  'That is all we need.',
]

describe('a sentence that is not read', () => {
  it.each(states)('states something: %s', (text) => expect(statesSomething(text)).toBe(true))
  it.each(ofDocument)('speaks of the document: %s', (text) => {
    expect(statesSomething(text)).toBe(false)
    expect(isInert(text)).toBe(true)
  })
  it.each([
    'This example uses a suspended Job.',
    'The same holds for the Pod.',
    'All commands use two Pods.',
  ])('is not passed over: %s', (text) => expect(isInert(text)).toBe(false))
  it.each(statesNothing)('states nothing: %s', (text) => expect(statesSomething(text)).toBe(false))
})

describe('a sentence that stands by itself', () => {
  it.each([
    'Pod admitted.',
    'There is one CronTab.',
    'HTTPRoutes are attached to it.',
    'The VirtualMachine boots.',
    'The readiness probe passes.',
    'Another one appears.',
    'One Pod per node.',
    'Disappeared.',
    'Became Ready.',
    'Contains the key.',
    'Falls back to the default.',
    'Turned into a no-op.',
    'Owned by the ReplicaSet.',
    'Is the Pod Running?',
    'How many Pods run?',
  ])('could be false: %s', (text) => expect(isInert(text)).toBe(false))

  it.each([
    'Were upgrade and rollback tested?',
    'What about the rest?',
    'Does enabling the feature change any default behavior?',
    'Is the rollout accompanied by any deprecations and/or removals of features, APIs, fields of API types, flags, etc.?',
    'Scenario 2:',
  ])('is passed over: %s', (text) => expect(isInert(text)).toBe(true))
})
