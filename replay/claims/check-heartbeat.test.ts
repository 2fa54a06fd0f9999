import { expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { checkHeartbeat } from './check-heartbeat.ts'

const at = (second: number): string => `2026-01-01T00:00:${String(second).padStart(2, '0')}Z`
const node = (second: number, status = 'True'): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'n', uid: 'n' },
  status: { conditions: [{ type: 'Ready', status, lastHeartbeatTime: at(second) }] },
})
const lease = (second: number): KubeObject => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { name: 'n', namespace: 'kube-node-lease', uid: 'l' },
  spec: { renewTime: at(second) },
})
const verdict = async (now: KubeObject[], before: KubeObject[]) => {
  const of = (objects: KubeObject[]) => async (resource: string) =>
    objects.filter(({ kind }) => resource.startsWith(kind.toLowerCase()))
  const world = { commands: [], step: 1, documented: [], gates: () => undefined, release: () => undefined }
  const claim = { kind: 'heartbeat' as const, text: '', line: 1 }
  return (await checkHeartbeat(claim, { ...world, objects: of(now), before: of(before) })).verdict
}

it('holds where each Node told of itself, or renewed its lease, since the step before', async () => {
  expect(await verdict([node(9), lease(5)], [node(5), lease(5)])).toBe('holds')
  expect(await verdict([node(5), lease(9)], [node(5), lease(5)])).toBe('holds')
  expect(await verdict([node(5), lease(5)], [node(5), lease(5)])).toBe('fails')
  expect(await verdict([node(9, 'Unknown'), lease(9)], [node(5), lease(5)])).toBe('fails')
  expect(await verdict([node(9), lease(9)], [])).toBe('unknown')
  expect(await verdict([], [])).toBe('fails')
})
