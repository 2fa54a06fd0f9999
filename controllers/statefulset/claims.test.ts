import { describe, expect, it } from 'vitest'
import type { KubeObject, OwnerReference } from '../../apimachinery/json.ts'
import { controllerReference } from '../owner-references.ts'
import { claimOwners } from './claims.ts'
import type { StatefulSet } from './types.ts'

const setWith = (whenDeleted: string, whenScaled: string): StatefulSet => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'web', uid: 'set' },
  spec: {
    replicas: 1,
    selector: {},
    template: { spec: {} },
    persistentVolumeClaimRetentionPolicy: { whenDeleted, whenScaled },
  },
  status: { replicas: 0, availableReplicas: 0 },
})
const pod = (ordinal: number): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: `web-${ordinal}`, uid: `pod-${ordinal}` },
})
const claim = (...ownerReferences: OwnerReference[]): KubeObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data-web-0', ownerReferences },
})
const uids = (refs: OwnerReference[] | undefined): string | undefined => refs?.map(({ uid }) => uid).join()
const stranger = { apiVersion: 'v1', kind: 'Pod', name: 'other', uid: 'other', controller: true }

describe('claimOwners', () => {
  it.each([
    ['Retain', 'Retain', 0, undefined],
    ['Delete', 'Retain', 0, 'set'],
    ['Delete', 'Retain', 1, 'set'],
    ['Retain', 'Delete', 0, undefined],
    ['Retain', 'Delete', 1, 'pod-1'],
    ['Delete', 'Delete', 0, 'set'],
    ['Delete', 'Delete', 1, 'pod-1'],
  ])('whenDeleted %s, whenScaled %s, ordinal %i of one: %s', (deleted, scaled, ordinal, expected) => {
    expect(uids(claimOwners(setWith(deleted, scaled), pod(ordinal), claim()))).toBe(expected)
  })

  it('takes back what no longer holds', () => {
    const set = setWith('Retain', 'Retain')
    expect(claimOwners(set, pod(0), claim(controllerReference(set)))).toEqual([])
    expect(claimOwners(set, pod(0), claim())).toBeUndefined()
  })

  it('leaves alone what an earlier pod of the name or another controller owns', () => {
    const set = setWith('Delete', 'Delete')
    const earlier = { ...controllerReference(pod(0)), uid: 'earlier' }
    expect(claimOwners(set, pod(0), claim(earlier))).toBeUndefined()
    expect(claimOwners(set, pod(0), claim(stranger))).toBeUndefined()
    expect(uids(claimOwners(set, pod(0), claim(stranger, controllerReference(set))))).toBe('other')
  })
})
