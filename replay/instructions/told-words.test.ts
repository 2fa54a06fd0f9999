import { expect, it } from 'vitest'
import { otherWord } from './told-words.ts'

const role = 'kubectl create role r --verb=get,list --resource=pods'
const yaml = 'kind: Role\nrules:\n- apiGroups: [""]\n  resources: [pods]\n  verbs:\n  - get\n  - list\n'
const pod = `kubectl run p --image=busybox --command -- sh -c 'echo hello; sleep 9'`
const deployment = 'kubectl create deployment web --image=nginx'

it.each([
  ['Grant it the permission to delete pods:', role, 'delete'],
  ['Grant it the permission to list pods:', role, undefined],
  ['Allow it to get and watch pods:', role, 'watch'],
  ['Allow it to get and watch pods:', yaml, 'watch'],
  ['Allow it to get and list pods:', yaml, undefined],
  ['Grant it the permission to delete pods:', deployment, undefined],
  ['Run a pod that prints "goodbye":', pod, 'goodbye'],
  ['Run a pod that prints "hello":', pod, undefined],
  ['Run the "simple" pod:', pod, undefined],
  ['The db deployment:', deployment, 'db'],
  ['The web deployment:', deployment, undefined],
  ['Create the namespace y:', 'kubectl create ns x', 'y'],
  ['Create the namespace x:', 'kubectl create ns x', undefined],
  ['The resulting deployment:', deployment, undefined],
])('%s above %s: %s', (text, typed, wanted) => expect(otherWord(text, [typed])).toBe(wanted))
