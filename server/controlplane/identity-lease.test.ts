import { afterEach, describe, expect, it } from 'vitest'
import { FakeClock } from '../../component-base/clock.ts'
import { realRandom } from '../../component-base/random.ts'
import { createMemoryStorage } from '../storage/memory.ts'
import { startTestServerWith, type TestServer } from '../testing/test-server.ts'
import { serverIdentity } from './server-identity.ts'

const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases'
const servers: TestServer[] = []

async function start(own: Parameters<typeof startTestServerWith>[0], release: string, ...flags: string[]) {
  const server = await startTestServerWith({ hostname: 'vm', ...own }, release, ...flags)
  servers.push(server)
  return server
}

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

describe('identity of a server', () => {
  it('is the hash that a real server makes of its hostname', () => {
    expect(serverIdentity('vm', 36, realRandom)).toBe('apiserver-wlv32tlttr4jl3gtroqexyxapa')
    expect(serverIdentity('vm', 27, realRandom)).toBe('apiserver-wlv32tlttr4jl3gtroqexyxapa')
    expect(serverIdentity('vm', 26, realRandom)).toMatch(/^kube-apiserver-[a-z2-7]{26}$/)
    expect(serverIdentity('vm', 25, realRandom)).toMatch(/^kube-apiserver-[0-9a-f-]{36}$/)
  })
})

describe('identity lease', () => {
  it('is as a real 1.36 writes it', async () => {
    const clock = new FakeClock('2026-01-01T00:00:00Z')
    const { send } = await start({ clock }, '1.36', '--advertise-address=192.0.2.2')
    const { items } = (await send('GET', leases)).body
    expect(items).toHaveLength(1)
    const [{ metadata, spec }] = items
    expect(metadata).toMatchObject({
      name: 'apiserver-wlv32tlttr4jl3gtroqexyxapa',
      labels: { 'apiserver.kubernetes.io/identity': 'kube-apiserver', 'kubernetes.io/hostname': 'vm' },
      managedFields: [
        {
          manager: 'kube-apiserver',
          operation: 'Update',
          apiVersion: 'coordination.k8s.io/v1',
          time: '2026-01-01T00:00:00Z',
          fieldsV1: {
            'f:metadata': {
              'f:labels': {
                '.': {},
                'f:apiserver.kubernetes.io/identity': {},
                'f:kubernetes.io/hostname': {},
              },
            },
            'f:spec': { 'f:holderIdentity': {}, 'f:leaseDurationSeconds': {}, 'f:renewTime': {} },
          },
        },
      ],
    })
    expect(spec.holderIdentity).toMatch(/^apiserver-wlv32tlttr4jl3gtroqexyxapa_[0-9a-f-]{36}$/)
    expect(spec).toMatchObject({ leaseDurationSeconds: 3600, renewTime: '2026-01-01T00:00:00.000000Z' })
  })

  it('is renewed every ten seconds', async () => {
    const clock = new FakeClock('2026-01-01T00:00:00Z')
    const { send } = await start({ clock }, '1.36')
    clock.advance(10_000)
    await expect
      .poll(async () => (await send('GET', leases)).body.items[0].spec.renewTime)
      .toBe('2026-01-01T00:00:10.000000Z')
  })

  it('comes with the gate up to 1.25, for as long as a flag says', async () => {
    const { send: without } = await start({}, '1.25')
    expect((await without('GET', leases)).body.items).toEqual([])
    const { send } = await start(
      {},
      '1.25',
      '--feature-gates=APIServerIdentity=true',
      '--identity-lease-duration-seconds=60',
    )
    const [{ metadata, spec }] = (await send('GET', leases)).body.items
    expect(metadata.labels).toEqual({ 'k8s.io/component': 'kube-apiserver' })
    expect(spec).toMatchObject({ holderIdentity: metadata.name, leaseDurationSeconds: 60 })
  })

  it.each([
    ['1.34', 1],
    ['1.35', 0],
  ])('of a %s that ends: %i stay', async (release, left) => {
    const storage = createMemoryStorage({ writtenBy: release })
    await (await startTestServerWith({ storage }, release)).close()
    const { records } = await storage.list('/registry/leases/kube-system/')
    expect(records).toHaveLength(left)
  })

  it('of a server that is long gone is removed, others stay', async () => {
    const storage = createMemoryStorage({ writtenBy: '1.36' })
    const lease = (name: string, label: string, renewTime: string) =>
      storage.create(`/registry/leases/kube-system/${name}`, {
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        metadata: { name, namespace: 'kube-system', labels: { [label]: 'kube-apiserver' } },
        spec: { holderIdentity: name, leaseDurationSeconds: 3600, renewTime },
      })
    await lease('gone', 'apiserver.kubernetes.io/identity', '2026-01-01T00:00:00.000000Z')
    await lease('there', 'apiserver.kubernetes.io/identity', '2026-01-01T00:30:00.000000Z')
    await lease('older', 'k8s.io/component', '2026-01-01T00:00:00.000000Z')
    const { send } = await start({ storage, clock: new FakeClock('2026-01-01T01:10:00Z') }, '1.36')
    const { items } = (await send('GET', leases)).body
    expect(items.map((one: { metadata: { name: string } }) => one.metadata.name)).toEqual([
      'apiserver-wlv32tlttr4jl3gtroqexyxapa',
      'older',
      'there',
    ])
  })
})
