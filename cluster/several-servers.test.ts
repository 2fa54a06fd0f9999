import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KubeObject } from '../apimachinery/json.ts'
import { parseKubeconfig } from '../client/kubeconfig.ts'
import { RestClient } from '../client/rest-client.ts'
import { FakeClock } from '../component-base/clock.ts'
import { UnknownReleaseError } from '../component-base/release.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { ClusterUsageError } from './cluster-errors.ts'
import { Traffic } from './testing/traffic.ts'

const configMaps = '/api/v1/namespaces/default/configmaps'
const names = ['kube-apiserver-1', 'kube-apiserver-2', 'kube-apiserver-3']
const addressesOf = ({ subsets }: KubeObject) =>
  (subsets as { addresses: { ip: string }[] }[])[0]!.addresses.map(({ ip }) => ip)
const sorted = (list: readonly string[]) => [...list].sort()

/** No acknowledged write is lost, and each event comes once, in order. */
function expectNothingLost({ acknowledged, events, revisions, answered }: Traffic): void {
  expect(answered).toEqual([])
  expect(new Set(events).size).toBe(events.length)
  expect(events).toEqual(expect.arrayContaining(acknowledged.map((name) => `ADDED ${name}`)))
  expect(revisions).toEqual([...revisions].sort((a, b) => a - b))
}

describe('three servers behind one address', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster({ release: '1.36', apiservers: 3 })
  })
  afterAll(() => cluster.stop())
  const clientOf = (server: string) => cluster.client('test', { server })

  it('are told apart', async () => {
    expect(cluster.states().slice(0, 3)).toEqual(
      names.map((name) => ({ name, release: '1.36', featureGates: {} })),
    )
    expect(cluster.logs('kube-apiserver', names[1])).toContain('Version: v1.36')
    expect(cluster.logs('kube-apiserver').match(/Version: v1\.36/g)).toHaveLength(3)
    const before = await cluster.metrics(names[2])
    await clientOf(names[2]!).get('/api/v1/namespaces/default')
    expect(await cluster.metrics(names[2])).not.toBe(before)
  })

  it('show what one of them has written', async () => {
    const made = await clientOf(names[0]!).create(configMaps, { metadata: { name: 'one' }, data: { a: '1' } })
    for (const name of names) expect(await clientOf(name).get(`${configMaps}/one`)).toEqual(made)
    await clientOf(names[1]!).patch(`${configMaps}/one`, { data: { b: '2' } })
    expect((await clientOf(names[2]!).get(`${configMaps}/one`))['data']).toEqual({ a: '1', b: '2' })
  })

  it('are all in the endpoints of the Service kubernetes', async () => {
    const endpoints = await cluster.client().get('/api/v1/namespaces/default/endpoints/kubernetes')
    expect(addressesOf(endpoints)).toEqual(['192.0.2.1', '192.0.2.2', '192.0.2.3'])
  })

  it('have an identity each', async () => {
    const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases'
    const selector = '?labelSelector=apiserver.kubernetes.io/identity%3Dkube-apiserver'
    const { items } = await cluster.client().get<{ items: KubeObject[] }>(leases + selector)
    expect(sorted(items.map(({ metadata }) => metadata.labels!['kubernetes.io/hostname']!))).toEqual(names)
  })

  it('never give two Services one address', async () => {
    const services = '/api/v1/namespaces/default/services'
    const spec = { ports: [{ port: 80 }], type: 'NodePort' }
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        clientOf(names[i % 3]!).create(services, { metadata: { name: `s${i}` }, spec }),
      ),
    )
    const specs = made.map((one) => one['spec'] as { clusterIP: string; ports: { nodePort: number }[] })
    expect(new Set(specs.map(({ clusterIP }) => clusterIP)).size).toBe(12)
    expect(new Set(specs.map(({ ports }) => ports[0]!.nodePort)).size).toBe(12)
  })

  it('take the certificates and tokens of one cluster, at the one address and at their own', async () => {
    const user = await cluster.addUser('ada', { groups: ['system:masters'] })
    const config = parseKubeconfig(user.kubeconfig)
    expect(config.server).toBe(cluster.url)
    const accounts = '/api/v1/namespaces/default/serviceaccounts'
    const request = await cluster.client().create(`${accounts}/default/token`, { spec: {} })
    const { token } = request['status'] as unknown as { token: string }
    const review = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
    for (const name of names) {
      const { server } = clientOf(name)
      const asked = async (client: RestClient) => {
        const answer = await client.create(review, {})
        client.close()
        return (answer['status'] as unknown as { userInfo: { username: string } }).userInfo.username
      }
      expect(await asked(new RestClient({ ...config, server }, 'ada'))).toBe('ada')
      const { cert: _, key: __, ...anonymous } = config
      expect(await asked(new RestClient({ ...anonymous, server, token }, 'sa'))).toBe(
        'system:serviceaccount:default:default',
      )
    }
  })

  it('lose nothing when one dies under writers and a watcher, and take it back', async () => {
    const traffic = new Traffic(cluster.kubeconfig).start(4)
    await traffic.more(40)
    await cluster.stopServer(names[1]!, { kill: true })
    expect(cluster.states().map(({ name }) => name)).not.toContain(names[1])
    await traffic.more(40)
    await expect(cluster.metrics(names[1])).rejects.toThrow(`${names[1]} does not run`)
    await cluster.startServer(names[1]!)
    await traffic.more(40)
    await traffic.stop()
    const list = await clientOf(names[1]!).get<{ items: KubeObject[] }>(configMaps)
    const there = list.items.map((item) => item.metadata.name!)
    expect(there).toEqual(expect.arrayContaining(traffic.acknowledged))
    expect(sorted(traffic.events)).toEqual(
      sorted(there.filter((name) => name !== 'kube-root-ca.crt').map((name) => `ADDED ${name}`)),
    )
    expectNothingLost(traffic)
  })

  it('put everything back to a snapshot', async () => {
    const snapshot = await cluster.snapshot()
    const kept = await cluster.client().get(`${configMaps}/one`)
    await cluster.client().delete(`${configMaps}/one`)
    const { url } = cluster
    await cluster.restore(snapshot)
    expect(cluster.url).toBe(url)
    for (const name of names) expect(await clientOf(name).get(`${configMaps}/one`)).toEqual(kept)
    const watch = cluster
      .client()
      .watch(`${configMaps}?watch=true&resourceVersion=${snapshot.revision}`, AbortSignal.timeout(5000))
    expect((await watch.next()).value).toMatchObject({ type: 'ERROR', object: { code: 410 } })
    expect(snapshot.records.map(({ key }) => key)).not.toContain('/registry/masterleases/192.0.2.1')
  })

  it('are asked for by name', async () => {
    await expect(cluster.stopServer('kube-apiserver-4')).rejects.toThrow(
      'there is no server "kube-apiserver-4", but kube-apiserver-1, kube-apiserver-2, kube-apiserver-3',
    )
    await expect(cluster.upgrade({ apiservers: { other: '1.36' } })).rejects.toThrow(ClusterUsageError)
    await expect(cluster.upgrade({ apiservers: { [names[0]!]: '1.99' } })).rejects.toThrow(
      UnknownReleaseError,
    )
    await expect(cluster.upgrade({ apiservers: { [names[0]!]: '1.35' } })).rejects.toThrow(
      'kube-apiserver-1 is of release 1.36: for 1.35 call downgrade',
    )
  })
})

it('takes servers from release to release while writers and a watcher go on', async () => {
  await using cluster = await startCluster({ apiservers: ['1.35', '1.35'], nodes: 0 })
  const traffic = new Traffic(cluster.kubeconfig).start(2)
  await traffic.more(20)
  await cluster.upgrade({ apiservers: { 'kube-apiserver-2': '1.36' } })
  expect(cluster.states().map(({ release }) => release)).toEqual(['1.35', '1.36'])
  expect(cluster.release).toBe('1.35')
  await traffic.more(20)
  await cluster.upgrade({ apiserver: '1.36' })
  await traffic.more(20)
  await cluster.downgrade({ apiserver: '1.35' })
  expect(cluster.states().map(({ release }) => release)).toEqual(['1.35', '1.35'])
  await cluster.setGates({ WatchList: false }, { server: 'kube-apiserver-1' })
  expect(cluster.states().map(({ featureGates }) => featureGates)).toEqual([{ WatchList: false }, {}])
  await traffic.more(20)
  await traffic.stop()
  expectNothingLost(traffic)
}, 120_000)

describe('controllers beside each server', () => {
  const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases'
  const programs = ['kube-controller-manager', 'kube-scheduler']
  /** The servers whose controllers and scheduler lead. */
  const leading = async (cluster: Cluster): Promise<string[]> => {
    const client = cluster.client()
    const held = await Promise.all(programs.map((program) => client.get(`${leases}/${program}`)))
    return held.map(({ spec }) => (spec as { holderIdentity: string }).holderIdentity.split('_')[0]!)
  }
  const replicaSets = async (cluster: Cluster): Promise<number> => {
    const path = '/apis/apps/v1/namespaces/default/replicasets'
    return (await cluster.client().get<{ items: KubeObject[] }>(path)).items.length
  }
  const deployment = (name: string) => ({
    metadata: { name },
    spec: {
      selector: { matchLabels: { name } },
      template: {
        metadata: { labels: { name } },
        spec: { containers: [{ name: 'c', image: 'registry.k8s.io/pause:3.10' }] },
      },
    },
  })
  const patience = { timeout: 30_000 }

  it('lead one after the other: those of the oldest server first', async () => {
    const clock = new FakeClock('2030-01-01T00:00:00Z')
    await using cluster = await startCluster({ apiservers: ['1.36', '1.35'], nodes: 0, clock })
    expect(await leading(cluster)).toEqual(['kube-apiserver-2', 'kube-apiserver-2'])
    expect(cluster.logs('kube-controller-manager', 'kube-apiserver-1')).toContain('version="v1.36')
    const deployments = '/apis/apps/v1/namespaces/default/deployments'
    await cluster.client().create(deployments, deployment('one'))
    await expect.poll(() => replicaSets(cluster), patience).toBe(1)
    // A server that is started anew keeps the leases of its controllers.
    await cluster.upgrade({ apiservers: { 'kube-apiserver-2': '1.36' } })
    expect(await leading(cluster)).toEqual(['kube-apiserver-2', 'kube-apiserver-2'])
    await cluster.stopServer('kube-apiserver-2', { kill: true })
    expect(await leading(cluster)).toEqual(['kube-apiserver-2', 'kube-apiserver-2'])
    const later = (): Promise<string[]> => {
      clock.advance(500)
      return leading(cluster)
    }
    await expect.poll(later, patience).toEqual(['kube-apiserver-1', 'kube-apiserver-1'])
    await cluster.client().create(deployments, deployment('two'))
    await expect.poll(() => replicaSets(cluster), patience).toBe(2)
    await cluster.startServer('kube-apiserver-2')
    expect(await leading(cluster)).toEqual(['kube-apiserver-1', 'kube-apiserver-1'])
    // A holder that finds another one in its lease ends, and is started anew.
    const stolen = { spec: { holderIdentity: 'other_1', leaseDurationSeconds: 15 } }
    for (const program of programs) await cluster.client().patch(`${leases}/${program}`, stolen)
    await expect.poll(later, patience).not.toContain('other')
    const text = () => cluster.logs('kube-controller-manager', 'kube-apiserver-1')
    expect(text()).toMatch(/leaderelection lost/i)
    await cluster.client().create(deployments, deployment('three'))
    await expect.poll(() => replicaSets(cluster), patience).toBe(3)
    const snapshot = await cluster.snapshot()
    await cluster.restore(snapshot)
    expect(await leading(cluster)).toEqual(['kube-apiserver-1', 'kube-apiserver-1'])
  }, 60_000)

  it('go on where a change of gates fails, with the gates that hold beside their servers', async () => {
    const clock = new FakeClock('2030-01-01T00:00:00Z')
    await using cluster = await startCluster({ apiservers: ['1.36', '1.35'], nodes: 0, clock })
    const later = (): Promise<number> => {
      clock.advance(500)
      return replicaSets(cluster)
    }
    const set = cluster.setGates({ PersistentVolumeClaimUnusedSinceTime: true })
    await expect(set).rejects.toThrow('unrecognized feature gate: PersistentVolumeClaimUnusedSinceTime')
    expect(cluster.states()).toEqual([
      {
        name: 'kube-apiserver-1',
        release: '1.36',
        featureGates: { PersistentVolumeClaimUnusedSinceTime: true },
      },
    ])
    await cluster.client().create('/apis/apps/v1/namespaces/default/deployments', deployment('one'))
    await expect.poll(later, patience).toBe(1)
    expect(await leading(cluster)).toEqual(['kube-apiserver-1', 'kube-apiserver-1'])
    await cluster.setGates({})
    expect(cluster.states().map(({ featureGates }) => featureGates)).toEqual([{}, {}])
    await cluster.client().create('/apis/apps/v1/namespaces/default/deployments', deployment('two'))
    await expect.poll(later, patience).toBe(2)
  }, 60_000)
})

it('asks its peers for what a server does not serve, where the gate is named', async () => {
  const featureGates = { UnknownVersionInteroperabilityProxy: true }
  await using cluster = await startCluster({ apiservers: ['1.34', '1.36'], nodes: 0, featureGates })
  const policies = '/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicies'
  const older = cluster.client('test', { server: 'kube-apiserver-1' })
  const answered = (): Promise<unknown> =>
    older.get<{ kind: string }>(policies).then(
      ({ kind }) => kind,
      (error: Error) => error.message,
    )
  const patience = { timeout: 30_000 }
  await expect.poll(answered, patience).toBe('MutatingAdmissionPolicyList')
  await cluster.stopServer('kube-apiserver-2', { kill: true })
  expect(await answered()).toContain('dial tcp 192.0.2.2:6443: connect: connection refused')
  await cluster.startServer('kube-apiserver-2')
  await expect.poll(answered, patience).toBe('MutatingAdmissionPolicyList')
}, 60_000)

it('loses what only the newer server knows where the older one writes', async () => {
  // preventPodSchedulingIfMissing came with 1.36; the gate is older.
  await using cluster = await startCluster({ apiservers: ['1.35', '1.36'], nodes: 0 })
  await cluster.setGates({ VolumeLimitScaling: true }, { server: 'kube-apiserver-2' })
  const [older, newer] = names.slice(0, 2).map((server) => cluster.client('test', { server }))
  const drivers = '/apis/storage.k8s.io/v1/csidrivers'
  const known = async () =>
    ((await newer!.get(`${drivers}/d`))['spec'] as Record<string, unknown>)['preventPodSchedulingIfMissing']
  const spec = { preventPodSchedulingIfMissing: true }
  await newer!.create(drivers, { metadata: { name: 'd' }, spec })
  expect(await known()).toBe(true)
  expect((await older!.get(`${drivers}/d`))['spec']).not.toHaveProperty('preventPodSchedulingIfMissing')
  expect(await known()).toBe(true)
  await older!.patch(`${drivers}/d`, { metadata: { labels: { touched: 'yes' } } })
  expect(await known()).toBe(false)
})

it('starts from a snapshot of one server, on a clock that stands', async () => {
  await using one = await startCluster({ release: '1.34', nodes: 0 })
  const kept = await one.client().create(configMaps, { metadata: { name: 'kept' }, data: { a: 'b' } })
  const snapshot = await one.snapshot()
  const clock = new FakeClock('2030-01-01T00:00:00Z')
  await using several = await startCluster({ apiservers: ['1.34', '1.35'], nodes: 1, snapshot, clock })
  expect(await several.client().get(`${configMaps}/kept`)).toEqual(kept)
  expect(addressesOf(await several.client().get('/api/v1/namespaces/default/endpoints/kubernetes'))).toEqual([
    '192.0.2.1',
    '192.0.2.2',
  ])
})

it.each([
  [{ apiservers: 0 }, 'apiservers: 0 is not a number of servers from 1 to 20'],
  [{ apiservers: [] }, 'apiservers: 0 is not a number of servers from 1 to 20'],
  [{ apiservers: ['1.99'] }, 'release 1.99 is not known'],
  [{ apiservers: 2, data: '/tmp/x' }, 'data: it keeps the store of one server'],
  [
    { apiservers: 2, apiserverFlags: ['--advertise-address=192.0.2.9'] },
    'apiserverFlags: --advertise-address',
  ],
  [{ etcd: { servers: [] } }, 'etcd.servers: there is none'],
])('refuses %j', async (options, message) => {
  await expect(startCluster(options)).rejects.toThrow(message)
})
