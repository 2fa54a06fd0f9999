// Starts components in this process, from their own command lines.
import { type ClientConfig, formatKubeconfig, loadKubeconfig, parseKubeconfig } from '../client/kubeconfig.ts'
import { RestClient } from '../client/rest-client.ts'
import type { Clock } from '../component-base/clock.ts'
import { realClock } from '../component-base/clock.ts'
import { type Connect, connectionRefused } from '../component-base/in-process-connection.ts'
import type { Logger } from '../component-base/klog.ts'
import { metricsContentType, releaseMetrics } from '../component-base/metrics/component-metrics.ts'
import { formatMetrics, type Metric } from '../component-base/metrics/metrics-text.ts'
import type { ReleasePlan } from '../component-base/plan-extension.ts'
import { type Random, realRandom } from '../component-base/random.ts'
import { loadRelease, type Release } from '../component-base/release.ts'
import { startControllers } from '../controllers/index.ts'
import {
  type PreparedControllerManager,
  prepareControllerManager,
} from '../controllers/options/prepare-controller-manager.ts'
import type { ProxyRules } from '../kube-proxy-sim/rules/render-rules.ts'
import { ContainerManager } from '../kubelet-sim/cm/container-manager.ts'
import { cpusFor } from '../kubelet-sim/cm/reservations.ts'
import type { KubeletConfiguration } from '../kubelet-sim/config/kubelet-configuration.ts'
import { kubeletAnswer } from '../kubelet-sim/http/kubelet-endpoints.ts'
import { Kubelet } from '../kubelet-sim/kubelet.ts'
import {
  defaultSettings,
  type KubeletSettings,
  type MachineInfo,
  simulatedMachine,
} from '../kubelet-sim/kubelet-options.ts'
import { KubeletStartError } from '../kubelet-sim/options/kubelet-start-error.ts'
import { type PreparedKubelet, prepareKubelet } from '../kubelet-sim/options/prepare-kubelet.ts'
import { CertificateStore } from '../server/endpoints/authentication/certificate-store.ts'
import type { NodeAnswer } from '../server/endpoints/special/node-backend.ts'
import type { Turns } from '../server/http-listeners.ts'
import { prepareApiserver } from '../server/options/prepare-apiserver.ts'
import { type RunningApiserver, startApiserver } from '../server/start-apiserver.ts'
import type { Storage } from '../server/storage/interface.ts'
import { ComponentJournal } from './component-journal.ts'
import { Stderr } from './component-stderr.ts'
import { filesNamedIn } from './files-named-in.ts'
import { freePort } from './free-port.ts'
import { OwnNodes } from './node-backend.ts'
import { ownUrl } from './own-url.ts'

/** A component that runs, or its exit code and what it wrote to stderr. */
export type Started<T> = { ok: true; component: T } | { ok: false; exitCode: number; stderr: string }

export interface RunningComponent {
  stop(): Promise<void>
}
export interface RunningServer extends RunningComponent {
  url: string
  /** A kubeconfig with a client certificate of `user`; `admin` is in system:masters. */
  kubeconfig(user: string): string
  activity(): ServerActivity
  /** Calls with the key of each object that is written from now on, until the answer is called. */
  onWrite(told: (key: string) => void): () => void
}

/** Whether a server has something to do: it rests while nothing of this changes. */
export interface ServerActivity {
  /** Of the store. */
  revision: number
  /** Requests that are being answered, watches apart. */
  inFlight: number
}

export interface RunningProxy extends RunningComponent {
  /** What the node's tools show of the rules of the last sync; undefined before the first. */
  rules(): ProxyRules | undefined
}

export interface ComponentStart {
  /** `1.34` or `1.31.0`. */
  release: string
  /** Reported in place of the release's own version, for builds without a stamp. */
  version?: string | undefined
  args: readonly string[]
  readFile: (path: string) => Promise<string>
  /** Where a kubelet keeps its state. Default: it keeps none. */
  writeFile?: ((path: string, content: string) => Promise<void>) | undefined
  /** Receives the component's log lines, in place of the log of all components. */
  log?: (line: string) => void
}

/** How a kube-apiserver is started. */
export interface ApiserverStart extends ComponentStart {
  /** Keeps the store; undefined: in memory, gone with the server. */
  dataDir?: string | undefined
  /** Opens a store that outlives the server, in place of `dataDir`; the server closes it. @param writtenBy the release that writes, as `1.34` */
  openStorage?: (writtenBy: string, logger: Logger) => Promise<Storage>
  /** Undefined or 0: a free one. */
  port?: number
  /** Everybody may do everything. */
  trusting?: boolean
}

/** How a kubelet or kube-proxy is started. */
interface NodeStart extends ComponentStart {
  apiserver: { kubeconfig(user: string): string }
  hostname?: string
  /** The node that its log is kept for. Default: what its flags or the host name it. */
  node?: string | undefined
}

export interface ComponentsOptions {
  clock?: Clock
  random?: Random
  /** Where the CA and certificates are kept; undefined: in memory. */
  certDir?: string
  /** Where servers say that they are. Default: the host's first address, and the port that they listen on. */
  advertise?: { address: string; port: number }
  /** For the releases that components are started as. */
  plan?: ReleasePlan
  /** Receives the components' log lines. */
  log?: (component: string, line: string) => void
  /** Components reach the servers that this starts and no others, by connections within the process. */
  ownServersOnly?: boolean
  /** All requests wait for their turns; with `ownServersOnly`. */
  turns?: Turns
  /** How long a start waits is measured by this. Default: `clock` */
  startClock?: Clock
}

const statusTimeoutMs = 15_000
const freePortAttempts = 5

/** One CA for all servers that it starts, so that credentials outlive a server. */
export class Components {
  private readonly clock: Clock
  private readonly random: Random
  private readonly certificates: CertificateStore
  private readonly advertise: ComponentsOptions['advertise']
  private readonly plan: ReleasePlan | undefined
  private readonly log: (component: string, line: string) => void
  /** Undefined: sockets, to whatever their kubeconfigs name. */
  private readonly connectComponent: Connect | undefined
  private readonly turns: Turns | undefined
  private readonly startClock: Clock
  /** By their URLs. */
  private readonly servers = new Map<string, RunningApiserver>()
  /** A node keeps its machine when its kubelet is restarted. */
  private readonly machines = new Map<string, MachineInfo>()
  /** What the components have logged. */
  readonly journal = new ComponentJournal()
  private readonly nodes = new OwnNodes(this.journal)
  /** By component and node. */
  private readonly answers = new Map<string, (path: string) => Promise<NodeAnswer> | NodeAnswer>()

  constructor(options: ComponentsOptions = {}) {
    this.clock = options.clock ?? realClock
    this.random = options.random ?? realRandom
    // TLS stacks look at the host's time, whatever the cluster's clock says.
    this.certificates = new CertificateStore(options.certDir, () => realClock.now())
    this.advertise = options.advertise
    this.plan = options.plan
    this.log = options.log ?? (() => {})
    this.connectComponent = options.ownServersOnly === true ? this.connect(true) : undefined
    this.turns = options.turns
    this.startClock = options.startClock ?? this.clock
  }

  /** Connections within the process, to the servers that this has started. @param component of a component, not of a command */
  connect(component: boolean): Connect {
    return (url) => {
      const running = this.servers.get(ownUrl(url))
      if (running === undefined) throw connectionRefused(url)
      return running.server.connect({ component })
    }
  }

  /** Resolves when the server serves. */
  async startApiserver(start: ApiserverStart): Promise<Started<RunningServer>> {
    for (let left = freePortAttempts; ; left--) {
      const started = await this.startApiserverOn(start.port || (await freePort()), start)
      // Another process may have taken a port that was free when it was chosen.
      if (started.ok || start.port || left === 1 || !started.stderr.includes('EADDRINUSE')) return started
    }
  }

  private async startApiserverOn(port: number, start: ApiserverStart): Promise<Started<RunningServer>> {
    const { logger, stderr } = this.logging('kube-apiserver', start.log)
    let storage: Storage | undefined
    try {
      const own = [
        `--release=${start.release}`,
        ...(start.dataDir === undefined ? [] : [`--data-dir=${start.dataDir}`]),
        ...(this.advertise === undefined ? [] : [`--advertise-address=${this.advertise.address}`]),
      ]
      const given = start.args.filter((a) => !a.startsWith('--secure-port'))
      const config = prepareApiserver([...own, `--secure-port=${port}`, ...given], {
        logger,
        notice: stderr.notice,
        readFile: await filesNamedIn(given, start.readFile),
        ...(this.plan === undefined ? {} : { plan: this.plan }),
      })
      if ('print' in config) return { ok: false, exitCode: 0, stderr: config.print }
      logger.log('I', `Version: ${start.version ?? config.release.text}`)
      logger.logS('I', 'Golang settings', { GOGC: '', GOMAXPROCS: '', GOTRACEBACK: '' })
      storage = await start.openStorage?.(config.release.facts, logger)
      const running = await startApiserver(
        {
          ...config,
          dataDir: start.dataDir,
          certDir: undefined,
          release: reporting(config.release, start.version),
          advertisePort: this.advertise?.port ?? config.port,
        },
        {
          logger,
          clock: this.clock,
          random: this.random,
          certificates: this.certificates,
          trusting: start.trusting === true,
          nodes: this.nodes,
          ...(this.turns === undefined ? {} : { turns: this.turns }),
          ...(storage === undefined ? {} : { storage }),
        },
      )
      return { ok: true, component: await this.runningServer(running, storage) }
    } catch (error) {
      await storage?.close()
      return stderr.failure(error)
    }
  }

  private async runningServer(
    running: RunningApiserver,
    storage: Storage | undefined,
  ): Promise<RunningServer> {
    const { cert: ca } = await this.certificates.authority()
    const users = await this.users()
    this.servers.set(running.url, running)
    return {
      url: running.url,
      kubeconfig: (user) =>
        formatKubeconfig({ server: running.url, ca, ...(users.get(user) ?? users.get('admin')!) }),
      activity: () => ({ revision: running.storage.revision(), inFlight: running.server.inFlight() }),
      onWrite: (told) => {
        const watcher = running.storage.watch('', undefined, ({ record }) => told(record.key))
        return () => watcher.stop()
      },
      stop: async () => {
        this.servers.delete(running.url)
        await running.close()
        await storage?.close()
      },
    }
  }

  /** A kubeconfig with a new client certificate, for a server that this has started. */
  async userKubeconfig(
    server: { url: string },
    user: { name: string; groups: readonly string[] },
  ): Promise<string> {
    const authority = await this.certificates.authority()
    const { issueCertificate } = await import('../component-base/certificate-authority.ts')
    const pair = await issueCertificate(
      authority,
      { commonName: user.name, organizations: user.groups, usage: 'client' },
      realClock.now(),
    )
    return formatKubeconfig({ server: server.url, ca: authority.cert, ...pair })
  }

  /** What kube-controller-manager and kube-scheduler do. @param start.args of kube-controller-manager */
  async startControllers(start: {
    apiserver: { kubeconfig(user: string): string }
    /** Default: the newest. */
    release?: string
    args?: readonly string[]
    log?: (line: string) => void
  }): Promise<Started<RunningComponent>> {
    const { logger, stderr } = this.logging('kube-controller-manager', start.log)
    const release = loadRelease(start.release, this.plan)
    let prepared: PreparedControllerManager
    try {
      prepared = prepareControllerManager(start.args ?? [], { release, logger })
    } catch (error) {
      return stderr.failure(error)
    }
    logger.logS('I', 'Starting', { version: release.text })
    logger.logS('I', 'Golang settings', { GOGC: '', GOMAXPROCS: '', GOTRACEBACK: '' })
    const config = parseKubeconfig(start.apiserver.kubeconfig('admin'))
    const client = this.clientOf(config, 'kube-controller-manager')
    const controllers = startControllers({
      ...prepared,
      client,
      clock: this.clock,
      random: this.random,
      logger,
      rootCA: config.ca ?? '',
    })
    const startedAt = this.clock.now()
    this.answers.set('kube-controller-manager/', (path) =>
      managerAnswer(path, () => releaseMetrics(release, () => prepared.allGates(), startedAt), release.minor),
    )
    return {
      ok: true,
      component: {
        stop: async () => {
          await controllers.stop()
          client.close()
        },
      },
    }
  }

  /** Resolves when the node's status has been reported once. */
  async startKubelet(start: NodeStart): Promise<Started<RunningComponent>> {
    const { logger, stderr } = this.logging('kubelet', start.log, nodeNameOf(start))
    try {
      const release = reporting(loadRelease(start.release, this.plan), start.version)
      const prepared = await prepareKubelet(start.args, {
        release,
        logger,
        notice: stderr.notice,
        readText: start.readFile,
      })
      const config = await kubeletClientConfig(prepared, start)
      const client = this.clientOf(config, `kubelet/${release.text} (linux/amd64) kubernetes/0000000`)
      const nodeName = prepared.nodeName ?? start.hostname ?? 'localhost'
      const machine = this.machineOf(nodeName, prepared.config)
      const managers = await startManagers(prepared, { release, logger, machine, start })
      const kubelet = new Kubelet({
        nodeName,
        minor: release.minor,
        facts: release.facts,
        version: release.text,
        gates: prepared.gates,
        machine,
        managers,
        settings: this.withPodNetwork(nodeName, prepared.settings),
        client,
        clock: this.clock,
        random: this.random,
        logger,
      }).start()
      const state = {
        minor: release.minor,
        facts: release.facts,
        version: release.text,
        config: prepared.config,
        flags: prepared.flags,
        clock: this.clock,
        startedAt: this.clock.now(),
        nodeName,
        gates: prepared.allGates,
        pods: () => kubelet.podObjects(),
      }
      const answer = (path: string) => kubeletAnswer(path, state)
      this.nodes.kubelets.set(nodeName, answer)
      await new Promise<void>((resolve) => {
        const cancel = this.startClock.setTimeout(resolve, statusTimeoutMs)
        void kubelet.reported.then(cancel).then(resolve)
      })
      return {
        ok: true,
        component: {
          stop: async () => {
            if (this.nodes.kubelets.get(nodeName) === answer) this.nodes.kubelets.delete(nodeName)
            await kubelet.stop()
            client.close()
          },
        },
      }
    } catch (error) {
      return stderr.failure(error)
    }
  }

  /** Resolves when rules have been programmed, or after two seconds. */
  async startKubeProxy(start: NodeStart): Promise<Started<RunningProxy>> {
    const { startKubeProxy } = await import('../kube-proxy-sim/start-kube-proxy.ts')
    const keep = this.journal.begin('kube-proxy', nodeNameOf(start), () => this.clock.now())
    const started = await startKubeProxy({
      release: reporting(loadRelease(start.release, this.plan), start.version),
      args: start.args,
      readFile: start.readFile,
      fallback: parseKubeconfig(start.apiserver.kubeconfig('admin')),
      ...(start.hostname === undefined ? {} : { hostname: start.hostname }),
      clock: this.clock,
      random: this.random,
      log: (line) => {
        keep(line)
        if (start.log === undefined) this.log('kube-proxy', line)
        else start.log(line)
      },
      startClock: this.startClock,
      ...(this.connectComponent === undefined ? {} : { connect: this.connectComponent }),
    })
    if (started.ok && 'metricsAnswer' in started.component) {
      const { component } = started
      this.answers.set(`kube-proxy/${nodeNameOf(start)}`, (path) => component.metricsAnswer(path))
    }
    return started
  }

  /** What a component answers on its own port. Undefined where it has none here. @param path without query */
  async answer(component: string, node: string, path: string): Promise<NodeAnswer | undefined> {
    if (component === 'kubelet') return this.nodes.answer(node, path)
    return this.answers.get(`${component}/${node}`)?.(path)
  }

  /** kube-proxy runs that end by themselves (`--write-config-to`): what it wrote and printed. */
  async runKubeProxy(
    start: ComponentStart,
  ): Promise<{ exitCode: number; stderr: string; files: Record<string, string> }> {
    const { writeKubeProxyConfig } = await import('../kube-proxy-sim/start-kube-proxy.ts')
    const { args, readFile } = start
    const release = reporting(loadRelease(start.release, this.plan), start.version)
    return writeKubeProxyConfig({ release, args, readFile, clock: this.clock })
  }

  private clientOf(config: ClientConfig, userAgent: string): RestClient {
    return new RestClient(config, userAgent, undefined, this.connectComponent)
  }

  /** A kubelet that reserves CPUs by name is on a machine that has them. */
  private machineOf(nodeName: string, { reservedSystemCPUs = '' }: KubeletConfiguration): MachineInfo {
    const cpus = cpusFor(reservedSystemCPUs)
    const before = this.machines.get(nodeName) ?? simulatedMachine(this.random, cpus)
    const machine =
      Number(before.capacity['cpu']) >= cpus
        ? before
        : { ...before, capacity: { ...before.capacity, cpu: String(cpus) } }
    this.machines.set(nodeName, machine)
    return machine
  }

  /** Where none is configured, each node has a pod network of its own: 10.88.0.0/24, 10.88.1.0/24, … */
  private withPodNetwork(nodeName: string, settings: KubeletSettings): KubeletSettings {
    if (settings.podCIDR !== defaultSettings.podCIDR) return settings
    const at = [...this.machines.keys()].indexOf(nodeName)
    return { ...settings, podCIDR: `10.${88 + (at >> 8)}.${at & 255}.0/24` }
  }

  private async users(): Promise<Map<string, Pick<ClientConfig, 'cert' | 'key'>>> {
    const admin = await this.certificates.client('admin', 'kubernetes-admin', ['system:masters'])
    return new Map([['admin', admin]])
  }

  /** @param node of a node's program */
  private logging(
    component: string,
    log: (line: string) => void = (line) => this.log(component, line),
    node = '',
  ): { logger: Logger; stderr: Stderr } {
    const keep = this.journal.begin(component, node, () => this.clock.now())
    const stderr = new Stderr(this.clock, (line) => {
      keep(line)
      log(line)
    })
    return { logger: stderr.logger, stderr }
  }
}

/** kube-controller-manager's own pages. */
function managerAnswer(path: string, metrics: () => Metric[], minor: number): NodeAnswer {
  const text = (body: string, status = 200): NodeAnswer => ({
    status,
    contentType: 'text/plain; charset=utf-8',
    body,
  })
  if (path === '/metrics')
    return { ...text(formatMetrics(metrics())), contentType: metricsContentType(minor) }
  return /^\/(?:healthz|livez|readyz)$/.test(path) ? text('ok') : text('404 page not found\n', 404)
}

/** Of a kubelet or kube-proxy, before its command line is read. */
function nodeNameOf({ args, node, hostname }: NodeStart): string {
  const flag = args.find((arg) => arg.startsWith('--hostname-override='))?.slice(20)
  return node ?? flag ?? hostname ?? 'localhost'
}

const reporting = (release: Release, version: string | undefined): Release =>
  version === undefined ? release : { ...release, text: version }

/** Undefined where there is no disk to keep their state on. */
async function startManagers(
  { config, gates, flags }: PreparedKubelet,
  node: { release: Release; logger: Logger; machine: MachineInfo; start: ComponentStart },
): Promise<ContainerManager | undefined> {
  const { readFile, writeFile } = node.start
  if (writeFile === undefined) return undefined
  const path = (name: string): string => `${flags.values.string('root-dir').replace(/\/$/, '')}/${name}`
  const { capacity } = node.machine
  return ContainerManager.start({
    config,
    gates,
    minor: node.release.minor,
    logger: node.logger,
    cpus: Number(capacity['cpu']),
    capacity,
    files: {
      path,
      read: (name) => readFile(path(name)).catch(() => undefined),
      write: (name, content) => writeFile(path(name), content),
    },
  })
}

async function kubeletClientConfig(
  prepared: PreparedKubelet,
  start: ComponentStart & { apiserver: { kubeconfig(user: string): string } },
): Promise<ClientConfig> {
  for (const path of [prepared.kubeconfig, prepared.bootstrapKubeconfig]) {
    if (path === undefined) continue
    const text = await start.readFile(path).catch(() => undefined)
    if (text !== undefined) return loadKubeconfig(text, start.readFile)
  }
  if (prepared.bootstrapKubeconfig !== undefined)
    throw new KubeletStartError(
      `failed to run Kubelet: unable to load bootstrap kubeconfig: stat ${prepared.bootstrapKubeconfig}: no such file or directory`,
    )
  if (prepared.kubeconfig !== undefined)
    throw new KubeletStartError(
      `failed to run Kubelet: invalid kubeconfig: stat ${prepared.kubeconfig}: no such file or directory`,
    )
  return parseKubeconfig(start.apiserver.kubeconfig('admin'))
}
