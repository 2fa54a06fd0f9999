import { expect, it } from 'vitest'
import {
  advisesOtherTurn,
  changesNothing,
  givesOtherValue,
  goesByOtherTurn,
  headsOtherGates,
  turnsInOtherOrder,
} from './contrary-gates.ts'
import { readInstructions } from './instructions/read-instruction.ts'

const versions = (text: string): [string, string] => {
  const of = (yes: boolean): string =>
    text.replace(/«([^|]*)\|([^»]*)»/g, (_all, no: string, right: string) => (yes ? right : no))
  return [of(true), of(false)]
}

it.each([
  'Simulate «upgrade|downgrade» by disabling the feature.',
  'Simulate a «downgrade|upgrade» by enabling the `SomeGate` feature gate.',
  'Simulated «upgrade|rollback» by creating a new cluster with the feature turned off.',
  'Simulate «upgrade|downgrade» with `SomeGate=false`.',
  'Disable the feature flag ("«upgrade|downgrade»")',
  'Simulate upgrade by «disabling|re-enabling» it.',
])('which way it goes: %s', (text) => {
  const [yes, no] = versions(text)
  expect([goesByOtherTurn(yes), goesByOtherTurn(no)]).toEqual([false, true])
})

it.each([
  'Simulate downgrade by re-enabling the feature.',
  'Simulate upgrade by disabling `DisableSomething`.',
  'Simulate downgrade by installing 1.30 on the node.',
  'Disable the feature gate.',
])('leaves %s', (text) => expect(goesByOtherTurn(text)).toBe(false))

it.each([
  ['Enable the gate, then disable it:', ['X=«|»']],
  ['Start it with `SomeGate=true`, then restart it with `SomeGate=false`.', []],
  ['Turn the gate off and back on:', []],
])('the order of turns: %s', (text) => {
  const on = ['a --feature-gates=SomeGate=true', 'b --feature-gates=SomeGate=false']
  const isOnFirst = !/off and/.test(text)
  expect(turnsInOtherOrder(text, isOnFirst ? on : on.toReversed())).toBe(false)
  expect(turnsInOtherOrder(text, isOnFirst ? on.toReversed() : on)).toBe(true)
  expect(turnsInOtherOrder(text, on.slice(1))).toBe(false)
})

it.each([
  ['Disable the `SomeGate` feature gate in kube-apiserver.', 'append --feature-gates=SomeGate=«true|false»'],
  ['Turn on the `SomeGate` feature gate in kube-proxy.', 'set featureGates["SomeGate"]=«false|true»'],
  ['Enable the `SomeGate` feature gate in the kubelet.', 'SomeGate: «false|true»'],
  ['Enable the `SomeGate` feature gate in kube-apiserver.', 'remove `SomeGate=«true|false»`'],
  [
    'Turn off the `SomeGate` feature gate in kube-proxy.',
    'kubectl delete po kube-proxy set SomeGate=«true|false»',
  ],
  ['Disable the `SomeGate` feature gate in the kubelet.', 's/SomeGate: true/SomeGate: «true|false»/'],
])('the value of a gate: %s, %s', (text, below) => {
  const told = readInstructions({ text, line: 1 })
  expect(told).toHaveLength(1)
  const [yes, no] = versions(below)
  expect([givesOtherValue(told, yes), givesOtherValue(told, no)]).toEqual([false, true])
  expect(givesOtherValue(told, 'OtherGate=true,OtherGate=false')).toBe(false)
})

it('a variable of the shell is no gate', () => {
  const told = readInstructions({ text: 'Restart the cluster without the gate.', line: 1 })
  expect(told).toHaveLength(1)
  const start = (gates: string) => `${gates}PRESERVE_ETCD=true ETCD_DIR=/tmp/etcd hack/local-up-cluster.sh`
  expect(givesOtherValue(told, start(''))).toBe(false)
  expect(givesOtherValue(told, start('FEATURE_GATES=SomeGate=true '))).toBe(true)
})

it.each(['Change `X=true` to `X=«true|false»`.', 'Scale it from 3 to «3|5».', 'Go from `a` to `«a|b»`'])(
  'a change: %s',
  (text) => {
    const [yes, no] = versions(text)
    expect([changesNothing(yes), changesNothing(no)]).toEqual([false, true])
  },
)

it.each([
  ['**With `SomeGate` «on|off»**', 'FEATURE_GATES=SomeGate=false hack/local-up-cluster.sh'],
  ['With the feature gate «disabled|enabled»', 'kubelet --feature-gates=SomeGate=true'],
])('a heading: %s, %s', (text, command) => {
  const [yes, no] = versions(text)
  expect([headsOtherGates(yes, [command]), headsOtherGates(no, [command])]).toEqual([false, true])
  expect(headsOtherGates(no, ['kubectl get pods'])).toBe(false)
  expect(headsOtherGates('Upgrade', [command])).toBe(false)
})

it.each([
  [
    'If you want to disable the feature in v1.33, you can either enable the `MyGate` feature gate, or remove the option.',
    'If you want to disable the feature in v1.33, you can either disable the `MyGate` feature gate, or remove the option.',
  ],
  [
    'If you want to enable the feature, you need to make sure the `MyGate` feature gate is disabled and add the option.',
    'If you want to enable the feature, you need to make sure the `MyGate` feature gate is not disabled and add the option.',
  ],
  [
    'To enable the feature, make sure that the `MyGate` gate is not enabled.',
    'To enable the feature, make sure that the `DisableMyGate` gate is not enabled.',
  ],
])('%s', (no, yes) => {
  expect([no, yes].map(advisesOtherTurn)).toEqual([true, false])
})
