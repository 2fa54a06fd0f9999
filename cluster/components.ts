// Starts components in this process, from their own command lines.
import { type ClientConfig, parseKubeconfig } from '../client/kubeconfig.ts'
import type { OpenDirect } from '../component-base/direct-line.ts'
import type { Connect } from '../component-base/in-process-connection.ts'
import { metricsContentType, releaseMetrics } from '../component-base/metrics/component-metrics.ts'
import { formatMetrics, type Metric } from '../component-base/metrics/metrics-text.ts'
import type { StartWhy } from '../component-base/start-refusal.ts'
import { startControllers } from '../controllers/index.ts'
import type { IssuingOptions } from '../controllers/issuing.ts'
import { readControlPlane } from '../controllers/options/control-plane-flags.ts'
import type { NodeNetworks } from '../controllers/options/node-networks.ts'
import {
  completeControllerManager,
  type PreparedControllerManager,
} from '../controllers/options/prepare-controller-manager.ts'
import type { NodeAnswer } from '../server/endpoints/special/node-backend.ts'
import { Apiservers } from './apiservers.ts'
import { ComponentEnvironment, nodeNameOf } from './component-environment.ts'
import type { ComponentJournal } from './component-journal.ts'
import type {
  ApiserverStart,
  ComponentStart,
  ComponentsOptions,
  ControllersStart,
  NodeStart,
  RunningComponent,
  RunningKubelet,
  RunningProxy,
  RunningServer,
  Started,
} from './component-start.ts'
import { checkElection, electControllers, type RunningControllers } from './elected-controllers.ts'
import { filesNamedIn } from './files-named-in.ts'
import { Front } from './front.ts'
import { Kubelets } from './kubelets.ts'
import type { KubeletHere } from './node-backend.ts'
import { ownUrl } from './own-url.ts'

const noFiles = (): Promise<string> => Promise.reject(new Error('there are no files'))

type PageAnswer = (path: string) => Promise<NodeAnswer> | NodeAnswer

/** Starts components in this process. One set shares a CA, a clock and a journal. */
export class Components {
  private readonly environment: ComponentEnvironment
  private readonly apiservers: Apiservers
  private readonly kubelets: Kubelets
  /** The answers of components on their own ports, by component and node or server. */
  private readonly answers = new Map<string, PageAnswer>()

  constructor(options: ComponentsOptions = {}) {
    this.environment = new ComponentEnvironment(options)
    this.apiservers = new Apiservers(this.environment, options)
    this.kubelets = new Kubelets(this.environment)
  }

  /** The lines that the components have logged. */
  get journal(): ComponentJournal {
    return this.environment.journal
  }

  /** Connections within the process, to the servers that this has started. @param component of a component, not of a command */
  connect(component: boolean): Connect {
    return this.environment.connect(component)
  }

  /** See {@link ComponentEnvironment.direct}. */
  get direct(): OpenDirect | undefined {
    return this.environment.direct
  }

  /** Resolves when the server serves. */
  startApiserver(start: ApiserverStart): Promise<Started<RunningServer>> {
    return this.apiservers.start(start)
  }

  /** One address on the loopback for servers that this starts. Rejects where the port cannot be listened on. @param port 0: a free one */
  async openFront(names: readonly string[], port: number): Promise<Front> {
    const { servers } = this.environment
    const front = await Front.listen(names, port, servers)
    servers.set(ownUrl(`https://127.0.0.1:${front.port}`), front)
    return front
  }

  /** A kubeconfig with a new client certificate, for a server that this has started. */
  userKubeconfig(
    server: { url: string },
    user: { name: string; groups: readonly string[] },
  ): Promise<string> {
    return this.apiservers.userKubeconfig(server, user)
  }

  /** Resolves when the node's status has been reported once. */
  startKubelet(start: NodeStart): Promise<Started<RunningKubelet>> {
    return this.kubelets.start(start)
  }

  /** Starts kube-controller-manager and kube-scheduler. Resolves when they work, or where an election is held, when it was tried once. */
  async startControllers(start: ControllersStart): Promise<Started<RunningComponent>> {
    const { clock, random } = this.environment
    const { logger, stderr } = this.environment.logging('kube-controller-manager', start.log)
    const release = this.environment.releaseOf(start.release === undefined ? {} : { release: start.release })
    let config: ClientConfig
    let prepared: PreparedControllerManager
    let issuing: IssuingOptions
    let nodeNetworks: NodeNetworks
    try {
      const { args = [], readFile = noFiles } = start
      const read = readControlPlane('kube-controller-manager', args, { release, logger })
      const files = await filesNamedIn(args, readFile)
      prepared = completeControllerManager(read, { release, logger, readFile: files })
      config = parseKubeconfig(start.apiserver.kubeconfig('admin'))
      issuing = await this.apiservers.issuing(read.parsed.values, {
        files,
        clusterCA: config.ca ?? '',
        logger,
      })
      nodeNetworks = prepared.nodeNetworks()
      if (start.leaderElection !== undefined) checkElection(prepared)
    } catch (error) {
      return stderr.failure(error)
    }
    logger.logS('I', 'Starting', { version: release.text })
    logger.logS('I', 'Golang settings', { GOGC: '', GOMAXPROCS: '', GOTRACEBACK: '' })
    const client = this.environment.clientOf(config, 'kube-controller-manager')
    const parts = { ...prepared, client, clock, random, logger, issuing, nodeNetworks }
    const elects = start.leaderElection !== undefined && prepared.leaderElection.leaderElect
    const leaseClient = elects ? this.environment.clientOf(config, 'leader-election') : undefined
    const controllers: RunningControllers =
      start.leaderElection === undefined || leaseClient === undefined
        ? startControllers(parts)
        : electControllers({ ...parts, ...start.leaderElection, leaseClient })
    await controllers.settled
    const startedAt = clock.now()
    const metrics = (): readonly Metric[] =>
      prepared.extension.metrics([
        ...releaseMetrics(release, () => prepared.allGates(), startedAt),
        ...(controllers.metrics?.() ?? []),
      ])
    const endAnswers = this.answerFor(`kube-controller-manager/${start.name ?? ''}`, (path) =>
      managerAnswer(path, { metrics, minor: release.minor, unhealthy: () => controllers.check?.() }),
    )
    return {
      ok: true,
      component: {
        gates: { set: prepared.gates.given, effective: prepared.gates, release },
        stop: async () => {
          endAnswers()
          await controllers.stop()
          client.close()
          leaseClient?.close()
        },
      },
    }
  }

  /** Resolves when rules have been programmed, or after two seconds. */
  async startKubeProxy(start: NodeStart): Promise<Started<RunningProxy>> {
    const { startKubeProxy } = await import('../kube-proxy-sim/start-kube-proxy.ts')
    const { clock, connectComponent, direct, random, startClock } = this.environment
    const release = this.environment.releaseOf(start)
    const started = await startKubeProxy({
      release,
      args: start.args,
      readFile: start.readFile,
      fallback: parseKubeconfig(start.apiserver.kubeconfig('admin')),
      ...(start.hostname === undefined ? {} : { hostname: start.hostname }),
      clock,
      random,
      log: this.environment.lines('kube-proxy', start.log, nodeNameOf(start)),
      startClock,
      ...(connectComponent === undefined ? {} : { connect: connectComponent }),
      ...(direct === undefined ? {} : { direct }),
    })
    if (!started.ok) return started
    const { component: proxy, gates } = started
    const endAnswers = this.answerFor(`kube-proxy/${nodeNameOf(start)}`, (path) => proxy.metricsAnswer(path))
    return {
      ok: true,
      component: {
        gates: { set: gates.given, effective: gates, release },
        rules: () => proxy.rules(),
        traffic: {
          programmed: () => proxy.programmedState(),
          onSync: (listener) => proxy.onSync(listener),
          serviceHealth: (port) => proxy.serviceHealthAnswer(port),
          healthAt: (port) => proxy.healthAt(port),
        },
        stop: () => {
          endAnswers()
          return proxy.stop()
        },
      },
    }
  }

  /**
   * What a component answers on its own port. Undefined where it has none here, or has been stopped.
   * @param node of kube-controller-manager: the server that it stands beside, `''` where there is one
   * @param path without query
   */
  async answer(component: string, node: string, path: string): Promise<NodeAnswer | undefined> {
    if (component === 'kubelet') return this.environment.nodes.answer(node, path)
    return this.answers.get(`${component}/${node}`)?.(path)
  }

  /** @returns what ends it, unless another one answers there meanwhile */
  private answerFor(name: string, answer: PageAnswer): () => void {
    this.answers.set(name, answer)
    return () => {
      if (this.answers.get(name) === answer) this.answers.delete(name)
    }
  }

  /** The answer of a node's kubelet at its own port to who asks. Undefined where it is not here. */
  async askKubelet(
    node: string,
    ...asked: Parameters<KubeletHere['answerTo']>
  ): Promise<NodeAnswer | undefined> {
    return this.environment.nodes.kubelets.get(node)?.answerTo(...asked)
  }

  /** kube-proxy runs that end by themselves (`--write-config-to`): what it wrote and printed. */
  async runKubeProxy(
    start: ComponentStart,
  ): Promise<{ exitCode: number; stderr: string; files: Record<string, string> } & Partial<StartWhy>> {
    const { writeKubeProxyConfig } = await import('../kube-proxy-sim/start-kube-proxy.ts')
    const { args, readFile } = start
    const release = this.environment.releaseOf(start)
    return writeKubeProxyConfig({ release, args, readFile, clock: this.environment.clock })
  }
}

/** The parts of kube-controller-manager that its pages show. */
interface ManagerPages {
  metrics: () => readonly Metric[]
  minor: number
  /** The error of its health check leaderElection; undefined: the check passes. */
  unhealthy: () => string | undefined
}

/** kube-controller-manager's own pages. */
function managerAnswer(path: string, { metrics, minor, unhealthy }: ManagerPages): NodeAnswer {
  const text = (body: string, status = 200): NodeAnswer => ({
    status,
    contentType: 'text/plain; charset=utf-8',
    body,
  })
  if (path === '/metrics')
    return { ...text(formatMetrics(metrics())), contentType: metricsContentType(minor) }
  if (!/^\/(?:healthz|livez|readyz)$/.test(path)) return text('404 page not found\n', 404)
  return path !== '/healthz' || unhealthy() === undefined
    ? text('ok')
    : text('[-]leaderElection failed: reason withheld\nhealthz check failed\n', 500)
}
