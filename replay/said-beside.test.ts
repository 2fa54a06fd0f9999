import { expect, it } from 'vitest'
import { saidBeside } from './said-beside.ts'

it.each<[string, string[]]>([
  ['Restart the kubelet; all pods are running', ['all pods are running']],
  ['Restart the kubelet: the Pod `p` is gone.', ['the Pod `p` is gone']],
  ['Restart the kubelet, and then delete the Pod', []],
  ['Edit the manifest: set `replicas: 3`', []],
])('%s', (text, said) => expect(saidBeside(text).said.map(({ sentence }) => sentence)).toEqual(said))
