import { expect, it } from 'vitest'
import type { JsonObject, KubeObject, ManagedFieldsEntry } from '../json.ts'
import { schemeFor } from '../scheme/scheme.ts'
import { FieldManager } from './field-manager.ts'
import type { FieldManagerOptions } from './field-manager-options.ts'

const scheme = schemeFor('1.36')
const [t1, t2] = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z']
const managerWith = (more: Partial<FieldManagerOptions> = {}): FieldManager =>
  new FieldManager({ lookup: scheme, group: '', version: 'v1', kind: 'ConfigMap', ...more })
const leaf = {}
const entry = (manager: string, fieldsV1: JsonObject, more: object = {}): ManagedFieldsEntry => ({
  manager,
  operation: 'Update',
  apiVersion: 'v1',
  time: t1,
  fieldsType: 'FieldsV1',
  fieldsV1,
  ...more,
})
const [ofA, ofB] = [{ 'f:data': { 'f:a': leaf } }, { 'f:data': { 'f:b': leaf } }]
const stored = (managedFields: ManagedFieldsEntry[]): KubeObject =>
  scheme.decode('', 'v1', 'ConfigMap', {
    metadata: { name: 'c', uid: 'u', resourceVersion: '1', managedFields: managedFields as never },
    data: { a: '1', b: '1' },
  }).object
/** The managedFields after a write by `one` of these data over what is stored. */
const after = (
  live: KubeObject,
  data: object,
  fields = managerWith(),
  metadata: object = {},
): ManagedFieldsEntry[] | undefined =>
  fields.update(live, { ...live, data, metadata: { ...live.metadata, ...metadata } }, 'one', t2).metadata
    .managedFields

it('leaves the sets of a write to own values as they are, and notes its time', () => {
  const live = stored([entry('one', ofA), entry('two', ofB)])
  const fields = managerWith()
  const once = after(live, { a: '2', b: '1' }, fields)!
  expect(once).toEqual([entry('two', ofB), entry('one', ofA, { time: t2 })])
  // The very sets, so that nothing is read or written anew by the next one.
  const again = after(
    { ...live, metadata: { ...live.metadata, managedFields: once } },
    { a: '3', b: '1' },
    fields,
  )!
  for (const [i, { fieldsV1 }] of again.entries()) expect(fieldsV1).toBe(once[i]!.fieldsV1)
})

it.each<[string, ManagedFieldsEntry[], object, ManagedFieldsEntry[] | undefined]>([
  [
    'a value that it shares becomes its own',
    [entry('one', ofA), entry('two', ofA)],
    { a: '2', b: '1' },
    [entry('one', ofA, { time: t2 })],
  ],
  [
    'a value that it has applied, too, becomes that of its update',
    [entry('one', ofA, { operation: 'Apply' }), entry('one', ofA)],
    { a: '2', b: '1' },
    [entry('one', ofA, { time: t2 })],
  ],
  [
    'a value of another one becomes its own',
    [entry('one', ofA), entry('two', { 'f:data': { 'f:a': leaf, 'f:b': leaf } })],
    { a: '1', b: '2' },
    [entry('two', ofA), entry('one', { 'f:data': { 'f:a': leaf, 'f:b': leaf } }, { time: t2 })],
  ],
  ["what it takes away is nobody's", [entry('one', ofA), entry('two', ofB)], { b: '1' }, [entry('two', ofB)]],
  [
    'a write that changes nothing is no write',
    [entry('one', ofA), entry('two', ofB)],
    { a: '1', b: '1' },
    [entry('one', ofA), entry('two', ofB)],
  ],
  [
    'a manager of a version that is not known is forgotten',
    [entry('one', ofA), entry('two', ofB, { apiVersion: 'v0' })],
    { a: '2', b: '1' },
    [entry('one', ofA, { time: t2 })],
  ],
  [
    'a manager without fields is forgotten',
    [entry('one', ofA), entry('two', {})],
    { a: '2', b: '1' },
    [entry('one', ofA, { time: t2 })],
  ],
])('%s', (_, managers, data, expected) => {
  expect(after(stored(managers), data)).toEqual(expected)
})

it('takes what is never tracked from a set that has it', () => {
  const odd = { 'f:data': { 'f:a': leaf }, 'f:metadata': { 'f:resourceVersion': leaf } }
  const live = stored([entry('one', odd)])
  expect(after(live, { a: '2', b: '1' }, managerWith(), { resourceVersion: '2' })).toEqual([
    entry('one', ofA, { time: t2 }),
  ])
})

it('does not mind that a client leaves out what only the server sets', () => {
  const live = stored([entry('one', ofA)])
  const sent = { ...live, data: { a: '2', b: '1' }, metadata: { name: 'c' } }
  expect(managerWith().update(live, sent, 'one', t2).metadata.managedFields).toEqual([
    entry('one', ofA, { time: t2 }),
  ])
})

it('keeps the time where releases tell only when sets change', () => {
  const live = stored([entry('one', ofA)])
  expect(after(live, { a: '2', b: '1' }, managerWith({ timesChangedFieldsOnly: true }))).toEqual([
    entry('one', ofA),
  ])
})

it('gives all that a first writer adds to it, in order, but for what nobody may own', () => {
  const { object } = scheme.decode('', 'v1', 'ConfigMap', {
    metadata: { name: 'c', labels: { b: '1', a: '1' }, finalizers: ['z/z', 'a/a'] },
    data: { b: '1', a: '1' },
  })
  const empty = scheme.decode('', 'v1', 'ConfigMap', {}).object
  const written = managerWith({ empty }).update(undefined, object, 'one', t1).metadata.managedFields
  expect(JSON.stringify(written)).toBe(
    JSON.stringify([
      entry('one', {
        'f:data': { '.': leaf, 'f:a': leaf, 'f:b': leaf },
        'f:metadata': {
          'f:finalizers': { '.': leaf, 'v:"a/a"': leaf, 'v:"z/z"': leaf },
          'f:labels': { '.': leaf, 'f:a': leaf, 'f:b': leaf },
        },
      }),
    ]),
  )
})
