// Several kube-controller-managers and kube-schedulers on one server.
import { afterEach, describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { runControlPlane } from '../../cli/control-plane.ts'
import { parseKubeconfig } from '../../client/kubeconfig.ts'
import { RestClient } from '../../client/rest-client.ts'
import type { RunningServer } from '../../cluster/component-start.ts'
import { Components } from '../../cluster/components.ts'
import { FakeClock } from '../../component-base/clock.ts'
import { realRandom } from '../../component-base/random.ts'
import type { ControlPlaneComponent } from '../../controllers/options/control-plane-flags.ts'

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const [manager, scheduler] = ['kube-controller-manager', 'kube-scheduler'] as const
const kubeSystem = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases'

interface Lease extends KubeObject {
  spec: Record<string, unknown>
}

/** A server of a release on a clock that the test moves. */
async function startServer(release: string, ...flags: string[]) {
  const clock = new FakeClock()
  const components = new Components({ clock })
  const started = await components.startApiserver({
    release,
    args: ['--bind-address=127.0.0.1', '--disable-admission-plugins=ServiceAccount', ...flags],
    readFile: (path) => Promise.reject(new Error(`no file ${path}`)),
  })
  if (!started.ok) throw new Error(started.stderr)
  const server = started.component
  const client = new RestClient(parseKubeconfig(server.kubeconfig('admin')), 'test')
  closing.push(
    () => server.stop(),
    () => client.close(),
  )
  const specOf = async (name: string) =>
    (await client.get<Lease>(`${kubeSystem}/${name}`).catch(() => undefined))?.spec
  return {
    clock,
    components,
    server,
    client,
    specOf,
    holder: async (name: string) => (await specOf(name))?.['holderIdentity'],
    messages: async () => {
      const path = '/api/v1/namespaces/kube-system/events'
      const { items } = await client.get<{ items?: ({ message: string } & KubeObject)[] | null }>(path)
      return (items ?? []).map(({ message }) => message.replace(/_[\w-]{36}/, ''))
    },
    /** Looks until it is so, and lets time go on between looks: milliseconds. */
    until: (probe: () => unknown, expected: unknown, ms = 250) =>
      expect
        .poll(
          () => {
            clock.advance(ms)
            return probe()
          },
          { timeout: 60_000, interval: 10 },
        )
        .toEqual(expected),
  }
}

/** The component's command, in this process. */
function run(
  component: ControlPlaneComponent,
  { server, clock }: { server: Pick<RunningServer, 'kubeconfig'>; clock: FakeClock },
  hostname: string,
  ...args: string[]
) {
  let stop = (): void => {}
  const stopped = new Promise<void>((resolve) => {
    stop = resolve
  })
  const lines: string[] = []
  const ended = runControlPlane(component, ['--kubeconfig=k', ...args], {
    stdout: () => {},
    stderr: (text) => void lines.push(...text.split('\n').slice(0, -1).map(withoutHeader)),
    readFile: () => server.kubeconfig('admin'),
    writeFile: () => {},
    stopped: () => stopped,
    clock,
    random: realRandom,
    hostname,
  })
  closing.push(async () => {
    stop()
    await ended
  })
  return { lines, ended, stop }
}

const withoutHeader = (line: string): string => line.replace(/^([IWEF])\d{4} .*?\] /, '$1 ')

const ofHost = (host: string) => expect.stringMatching(new RegExp(`^${host}_[0-9a-f-]{36}$`))

describe('leader election', () => {
  it.each(['1.24', '1.36'])('lets one kube-controller-manager %s work', async (release) => {
    const plane = await startServer(release)
    const { holder, until, messages } = plane
    run(manager, plane, 'a', '--release', release)
    await until(() => holder(manager), ofHost('a'))
    const b = run(manager, plane, 'b', '--release', release)
    await until(() => b.lines.some((line) => /attempting to acquire leader lease/i.test(line)), true)
    for (let i = 0; i < 20; i++) await until(() => holder(manager), ofHost('a'))
    expect(b.lines.join('\n')).not.toContain('Started controller')
    await until(messages, ['a became leader'])
  })

  it('gives the work of one that is gone to the other, after its lease', async () => {
    const plane = await startServer('1.36')
    const { holder, until, specOf } = plane
    const a = run(manager, plane, 'a')
    await until(() => holder(manager), ofHost('a'))
    const b = run(manager, plane, 'b')
    a.stop()
    expect(await a.ended).toBe(0)
    expect(await holder(manager)).toEqual(ofHost('a'))
    await until(() => holder(manager), ofHost('b'))
    expect(await specOf(manager)).toMatchObject({ leaseTransitions: 1, leaseDurationSeconds: 15 })
    await until(() => b.lines.some((line) => line.includes('"Started controller"')), true)
  })

  it('ends one that cannot renew its lease', async () => {
    const plane = await startServer('1.30')
    const { holder, until, server } = plane
    const a = run(manager, plane, 'a', '--release=1.30')
    const b = run(scheduler, plane, 'b', '--release=1.30')
    await until(async () => [await holder(manager), await holder(scheduler)], [ofHost('a'), ofHost('b')])
    let codes: number[] | undefined
    void Promise.all([a.ended, b.ended]).then((both) => {
      codes = both
    })
    await server.stop()
    await until(() => codes, [1, 1])
    expect(a.lines).toContainEqual(
      expect.stringMatching(
        /^E Failed to update lock optimitically: Put "https:.*\/leases\/kube-controller-manager\?timeout=5s": dial tcp 127\.0\.0\.1:\d+: connect: connection refused, falling back to slow path$/,
      ),
    )
    expect(a.lines.slice(-2)).toEqual([
      'I failed to renew lease kube-system/kube-controller-manager: timed out waiting for the condition',
      'E "leaderelection lost"',
    ])
    expect(b.lines.at(-1)).toBe('E "Leaderelection lost"')
  })

  it('lets kube-scheduler give its lease up, and kube-controller-manager by its gate', async () => {
    const plane = await startServer('1.36')
    const { holder, until, specOf } = plane
    const a = run(scheduler, plane, 'a')
    const gate = 'ControllerManagerReleaseLeaderElectionLockOnExit'
    const b = run(manager, plane, 'b', `--feature-gates=${gate}=true`)
    await until(async () => [await holder(manager), await holder(scheduler)], [ofHost('b'), ofHost('a')])
    a.stop()
    b.stop()
    expect(await Promise.all([a.ended, b.ended])).toEqual([0, 0])
    expect(a.lines.at(-1)).toBe('I "Requested to terminate, exiting"')
    expect(b.lines.at(-1)).toBe('E "leaderelection lost/stopped"')
    for (const name of [manager, scheduler])
      expect(await specOf(name)).toMatchObject({ holderIdentity: '', leaseDurationSeconds: 1 })
  })

  it('can be left out, and be told where its lease is', async () => {
    const plane = await startServer('1.36')
    const { holder, until, client } = plane
    run(manager, plane, 'a', '--leader-elect-resource-namespace=default', '--leader-elect-resource-name=mine')
    const b = run(scheduler, plane, 'b', '--leader-elect=false')
    await until(async () => {
      const path = '/apis/coordination.k8s.io/v1/namespaces/default/leases/mine'
      return (await client.get<Lease>(path).catch(() => undefined))?.spec['holderIdentity']
    }, ofHost('a'))
    expect([await holder(manager), await holder(scheduler)]).toEqual([undefined, undefined])
    b.stop()
    expect(await b.ended).toBe(1)
    expect(b.lines.at(-1)).toBe('E "command failed" err="finished without leader elect"')
  })

  it.each([
    [
      '--leader-elect-resource-name=',
      'error retrieving resource lock kube-system/: resource name may not be empty',
    ],
    [
      '--leader-elect-resource-namespace=',
      'error retrieving resource lock /kube-controller-manager: an empty namespace may not be set when a resource name is provided',
    ],
  ])('waits in vain for a lease that cannot be: %s', async (flag, text) => {
    const plane = await startServer('1.29')
    const a = run(manager, plane, 'a', '--release=1.29', flag)
    await plane.until(() => a.lines.includes(`E ${text}`), true)
  })

  it.each([
    [
      manager,
      '1.36',
      ['--leader-elect-lease-duration=1s'],
      2,
      'panic: leaseDuration must be greater than renewDeadline',
    ],
    [
      scheduler,
      '1.36',
      ['--leader-elect-retry-period=-1s'],
      1,
      'E "command failed" err="couldn\'t create leader elector: retryPeriod must be greater than zero"',
    ],
    [
      scheduler,
      '1.29',
      ['--leader-elect-resource-lock=endpoints'],
      1,
      'E "command failed" err="couldn\'t create resource lock: endpoints lock is removed, migrate to endpointsleases (using version v0.27.x)"',
    ],
    [
      manager,
      '1.24',
      ['--leader-elect-resource-lock=configmaps'],
      255,
      'F error creating lock: configmaps lock is removed, migrate to configmapsleases',
    ],
    [
      manager,
      '1.36',
      ['--leader-elect-resource-lock=endpoints'],
      1,
      'E "command failed" err="resourceLock value must be \\"leases\\""',
    ],
  ])('refuses what cannot be: %s %s %j', async (component, release, args, code, line) => {
    const server = {
      kubeconfig: () =>
        '{"clusters":[{"name":"c","cluster":{"server":"http://127.0.0.1:1"}}],"contexts":[{"name":"c","context":{"cluster":"c"}}],"current-context":"c"}',
    }
    const { ended, lines } = run(
      component,
      { server, clock: new FakeClock() },
      'a',
      '--release',
      release,
      ...args,
    )
    expect(await ended).toBe(code)
    expect(lines.at(-1)).toBe(line)
  })
})

describe('coordinated leader election', () => {
  it.each([
    ['1.31', 'v1alpha1'],
    ['1.32', 'v1alpha2'],
    ['1.36', 'v1beta1'],
  ])('of %s gives the lead to the one that the server chooses', async (release, version) => {
    const gate = '--feature-gates=CoordinatedLeaderElection=true'
    const plane = await startServer(release, gate, `--runtime-config=coordination.k8s.io/${version}=true`)
    const { until, specOf, client } = plane
    const { lines } = run(manager, plane, 'a', '--release', release, gate)
    await until(() => lines.some((line) => line.includes('"Started controller"')), true)
    expect(await specOf(manager)).toMatchObject({
      holderIdentity: ofHost('a'),
      strategy: 'OldestEmulationVersion',
      leaseDurationSeconds: 15,
    })
    const path = `/apis/coordination.k8s.io/${version}/namespaces/kube-system/leasecandidates`
    const { items } = await client.get<{ items: Lease[] }>(path)
    expect(items.map(({ spec }) => spec)).toMatchObject([
      {
        leaseName: manager,
        binaryVersion: expect.stringMatching(new RegExp(`^${release}\\.\\d+$`)),
        emulationVersion: `${release}.0`,
      },
    ])
  })

  it('ends the one that has it where an older emulation version comes', async () => {
    const gate = '--feature-gates=CoordinatedLeaderElection=true'
    const plane = await startServer('1.36', gate, '--runtime-config=coordination.k8s.io/v1beta1=true')
    const { specOf, until } = plane
    const a = run(manager, plane, 'a', gate)
    await until(() => a.lines.some((line) => line.includes('"Started controller"')), true)
    run(manager, plane, 'b', gate, '--emulated-version=1.35')
    // Slowly: who is pinged has five seconds to answer.
    await until(async () => (await specOf(manager))?.['preferredHolder'], ofHost('b'), 50)
    let code: number | undefined
    void a.ended.then((ended) => {
      code = ended
    })
    await until(() => code, 1)
  })

  it('waits in vain where the server chooses nobody', async () => {
    const plane = await startServer('1.36', '--runtime-config=coordination.k8s.io/v1beta1=true')
    const a = run(manager, plane, 'a', '--feature-gates=CoordinatedLeaderElection=true')
    const told = () => a.lines.filter((line) => line.startsWith('I "Lease lock not found"')).length > 5
    await plane.until(told, true)
    expect(a.lines.join('\n')).not.toContain('Started controller')
  })
})

describe('the controllers of a cluster with several control plane nodes', () => {
  it('work where they lead, and tell so', async () => {
    const { components, server, until, holder, clock, messages } = await startServer('1.36')
    const start = async (identity: string) => {
      const started = await components.startControllers({ apiserver: server, leaderElection: { identity } })
      if (!started.ok) throw new Error(started.stderr)
      return started.component
    }
    const a = await start('a_1')
    await until(async () => [await holder(manager), await holder(scheduler)], ['a_1', 'a_0'])
    const page = async (path: string) => (await components.answer(manager, '', path))?.body
    expect(await page('/metrics')).toContain(
      'leader_election_master_status{name="kube-controller-manager"} 1',
    )
    expect(await page('/healthz')).toBe('ok')
    const b = await start('b_1')
    closing.push(() => b.stop())
    expect(await page('/metrics')).toContain(
      'leader_election_master_status{name="kube-controller-manager"} 0',
    )
    await a.stop()
    await until(async () => [await holder(manager), await holder(scheduler)], ['b_1', 'b_0'])
    expect(await messages()).toEqual(expect.arrayContaining(['a_1 became leader', 'b_1 became leader']))
    const bad = { identity: 'c_1' }
    const args = ['--leader-elect-renew-deadline=1m']
    expect(await components.startControllers({ apiserver: server, leaderElection: bad, args })).toMatchObject(
      {
        ok: false,
        stderr: 'panic: leaseDuration must be greater than renewDeadline\n',
      },
    )
    await server.stop()
    clock.advance(40_000)
    expect(await page('/healthz')).toBe('[-]leaderElection failed: reason withheld\nhealthz check failed\n')
  })
})
