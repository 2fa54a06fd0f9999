// Upstream: kube-aggregator/pkg/apiserver/apiserver.go
import { gateEnabled } from '../../featuregates/reader.ts'
import type { Foundation } from '../apiserver-parts/foundation.ts'
import { OwnObjects } from '../controlplane/own-objects.ts'
import { type Periodic, periodically } from '../controlplane/periodically.ts'
import type { AppExtension } from '../endpoints/app.ts'
import type { ResourceSet } from '../endpoints/discovery/resource-set.ts'
import type { GenericAPIServer } from '../endpoints/generic-apiserver.ts'
import type { RemoteDocuments } from '../endpoints/openapi/openapi-service.ts'
import { handleError } from '../handle-error.ts'
import { MetricsServer, metricsService } from '../metrics-server/metrics-server.ts'
import type { Watcher } from '../storage/interface.ts'
import { AggregatedSet } from './aggregated-set.ts'
import { APIServiceDirectory } from './api-services.ts'
import { Availabilities } from './availability.ts'
import { aggregatorDialect } from './dialect.ts'
import { Discovery } from './discovery.ts'
import { ExtensionClient, type ProxyCertificate } from './extension-client.ts'
import { ExtensionResolver, type OwnService } from './extension-resolver.ts'
import { ExtensionDocuments } from './openapi.ts'
import { extensionProxy } from './proxy.ts'

/** Milliseconds between two looks at extension servers. */
const resync = 30_000
/** Storage prefixes of Services and EndpointSlices: the conditions of APIServices depend on these. */
const watched = ['/registry/services/specs/', '/registry/endpointslices/']

/** Serves what extension servers answer. */
export class Aggregator {
  /** Sends requests on. */
  readonly extension: AppExtension
  readonly documents: RemoteDocuments
  readonly #apiserver: GenericAPIServer
  readonly #directory: APIServiceDirectory
  readonly #discovery: Discovery
  readonly #client: ExtensionClient
  readonly #availabilities: Availabilities | undefined
  readonly #failed: (error: unknown) => void
  #watchers: readonly Watcher[] = []
  #rounds: Periodic | undefined
  #checking: Promise<void> = Promise.resolve()
  #isWaiting = false

  constructor(apiserver: GenericAPIServer, foundation: Foundation) {
    const { storage, clock, config, webhookReach, logger } = foundation
    const resolver = new ExtensionResolver(
      storage,
      webhookReach,
      config.release.minor,
      ownMetricsServer(foundation),
    )
    this.#apiserver = apiserver
    this.#client = new ExtensionClient(resolver, proxyCertificate(config), clock)
    const { minor } = config.release
    const { verifiesChecks } = aggregatorDialect(minor)
    this.#discovery = new Discovery(this.#client, resolver, verifiesChecks)
    this.#directory = new APIServiceDirectory(storage, {
      changed: () => this.#checkSoon(),
      failed: handleError(logger, 'APIServices could not be read'),
    })
    this.#failed = handleError(logger, 'Availability of APIServices could not be told')
    this.documents = new ExtensionDocuments(this.#directory, this.#discovery)
    const apiServices = OwnObjects.of(apiserver, 'apiregistration.k8s.io/v1', 'apiservices')
    this.#availabilities =
      apiServices &&
      new Availabilities({ storage, clock, minor, resolver, discovery: this.#discovery, apiServices })
    this.extension = extensionProxy({
      directory: this.#directory,
      client: this.#client,
      tellsUID: gateEnabled(config.gates, 'RemoteRequestHeaderUID'),
    })
  }

  /** The resources of this server together with those of its extension servers. */
  serving(own: ResourceSet): ResourceSet {
    return new AggregatedSet(own, this.#directory, this.#discovery)
  }

  async start(): Promise<void> {
    const { storage, clock } = this.#apiserver.context
    await this.#directory.start()
    this.#watchers = watched.map((prefix) => storage.watch(prefix, undefined, () => this.#checkSoon()))
    this.#rounds = periodically(clock, resync, () => this.#check(), this.#failed)
  }

  async stop(): Promise<void> {
    for (const watcher of this.#watchers) watcher.stop()
    this.#directory.stop()
    this.#client.close()
    await this.#rounds?.stop()
    await this.#checking
  }

  /** Changes that come while servers are asked are looked at together. */
  #checkSoon(): void {
    if (this.#isWaiting || this.#directory.all().length === 0) return
    this.#isWaiting = true
    this.#checking = this.#checking.then(() => this.#check()).catch(this.#failed)
  }

  async #check(): Promise<void> {
    this.#isWaiting = false
    if (this.#directory.all().length > 0) await this.#availabilities?.checkAll()
  }
}

/** The Service that answers in place of metrics-server's pods; undefined where --metrics-server is not set. */
function ownMetricsServer({ config, storage, clock }: Foundation): OwnService | undefined {
  const { metricsUsage: idle, release } = config
  if (idle === undefined) return undefined
  const server = new MetricsServer({ storage, clock, facts: release.facts, idle })
  return { ...metricsService, connect: () => server.connect() }
}

/** The certificate of --proxy-client-cert-file. */
function proxyCertificate({ flags, readFile }: Foundation['config']): ProxyCertificate | undefined {
  const [cert, key] = ['proxy-client-cert-file', 'proxy-client-key-file'].map((flag) => flags.string(flag))
  return cert === '' || key === '' ? undefined : { cert: readFile(cert!), key: readFile(key!) }
}
