import { expect, it } from 'vitest'
import { unshownAttribute, unshownPredicate } from './predicates-shown.ts'

const text = 'kubectl get pod bare -o jsonpath={.status.phase}\nbare running'

it.each([
  ['The pod blocks the node:', 'blocks'],
  ['Disabling `B` breaks `A`:', 'disabling'],
  ['Running it breaks the pod:', 'breaks'],
  ['Upgrading keeps the pod:', 'upgrading'],
  ['The mode is slow:', 'slow'],
  ['The old server wrote the object:', 'wrote'],
  ['A Deployment owns the pod:', 'owns'],
  ['Running this shows the pod:', undefined],
  ['Listing the pods shows the phase:', undefined],
  ['The phase is running:', undefined],
  ['This is how it is:', undefined],
])('%s says %s, which is not shown', (sentence, wanted) =>
  expect(unshownPredicate(sentence, text)).toBe(wanted),
)

it.each([
  ['Get the outdated pod:', '', 'outdated'],
  ['On the upgraded cluster:', '', 'upgraded'],
  ['On the upgraded cluster:', 'upgrade the cluster to v1.34', undefined],
  ['Look at the recreated pod:', 'create a pod', undefined],
  ['Get the running pod:', '', undefined],
  ['Look at the given pod:', '', undefined],
])('%s after "%s": %s was never told', (sentence, before, wanted) =>
  expect(unshownAttribute(sentence, text, before)).toBe(wanted),
)
