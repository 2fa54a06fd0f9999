// Binds the replay's machine to the simulators: every component in this process.
import { setTimeout as pause } from 'node:timers/promises'
import { type ClientConfig, formatKubeconfig, parseKubeconfig } from '../client/kubeconfig.ts'
import { RestClient } from '../client/rest-client.ts'
import { realClock } from '../component-base/clock.ts'
import { FlagError } from '../component-base/flags/flag-definition.ts'
import { formatStructured, klogLogger, type Logger, silentLogger } from '../component-base/klog.ts'
import { realRandom } from '../component-base/random.ts'
import { loadRelease, type Release } from '../component-base/release.ts'
import type {
  ApiserverStart,
  ComponentRuntime,
  NodeComponentStart,
  RunningApiserver,
  RunningComponent,
  Started,
} from '../replay/runtime.ts'

const releaseOf = (start: { release: string; version: string | undefined }): Release => {
  const release = loadRelease(start.release)
  return start.version === undefined ? release : { ...release, text: start.version }
}

/** A logger whose lines are kept: what the component wrote to stderr. */
function recorder(): { logger: Logger; text: () => string; write: (line: string) => void } {
  const lines: string[] = []
  const write = (line: string): void => void lines.push(line)
  return {
    logger: klogLogger({ write, now: Date.now, source: 'run.go:72' }),
    text: () => lines.join(''),
    write,
  }
}

export const componentRuntime: ComponentRuntime = {
  startApiserver,
  startControllers,
  startKubelet,
  async startKubeProxy() {
    return { ok: true, component: { stop: async () => {} } }
  },
}

async function startApiserver(start: ApiserverStart): Promise<Started<RunningApiserver>> {
  const stderr = recorder()
  const [{ prepareApiserver }, { startApiserver: serve }] = await Promise.all([
    import('../server/options/prepare-apiserver.ts'),
    import('../server/start-apiserver.ts'),
  ])
  const args = [...start.args, '--bind-address=127.0.0.1', `--release=${start.release}`]
  if (start.dataDir !== undefined) args.push(`--data-dir=${start.dataDir}`)
  try {
    const config = prepareApiserver(args, {
      logger: stderr.logger,
      notice: (line) => stderr.write(`${line}\n`),
    })
    if ('print' in config) return { ok: false, exitCode: 0, stderr: config.print }
    const running = await serve({ ...config, port: 0, release: releaseOf(start) }, { logger: silentLogger })
    const { certificates } = running
    const [authority, admin] = await Promise.all([
      certificates.authority(),
      certificates.client('admin', 'kubernetes-admin', ['system:masters']),
    ])
    const credentials: ClientConfig = {
      server: running.url,
      ca: authority.cert,
      cert: admin.cert,
      key: admin.key,
    }
    const component = {
      url: running.url,
      kubeconfig: () => formatKubeconfig(credentials, 'local'),
      stop: () => running.close(),
    }
    return { ok: true, component }
  } catch (error) {
    return refusal(error, stderr.text())
  }
}

function refusal(error: unknown, before: string): { ok: false; exitCode: number; stderr: string } {
  const message = error instanceof Error ? error.message : String(error)
  const line =
    error instanceof FlagError ? `Error: ${message}` : formatStructured('command failed', { err: message })
  return { ok: false, exitCode: 1, stderr: `${before}${line}\n` }
}

function clientOf(start: NodeComponentStart, agent: string): RestClient {
  return new RestClient(parseKubeconfig(start.apiserver.kubeconfig('admin')), agent)
}

async function startControllers(start: NodeComponentStart): Promise<Started<RunningComponent>> {
  const { startControllers: run } = await import('../controllers/index.ts')
  const config = parseKubeconfig(start.apiserver.kubeconfig('admin'))
  const client = clientOf(start, 'kube-controller-manager')
  const component = run({
    client,
    clock: realClock,
    random: realRandom,
    logger: silentLogger,
    rootCA: config.ca ?? '',
  })
  return { ok: true, component }
}

async function startKubelet(start: NodeComponentStart): Promise<Started<RunningComponent>> {
  const stderr = recorder()
  const [{ prepareKubelet }, { Kubelet }, { simulatedMachine }] = await Promise.all([
    import('../kubelet-sim/options/prepare-kubelet.ts'),
    import('../kubelet-sim/kubelet.ts'),
    import('../kubelet-sim/kubelet-options.ts'),
  ])
  const release = releaseOf(start)
  try {
    const prepared = await prepareKubelet(start.args, {
      release,
      logger: stderr.logger,
      notice: (l) => stderr.write(`${l}\n`),
      readText: start.readFile,
    })
    const kubelet = new Kubelet({
      nodeName: prepared.nodeName ?? '127.0.0.1',
      minor: release.minor,
      facts: release.facts,
      version: release.text,
      gates: prepared.gates,
      client: clientOf(start, 'kubelet'),
      clock: realClock,
      random: realRandom,
      logger: silentLogger,
      settings: prepared.settings,
      machine: simulatedMachine(realRandom),
    }).start()
    await Promise.race([kubelet.reported, pause(10_000, undefined, { ref: false })])
    return { ok: true, component: kubelet }
  } catch (error) {
    return refusal(error, stderr.text())
  }
}
