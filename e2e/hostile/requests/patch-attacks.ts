// Patches that cost by what they merge, order, compare or move.
import {
  type Attack,
  apply,
  core,
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

export const patchAttacks: readonly Attack[] = [
  {
    name: 'apply of 20,000 service ports',
    requests: [
      write(
        'PATCH',
        `${core}/services/hostile?fieldManager=x`,
        () => ({ apiVersion: 'v1', kind: 'Service', ...service({ ports: ports(20_000) }) }),
        apply,
      ),
    ],
  },
  {
    name: 'apply of 60,000 data keys',
    requests: [
      write(
        'PATCH',
        `${maps}/hostile-applied?fieldManager=x&dryRun=All`,
        () => ({
          apiVersion: 'v1',
          kind: 'ConfigMap',
          ...named('hostile-applied'),
          data: record(60_000, (i) => [`k${i}`, 'v']),
        }),
        apply,
      ),
    ],
  },
  {
    name: 'apply of 30,000 env variables',
    requests: [
      write(
        'PATCH',
        '/apis/apps/v1/namespaces/default/deployments/hostile?fieldManager=x&dryRun=All',
        () => deployment({ env: range(30_000, (i) => ({ name: `A${i}`, value: 'x' })) }),
        apply,
      ),
    ],
  },
  {
    name: 'apply of 30,000 equal env variables',
    requests: [
      write(
        'PATCH',
        '/apis/apps/v1/namespaces/default/deployments/hostile?fieldManager=x&dryRun=All',
        () => deployment({ env: range(30_000, () => ({ name: 'A', value: 'x' })) }),
        apply,
      ),
    ],
  },
  {
    name: 'apply with unknown fields 100,000',
    requests: [
      write(
        'PATCH',
        `${maps}/hostile-applied?fieldManager=x&dryRun=All`,
        () => ({
          apiVersion: 'v1',
          kind: 'ConfigMap',
          ...named('hostile-applied'),
          ...record(100_000, (i) => [`unknown${i}`, 1]),
        }),
        apply,
      ),
    ],
  },
  {
    name: 'apply, 20,000 conflicts',
    prepare: [big('hostile-conflicts')],
    requests: [
      write(
        'PATCH',
        `${maps}/hostile-conflicts?fieldManager=x`,
        () => ({
          apiVersion: 'v1',
          kind: 'ConfigMap',
          ...named('hostile-conflicts'),
          data: record(20_000, (i) => [`k${i}`, 'w']),
        }),
        apply,
      ),
    ],
  },
  {
    name: 'strategic merge of 20,000 ports',
    prepare: [
      write('POST', `${core}/services`, () => ({
        ...named('hostile-smp'),
        spec: { clusterIP: 'None', ports: ports(8000) },
      })),
    ],
    requests: [
      write(
        'PATCH',
        `${core}/services/hostile-smp?dryRun=All`,
        () => ({ spec: { ports: ports(20_000).map((port) => ({ ...port, targetPort: 1 })) } }),
        strategic,
      ),
    ],
  },
  {
    name: 'strategic merge with an order of 30,000',
    prepare: [
      write('POST', `${core}/services`, () => ({
        ...named('hostile-smp'),
        spec: { clusterIP: 'None', ports: ports(8000) },
      })),
    ],
    requests: [
      write(
        'PATCH',
        `${core}/services/hostile-smp?dryRun=All`,
        () => ({
          spec: {
            '$setElementOrder/ports': range(30_000, (i) => ({ port: i + 1 })),
            ports: range(30_000, (i) => ({ port: i + 1, name: `n${i}` })),
          },
        }),
        strategic,
      ),
    ],
  },
  {
    name: 'strategic merge, deletions 30,000',
    prepare: [
      write('POST', `${core}/services`, () => ({
        ...named('hostile-smp'),
        spec: { clusterIP: 'None', ports: ports(8000) },
      })),
    ],
    requests: [
      write(
        'PATCH',
        `${core}/services/hostile-smp?dryRun=All`,
        () => ({ spec: { ports: range(30_000, (i) => ({ port: i + 1, $patch: 'delete' })) } }),
        strategic,
      ),
    ],
  },
  {
    name: 'strategic merge of finalizers 30,000',
    prepare: [big('hostile-tested')],
    requests: [
      write(
        'PATCH',
        `${maps}/hostile-tested?dryRun=All`,
        () => ({
          metadata: {
            finalizers: range(30_000, (i) => `a.b/f${i}`),
            '$deleteFromPrimitiveList/finalizers': range(30_000, (i) => `a.b/g${i}`),
          },
        }),
        strategic,
      ),
    ],
  },
  {
    name: 'merge patch of 100,000 keys',
    prepare: [big('hostile-tested')],
    requests: [
      write(
        'PATCH',
        `${maps}/hostile-tested?dryRun=All`,
        () => ({ data: record(100_000, (i) => [`k${i}`, 'v']) }),
        merge,
      ),
    ],
  },
  {
    name: 'JSON patch: 10,000 insertions before 600,000',
    prepare: [big('hostile-tested')],
    requests: [
      write(
        'PATCH',
        `${maps}/hostile-tested?dryRun=All`,
        () => [
          { op: 'add', path: '/x', value: range(1_000_000, () => 0) },
          ...range(9990, () => ({ op: 'add', path: '/x/0', value: 0 })),
        ],
        jsonPatch,
      ),
    ],
  },
  {
    name: 'JSON patch: 10,000 moves that nest',
    prepare: [big('hostile-tested')],
    requests: [
      write(
        'PATCH',
        `${maps}/hostile-tested?dryRun=All`,
        () => [
          { op: 'add', path: '/x', value: range(9000, () => ({})) },
          ...range(8900, () => ({ op: 'move', from: '/x/0', path: '/x/0/a' })),
        ],
        jsonPatch,
      ),
    ],
  },
  {
    name: 'JSON patch: 10,000 tests of the whole',
    prepare: [big('hostile-tested')],
    requests: [
      write(
        'PATCH',
        `${maps}/hostile-tested?dryRun=All`,
        () => range(10_000, () => ({ op: 'test', path: '/data/k1', value: 'v'.repeat(20) })),
        jsonPatch,
      ),
    ],
  },
  {
    name: 'JSON patch: 10,000 copies',
    prepare: [big('hostile-tested')],
    requests: [
      write(
        'PATCH',
        `${maps}/hostile-tested?dryRun=All`,
        () => range(10_000, (i) => ({ op: 'copy', from: '/metadata', path: `/c${i}` })),
        jsonPatch,
      ),
    ],
  },
  {
    name: 'JSON patch: long paths',
    prepare: [big('hostile-tested')],
    requests: [
      write(
        'PATCH',
        `${maps}/hostile-tested?dryRun=All`,
        () => range(2, () => ({ op: 'add', path: '/a'.repeat(700_000), value: 1 })),
        jsonPatch,
      ),
    ],
  },
]
