// Patches that cost by what they merge, order, compare or move.
import {
  type Attack,
  apply,
  core,
  type HostileRequest,
  jsonPatch,
  maps,
  merge,
  range,
  record,
  strategic,
  write,
} from './hostile-request.ts'
import { container, named, ports, service } from './objects.ts'

const deployment = (spec: Record<string, unknown>) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  ...named('hostile'),
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: { containers: [container(spec)] } },
  },
})
const big = (name: string) =>
  write('POST', maps, () => ({ ...named(name), data: record(20_000, (i) => [`k${i}`, 'v'.repeat(20)]) }))

const patch = (
  name: string,
  type: string,
  path: string,
  body: () => unknown,
  prepare?: readonly HostileRequest[],
): Attack => ({
  name,
  ...(prepare === undefined ? {} : { prepare }),
  requests: [write('PATCH', path, body, type)],
})
const applied = (name: string, path: string, body: () => unknown): Attack => patch(name, apply, path, body)
/** Of a ConfigMap that has 20,000 keys. */
const onMap = (name: string, type: string, body: () => unknown): Attack =>
  patch(name, type, `${maps}/hostile-tested?dryRun=All`, body, [big('hostile-tested')])
/** A strategic merge into a Service that has 8,000 ports. */
const onService = (name: string, body: () => unknown): Attack =>
  patch(name, strategic, `${core}/services/hostile-smp?dryRun=All`, body, [
    write('POST', `${core}/services`, () => ({
      ...named('hostile-smp'),
      spec: { clusterIP: 'None', ports: ports(8000) },
    })),
  ])

/** Applies and patches over long lists and maps. */
export const patchAttacks: readonly Attack[] = [
  applied('apply of 20,000 service ports', `${core}/services/hostile?fieldManager=x`, () => ({
    apiVersion: 'v1',
    kind: 'Service',
    ...service({ ports: ports(20_000) }),
  })),
  applied('apply of 60,000 data keys', `${maps}/hostile-applied?fieldManager=x&dryRun=All`, () => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    ...named('hostile-applied'),
    data: record(60_000, (i) => [`k${i}`, 'v']),
  })),
  applied(
    'apply of 30,000 env variables',
    '/apis/apps/v1/namespaces/default/deployments/hostile?fieldManager=x&dryRun=All',
    () => deployment({ env: range(30_000, (i) => ({ name: `A${i}`, value: 'x' })) }),
  ),
  applied(
    'apply of 30,000 equal env variables',
    '/apis/apps/v1/namespaces/default/deployments/hostile?fieldManager=x&dryRun=All',
    () => deployment({ env: range(30_000, () => ({ name: 'A', value: 'x' })) }),
  ),
  applied('apply with unknown fields 100,000', `${maps}/hostile-applied?fieldManager=x&dryRun=All`, () => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    ...named('hostile-applied'),
    ...record(100_000, (i) => [`unknown${i}`, 1]),
  })),
  patch(
    'apply, 20,000 conflicts',
    apply,
    `${maps}/hostile-conflicts?fieldManager=x`,
    () => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      ...named('hostile-conflicts'),
      data: record(20_000, (i) => [`k${i}`, 'w']),
    }),
    [big('hostile-conflicts')],
  ),
  onService('strategic merge of 20,000 ports', () => ({
    spec: { ports: ports(20_000).map((port) => ({ ...port, targetPort: 1 })) },
  })),
  onService('strategic merge with an order of 30,000', () => ({
    spec: {
      '$setElementOrder/ports': range(30_000, (i) => ({ port: i + 1 })),
      ports: range(30_000, (i) => ({ port: i + 1, name: `n${i}` })),
    },
  })),
  onService('strategic merge, deletions 30,000', () => ({
    spec: { ports: range(30_000, (i) => ({ port: i + 1, $patch: 'delete' })) },
  })),
  onMap('strategic merge of finalizers 30,000', strategic, () => ({
    metadata: {
      finalizers: range(30_000, (i) => `a.b/f${i}`),
      '$deleteFromPrimitiveList/finalizers': range(30_000, (i) => `a.b/g${i}`),
    },
  })),
  onMap('merge patch of 100,000 keys', merge, () => ({ data: record(100_000, (i) => [`k${i}`, 'v']) })),
  onMap('JSON patch: 10,000 insertions before 600,000', jsonPatch, () => [
    { op: 'add', path: '/x', value: range(1_000_000, () => 0) },
    ...range(9990, () => ({ op: 'add', path: '/x/0', value: 0 })),
  ]),
  onMap('JSON patch: 190,000 operations', jsonPatch, () => range(190_000, () => ({ op: 'x' }))),
  onMap('JSON patch: 10,000 moves that nest', jsonPatch, () => [
    { op: 'add', path: '/x', value: range(9000, () => ({})) },
    ...range(8900, () => ({ op: 'move', from: '/x/0', path: '/x/0/a' })),
  ]),
  onMap('JSON patch: 1,000 moves of all data', jsonPatch, () =>
    range(1000, (i) =>
      i % 2 === 0
        ? { op: 'move', from: '/data', path: '/metadata/x' }
        : { op: 'move', from: '/metadata/x', path: '/data' },
    ),
  ),
  onMap('JSON patch: 10,000 tests of the whole', jsonPatch, () =>
    range(10_000, () => ({ op: 'test', path: '/data/k1', value: 'v'.repeat(20) })),
  ),
  onMap('JSON patch: 10,000 copies', jsonPatch, () =>
    range(10_000, (i) => ({ op: 'copy', from: '/metadata', path: `/c${i}` })),
  ),
  onMap('JSON patch: long paths', jsonPatch, () =>
    range(2, () => ({ op: 'add', path: '/a'.repeat(700_000), value: 1 })),
  ),
]
