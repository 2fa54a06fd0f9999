import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { KubeObject } from '../apimachinery/json.ts'
import { parseKubeconfig } from '../client/kubeconfig.ts'
import { RestClient } from '../client/rest-client.ts'
import { FakeClock } from '../component-base/clock.ts'
import { UnknownReleaseError } from '../component-base/release.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { ClusterUsageError, ComponentFailedError } from './cluster-errors.ts'

describe('what a cluster gives', () => {
  let cluster: Cluster
  const seen: string[] = []
  beforeAll(async () => {
    cluster = await startCluster({
      release: '1.34',
      nodes: [{ name: 'new' }, { name: 'old', kubeletRelease: '1.32', kubeProxyRelease: '1.33' }],
      log: (component, _line, node) =>
        void seen.push(node === undefined ? component : `${component}/${node}`),
    })
  })
  afterAll(() => cluster.stop())

  it('is a kubeconfig in a private file', async () => {
    expect(statSync(cluster.kubeconfigPath).mode & 0o777).toBe(0o600)
    const text = readFileSync(cluster.kubeconfigPath, 'utf8')
    expect(text).toBe(cluster.kubeconfig)
    const client = new RestClient(parseKubeconfig(text), 'another program')
    expect(client.server).toBe(cluster.url)
    expect((await client.get<{ items: unknown[] }>('/api/v1/nodes')).items).toHaveLength(2)
    client.close()
  })

  it('is what runs, with releases and gates', async () => {
    await cluster.setGates({ AllAlpha: false }, { component: 'kubelet', node: 'old' })
    expect(cluster.states()).toEqual([
      { name: 'kube-apiserver', release: '1.34', featureGates: {} },
      { name: 'kubelet/new', release: '1.34', featureGates: {} },
      { name: 'kube-proxy/new', release: '1.34', featureGates: {} },
      { name: 'kubelet/old', release: '1.32', featureGates: { AllAlpha: false } },
      { name: 'kube-proxy/old', release: '1.33', featureGates: {} },
    ])
  })

  it('is logs, of one node or of all', () => {
    expect(cluster.logs('kubelet', 'old')).toMatch(
      /^I\d{4} .*"Kubelet version" kubeletVersion="v1\.32\.\d+"$/m,
    )
    expect(cluster.logs('kubelet', 'old')).not.toContain('v1.34')
    expect(cluster.logs('kubelet')).toContain('v1.34')
    expect(seen).toContain('kubelet/old')
    expect(seen).toContain('kube-proxy/new')
  })

  it('is metrics', async () => {
    expect(await cluster.metrics()).toMatch(/^apiserver_request_total\{/m)
  })

  it('is a client that collects warnings', async () => {
    const client = cluster.client()
    await client.get('/api/v1/namespaces/default/endpoints/kubernetes')
    expect(client.warnings).toEqual([
      'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
    ])
  })

  it('is rules, of a node that is there', async () => {
    expect(cluster.rules('new')?.iptablesSave).toContain('KUBE-SERVICES')
    expect(() => cluster.rules('none')).toThrow('there is no node "none", but new, old')
  })

  it('refuses what it cannot do before it changes anything', async () => {
    const wrong: [() => Promise<unknown>, new (text: string) => Error, string][] = [
      [() => cluster.restart('kubelet', 'none'), ClusterUsageError, 'there is no node "none"'],
      [() => cluster.restart('apiserver', 'new'), ClusterUsageError, 'the apiserver runs on no node'],
      [() => cluster.upgrade({ nodes: { none: '1.34' } }), ClusterUsageError, 'there is no node "none"'],
      [() => cluster.downgrade({ kubelet: '1.33', apiserver: '1.12' }), UnknownReleaseError, '1.12'],
      [
        () => cluster.upgrade({ apiserver: '1.34.1' }),
        ClusterUsageError,
        'kube-apiserver is of release 1.34: for 1.34.1 call downgrade',
      ],
      [
        () => cluster.downgrade({ kubelet: '1.33' }),
        ClusterUsageError,
        'kubelet/old is of release 1.32: for 1.33 call upgrade',
      ],
      [
        () => cluster.restart('api' as 'apiserver'),
        ClusterUsageError,
        'there is no component "api", but apiserver,',
      ],
      [
        () => cluster.upgrade(JSON.parse('{"proxy":"1.35"}')),
        ClusterUsageError,
        'there is no component "proxy"',
      ],
      [() => cluster.addUser(''), ClusterUsageError, 'a user needs a name'],
    ]
    const before = cluster.states()
    for (const [act, type, text] of wrong) {
      await expect(act()).rejects.toThrow(type)
      await expect(act()).rejects.toThrow(text)
    }
    expect(cluster.states()).toEqual(before)
  })
})

describe('the end of a cluster', () => {
  it('comes once, takes the files along, and leaves nothing to use but logs', async () => {
    const cluster = await startCluster({ release: '1.35', nodes: 1 })
    const { kubeconfigPath } = cluster
    const user = await cluster.addUser('jane')
    await Promise.all([cluster.stop(), cluster.stop()])
    await cluster.stop()
    expect([existsSync(kubeconfigPath), existsSync(user.kubeconfigPath)]).toEqual([false, false])
    for (const use of [
      () => cluster.client(),
      () => cluster.url,
      () => user.client(),
      () => cluster.rules('node-1'),
    ])
      expect(use).toThrow('the cluster has been stopped')
    await expect(cluster.upgrade({ apiserver: '1.36' })).rejects.toThrow(ClusterUsageError)
    await expect(cluster.snapshot()).rejects.toThrow(ClusterUsageError)
    expect(cluster.logs('kubelet')).toContain('"Kubelet version"')
  })

  it('comes with the end of a block', async () => {
    let path: string
    {
      await using cluster = await startCluster({ nodes: 0 })
      path = cluster.kubeconfigPath
      expect(existsSync(path)).toBe(true)
    }
    expect(existsSync(path)).toBe(false)
  })

  it('comes by a signal, also while it starts', async () => {
    const early = new AbortController()
    const start = startCluster({ signal: early.signal })
    early.abort(new Error('enough'))
    await expect(start).rejects.toThrow('enough')
    await expect(startCluster({ signal: early.signal })).rejects.toThrow('enough')

    const late = new AbortController()
    const cluster = await startCluster({ nodes: 0, signal: late.signal })
    late.abort()
    expect(() => cluster.client()).toThrow('the cluster has been stopped')
    await cluster.stop()
  })

  it('waits for a change that is being made', async () => {
    const cluster = await startCluster({ release: '1.35', nodes: 0 })
    const change = cluster.upgrade({ apiserver: '1.36' })
    const end = cluster.stop()
    await expect(change).rejects.toThrow('the cluster has been stopped')
    await end
  })
})

describe('a start', () => {
  it.each([
    [{ nodes: -1 }, 'nodes: -1 is not a number of nodes'],
    [{ nodes: [{ name: 'a' }, { name: 'a' }] }, 'nodes[1].name: "a" is there already'],
    [{ nodes: [{} as { name: string }] }, 'nodes[0].name: a node needs a name'],
    [{ nodes: [{ name: 'A_b' }] }, 'nodes[0].name: "A_b": a lowercase RFC 1123 subdomain'],
    [{ nodes: [{ name: 'a', kubeletRelease: '1.99' }] }, 'release 1.99 is not known'],
    [{ release: '1.12' }, 'release 1.12 is not known'],
    [{ relase: '1.30' } as object, 'relase: there is no such option; did you mean release?'],
    [{ colour: 1 } as object, 'colour: there is no such option, but release, plan, featureGates, '],
    [{ networking: { family: 'dual' } as object }, 'networking.family: there is no such option'],
    [{ networking: { ipFamily: 'both' as 'dual' } }, 'networking: invalid ipFamily: both'],
    [
      { networking: { ipFamily: 'dual', podSubnet: '10.1.0.0/16,10.2.0.0/16' } },
      'networking: invalid pod subnet expected one',
    ],
    [
      { networking: {}, apiserverFlags: ['--service-cluster-ip-range=10.0.0.0/24'] },
      'networking and --service-cluster-ip-range both say where Services are',
    ],
    [{ nodes: [{ name: 'a', gates: {} }] }, 'nodes[0].gates: there is no such option'],
    [
      { etcd: { servers: ['http://x'], cafile: 'x' } },
      'etcd.cafile: there is no such option; did you mean caFile?',
    ],
    [{ seed: 0.5 }, 'seed: 0.5 is not a whole number'],
    [{ port: 70_000 }, 'port: 70000 is not a number between 0 and 65535'],
  ])('says what is wrong with %j', async (options, text) => {
    await expect(startCluster(options)).rejects.toThrow(text)
  })

  it('runs clusters of several releases side by side', async () => {
    const releases = ['1.30', '1.33', '1.36']
    const clusters = await Promise.all(releases.map((release) => startCluster({ release, nodes: 1 })))
    try {
      const versions = clusters.map((c) => c.client().get<{ minor: string } & KubeObject>('/version'))
      expect((await Promise.all(versions)).map((v) => v.minor)).toEqual(['30', '33', '36'])
      expect(new Set(clusters.map((c) => c.url)).size).toBe(3)
    } finally {
      await Promise.all(clusters.map((c) => c.stop()))
    }
  })

  it.each(['2010-01-01T00:00:00Z', '2050-01-01T00:00:00Z'])(
    'takes a clock that stands at %s',
    async (time) => {
      await using cluster = await startCluster({ clock: new FakeClock(time) })
      const node = await cluster.client().get('/api/v1/nodes/node-1')
      expect(node.metadata.creationTimestamp).toBe(time)
    },
  )
})

describe('a component that does not start', () => {
  it('is down, and comes back with what it had', async () => {
    await using cluster = await startCluster({ release: '1.35' })
    const locked = { DisableNodeKubeProxyVersion: false }
    const failed = await cluster
      .upgrade({ apiserver: '1.36' })
      .then(() => cluster.setGates(locked).catch((e: Error) => e))
    expect(failed).toBeInstanceOf(ComponentFailedError)
    expect(failed).toMatchObject({ component: 'kube-apiserver', exitCode: 1, node: undefined })
    expect(() => cluster.client()).toThrow('the kube-apiserver does not run')
    expect(cluster.states()[0]).toEqual({
      name: 'kube-apiserver',
      release: '1.36',
      featureGates: {},
      down: true,
    })
    await cluster.restart('apiserver')
    expect((await cluster.client().get('/api/v1/nodes/node-1')).metadata.name).toBe('node-1')

    await cluster.setGates(locked, { component: 'kubelet' })
    await expect(cluster.upgrade({ kubelet: '1.36' })).rejects.toThrow(
      'kubelet did not start on node-1 (exit code 1)',
    )
    expect(cluster.states()[1]).toMatchObject({ name: 'kubelet/node-1', release: '1.35', down: true })
    await cluster.restart('kubelet')
    expect(cluster.states()[1]).not.toHaveProperty('down')
  })

  it('comes back to its port also where somebody listened there for a moment', async () => {
    const other = createServer()
    const refused = vi.fn((_component: string, line: string) => {
      if (line.includes('address already in use')) other.close()
    })
    await using cluster = await startCluster({ release: '1.36', log: refused })
    const { url } = cluster
    const locked = { DisableNodeKubeProxyVersion: false }
    await expect(cluster.setGates(locked)).rejects.toThrow('kube-apiserver did not start')
    const port = Number(new URL(url).port)
    await new Promise<void>((resolve) => other.listen({ port, host: '127.0.0.1' }, resolve))
    await cluster.restart('apiserver')
    expect(other.listening).toBe(false)
    expect(cluster.url).toBe(url)
  })
})
