import { describe, expect, it } from 'vitest'
import type { RulesFor } from '../generic/resource-row.ts'
import { patched, RulesAtWork } from '../testing/rules-at-work.ts'
import { csiNodeRules } from './csi-node.ts'
import { storageCapacityRules } from './storage-capacity.ts'
import { volumeAttachmentRules } from './volume-attachment.ts'
import { volumeAttributesClassRules } from './volume-attributes-class.ts'

const object = (kind: string, own: object, patch: object = {}) =>
  patched(patched({ apiVersion: 'storage.k8s.io/v1', kind, metadata: { name: 'a' } }, own), patch)
const at = (rules: RulesFor, minor = 36, gates: Record<string, boolean> = {}, namespaced = false) =>
  new RulesAtWork(rules, {
    minor,
    gates,
    traits: { group: 'storage.k8s.io', namespaced, statusKeepsMeta: true },
  })

describe('a CSINode', () => {
  const node = (...drivers: object[]) => object('CSINode', { spec: { drivers } })
  const driver = { name: 'd.example.com', nodeID: 'n' }

  it.each<[string, object[], string[]]>([
    ['a driver', [{ ...driver, topologyKeys: ['example.com/zone'] }], []],
    ['a driver of no node', [{ name: 'd' }], ['spec.drivers[0].nodeID: Required value']],
    [
      'a long id',
      [{ name: 'd', nodeID: 'x'.repeat(257) }],
      [`spec.drivers[0].nodeID: Invalid value: "${'x'.repeat(257)}": must be 256 characters or less`],
    ],
    ['a driver twice', [driver, driver], ['spec.drivers[1].name: Duplicate value: "d.example.com"']],
    [
      'less than no volumes',
      [{ ...driver, allocatable: { count: -1 } }],
      ['spec.drivers[0].allocatable.count: Invalid value: -1: must be greater than or equal to 0'],
    ],
    ['a key twice', [{ ...driver, topologyKeys: ['a', 'a'] }], ['spec.drivers[0]: Duplicate value: "a"']],
  ])('with %s has these errors', (_, drivers, errors) => {
    expect(at(csiNodeRules).create(node(...drivers)).errors).toEqual(errors)
  })

  const counted = (count: number): object => ({ ...driver, allocatable: { count } })
  it.each<[string, boolean, object, object[], string[]]>([
    ['its drivers', false, counted(1), [counted(1), { name: 'other', nodeID: 'n' }], []],
    ['no driver', false, counted(1), [], []],
    ['the number of its volumes', true, counted(1), [counted(2)], []],
    [
      'the number of its volumes',
      false,
      counted(1),
      [counted(2)],
      [
        'spec.drivers: Invalid value: {"Name":"d.example.com","NodeID":"n","TopologyKeys":null,"Allocatable":{"Count":2}}: field is immutable',
      ],
    ],
    [
      'its node',
      true,
      driver,
      [{ ...driver, nodeID: 'other' }],
      [
        'spec.drivers: Invalid value: {"Name":"d.example.com","NodeID":"other","TopologyKeys":null,"Allocatable":null}: field is immutable',
      ],
    ],
  ])('changes %s where the gate is %s: %#', (_, on, before, drivers, errors) => {
    const rules = at(csiNodeRules, 36, { MutableCSINodeAllocatableCount: on })
    expect(rules.update(node(before), { spec: { drivers } }).errors).toEqual(errors)
  })
})

describe('a CSIStorageCapacity', () => {
  const capacity = (patch: object = {}) =>
    object(
      'CSIStorageCapacity',
      { metadata: { namespace: 'ns' }, storageClassName: 's', capacity: '1Gi' },
      patch,
    )
  const rules = at(storageCapacityRules, 36, {}, true)

  it.each<[object, string[]]>([
    [{}, []],
    [{ capacity: '-1' }, ['capacity: Invalid value: "-1": must be greater than or equal to 0']],
    [
      { nodeTopology: { matchExpressions: [{ key: 'a', operator: 'Odd' }] } },
      ['nodeTopology.matchExpressions[0].operator: Invalid value: "Odd": not a valid selector operator'],
    ],
  ])('with %j has the errors %j', (patch, errors) => {
    expect(rules.create(capacity(patch)).errors).toEqual(errors)
  })

  it('changes its capacity, and nothing by which it is known', () => {
    expect(rules.update(capacity(), { capacity: '2Gi' }).errors).toEqual([])
    expect(
      rules.update(capacity(), { storageClassName: 't', nodeTopology: { matchLabels: { a: 'b' } } }).errors,
    ).toEqual([
      'nodeTopology: Invalid value: {"matchLabels":{"a":"b"}}: field is immutable',
      'storageClassName: Invalid value: "t": field is immutable',
    ])
  })
})

describe('a VolumeAttachment', () => {
  const attachment = (patch: object = {}) =>
    object(
      'VolumeAttachment',
      { spec: { attacher: 'a.example.com', nodeName: 'n', source: { persistentVolumeName: 'v' } } },
      patch,
    )
  const rules = at(volumeAttachmentRules)
  const oneOf = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName'

  it.each<[object, string[]]>([
    [{}, []],
    [{ source: { persistentVolumeName: null } }, [`spec.source: Required value: ${oneOf}`]],
    [{ source: { inlineVolumeSpec: {} } }, [`spec.source: Forbidden: ${oneOf}`]],
    [
      { source: { persistentVolumeName: '' } },
      ['spec.source.persistentVolumeName: Required value: must specify non empty persistentVolumeName'],
    ],
  ])('of %j has these errors among others', (spec, errors) => {
    expect(rules.create(attachment({ spec })).errors).toEqual(expect.arrayContaining(errors))
    if (errors.length === 0) expect(rules.create(attachment({ spec })).errors).toEqual([])
  })

  it('stays as it is, but for its status', () => {
    const status = { attached: true, attachmentMetadata: { a: 'b' } }
    const old = attachment({ status: { attached: false } })
    expect(rules.create(attachment({ status })).object['status']).toEqual({})
    expect(rules.update(old, { spec: { nodeName: 'other' }, status })).toMatchObject({
      errors: [
        'spec: Invalid value: {"Attacher":"a.example.com","Source":{"PersistentVolumeName":"v","InlineVolumeSpec":null},"NodeName":"other"}: field is immutable',
      ],
      object: { status: { attached: false } },
    })
    const patch = { metadata: { labels: { a: 'b' } }, spec: { nodeName: 'other' }, status }
    const { object: written, errors } = rules.update(old, patch, 'status')
    expect([errors, written]).toEqual([[], patched(old, { metadata: { resourceVersion: '1' }, status })])
  })

  it.each([
    [true, { message: 'm', errorCode: 8 }],
    [false, { message: 'm' }],
  ])('tells the code of an error by the gate: %s', (on, attachError) => {
    const own = at(volumeAttachmentRules, 36, { MutableCSINodeAllocatableCount: on })
    const { object: written } = own.update(
      attachment(),
      { status: { attachError: { message: 'm', errorCode: 8 } } },
      'status',
    )
    expect(written['status']).toEqual({ attachError })
  })

  it('has no longer message of an error', () => {
    const patch = { status: { attachError: { message: 'x'.repeat(1025), errorCode: -1 } } }
    expect(
      at(volumeAttachmentRules, 36, { MutableCSINodeAllocatableCount: true }).update(
        attachment(),
        patch,
        'status',
      ).errors,
    ).toEqual([
      'status.attachError.message: Too long: may not be more than 262144 bytes',
      'status.attachError.errorCode: Invalid value: -1: must be between 0 and 2147483647, inclusive',
    ])
  })
})

describe('a VolumeAttributesClass', () => {
  const attributesClass = (patch: object = {}) =>
    object('VolumeAttributesClass', { driverName: 'd.example.com', parameters: { a: 'b' } }, patch)
  const rules = at(volumeAttributesClassRules)

  it.each<[object, string[]]>([
    [{}, []],
    [
      { driverName: '', parameters: { a: null } },
      ['driverName: Required value', 'parameters: Required value: must contain at least one key/value pair'],
    ],
    [{ parameters: { '': 'x' } }, ['parameters: Invalid value: "": field can not be empty.']],
  ])('with %j has the errors %j', (patch, errors) => {
    expect(rules.create(attributesClass(patch)).errors).toEqual(errors)
  })

  it('does not change', () => {
    expect(rules.update(attributesClass(), { metadata: { labels: { a: 'b' } } }).errors).toEqual([])
    expect(rules.update(attributesClass(), { driverName: 'o', parameters: { a: 'c' } }).errors).toEqual([
      'driverName: Forbidden: updates to driverName are forbidden.',
      'parameters: Forbidden: updates to parameters are forbidden.',
    ])
  })
})
