// Metadata without end.
import { type Attack, maps, range, record, write } from './hostile-request.ts'
import { named } from './objects.ts'

const map = (more: Record<string, unknown>) => [write('POST', maps, () => named('hostile', more))]
const owner = (i: number, more: Record<string, unknown> = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  name: `p${i}`,
  uid: `u${i}`,
  ...more,
})
const paths = (count: number) => ({ 'f:data': record(count, (i) => [`f:k${i}`, {}]) })
const managedFields = (fieldsV1: unknown, count = 1) =>
  range(count, (i) => ({
    manager: `m${i}`,
    operation: 'Update',
    apiVersion: 'v1',
    fieldsType: 'FieldsV1',
    fieldsV1,
  }))

/** Objects with very many or very long owners, labels, annotations, finalizers and managed fields. */
export const metadataAttacks: readonly Attack[] = [
  {
    name: 'ownerReferences 15,000, all controllers',
    requests: map({ ownerReferences: range(15_000, (i) => owner(i, { controller: true })) }),
  },
  {
    name: 'ownerReferences 30,000, equal',
    requests: map({ ownerReferences: range(30_000, () => owner(1)) }),
  },
  {
    name: 'ownerReferences 30,000, bad',
    requests: map({ ownerReferences: range(30_000, () => ({ apiVersion: '', kind: '' })) }),
  },
  { name: 'labels 100,000, bad', requests: map({ labels: record(100_000, (i) => [`-bad ${i}`, '-bad']) }) },
  { name: 'labels 100,000, good', requests: map({ labels: record(100_000, (i) => [`k${i}`, 'v']) }) },
  {
    name: 'label of 2 MB',
    requests: map({ labels: { [`a${'-'.repeat(1_000_000)}`]: `a${'-'.repeat(1_000_000)}` } }),
  },
  {
    name: 'annotations 100,000, bad',
    requests: map({ annotations: record(100_000, (i) => [`-bad ${i}`, 'v']) }),
  },
  { name: 'finalizers 100,000', requests: map({ finalizers: range(100_000, (i) => `bad finalizer ${i}`) }) },
  { name: 'finalizers 100,000, equal', requests: map({ finalizers: range(100_000, () => 'a/b') }) },
  { name: 'managedFields 100,000 paths', requests: map({ managedFields: managedFields(paths(100_000)) }) },
  {
    name: 'managedFields 20,000 managers',
    requests: map({ managedFields: managedFields({ 'f:data': {} }, 20_000) }),
  },
  {
    name: 'managedFields 20,000, bad',
    requests: map({
      managedFields: managedFields('x', 20_000).map((entry) => ({ ...entry, operation: 'Bad' })),
    }),
  },
  {
    name: 'managedFields keys of lists',
    requests: map({
      managedFields: managedFields({ 'f:spec': record(40_000, (i) => [`k:{"name":"a${i}"}`, {}]) }),
    }),
  },
  {
    name: 'managedFields 400 deep',
    requests: map({
      managedFields: managedFields(
        range(400, (i) => i).reduce<unknown>((inner, i) => ({ [`f:a${i}`]: inner }), {}),
      ),
    }),
  },
  {
    name: 'data with 100,000 bad keys',
    requests: [
      write('POST', maps, () => ({
        ...named('hostile'),
        data: record(100_000, (i) => [`bad key ${i}`, 'v']),
      })),
    ],
  },
  {
    name: 'immutable data, many keys',
    requests: [
      write('POST', maps, () => ({
        ...named('hostile-immutable'),
        immutable: true,
        data: record(60_000, (i) => [`k${i}`, 'v']),
      })),
    ],
  },
]
