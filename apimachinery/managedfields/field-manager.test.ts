import { describe, expect, it } from 'vitest'
import type { JsonObject, KubeObject, ManagedFieldsEntry } from '../json.ts'
import { schemeFor } from '../scheme/scheme.ts'
import { StatusError } from '../status-error.ts'
import { keepTimesWhenUnchanged } from './equality.ts'
import { FieldManager } from './field-manager.ts'
import type { FieldManagerOptions } from './field-manager-options.ts'
import { newestRules } from './list-items.ts'

const scheme = schemeFor('1.36')
const [t1, t2] = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z']
const managerWith = (kind: string, { group = '', ...more }: Partial<FieldManagerOptions>) =>
  new FieldManager({
    lookup: scheme,
    group,
    version: 'v1',
    kind,
    empty: scheme.decode(group, 'v1', kind, {}).object,
    ...more,
  })
const managerFor = (kind: string, resetFields: string[][] = []) => managerWith(kind, { resetFields })
const object = (kind: string, rest: JsonObject): KubeObject =>
  scheme.decode('', 'v1', kind, { metadata: { name: 'a' }, ...rest }).object
const stored = (o: KubeObject): KubeObject => ({ ...o, metadata: { ...o.metadata, uid: 'u' } })
const config = (kind: string, rest: JsonObject) =>
  ({ apiVersion: 'v1', kind, metadata: { name: 'a' }, ...rest }) as unknown as KubeObject
const owned = (o: KubeObject, manager: string): JsonObject | undefined =>
  o.metadata.managedFields?.find((e) => e.manager === manager)?.fieldsV1
const failure = (work: () => unknown): StatusError => {
  try {
    work()
  } catch (error) {
    if (error instanceof StatusError) return error
    throw error
  }
  throw new Error('no error')
}

describe('update', () => {
  it('tracks a create', () => {
    const service = object('Service', {
      spec: { ports: [{ port: 80, protocol: 'TCP' }], selector: { a: 'b' } },
    })
    expect(
      managerFor('Service', [['status']]).update(undefined, service, 'm', t1).metadata.managedFields,
    ).toEqual([
      {
        manager: 'm',
        operation: 'Update',
        apiVersion: 'v1',
        time: t1,
        fieldsType: 'FieldsV1',
        fieldsV1: {
          'f:spec': {
            'f:ports': {
              '.': {},
              'k:{"port":80,"protocol":"TCP"}': {
                '.': {},
                'f:port': {},
                'f:protocol': {},
                'f:targetPort': {},
              },
            },
            'f:selector': {},
          },
        },
      },
    ])
  })
  it('moves ownership to who changes, forgets who owns nothing, and keeps times when nothing changed', () => {
    const fm = managerFor('ConfigMap')
    const created = stored(fm.update(undefined, object('ConfigMap', { data: { k: 'v' } }), 'one', t1))
    const changed = fm.update(created, { ...created, data: { k: 'w', x: 'y' } }, 'two', t2)
    expect(owned(changed, 'two')).toEqual({ 'f:data': { 'f:k': {}, 'f:x': {} } })
    expect(owned(changed, 'one')).toEqual({ 'f:data': {} })
    const same = fm.update(changed, { ...changed }, 'three', t2)
    expect(same.metadata.managedFields).toEqual(changed.metadata.managedFields)
  })
  it('resets on an empty list, and ignores what it cannot read', () => {
    const fm = managerFor('ConfigMap')
    const created = stored(fm.update(undefined, object('ConfigMap', { data: { k: 'v' } }), 'one', t1))
    const withEntries = (managedFields: ManagedFieldsEntry[]) => ({
      ...created,
      metadata: { ...created.metadata, managedFields },
    })
    expect(fm.update(created, withEntries([]), 'two', t2).metadata.managedFields).toBeUndefined()
    expect(fm.update(created, withEntries([{ manager: 'x' }]), 'two', t2).metadata.managedFields).toEqual(
      created.metadata.managedFields,
    )
  })
  it('merges the oldest of more than ten updaters', () => {
    const fm = managerFor('ConfigMap')
    let live = stored(fm.update(undefined, object('ConfigMap', { data: { k: 'v' } }), 'm00', t1))
    for (let i = 1; i <= 12; i++) {
      live = fm.update(
        live,
        { ...live, data: { ...(live.data as object), [`k${i}`]: 'v' } },
        `m${String(i).padStart(2, '0')}`,
        t1,
      )
    }
    expect(live.metadata.managedFields).toHaveLength(10)
    expect(live.metadata.managedFields![0]!.manager).toBe('ancient-changes')
  })
})

describe('apply', () => {
  const fm = managerFor('ConfigMap')
  const first = stored(fm.apply(undefined, config('ConfigMap', { data: { k: 'v', x: 'y' } }), 'a', false, t1))
  it('prunes what its manager no longer applies', () => {
    const out = fm.apply(first, config('ConfigMap', { data: { k: 'v' } }), 'a', false, t2)
    expect(out.data).toEqual({ k: 'v' })
    expect(owned(out, 'a')).toEqual({ 'f:data': { 'f:k': {} } })
  })
  it('shares equal values, conflicts over others, and takes by force', () => {
    expect(owned(fm.apply(first, config('ConfigMap', { data: { k: 'v' } }), 'b', false, t2), 'b')).toEqual({
      'f:data': { 'f:k': {} },
    })
    const error = failure(() => fm.apply(first, config('ConfigMap', { data: { k: 'w' } }), 'b', false, t2))
    expect(error.status).toMatchObject({
      code: 409,
      reason: 'Conflict',
      message: 'Apply failed with 1 conflict: conflict with "a": .data.k',
      details: {
        causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "a"', field: '.data.k' }],
      },
    })
    const forced = fm.apply(first, config('ConfigMap', { data: { k: 'w' } }), 'b', true, t2)
    expect(owned(forced, 'a')).toEqual({ 'f:data': { 'f:x': {} } })
  })
  it.each([
    [
      'ConfigMap',
      { nosuch: 1 },
      500,
      'failed to create typed patch object (/a; /v1, Kind=ConfigMap): .nosuch: field not declared in schema',
    ],
    [
      'ConfigMap',
      { data: { k: 1 } },
      500,
      'failed to create typed patch object (/a; /v1, Kind=ConfigMap): .data.k: expected string, got &value.valueUnstructured{Value:1}',
    ],
    [
      'Service',
      { spec: { ports: [{ port: 1 }, { port: 1 }] } },
      500,
      'failed to create typed patch object (/a; /v1, Kind=Service): .spec.ports: duplicate entries for key [port=1,protocol="TCP"]',
    ],
    ['ConfigMap', { kind: 'Secret' }, 400, 'invalid object type: /v1, Kind=Secret'],
    ['ConfigMap', { metadata: { name: 'a', managedFields: [] } }, 400, 'metadata.managedFields must be nil'],
  ])('refuses %s %j', (kind, rest, code, message) => {
    const error = failure(() =>
      managerFor(kind).apply(undefined, config(kind, rest as JsonObject), 'a', false, t1),
    )
    expect([error.code, error.message]).toEqual([code, message])
  })
  it('begins to track an object without managers', () => {
    const plain = stored(object('ConfigMap', { data: { k: 'v' } }))
    const error = failure(() => fm.apply(plain, config('ConfigMap', { data: { k: 'w' } }), 'a', false, t1))
    expect(error.message).toBe(
      'Apply failed with 1 conflict: conflict with "before-first-apply" using v1: .data.k',
    )
  })
})

describe('keepTimesWhenUnchanged', () => {
  it('undoes a change of times only', () => {
    const fm = managerFor('ConfigMap')
    const live = stored(fm.apply(undefined, config('ConfigMap', { data: { k: 'v' } }), 'a', false, t1))
    const later = {
      ...live,
      metadata: {
        ...live.metadata,
        managedFields: live.metadata.managedFields!.map((e) => ({ ...e, time: t2 })),
      },
    }
    expect(keepTimesWhenUnchanged(later, live).metadata.managedFields![0]!.time).toBe(t1)
    expect(keepTimesWhenUnchanged({ ...later, data: {} }, live).metadata.managedFields![0]!.time).toBe(t2)
  })
})

it('an empty list in an item of a list that is compared whole is a change, and one in a struct is none', () => {
  const role = (rule: object): KubeObject =>
    scheme.decode('rbac.authorization.k8s.io', 'v1', 'ClusterRole', {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: 'a' },
      rules: [{ verbs: ['get'], ...rule }],
    }).object
  const manager = managerWith('ClusterRole', { group: 'rbac.authorization.k8s.io' })
  const managers = (o: KubeObject): string[] => (o.metadata.managedFields ?? []).map((m) => m.manager!)
  const live = stored(manager.update(undefined, role({}), 'a', t1))
  expect(managers(manager.update(live, { ...role({}), metadata: live.metadata }, 'b', t2))).toEqual(['a'])
  const given = { ...role({ resourceNames: [] }), metadata: live.metadata }
  expect(managers(manager.update(live, given, 'b', t2))).toEqual(['b'])
})

it('refuses lists with duplicates where the release does', () => {
  const strict = managerWith('Service', { rules: { ...newestRules, strictLists: true } })
  const port = { port: 80, protocol: 'TCP' }
  const twice = object('Service', { spec: { ports: [port, port] } })
  expect(strict.update(undefined, twice, 'm', t1).metadata.managedFields).toBeUndefined()
  expect(managerFor('Service').update(undefined, twice, 'm', t1).metadata.managedFields).toHaveLength(1)
  expect(() => strict.apply(stored(twice), config('Service', {}), 'm', false, t2)).toThrow(
    'failed to create manager for existing fields: failed to convert new object (/a; /v1, Kind=Service) to smd typed: .spec.ports: duplicate entries for key [port=80,protocol="TCP"]',
  )
})

it('an update forgets the fields of a custom resource that its schema no longer fits', () => {
  const custom = managerWith('ConfigMap', { checksConverted: true })
  const live = stored(custom.update(undefined, object('ConfigMap', { data: { k: 'v' } }), 'm', t1))
  const unfit: KubeObject = { ...live, data: { k: 5 } }
  const labelled = (o: KubeObject): KubeObject => ({ ...o, metadata: { ...o.metadata, labels: { a: 'b' } } })
  expect(custom.update(live, labelled(live), 'm', t2).metadata.managedFields).toHaveLength(1)
  expect(custom.update(unfit, labelled(unfit), 'm', t2).metadata.managedFields).toBeUndefined()
})

describe('as of 1.24', () => {
  const old = new FieldManager({
    lookup: scheme,
    group: '',
    version: 'v1',
    kind: 'ConfigMap',
    timesChangedFieldsOnly: true,
    comparesAppliedVersionOnly: true,
  })
  const timeOf = (o: KubeObject, manager: string): string | undefined =>
    o.metadata.managedFields?.find((entry) => entry.manager === manager)?.time

  it('times a manager that shares the fields of another one, and no write that changes no fields', () => {
    const live = stored(old.apply(undefined, config('ConfigMap', { data: { k: 'v' } }), 'a', false, t1))
    const shared = old.apply(live, config('ConfigMap', { data: { k: 'v' } }), 'b', false, t2)
    expect(timeOf(shared, 'b')).toBe(t2)
    expect(timeOf(shared, 'a')).toBe(t1)
    const changed = stored(old.update(live, { ...live, data: { k: 'w' } }, 'u', t1))
    expect(timeOf(old.update(changed, { ...changed, data: { k: 'x' } }, 'u', t2), 'u')).toBe(t1)
  })

  it('compares the version of what is applied, not its kind', () => {
    const error = failure(() =>
      old.apply(undefined, { metadata: { name: 'a' } } as KubeObject, 'a', false, t1),
    )
    expect(error.message).toBe(
      'Incorrect version specified in apply patch. Specified patch version: , expected: v1',
    )
  })
})
