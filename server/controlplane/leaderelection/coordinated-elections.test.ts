import { afterEach, describe, expect, it } from 'vitest'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { FakeClock, toMicroTime } from '../../../component-base/clock.ts'
import type { StartOptions } from '../../apiserver-parts/start-options.ts'
import { createMemoryStorage } from '../../storage/memory.ts'
import { startTestServerWith, type TestServer } from '../../testing/test-server.ts'

const group = '/apis/coordination.k8s.io'
const leases = `${group}/v1/namespaces/kube-system/leases`
const gate = '--feature-gates=CoordinatedLeaderElection=true'

let closing: TestServer[] = []
afterEach(async () => {
  for (const server of closing) await server.close()
  closing = []
})

async function start(release: string, version: string, own: Partial<StartOptions> = {}) {
  const clock = new FakeClock()
  const served = `--runtime-config=coordination.k8s.io/${version}=true`
  const server = await startTestServerWith({ clock, hostname: 'vm', ...own }, release, gate, served)
  closing.push(server)
  const candidates = `${group}/${version}/namespaces/kube-system/leasecandidates`
  const spec = async (path: string) => (await server.send('GET', path)).body.spec
  return {
    server,
    clock,
    lease: () => spec(`${leases}/kube-controller-manager`),
    candidate: (name: string) => spec(`${candidates}/${name}`),
    /** A component that says that it is there. */
    async stand(
      name: string,
      emulationVersion: string,
      own: object = { strategy: 'OldestEmulationVersion' },
    ) {
      const renewTime = toMicroTime(clock.now())
      const answer = await server.send('POST', candidates, {
        apiVersion: `coordination.k8s.io/${version}`,
        kind: 'LeaseCandidate',
        metadata: { name },
        spec: {
          leaseName: 'kube-controller-manager',
          binaryVersion: '1.36.3',
          emulationVersion,
          renewTime,
          ...own,
        },
      })
      expect(answer.text).toContain(renewTime)
    },
    /** Answers a ping, if there is one, as a component does. */
    async answer(name: string) {
      const { body } = await server.send('GET', `${candidates}/${name}`)
      if (!(Date.parse(body.spec.pingTime) > Date.parse(body.spec.renewTime))) return
      body.spec.renewTime = toMicroTime(clock.now())
      await server.send('PUT', `${candidates}/${name}`, body)
    },
    /** Renews a lease as its holder does. */
    async keep(seconds: number) {
      const { body } = await server.send('GET', `${leases}/kube-controller-manager`)
      body.spec.renewTime = toMicroTime(clock.now())
      body.spec.leaseDurationSeconds = seconds
      await server.send('PUT', `${leases}/kube-controller-manager`, body)
    },
    /** Looks until it is so, while time goes on. */
    until: (probe: () => Promise<unknown>, expected: unknown, ms = 250) =>
      expect
        .poll(
          () => {
            clock.advance(ms)
            return probe()
          },
          { timeout: 60_000, interval: 5 },
        )
        .toEqual(expected),
  }
}

describe('a server with CoordinatedLeaderElection', () => {
  it.each([
    ['1.31', 'v1alpha1', { preferredStrategies: ['OldestEmulationVersion'] }],
    ['1.32', 'v1alpha2', undefined],
    ['1.33', 'v1beta1', undefined],
    ['1.36', 'v1beta1', undefined],
  ])('of %s gives a lease to a candidate of %s', async (release, version, own) => {
    const { stand, until, lease, server } = await start(release, version)
    await stand('vm_a', '1.36.0', own)
    await until(lease, {
      holderIdentity: 'vm_a',
      leaseDurationSeconds: 5,
      renewTime: expect.any(String),
      strategy: 'OldestEmulationVersion',
    })
    const { body } = await server.send('GET', `${leases}/leader-election-controller`)
    expect(body.spec).toMatchObject({
      holderIdentity: expect.stringMatching(/^vm_[\w-]{36}$/),
      leaseDurationSeconds: 15,
    })
    expect(body.metadata.managedFields).toMatchObject([{ manager: 'kube-apiserver' }])
  })

  it('asks a silent candidate, and names the one that is to follow the holder', async () => {
    const { stand, until, lease, clock, candidate, answer, keep } = await start('1.36', 'v1beta1')
    await stand('vm_new', '1.36.0')
    const holders = async () => {
      const { holderIdentity, preferredHolder } = (await lease()) ?? {}
      return [holderIdentity, preferredHolder]
    }
    await until(holders, ['vm_new', undefined])
    await keep(15)
    clock.advance(6000)
    await stand('vm_old', '1.35.0')
    await until(async () => typeof (await candidate('vm_new')).pingTime, 'string', 0)
    expect(await holders()).toEqual(['vm_new', undefined])
    await answer('vm_new')
    await until(holders, ['vm_new', 'vm_old'], 100)
    // The holder renews no more.
    clock.advance(16_000)
    await until(async () => {
      await answer('vm_old')
      return holders()
    }, ['vm_old', undefined])
  })

  it('leaves out a candidate that does not answer', async () => {
    const { stand, until, lease, clock, candidate, answer } = await start('1.36', 'v1beta1')
    await stand('vm_dead', '1.34.0')
    const holder = async () => (await lease())?.holderIdentity
    await until(holder, 'vm_dead')
    clock.advance(7000)
    await stand('vm_b', '1.36.0')
    await until(async () => typeof (await candidate('vm_dead')).pingTime, 'string')
    await until(async () => {
      await answer('vm_b')
      return holder()
    }, 'vm_b')
  })

  it('forgets candidates that nobody has renewed for half an hour', async () => {
    const { stand, until, candidate, clock } = await start('1.36', 'v1beta1')
    await stand('vm_a', '1.36.0')
    for (let minute = 0; minute < 59; minute++) clock.advance(60_000)
    await until(() => candidate('vm_a'), undefined, 60_000)
  })

  it('leaves a lease without holder where another strategy is wanted', async () => {
    const { stand, until, lease } = await start('1.36', 'v1beta1')
    await stand('vm_a', '1.36.0', { strategy: 'example.com/by-hand' })
    await until(lease, {
      leaseDurationSeconds: 5,
      renewTime: expect.any(String),
      strategy: 'example.com/by-hand',
    })
  })

  it('gives its own lease up when it ends', async () => {
    const storage = createMemoryStorage({ writtenBy: '1.36' })
    const { server, until } = await start('1.36', 'v1beta1', { storage })
    const holder = async () => {
      const record = await storage.get('/registry/leases/kube-system/leader-election-controller')
      return (record?.object['spec'] as { holderIdentity?: string } | undefined)?.holderIdentity
    }
    await until(holder, expect.stringMatching(/^vm_/))
    closing = []
    await server.close()
    expect(await holder()).toBe('')
  })
})

describe('a server without it', () => {
  it('has no such lease', async () => {
    const server = await startTestServerWith({ clock: new FakeClock() }, '1.36')
    closing.push(server)
    const { items } = (await server.send('GET', leases)).body
    expect(items.map((lease: KubeObject) => lease.metadata.name)).not.toContain('leader-election-controller')
  })
})
