import { expect, it } from 'vitest'
import {
  goesAgainstHeading,
  holdsOtherwise,
  reasonIsContrary,
  switchesOtherwise,
  untoldChange,
} from './contrary-words.ts'

/** What holds of the true and of the false one of `«false|true»`. */
const both = (text: string, isContrary: (one: string) => boolean): boolean[] =>
  [true, false].map((yes) =>
    isContrary(text.replace(/«([^|]*)\|([^»]*)»/g, (_all, no: string, right: string) => (yes ? right : no))),
  )

it.each([
  'Verify that the field is visible again (since it «dropped|persisted» in etcd):',
  'Verify that the field is «absent|visible» again (since it persisted in etcd):',
  'The field is gone, because it was «kept|dropped».',
  'The hints are «no longer|still» there since the value was preserved.',
  'It is still set as it was «|not »removed.',
])('a reason: %s', (text) => expect(both(text, reasonIsContrary)).toEqual([false, true]))

it.each(['The Deployment is there, because it was created.', 'It was dropped, since the gate is off.'])(
  'leaves %s',
  (text) => expect(reasonIsContrary(text)).toBe(false),
)

const above = [
  'Upgrade kube-apiserver back to v1.30.0',
  'Now downgrade the kube-proxy pods',
  'Restart the kubelet.',
]
it.each([
  'Although «the kubelet|kube-proxy» was downgraded, the field is set.',
  'Although kube-proxy was «upgraded|downgraded», the field is set.',
  'Although kube-proxy was «not |»downgraded, the field is set.',
  'Since the API server was «rolled back|upgraded», it is served.',
  'It works after the kubelet was «upgraded|restarted».',
])('what became of a component: %s', (text) => {
  expect(both(text, (one) => untoldChange(one, () => above) !== undefined)).toEqual([false, true])
  expect(
    both(
      text,
      (one) => untoldChange(one, () => ['Upgrade, downgrade and restart the cluster']) !== undefined,
    )[0],
  ).toBe(false)
})

it.each([
  ['**Upgrade cluster (1.27.5 -> 1.28.1)**', 'Perform kubeadm «downgrade|upgrade»:'],
  ['**Downgrade the cluster**', '2) «Upgrade|Downgrade» kubeadm:'],
  ['Upgrade the control plane', '3. Then perform the kubelet «rollback|upgrade»:'],
])('under %s: %s', (heading, text) => {
  const before = ['**Downgrade nodes**', '**Upgrade cluster**', heading, 'Check:', '$ kubeadm version']
  expect(both(text, (one) => goesAgainstHeading(one, () => before))).toEqual([false, true])
  expect(both(text, (one) => goesAgainstHeading(one, () => ['Test']))).toEqual([false, false])
})

const patch = (value: string): string =>
  `kubectl patch sc/a -p '{"metadata":{"annotations":{"is-default":"${value}"}}}'`
it.each([
  ['true', '«Remove|Add» default SC again:'],
  ['false', '«Add|Remove» the default class:'],
])('a patch to %s: %s', (value, text) => {
  expect(both(text, (one) => switchesOtherwise(one, [patch(value)]))).toEqual([false, true])
  expect(switchesOtherwise('Remove it by setting it to true:', [patch(value)])).toBe(false)
})

it.each([
  ['«Resume|Suspend» the Job:', `kubectl patch job j -p '{"spec":{"suspend":true}}'`],
  ['Then «suspend|resume» it:', `kubectl patch cronjob c --type=merge -p '{"spec":{"suspend":false}}'`],
  ['«Unpause|Pause» the Deployment:', `kubectl patch deployment d -p '{"spec":{"paused":true}}'`],
])('holds what is patched otherwise against %s', (text, patch) => {
  expect(both(text, (one) => holdsOtherwise(one, [patch]))).toEqual([false, true])
  expect(both(text, (one) => holdsOtherwise(one, ['kubectl get pods']))).toEqual([false, false])
})
