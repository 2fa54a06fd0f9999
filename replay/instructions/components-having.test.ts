import { expect, it } from 'vitest'
import type { Edit } from '../machine/edits.ts'
import type { Machine } from '../machine/machine.ts'
import { componentsHaving } from './components-having.ts'

const gate: Edit = { kind: 'gate', gate: 'New', value: false }
const of = (server: string, others: string): Machine =>
  ({
    cluster: {
      records: new Map([
        ['kube-apiserver', { release: server }],
        ['kube-controller-manager', { release: others }],
        ['kubelet/a', { release: others }],
        ['kubelet/b', { release: server }],
      ]),
    },
  }) as unknown as Machine
const hasGate = (_gate: string, release: string) => release !== '1.28.0'

it.each<[string, string, Edit[], string[]]>([
  ['1.29.0', '1.29.0', [gate], []],
  ['1.29.0', '1.28.0', [gate], ['kube-apiserver', 'kubelet']],
  ['1.28.0', '1.29.0', [gate], ['kube-controller-manager', 'kube-scheduler', 'kubelet']],
  ['1.28.0', '1.28.0', [gate], []],
  // All go to that release.
  ['1.29.0', '1.28.0', [gate, { kind: 'release', release: '1.29.0' }], []],
  ['1.29.0', '1.28.0', [], []],
])('with servers of %s and others of %s, %j means %j', (server, others, edits, components) => {
  expect(componentsHaving(edits, { machine: of(server, others), hasGate })).toEqual(components)
})
