import { expect, it } from 'vitest'
import { asNumbered, inOrdinalRange, startOrdinal } from './pod-identity.ts'
import type { StatefulSet } from './types.ts'

const gates = (on: boolean) => ({ known: () => true, enabled: () => on, unregistered: () => false })
const set = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'db' },
  spec: { replicas: 2, ordinals: { start: 3 } },
} as unknown as StatefulSet
const pod = (name: string) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name } })

it('counts from 0 while the gate of another begin is off', () => {
  const [on, off] = [true, false].map((value) => asNumbered(set, gates(value))) as [StatefulSet, StatefulSet]
  expect([startOrdinal(on), startOrdinal(off)]).toEqual([3, 0])
  expect(['db-0', 'db-3'].map((name) => inOrdinalRange(off, pod(name)))).toEqual([true, false])
  expect(set.spec.ordinals).toEqual({ start: 3 })
})
