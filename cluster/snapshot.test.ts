import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KubeObject } from '../apimachinery/json.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { ClusterUsageError } from './cluster-errors.ts'
import { ClusterSnapshot } from './cluster-snapshot.ts'

const services = '/api/v1/namespaces/default/services'
const service = (name: string, clusterIP?: string) => ({
  metadata: { name },
  spec: { ports: [{ port: 80 }], ...(clusterIP === undefined ? {} : { clusterIP }) },
})
const ipOf = (object: KubeObject) => (object['spec'] as { clusterIP: string }).clusterIP
const scratch = mkdtempSync(join(tmpdir(), 'kepsim-snapshot-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

describe.each([
  ['in memory', undefined],
  ['in a directory', join(scratch, 'data')],
])('a store %s that is restored', (_name, data) => {
  let cluster: Cluster
  let snapshot: ClusterSnapshot
  let kept: KubeObject
  beforeAll(async () => {
    cluster = await startCluster({ release: '1.34', ...(data === undefined ? {} : { data }) })
    kept = await cluster.client().create(services, service('kept', '10.0.0.77'))
    snapshot = await cluster.snapshot()
  })
  afterAll(() => cluster.stop())

  it('has what it had: objects with uid and resourceVersion, nothing else, and free addresses', async () => {
    const client = cluster.client()
    await client.create(services, service('late', '10.0.0.78'))
    await client.delete(`${services}/kept`)
    await cluster.restore(snapshot)
    expect(await client.get(`${services}/kept`)).toEqual(kept)
    await expect(client.get(`${services}/late`)).rejects.toMatchObject({ code: 404 })
    await expect(client.create(services, service('other', '10.0.0.77'))).rejects.toMatchObject({ code: 422 })
    expect(ipOf(await client.create(services, service('other', '10.0.0.78')))).toBe('10.0.0.78')
  })

  it('never goes back in revisions, and tells watches from before that their past is gone', async () => {
    const client = cluster.client()
    const { metadata } = await client.create(services, service('newest'))
    await cluster.restore(snapshot)
    for (const past of [String(snapshot.revision), metadata.resourceVersion!]) {
      const watch = client.watch(`${services}?watch=true&resourceVersion=${past}`, AbortSignal.timeout(5000))
      const { value } = await watch.next()
      expect(value).toMatchObject({ type: 'ERROR', object: { code: 410, reason: 'Expired' } })
    }
    const list = await client.get<{ metadata: { resourceVersion: string } }>(services)
    expect(Number(list.metadata.resourceVersion)).toBeGreaterThan(Number(metadata.resourceVersion))
  })

  it('has nodes that report, and goes on over another release', async () => {
    const node = await cluster.client().get('/api/v1/nodes/node-1')
    expect(node.metadata.name).toBe('node-1')
    await cluster.upgrade({ apiserver: '1.35' })
    await cluster.restore(snapshot)
    expect(await cluster.client().get(`${services}/kept`)).toMatchObject({
      metadata: { uid: kept.metadata.uid },
    })
  })
})

describe('a snapshot', () => {
  let seeded: ClusterSnapshot
  beforeAll(async () => {
    await using cluster = await startCluster({ release: '1.33', nodes: 0, seed: 1 })
    await cluster.client().create(services, service('web', '10.0.0.80'))
    seeded = await cluster.snapshot()
  })

  it('holds what is stored, in order, with the release that wrote it', () => {
    const keys = seeded.records.map((r) => r.key)
    expect(keys).toEqual([...keys].sort())
    const web = seeded.records.find((r) => r.key === '/registry/services/specs/default/web')
    expect(web?.writtenBy).toBe('1.33')
    expect(JSON.parse(web!.bytes.toString())).toMatchObject({
      kind: 'Service',
      spec: { clusterIP: '10.0.0.80' },
    })
  })

  it('starts any number of clusters of other releases, which do not see one another', async () => {
    const clusters = await Promise.all(
      ['1.32', '1.33', '1.36'].map((release) => startCluster({ release, snapshot: seeded, nodes: 0 })),
    )
    try {
      const uids = await Promise.all(
        clusters.map(async (c, i) => {
          const client = c.client()
          await client.create(services, service(`own-${i}`))
          await expect(client.create(services, service('x', '10.0.0.80'))).rejects.toMatchObject({
            code: 422,
          })
          return (await client.get(`${services}/web`)).metadata.uid
        }),
      )
      expect(new Set(uids).size).toBe(1)
      const lists = clusters.map((c) => c.client().get<{ items: KubeObject[] }>(services))
      expect((await Promise.all(lists)).map((l) => l.items.map((o) => o.metadata.name))).toEqual(
        [0, 1, 2].map((i) => ['kubernetes', `own-${i}`, 'web']),
      )
    } finally {
      await Promise.all(clusters.map((c) => c.stop()))
    }
  })

  it('with a seed gives the same uids after every restore, and none that it holds', async () => {
    await using cluster = await startCluster({ release: '1.33', nodes: 0, seed: 1, snapshot: seeded })
    const draw = async () => (await cluster.client().create(services, service('drawn'))).metadata.uid
    await draw()
    await cluster.restore(seeded)
    const first = await draw()
    await cluster.restore(seeded)
    expect(await draw()).toBe(first)
    expect(seeded.records.map((r) => r.object.metadata.uid)).not.toContain(first)
  })

  it('is kept in a private file', async () => {
    const path = join(scratch, 'seeded.snapshot')
    await seeded.save(path)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const loaded = await ClusterSnapshot.load(path)
    expect([loaded.revision, loaded.records.length]).toEqual([seeded.revision, seeded.records.length])
    await using cluster = await startCluster({ snapshot: loaded, nodes: 0 })
    expect(ipOf(await cluster.client().get(`${services}/web`))).toBe('10.0.0.80')
  })

  it('says which file and line cannot be read', async () => {
    const none = join(scratch, 'none')
    await expect(ClusterSnapshot.load(none)).rejects.toThrow(`${none}: no such file`)
    const damaged = join(scratch, 'damaged')
    await seeded.save(damaged)
    writeFileSync(damaged, readFileSync(damaged, 'utf8').replace('"c":', 'c:'))
    await expect(ClusterSnapshot.load(damaged)).rejects.toThrow(`${damaged}:2: this line is damaged`)
  })

  it('does not replace what a directory holds at the start', async () => {
    const data = join(scratch, 'held')
    await (await startCluster({ data, nodes: 0, snapshot: seeded })).stop()
    await using again = await startCluster({ data, nodes: 0 })
    expect(ipOf(await again.client().get(`${services}/web`))).toBe('10.0.0.80')
    await again.stop()
    const start = startCluster({ data, nodes: 0, snapshot: seeded })
    await expect(start).rejects.toThrow(ClusterUsageError)
    await expect(start).rejects.toThrow(`data: the directory ${data} holds a store already`)
  })
})
