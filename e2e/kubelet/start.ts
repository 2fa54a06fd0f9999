import { freePort } from '../../cluster/free-port.ts'
import { FakeClock } from '../../component-base/clock.ts'
import { newComponentGates } from '../../component-base/component-gates.ts'
import { silentLogger } from '../../component-base/klog.ts'
import { seededRandom } from '../../component-base/random.ts'
import { loadRelease } from '../../component-base/release.ts'
import { Kubelet } from '../../kubelet-sim/kubelet.ts'
import { defaultSettings, type KubeletSettings, simulatedMachine } from '../../kubelet-sim/kubelet-options.ts'
import type { NodeRuntime } from '../../kubelet-sim/pods/node-runtime.ts'
import { CertificateStore } from '../../server/endpoints/authentication/certificate-store.ts'
import { prepareApiserver } from '../../server/options/prepare-apiserver.ts'
import { startApiserver } from '../../server/start-apiserver.ts'
import { RecordingClient } from './recording-client.ts'

/** A server for kubelets of a test, with a client of an administrator. */
export async function startServer(release: string) {
  const args = [`--release=${release}`, `--secure-port=${await freePort()}`, '--bind-address=127.0.0.1']
  const config = prepareApiserver(args, { logger: silentLogger, notice: () => {} })
  if ('print' in config) throw new Error('no server')
  const certificates = new CertificateStore(undefined, Date.now)
  const server = await startApiserver(config, { logger: silentLogger, certificates })
  const { cert: ca } = await certificates.authority()
  const admin = await certificates.client('admin', 'kubernetes-admin', ['system:masters'])
  const credentials = { server: server.url, ca, ...admin }
  return { credentials, client: new RecordingClient(credentials), close: () => server.close() }
}

/** A kube-apiserver of a test. */
export type TestServer = Awaited<ReturnType<typeof startServer>>

/** A kubelet on a clock that the test moves, with its recorded requests. */
export interface TestKubelet {
  kubelet: Kubelet
  client: RecordingClient
  clock: FakeClock
  /** Moves the kubelet's clock on in small steps, each when the kubelet has nothing more to do. */
  pass: (ms: number) => Promise<void>
  /** Moves the clock on until `ask` says so; watches take their time. */
  until: (ask: () => Promise<boolean>) => Promise<void>
  stop: () => Promise<void>
}

const settle = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const steps = 250

/** Until nothing is under way, however slow the machine is. */
async function quiet(client: RecordingClient): Promise<void> {
  for (let still = 0; still < 3; ) {
    await settle(4)
    still = client.busy > 0 ? 0 : still + 1
  }
}

/** Starts a kubelet on a clock of its own. */
export function startKubelet(...args: Parameters<typeof prepareKubelet>): TestKubelet {
  const prepared = prepareKubelet(...args)
  prepared.kubelet.start()
  return prepared
}

/** Makes a kubelet on a clock of its own, without starting it. */
export function prepareKubelet(
  server: TestServer,
  options: {
    release: string
    gates?: Record<string, boolean>
    settings?: Partial<KubeletSettings>
    name?: string
    /** Those of a kubelet that ran on the machine before. */
    runtime?: NodeRuntime
    clock?: FakeClock
  },
): TestKubelet {
  const release = loadRelease(options.release)
  const client = new RecordingClient(server.credentials)
  const clock = options.clock ?? new FakeClock(Date.now())
  const random = seededRandom(1)
  const gates = newComponentGates(release, 'kubelet')
  gates.setFromMap(new Map(Object.entries(options.gates ?? {})))
  const kubelet = new Kubelet({
    nodeName: options.name ?? 'n1',
    release,
    gates,
    client,
    clock,
    random,
    logger: silentLogger,
    settings: { ...defaultSettings, ...options.settings },
    machine: simulatedMachine(seededRandom(2)),
    runtime: options.runtime,
  })
  return {
    kubelet,
    client,
    clock,
    async pass(ms) {
      for (let left = ms; left > 0; left -= steps) {
        await quiet(client)
        clock.advance(Math.min(steps, left))
      }
      await quiet(client)
    },
    async until(ask) {
      for (let i = 0; i < 400 && !(await ask()); i++) {
        await settle(10)
        await quiet(client)
        clock.advance(steps)
      }
      await quiet(client)
    },
    async stop() {
      await kubelet.stop()
      client.close()
    },
  }
}
