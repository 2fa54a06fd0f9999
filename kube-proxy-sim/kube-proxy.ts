// Upstream: cmd/kube-proxy/app/server.go (newProxyServer, ProxyServer.Run)

import { isDeepStrictEqual } from 'node:util'
import { getOwn, type KubeObject } from '../apimachinery/json.ts'
import { Informer, type InformerHandlers } from '../client/informer.ts'
import type { RestClient } from '../client/rest-client.ts'
import type { Clock } from '../component-base/clock.ts'
import { type IPFamily, isLoopback } from '../component-base/ip-family.ts'
import type { Logger } from '../component-base/klog.ts'
import type { Random } from '../component-base/random.ts'
import { type FeatureGateReader, gateEnabled } from '../featuregates/reader.ts'
import { proxyConfigDialect } from './config/dialect.ts'
import { milliseconds } from './config/duration.ts'
import type { InternalConfiguration } from './config/types.ts'
import { proxyDialect } from './dialect.ts'
import { DualStackSync } from './dual-stack-sync.ts'
import { EventRecorder, type EventSubject } from './events.ts'
import { healthCheckedServices } from './health-checked-services.ts'
import { NodeManager } from './node-manager.ts'
import { configzText } from './options/configz.ts'
import type { PreparedKubeProxy } from './options/prepare-kube-proxy.ts'
import type { ProxySnapshot } from './proxy-snapshot.ts'
import { proxyConfigOf } from './rules/from-configuration.ts'
import type { Service } from './rules/model/objects.ts'
import { servicePorts } from './rules/model/service-port.ts'
import { type Programmed, ProgrammedRules } from './rules/programmed-rules.ts'
import type { ProxyRules } from './rules/render-rules.ts'
import { healthHandler, healthListener, metricsAnswer, metricsHandler } from './serve/handlers.ts'
import { ProxyHealth } from './serve/proxy-health.ts'
import { ProxyServers } from './serve/proxy-servers.ts'
import { type ServiceHealthAnswer, ServiceHealthServer } from './serve/service-health.ts'
import { SyncMetrics } from './serve/sync-metrics.ts'
import { checkBadConfig, checkBadIPConfig } from './startup/check-config.ts'
import { startupDialect } from './startup/dialect.ts'
import { createEarlyProxier, takeLocalMode, takeMode } from './startup/early-log.ts'
import { detectNodeIPs, type NodeIPs, namesNoNode, ownNetworks } from './startup/node-ips.ts'
import { logLocalDetectors, logProxier, type ProxierLogState } from './startup/proxier-log.ts'
import { KubeProxyRunError } from './startup/run-error.ts'
import { type FoundNode, waitForNode } from './startup/wait-for-node.ts'
import { SyncLoop } from './sync-loop.ts'
import { nodePath, WatchedObjects, watchedPaths } from './watched-objects.ts'

/** A prepared kube-proxy, and the client by which it reaches a server. */
export interface KubeProxyOptions {
  prepared: PreparedKubeProxy
  /** The node's name where the configuration has none. */
  hostname: string
  client: RestClient
  clock: Clock
  random: Random
  /** Serve health and metrics on the loopback, and healthCheckNodePorts. */
  listen: boolean
  /** Called when everything of it has ended. */
  onStop?: () => void
}

const ipvsDeprecation =
  "The ipvs proxier is now deprecated and may be removed in a future release. Please use 'nftables' instead."

/** A simulated kube-proxy: watches, reports, and keeps the objects that its rules are made of. Programs nothing on the host. */
export class KubeProxy {
  readonly nodeName: string
  /** Resolves with what makes kube-proxy end by itself; never after stop. */
  readonly failed: Promise<KubeProxyRunError>
  private readonly options: KubeProxyOptions
  private readonly logger: Logger
  private readonly minor: number
  private readonly config: InternalConfiguration
  private readonly gates: FeatureGateReader
  private readonly abort = new AbortController()
  private readonly nodes: Informer
  private readonly nodeManager: NodeManager
  private readonly watched: WatchedObjects
  private readonly health: ProxyHealth
  private readonly metrics: SyncMetrics
  private readonly recorder: EventRecorder
  private readonly serviceHealth: ServiceHealthServer
  private readonly sync: DualStackSync
  private readonly programmed = new ProgrammedRules()
  private readonly servers: ProxyServers
  private nodeIPs: NodeIPs = { IPv4: '127.0.0.1', IPv6: '::1' }
  private found: FoundNode = { nodeIPs: [], podCIDRs: [] }
  private primary: IPFamily = 'IPv4'
  private fail: (error: KubeProxyRunError) => void = () => {}

  constructor(options: KubeProxyOptions) {
    const { prepared, client, clock, random } = options
    this.options = options
    this.logger = prepared.logger
    this.minor = prepared.release.minor
    this.config = prepared.config
    this.gates = prepared.extension.gates
    this.nodeName = prepared.config.hostnameOverride || options.hostname
    this.failed = new Promise((resolve) => {
      this.fail = resolve
    })
    this.nodes = new Informer({ client, clock, path: nodePath(this.nodeName), handlers: this.nodeHandlers() })
    this.nodeManager = this.newNodeManager()
    const draining = gateEnabled(this.gates, 'KubeProxyDrainingTerminatingNodes')
    const node = () => (draining ? this.nodeManager.node : undefined)
    this.metrics = new SyncMetrics(this.minor, this.config.mode)
    this.metrics.showGates(prepared.gates)
    this.metrics.showPlanned(prepared.extension)
    const timeoutMs = 2 * milliseconds(this.config.syncPeriod)
    this.health = new ProxyHealth({ clock, minor: this.minor, node, timeoutMs })
    const { logger, nodeName } = this
    this.recorder = new EventRecorder({ client, clock, random, logger, nodeName })
    this.servers = new ProxyServers({
      clock,
      signal: this.abort.signal,
      hardFail: this.config.bindAddressHardFail,
      failed: ({ reason, text }) => {
        this.event('Warning', reason, text)
        this.fail(new KubeProxyRunError(text))
      },
    })
    const proxyHealthy = (): boolean => this.health.isHealthy()
    this.serviceHealth = new ServiceHealthServer({
      minor: this.minor,
      nodeName,
      logger,
      verbosity: prepared.verbosity,
      recorder: this.recorder,
      proxyHealthy,
      listen: options.listen,
    })
    this.sync = new DualStackSync((family) => this.syncLoop(family))
    this.watched = new WatchedObjects({
      client,
      clock,
      minor: this.minor,
      gates: this.gates,
      onService: (before, now) => this.sync.serviceChanged(before, now),
      onEndpointSlice: (before, now) => this.sync.endpointsChanged(before, now),
    })
  }

  private newNodeManager(): NodeManager {
    const { minor, nodeName, logger, config } = this
    const watchPodCIDRs = config.detectLocalMode === 'NodeCIDR'
    return new NodeManager({ minor, nodeName, watchPodCIDRs, logger, exit: (error) => this.fail(error) })
  }

  private syncLoop(family: IPFamily): SyncLoop {
    const { prepared, clock } = this.options
    const { config, gates, minor, nodeName } = this
    const rulesConfig = proxyConfigOf({ config, gates, minor, nodeName })
    return new SyncLoop({
      family,
      mode: this.config.mode || 'iptables',
      minor: this.minor,
      minSyncMs: milliseconds(this.config.minSyncPeriod),
      syncMs: milliseconds(this.config.syncPeriod),
      verbosity: prepared.verbosity,
      clock,
      logger: this.logger,
      health: this.health,
      metrics: this.metrics,
      portsOf: (service) => servicePorts(service as unknown as Service, family, rulesConfig),
      program: () => this.programmed.program(this.snapshot(), family),
      done: () => void this.syncServiceHealth(),
    })
  }

  /** Resolves when rules have been programmed once (with `--init-only` before that). Rejects with a KubeProxyRunError. */
  async start(): Promise<void> {
    await this.prepareServer()
    if (this.options.prepared.initOnly || this.abort.signal.aborted) return this.stop()
    await this.run()
  }

  /** The answer of the metrics port. @param path without query */
  async metricsAnswer(path: string): Promise<{ status: number; contentType: string; body: string }> {
    return metricsAnswer({ mode: this.config.mode, metrics: this.metrics }, path)
  }

  /** The objects and settings that rules would be made of now. */
  snapshot(): ProxySnapshot {
    return {
      services: [...this.watched.services.items.values()],
      endpointSlices: [...this.watched.endpointSlices.items.values()],
      node: this.nodes.items.get(this.nodeName),
      nodeName: this.nodeName,
      nodeIPs: this.nodeIPs,
      podCIDRs: this.found.podCIDRs,
      primary: this.primary,
      config: this.config,
      gates: this.gates,
      minor: this.minor,
      serviceCIDRs: this.watched.serviceCIDRs(),
    }
  }

  /** The rules of the last sync, as the node's tools print them; undefined before the first sync. */
  rules(): ProxyRules | undefined {
    return this.programmed.rules()
  }

  /** The objects and settings that the rules of the last sync were made of; undefined before the first sync. */
  programmedState(): Programmed | undefined {
    return this.programmed.programmed
  }

  /** Calls back at each sync of a family. @returns a function that removes the listener */
  onSync(listener: () => void): () => void {
    return this.programmed.onSync(listener)
  }

  /** The answer at a healthCheckNodePort; undefined where no Service has the port. */
  serviceHealthAnswer(port: number): ServiceHealthAnswer | undefined {
    return this.serviceHealth.answerAt(port)
  }

  /** The listener at the port of kube-proxy's own health; undefined at other ports. */
  healthAt(port: number): ReturnType<typeof healthListener> {
    return healthListener(this.config.healthzBindAddress, port, () =>
      healthHandler(this.health, this.metrics),
    )
  }

  async stop(): Promise<void> {
    this.abort.abort()
    this.sync.stop()
    await Promise.all([this.nodes.stop(), this.watched.stop(), this.serviceHealth.close()])
    await this.servers.close()
    await this.recorder.flushed()
    this.options.onStop?.()
  }

  /** Upstream: newProxyServer. */
  private async prepareServer(): Promise<void> {
    const { client, clock } = this.options
    this.nodes.start()
    if (proxyDialect(this.minor).nodeManager) {
      this.logger.logS('I', 'Waiting for caches to sync')
      await this.nodes.hasSynced()
      if (this.abort.signal.aborted) return
      this.logger.logS('I', 'Caches are synced')
    }
    this.found = await waitForNode({
      minor: this.minor,
      nodeName: this.nodeName,
      needsPodCIDRs: this.config.detectLocalMode === 'NodeCIDR',
      needsNodeIP: namesNoNode(this.config.bindAddress),
      located: (nodeIPs) => this.located(nodeIPs),
      client,
      nodes: this.nodes,
      clock,
      logger: this.logger,
      signal: this.abort.signal,
    })
    if (this.abort.signal.aborted) return
    if (!startupDialect(this.minor).plainNodeIP) this.takeAddresses(this.found.nodeIPs)
    if (startupDialect(this.minor).earlyStart) createEarlyProxier(this.proxierState())
    else this.createProxier()
  }

  /** Upstream until 1.28: the address is settled before pod CIDRs are waited for, until 1.27 the mode too. */
  private located(nodeIPs: readonly string[]): void {
    const { plainNodeIP, earlyStart } = startupDialect(this.minor)
    if (plainNodeIP) this.takeAddresses(nodeIPs)
    if (!earlyStart) return
    const { config, minor, logger } = this
    logger.logS('I', 'Detected node IP', { address: this.nodeIPs[this.primary] })
    takeMode({ config, minor, logger })
    takeLocalMode({ config, minor, logger })
  }

  private takeAddresses(fromNode: readonly string[]): void {
    const { primary, nodeIPs } = detectNodeIPs(fromNode, this.config)
    this.primary = primary
    this.nodeIPs = nodeIPs
    if (isLoopback(nodeIPs[primary]))
      this.logger.logS(
        'I',
        `Can't determine this node's IP, assuming ${startupDialect(this.minor).plainNodeIP ? '127.0.0.1' : 'loopback'}; if this is incorrect, please set the --bind-address flag`,
      )
    if (proxyConfigDialect(this.minor).primaryNodePorts && this.config.nodePortAddresses?.[0] === 'primary') {
      // What /configz shows is what was given.
      void this.options.prepared.configText
      this.config.nodePortAddresses = ownNetworks(nodeIPs)
    }
  }

  private checkConfig(): void {
    const { config, primary, nodeIPs, minor } = this
    const { podCIDRs } = this.found
    const state = { config, primary, nodeIPs, podCIDRs, minor }
    const incomplete = 'Kube-proxy configuration may be incomplete or incorrect'
    const bad = checkBadConfig(state)
    if (bad !== undefined) this.logger.logS('E', incomplete, { err: bad })
    this.logger.logS('I', 'kube-proxy running in dual-stack mode', { 'primary ipFamily': this.primary })
    const { error, fatal } = checkBadIPConfig(state)
    if (fatal) throw new KubeProxyRunError(`kube-proxy configuration is incorrect: ${error}`)
    if (error !== undefined) this.logger.logS('E', incomplete, { err: error })
  }

  private proxierState(): ProxierLogState {
    const { config, minor, primary, nodeIPs, logger } = this
    const { verbosity, initOnly } = this.options.prepared
    return { config, minor, primary, nodeIPs, podCIDRs: this.found.podCIDRs, logger, verbosity, initOnly }
  }

  private createProxier(): void {
    this.checkConfig()
    const { config, minor, logger } = this
    const { extension } = this.options.prepared
    const state = this.proxierState()
    const { detectorsOfPrimary } = startupDialect(minor)
    if (detectorsOfPrimary) logLocalDetectors(state)
    logger.logS('I', `Using ${config.mode} Proxier`)
    if (!detectorsOfPrimary) logLocalDetectors(state)
    if (config.mode === 'ipvs' && proxyDialect(minor).ipvsDeprecation) {
      logger.logS('E', ipvsDeprecation)
      this.event('Warning', 'IPVSDeprecation', ipvsDeprecation)
    }
    for (const line of extension.startLogs({ mode: config.mode }))
      logger.log(line.severity, JSON.stringify(line.message))
    logProxier(state)
  }

  /** Upstream: ProxyServer.Run. */
  private async run(): Promise<void> {
    const { logger } = this
    logger.logS('I', 'Version info', { version: this.options.prepared.release.text })
    logger.logS('I', 'Golang settings', { GOGC: '', GOMAXPROCS: '', GOTRACEBACK: '' })
    if (this.options.listen) await this.serve()
    const controllers = [
      'service',
      'endpoint slice',
      ...(watchedPaths(this.minor, this.gates).serviceCIDRs === undefined ? [] : ['serviceCIDR']),
      'node',
    ]
    for (const name of controllers) {
      logger.logS('I', `Starting ${name} config controller`)
      this.logCaches('Waiting for caches to sync', `${name} config`)
    }
    this.nodeManager.begin(this.found)
    this.watched.start()
    this.event('Normal', 'Starting', '')
    this.sync.start()
    await this.watched.hasSynced()
    if (this.abort.signal.aborted) return
    for (const name of controllers) this.logCaches('Caches are synced', `${name} config`)
    this.sync.begin()
  }

  private logCaches(what: string, controller: string): void {
    if (proxyDialect(this.minor).structuredCacheLogs) this.logger.logS('I', what, { controller })
    else this.logger.log('I', `${what} for ${controller}`)
  }

  private event(type: 'Normal' | 'Warning', reason: string, note: string): void {
    const about: EventSubject = proxyDialect(this.minor).nodeReference
      ? { apiVersion: 'v1', kind: 'Node', name: this.nodeName }
      : { kind: 'Node', name: this.nodeName, uid: this.nodeName }
    this.recorder.record({ about, type, reason, action: 'StartKubeProxy', note })
  }

  private async serve(): Promise<void> {
    const { healthzBindAddress, metricsBindAddress, mode } = this.config
    const { logger, metrics } = this
    const failure = (error: Error): string =>
      `failed to start proxy healthz on ${healthzBindAddress}: ${error.message}`
    if (healthzBindAddress !== '')
      await this.servers.open(healthzBindAddress, healthHandler(this.health, metrics), (error) => {
        logger.logS('E', 'Healthz server failed', { err: failure(error) })
        return { reason: 'FailedToStartProxierHealthcheck', text: `healthz server failed: ${failure(error)}` }
      })
    const slisSince = gateEnabled(this.gates, 'ComponentSLIs') ? this.options.clock.now() : undefined
    const pages = metricsHandler({ mode, configz: configzText(this.options.prepared), metrics, slisSince })
    if (metricsBindAddress !== '')
      await this.servers.open(metricsBindAddress, pages, (error) => {
        logger.logS('E', 'starting metrics server failed', { err: error.message })
        return { reason: 'FailedToStartMetricServer', text: error.message }
      })
  }

  private nodeHandlers(): InformerHandlers {
    return {
      onChange: (node, old) => {
        this.nodeManager.changed(node)
        if (!isDeepStrictEqual(this.topologyOf(node), this.topologyOf(old))) this.sync.topologyChanged()
      },
      onDelete: () => this.nodeManager.deleted(),
    }
  }

  /** The labels of the node that rules may depend on. */
  private topologyOf(node: KubeObject | undefined): unknown {
    const labels = node?.metadata.labels
    return proxyDialect(this.minor).topologyZoneOnly ? getOwn(labels, 'topology.kubernetes.io/zone') : labels
  }

  private async syncServiceHealth(): Promise<void> {
    if (this.abort.signal.aborted) return
    const { services, endpointSlices } = this.snapshot()
    await this.serviceHealth.sync(healthCheckedServices(services, endpointSlices, this.nodeName))
  }
}
