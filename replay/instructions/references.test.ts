import { expect, it } from 'vitest'
import { unshownReference } from './references.ts'

const made = ['Start:', 'kubectl create deployment web --image=nginx']
const get = 'kubectl get deployment web'

it.each<[string, string, readonly string[], string | undefined]>([
  ['The Pods use the new image:', get, made, 'new image'],
  ['The Pods use the new image:', get, [...made, 'kubectl set image deployment web nginx=httpd'], undefined],
  ['The Pods with new names:', get, [...made, 'kubectl delete pods --all'], undefined],
  ['A new Pod:', get, made, undefined],
  ['The Pods come back:', get, made, 'come back'],
  ['The Deployment is back up:', get, made, 'is back'],
  ['The Deployment is back at three replicas:', get, made, undefined],
  ['The Pods come back:', get, [...made, 'kubectl delete pods --all'], undefined],
  ['The hints came back:', get, [...made, 'Disable the gate.'], undefined],
  ['The Deployment on the second node:', get, made, 'on the second node'],
  ['The rules on the second node:', 'docker exec kind-worker2 iptables-save', made, undefined],
  ['The Pods in another namespace:', get, made, 'in another namespace'],
  ['The Deployment uses the newer image:', get, made, 'newer image'],
  ['With a newer image:', get, [...made, 'kubectl set image deployment web nginx=httpd'], undefined],
  ['The deployment db:', get, made, 'db'],
  ['The Pods in the other namespace:', 'kubectl get pods -n other', made, undefined],
])('%s %s', (sentence, text, before, expected) =>
  expect(unshownReference(sentence, text, before)).toBe(expected),
)

it('reads each text once, however many sentences ask', () => {
  const before = Array.from({ length: 2000 }, () => 'Nothing happens here.')
  const start = performance.now()
  for (let i = 0; i < 2000; i++) unshownReference('The Pods come back:', get, before)
  expect(performance.now() - start).toBeLessThan(1000)
})
