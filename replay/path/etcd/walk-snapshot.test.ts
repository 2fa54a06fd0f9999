import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { bytesSource } from '../../../server/storage/bbolt/byte-source.ts'
import { EtcdSnapshot } from '../../../server/storage/mvcc/snapshot-file.ts'
import { MemoryTarget } from '../../../server/storage/mvcc/snapshot-target.ts'
import { storedCodecOf } from '../../../server/storage/mvcc/stored-key-value.ts'
import { writeEtcdSnapshot } from '../../../server/storage/mvcc/write-snapshot.ts'
import type { GateFacts } from '../../runtime.ts'
import { contentsOfSnapshot } from './etcd-contents.ts'
import type { SnapshotWalk } from './snapshot-result.ts'
import { snapshotExitCode, snapshotJson, snapshotText } from './snapshot-text.ts'
import { walkSnapshot } from './walk-snapshot.ts'

const facts: GateFacts = {
  at: () => undefined,
  history: (gate) => `history of ${gate}`,
  newest: '1.36',
  known: () => true,
}

const service = (name: string, more: object): [string, KubeObject] => [
  `/registry/services/specs/ns/${name}`,
  {
    kind: 'Service',
    apiVersion: 'v1',
    metadata: { name, namespace: 'ns' },
    spec: {
      ports: [{ protocol: 'TCP', port: 80, targetPort: 80 }],
      clusterIP: '10.0.0.7',
      clusterIPs: ['10.0.0.7'],
      type: 'ClusterIP',
      sessionAffinity: 'None',
      ipFamilies: ['IPv4'],
      ipFamilyPolicy: 'SingleStack',
      internalTrafficPolicy: 'Cluster',
      ...more,
    },
    status: { loadBalancer: {} },
  } as unknown as KubeObject,
]

const object = (key: string, apiVersion: string, kind: string, more: object): [string, KubeObject] => {
  const name = key.split('/').at(-1)!
  return [key, { kind, apiVersion, metadata: { name, namespace: 'ns' }, ...more } as unknown as KubeObject]
}

async function walk(
  release: string,
  contents: Iterable<readonly [string, KubeObject | string]>,
  releases: string[],
  etcdPrefix = '/registry',
): Promise<SnapshotWalk> {
  const codec = storedCodecOf(release)
  const items = [...contents].map(([key, value], i) => ({
    key: Buffer.from(key),
    create_revision: i + 2,
    mod_revision: i + 2,
    version: 1,
    value: typeof value === 'string' ? Buffer.from(value) : codec.encode(value),
  }))
  const target = new MemoryTarget()
  await writeEtcdSnapshot(target, { revision: items.length + 2, items })
  const snapshot = EtcdSnapshot.read(bytesSource('backup.db', target.bytes))
  return walkSnapshot(contentsOfSnapshot(snapshot), {
    file: 'backup.db',
    releases,
    gates: {},
    etcdPrefix,
    facts,
  })
}

describe('a field that a release does not know', () => {
  const found = walk(
    '1.34',
    [
      service('a', { trafficDistribution: 'PreferClose' }),
      service('b', { trafficDistribution: 'PreferClose' }),
    ],
    ['1.34', '1.29', '1.34'],
  )

  it('is hidden and shown again, told once of all alike', async () => {
    const [, down, up] = (await found).hops
    expect(down?.changes).toEqual([
      {
        count: 2,
        example: 'Service ns/a',
        facts: expect.objectContaining({
          kind: 'hidden',
          field: 'spec.trafficDistribution',
          before: 'PreferClose',
          droppedWhenWritten: true,
          reason: expect.objectContaining({ since: '1.30' }),
        }),
      },
    ])
    expect(up?.changes).toMatchObject([{ count: 2, facts: { kind: 'shown', after: 'PreferClose' } }])
  })

  it('is in the text and the JSON', async () => {
    const text = snapshotText(await found)
    expect(text).toContain(
      'hidden     spec.trafficDistribution of 2 services, as Service ns/a: "PreferClose"\n',
    )
    expect(text).toContain('             the field is dropped when the object is written\n')
    expect(text).toContain('             1.30 is the first release with it\n')
    expect(text).toMatch(/\n2 hops: 2 passed\n$/)
    const json = JSON.parse(snapshotJson(['1.34', '1.29', '1.34'], await found))
    expect(json).toMatchObject({ snapshot: { objects: 2 }, totals: { hops: 2, passed: 2, exitCode: 0 } })
  })
})

describe('what cannot be read', () => {
  it('is a kind that the release does not know', async () => {
    const flow = object('/registry/flowschemas/a', 'flowcontrol.apiserver.k8s.io/v1', 'FlowSchema', {
      spec: { matchingPrecedence: 5, priorityLevelConfiguration: { name: 'exempt' } },
    })
    const result = await walk('1.34', [flow], ['1.34', '1.28'])
    expect(result.hops[0]?.undecodable).toEqual([])
    expect(result.hops[1]?.undecodable).toMatchObject([
      {
        count: 1,
        example: 'FlowSchema a',
        facts: {
          message: 'no kind "FlowSchema" is registered for version "flowcontrol.apiserver.k8s.io/v1"',
        },
      },
    ])
    expect(snapshotExitCode(result)).toBe(1)
  })

  it('is told of other bytes in one line', async () => {
    const result = await walk('1.34', [['/registry/configmaps/ns/a', 'k8s\0garbage']], ['1.34', '1.33'])
    expect(result.hops[0]?.undecodable).toMatchObject([{ count: 1, facts: { kind: '' } }])
  })
})

describe('APIs in use', () => {
  it('are deprecated or gone, by what is stored and by who wrote', async () => {
    const [key, pod] = object('/registry/poddisruptionbudgets/ns/a', 'policy/v1', 'PodDisruptionBudget', {
      spec: { maxUnavailable: 1 },
    })
    pod.metadata.managedFields = [
      { manager: 'old-tool', operation: 'Update', apiVersion: 'policy/v1beta1' } as never,
    ]
    const result = await walk('1.24', [[key, pod]], ['1.24', '1.25'])
    const uses = result.hops.map(({ apis }) =>
      apis.map(({ facts }) => [facts.state, facts.apiVersion, facts.writers]),
    )
    expect(uses).toEqual([
      [['deprecated', 'policy/v1beta1', ['old-tool']]],
      [['gone', 'policy/v1beta1', ['old-tool']]],
    ])
    expect(result.hops[1]?.apis[0]?.facts.text).toContain('unavailable in v1.25+')
  })
})

it('never tells values of Secrets', async () => {
  const broken = await walk('1.34', [['/registry/secrets/ns/b', '{"hush": hush}']], ['1.34', '1.33'])
  expect(snapshotText(broken)).toContain('its bytes are no object')
  expect(snapshotText(broken) + snapshotJson([], broken)).not.toContain('hush')
  const secret = object('/registry/secrets/ns/a', 'v1', 'Secret', {
    data: { password: 'aHVzaA==' },
    type: 'kubernetes.io/service-account-token',
  })
  secret[1]['stringData'] = { x: 'hush' }
  const result = await walk('1.34', [secret], ['1.34', '1.24', '1.36'])
  expect(snapshotText(result) + snapshotJson([], result)).not.toMatch(/aHVzaA|hush/)
})

it('tells what it does not look at', async () => {
  const contents: [string, string][] = [
    ['/registry/masterleases/10.0.0.1', 'x'],
    ['/registry/ranges/serviceips', 'x'],
    ['/registry/example.com/widgets/ns/w', '{}'],
    ['/registry/secrets/ns/s', 'k8s:enc:aescbc:v1:key1:x'],
    ['/registry/leases/kube-system/apiserver-abc', 'x'],
    ['compact_rev_key', '1'],
  ]
  const result = await walk('1.34', contents, ['1.34', '1.33'])
  expect(result).toMatchObject({ keys: 6, objects: 1, encrypted: 1 })
  expect(new Set(result.unseen.map(({ what }) => what))).toEqual(
    new Set([
      '/registry/masterleases',
      'widgets.example.com',
      'leases of kube-apiservers',
      '/registry/ranges',
      'keys outside /registry/',
    ]),
  )
})

it('looks under the prefix that it is given', async () => {
  const [key, one] = service('a', {})
  const result = await walk('1.34', [[key.replace('/registry', '/k8s'), one]], ['1.34', '1.33'], '/k8s')
  expect(result).toMatchObject({ objects: 1, unseen: [] })
})

describe('a gate', () => {
  it('that decides about what is written is not to blame for what is read', async () => {
    // Shown again by a release that has the field and its gate, whatever that gate says.
    const found = await walk(
      '1.34',
      [service('a', { trafficDistribution: 'PreferClose' })],
      ['1.34', '1.29', '1.30'],
    )
    const up = found.hops[2]!
    expect(up.changes).toMatchObject([{ facts: { kind: 'shown', reason: { since: '1.30', guards: [] } } }])
    expect(snapshotText(found)).not.toContain('ServiceTrafficDistribution=false')
  })
})
