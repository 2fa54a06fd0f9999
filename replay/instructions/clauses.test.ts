import { expect, it } from 'vitest'
import { clausesOf } from './clauses.ts'

const told = (text: string): string[] => clausesOf(text).map(({ verb, rest }) => `${verb}: ${rest}`)

it.each<[string, string[]]>([
  ['Perform kubelet upgrade:', ['upgrade: kubelet']],
  ['Perform the kube-proxy downgrade', ['downgrade: kube-proxy']],
  ['2. Do a control-plane rollback.', ['roll back: control-plane']],
  ['Carry out the control plane upgrade', ['upgrade: control plane']],
  ['Execute kube-apiserver upgrade:', ['upgrade: kube-apiserver']],
])('has the act of %s', (text, expected) => expect(told(text)).toEqual(expected))

it.each([
  'Perform kubelet upgrade tests:',
  'Perform kubelet upgrade by hand',
  'Perform pre-upgrade tests (1.30)',
  'Kubelet upgrade:',
])('has none of an upgrade for %s', (text) => {
  expect(clausesOf(text).map(({ verb }) => verb)).not.toContain('upgrade')
})
