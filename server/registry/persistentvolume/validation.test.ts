import { describe, expect, it } from 'vitest'
import type { PersistentVolumeSpec } from '../../../api/core-v1.ts'
import { errorText } from '../../../apimachinery/field-error.ts'
import { loadRelease } from '../../../component-base/release.ts'
import { gatesOf } from '../../../component-base/testing/gates-of.ts'
import type { ServerContext } from '../generic/strategy.ts'
import { validateMountOptions, validateVolume, validateVolumeChange, volumeOptions } from './validation.ts'

const server = {
  release: loadRelease('1.36'),
  gates: { enabled: (name: string) => name === 'VolumeAttributesClass', known: () => true },
} as unknown as ServerContext
const base = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] }
const nfs = { server: 's', path: '/x' }
const check = (spec: PersistentVolumeSpec): string[] =>
  validateVolume({ metadata: { name: 'v' }, spec: { ...base, ...spec } }, volumeOptions(server)).map(
    errorText,
  )
const change = (spec: PersistentVolumeSpec, old: PersistentVolumeSpec): string[] =>
  validateVolumeChange({ spec: { ...base, ...spec } }, { spec: { ...base, ...old } }, server).map(errorText)

describe('a persistent volume', () => {
  it('can be for one pod where the gate is on', () => {
    const ofRelease = (minor: string, gates = {}) =>
      validateVolume(
        { metadata: { name: 'v' }, spec: { ...base, nfs, accessModes: ['ReadWriteOncePod'] } },
        volumeOptions({
          release: loadRelease(minor),
          gates: gatesOf(minor, gates),
        } as unknown as ServerContext),
      ).map(errorText)
    expect(ofRelease('1.26')).toEqual([
      'spec.accessModes: Unsupported value: "ReadWriteOncePod": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce"',
    ])
    expect(ofRelease('1.26', { ReadWriteOncePod: true })).toEqual([])
    expect(ofRelease('1.36')).toEqual([])
  })

  it('has a capacity, modes and one source', () => {
    expect(check({ nfs })).toEqual([])
    expect(check({ accessModes: [], capacity: {} })).toEqual([
      'spec.accessModes: Required value',
      'spec.capacity: Required value',
      'spec.capacity: Unsupported value: {}: supported values: "storage"',
      'spec: Required value: must specify a volume type',
    ])
    expect(check({ nfs, capacity: undefined as never })).toEqual([
      'spec.capacity: Required value',
      'spec.capacity: Unsupported value: null: supported values: "storage"',
    ])
    expect(check({ nfs, cephfs: { monitors: ['m'] }, flexVolume: { driver: 'a/b' } })).toEqual([
      'spec.cephFS: Forbidden: may not specify more than 1 volume type',
    ])
  })

  it('of a node says which', () => {
    expect(check({ local: { path: 'a/../b' } })).toEqual([
      'spec.local.path: Invalid value: "a/../b": must not contain \'..\'',
      'spec.nodeAffinity: Required value: Local volume requires node affinity',
    ])
    expect(check({ local: { path: '/a' }, nodeAffinity: {} })).toEqual([
      'spec.nodeAffinity.required: Required value: must specify required node constraints',
    ])
  })

  it('does not recycle the root of a node', () => {
    const spec = { hostPath: { path: '//' }, persistentVolumeReclaimPolicy: 'Recycle' }
    expect(check(spec)).toEqual([
      "spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath mount of '/'",
    ])
  })

  it('takes a class of attributes for drivers only', () => {
    expect(check({ nfs, volumeAttributesClassName: 'c' })).toEqual([
      'spec.csi: Required value: has to be specified when using volumeAttributesClassName',
    ])
  })

  it('keeps its source and its nodes', () => {
    expect(change({ nfs: { ...nfs, path: '/y' } }, { nfs })[0]).toContain(
      'spec.persistentvolumesource is immutable after creation\n@@',
    )
    const csi = { driver: 'a.b', volumeHandle: 'h' }
    const secret = { controllerExpandSecretRef: { name: 'n', namespace: 'm' } }
    expect(change({ csi: { ...csi, ...secret } }, { csi })).toEqual([])
    const nodes = (key: string) => ({
      nfs,
      nodeAffinity: {
        required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'Exists' }] }] },
      },
    })
    expect(change(nodes('kubernetes.io/os'), nodes('beta.kubernetes.io/os'))).toEqual([])
    // Only that it is no key is told.
    expect(change(nodes(''), nodes('a')).filter((text) => text.startsWith('nodeAffinity'))).toEqual([])
    expect(change(nodes('b'), nodes('a'))).toEqual([
      'nodeAffinity: Invalid value: {"Required":{"NodeSelectorTerms":[{"MatchExpressions":[{"Key":"b","Operator":"Exists","Values":null}],"MatchFields":null}]}}: field is immutable, except for updating from beta label to GA',
    ])
  })

  it('is for nodes whose labels have values that labels can have, since 1.33', () => {
    const ofRelease = (minor: string) =>
      validateVolume(
        {
          metadata: { name: 'v' },
          spec: {
            ...base,
            nfs,
            nodeAffinity: {
              required: {
                nodeSelectorTerms: [{ matchExpressions: [{ key: 'k', operator: 'In', values: ['a b'] }] }],
              },
            },
          },
        },
        volumeOptions({ release: loadRelease(minor), gates: gatesOf(minor) } as unknown as ServerContext),
      ).map(errorText)
    expect(ofRelease('1.32')).toEqual([])
    expect(ofRelease('1.33')).toHaveLength(1)
  })

  it('has mount options where its source has', () => {
    const metadata = { annotations: { 'volume.beta.kubernetes.io/mount-options': 'ro' } }
    expect(validateMountOptions({ metadata, spec: { nfs } })).toEqual([])
    expect(validateMountOptions({ metadata, spec: { hostPath: {} } })).toHaveLength(1)
  })
})
