// Upstream: pkg/controlplane/{instance,server}.go, staging/src/k8s.io/apiserver/pkg/server/config.go (what a server is made of)

import { smdSchemaOf } from '../apimachinery/managedfields/smd-schema.ts'
import { convert } from '../apimachinery/scheme/convert.ts'
import { schemeOf } from '../apimachinery/scheme/planned-scheme.ts'
import type { Scheme } from '../apimachinery/scheme/scheme.ts'
import type { StatusError } from '../apimachinery/status-error.ts'
import type { DirectLine } from '../component-base/direct-line.ts'
import type { Connection } from '../component-base/in-process-connection.ts'
import { setProcessMetrics } from '../component-base/metrics/process-metrics.ts'
import type { RecordedRegistry } from '../component-base/metrics/recorded-metrics.ts'
import type { ClientTls } from '../component-base/mutual-trust.ts'
import { gateEnabled } from '../featuregates/reader.ts'
import { AdmissionChain, type AdmissionPlugin } from './admission/chain.ts'
import { type ManifestFolders, openManifests } from './admission/manifest/manifest-folders.ts'
import { ManifestMetrics } from './admission/manifest/manifest-metrics.ts'
import { AdmissionMetrics } from './admission/metrics.ts'
import { admissionPluginsOf, loadedTexts } from './admission/plugin-table.ts'
import { escalationPlugin } from './admission/role-escalation.ts'
import { Aggregator } from './aggregator/aggregator.ts'
import { type DefinitionDirectory, Definitions } from './apiextensions/definition/definitions.ts'
import { CustomResources } from './apiextensions/serving/custom-resources.ts'
import { GrowingResourceSet } from './apiextensions/serving/discovery.ts'
import { CustomResourceHandler } from './apiextensions/serving/handler.ts'
import { DefinitionDocuments } from './apiextensions/serving/openapi/documents.ts'
import { countPublications } from './apiextensions/serving/openapi/publication-metrics.ts'
import type { Authentication } from './apiserver-parts/authentication.ts'
import type { Authorization } from './apiserver-parts/authorization.ts'
import type { Foundation } from './apiserver-parts/foundation.ts'
import { nonResourcePaths } from './apiserver-parts/non-resource-paths.ts'
import { reviews } from './apiserver-parts/reviews.ts'
import { serverContext } from './apiserver-parts/server-context.ts'
import type { ServingState } from './apiserver-parts/serving-state.ts'
import type { StoredRules } from './apiserver-parts/stored-rules.ts'
import { webhooksOf } from './apiserver-parts/webhooks.ts'
import type { Auditing } from './audit/auditing.ts'
import { ControlPlane } from './controlplane/control-plane.ts'
import { secretLabels } from './controlplane/secret-labels.ts'
import { serverIdentity } from './controlplane/server-identity.ts'
import { type AppExtension, buildHandlerChain } from './endpoints/app.ts'
import { createImpersonation } from './endpoints/authentication/access-control.ts'
import { createOnlyHandlers } from './endpoints/authentication/create-only-handler.ts'
import {
  type Attributes,
  type Authorizer,
  forbiddenError,
  whenAnswered,
} from './endpoints/authorization/attributes.ts'
import { selectorReader } from './endpoints/authorization/selectors.ts'
import { pathsExtension } from './endpoints/discovery/paths-extension.ts'
import type { ResourceSet } from './endpoints/discovery/resource-set.ts'
import { FlowMetrics } from './endpoints/flowcontrol/flow-metrics.ts'
import type { GenericAPIServer } from './endpoints/generic-apiserver.ts'
import type { RequestListener } from './endpoints/http-message.ts'
import { AccessMetrics } from './endpoints/metrics/access-metrics.ts'
import { metricsExtension } from './endpoints/metrics/metrics-extension.ts'
import { RequestMetrics } from './endpoints/metrics/request-metrics.ts'
import { openapiExtension } from './endpoints/openapi/openapi-extension.ts'
import { specialHandlers } from './endpoints/special/index.ts'
import type { NodeBackend } from './endpoints/special/node-backend.ts'
import { nodeHandlers } from './endpoints/special/node-handlers.ts'
import { handleError } from './handle-error.ts'
import { HttpListeners, type ListenOptions } from './http-listeners.ts'
import type { ApiserverConfig } from './options/apiserver-config.ts'
import { backgroundWork, begin, endpointReconciler } from './own-work.ts'
import { Registry } from './registry/generic/registry.ts'
import { StoredCounts } from './registry/generic/stored-counts.ts'
import type { ServerContext } from './registry/generic/strategy.ts'
import { rowsOf } from './registry/resource-rows.ts'
import { refreshAllocations } from './registry/service/allocation/allocation-metrics.ts'
import { sameStoredBytes } from './storage/mvcc/stored-key-value.ts'

/** What is made of a foundation before the server, and goes on while it serves. */
export interface ServerParts {
  readonly rules: StoredRules
  readonly authorized: Authorization
  readonly authenticated: Authentication
  readonly state: ServingState
  readonly nodes?: NodeBackend | undefined
  readonly auditing?: Auditing | undefined
  /** Milliseconds that requests may still take when the server ends. */
  readonly grace?: number | undefined
  /** Plugins of the caller, which run after those of the configuration. */
  readonly plugins?: readonly AdmissionPlugin[] | undefined
}

/** A server that is made, and listens when it is told to. */
export interface KubeServer {
  readonly app: RequestListener
  /** Bootstrap objects are written. */
  readonly ready: Promise<void>
  /** Resolves where an object of the store cannot be decoded that is in the way of `ready`; it is tried again. */
  readonly blocked: Promise<void>
  /** Starts to serve; with `tls` over HTTPS. The answer is the port. */
  listen(options?: ListenOptions): Promise<number>
  /** A connection within the process, as to its port; encrypted where the client's certificates and the server's suit each other. */
  connect(by: { component: boolean }, client?: ClientTls): Connection
  /** A line for requests within the process, without a connection; undefined where a handshake has to decide whether they are taken. */
  directLine(client: ClientTls): DirectLine | undefined
  /** Requests that are being answered; watches, which stay, are not counted. */
  inFlight(): number
  close(): Promise<void>
}

/** The server of parts that are open already; it does not listen yet. Called by startApiserver, and by nobody who wants a server. */
export function createServer(foundation: Foundation, parts: ServerParts): KubeServer {
  const { config, logger, metrics } = foundation
  const { apiserver, manifests } = newAPIServer(foundation, parts, metrics)
  parts.authenticated.labelsSecrets(secretLabels(apiserver, logger))
  const definitions = new Definitions(
    apiserver.registry,
    handleError(logger, 'CustomResourceDefinition could not be followed'),
  )
  const customs = new CustomResources({ definitions, base: apiserver })
  apiserver.registry.add(customs)
  metrics.include(parts.authenticated.metrics)
  const counts = new StoredCounts(apiserver.context, apiserver.registry)
  countPublications(metrics, definitions)
  const controlPlane = new ControlPlane(apiserver, foundation, metrics)
  const aggregator = new Aggregator(apiserver, foundation)
  const own = new GrowingResourceSet(config.set, definitions, config.gates)
  const requests = new RequestMetrics(metrics, config.release.minor)
  const set = aggregator.serving(own)
  const answering = { metrics, requests, counts, controlPlane, aggregator, definitions, own, set }
  const app = handlerChain(apiserver, foundation, parts, { ...answering, customs })
  const failedHandshakes = metrics.family('apiserver_tls_handshake_errors_total').with({})
  const listeners = new HttpListeners(app, parts.grace, () => failedHandshakes.add())
  const reconciler = endpointReconciler(apiserver, foundation)
  const background = backgroundWork(apiserver, foundation, parts.rules, definitions)
  const beginning = begin(apiserver, foundation, { definitions, reconciler, controlPlane, aggregator })
  const { ready } = beginning
  const failed = handleError(logger, "A part of the server's own work could not begin or end")
  for (const one of background)
    void ready
      .then(
        () => one.start(),
        // Why a server does not get ready is told by who waits for it.
        () => {},
      )
      .catch(failed)
  return {
    app,
    ready,
    blocked: beginning.blocked,
    listen: (where) => listeners.listen(where),
    connect: (by, client) => listeners.connect(by, client),
    directLine: (client) => listeners.directLine(client),
    inFlight: () => listeners.inFlight(),
    async close() {
      beginning.stop()
      await ready.catch(() => {})
      counts.close()
      await aggregator.stop()
      for (const one of background) await one.stop().catch(failed)
      for (const one of [customs, definitions, apiserver.webhooks, ...Object.values(manifests)]) one.close()
      await controlPlane.stop()
      await reconciler
        ?.stop()
        .catch(handleError(logger, 'The server could not be removed from the endpoints'))
      await listeners.close()
    },
  }
}

/** What answers a request, from its connection to the store. */
function handlerChain(
  apiserver: GenericAPIServer,
  foundation: Foundation,
  parts: ServerParts,
  answering: AnsweringParts & { readonly customs: CustomResources },
): RequestListener {
  const { config, logger, metrics } = foundation
  const { authorizer } = parts.authorized
  const { minor } = config.release
  const inFlight = {
    readOnly: config.flags.number('max-requests-inflight', 400),
    mutating: config.flags.number('max-mutating-requests-inflight', 200),
  }
  const { flowSchemas } = parts.rules
  return buildHandlerChain({
    apiserver,
    logger,
    authenticator: parts.authenticated.authenticator,
    authorizer,
    readSelectors: gateEnabled(config.gates, 'AuthorizeWithSelectors') ? selectorReader(minor) : undefined,
    impersonate: createImpersonation({ authorizer, gates: config.gates, minor }),
    flowSchemas,
    flows: flowSchemas && new FlowMetrics(metrics, flowSchemas, inFlight.readOnly + inFlight.mutating),
    inFlight,
    auditing: parts.auditing,
    requests: answering.requests,
    access: new AccessMetrics(metrics),
    compresses: gateEnabled(config.gates, 'APIResponseCompression'),
    endsAnonymousHttp2: gateEnabled(config.gates, 'UnauthenticatedHTTP2DOSMitigation'),
    special: new Map([
      ...specialHandlers,
      ...createOnlyHandlers(reviews(foundation, parts.authenticated, authorizer)),
      ...(parts.nodes === undefined ? [] : nodeHandlers(parts.nodes)),
    ]),
    customResources: new CustomResourceHandler(answering.customs),
    extensions: extensions(apiserver, foundation, parts, answering),
  })
}

/** What paths beside those of resources show. */
interface AnsweringParts {
  readonly metrics: RecordedRegistry
  readonly requests: RequestMetrics
  readonly counts: StoredCounts
  readonly controlPlane: ControlPlane
  readonly aggregator: Aggregator
  readonly definitions: DefinitionDirectory
  /** Of this server and its definitions. */
  readonly own: ResourceSet
  /** With those of extension servers. */
  readonly set: ResourceSet
}

/** In this order: the metrics count what the others answer. */
function extensions(
  apiserver: GenericAPIServer,
  { config, clock, storage }: Foundation,
  { authorized, authenticated, state }: ServerParts,
  { metrics, requests, counts, controlPlane, aggregator, definitions, own, set }: AnsweringParts,
): AppExtension[] {
  const { publicKeys } = authenticated.tokenOptions
  const { facts } = config.release
  return [
    metricsExtension(requests, clock, own, facts),
    ...controlPlane.extensions,
    aggregator.extension,
    openapiExtension(apiserver, facts, config.set.groupVersions, {
      customs: (disabled) =>
        new DefinitionDocuments(definitions, apiserver.scheme, apiserver.context, disabled),
      remotes: aggregator.documents,
    }),
    pathsExtension(
      nonResourcePaths(
        { ...config, set },
        {
          clock,
          metrics,
          authorization: authorized.metrics,
          publicKeys,
          state,
          storage,
          withPeers: controlPlane.withPeers,
          planned: apiserver.context.extension?.metrics,
        },
      ),
      async () => {
        await counts.refresh()
        await refreshAllocations(apiserver.context)
        setProcessMetrics(metrics)
      },
    ),
  ]
}

function newAPIServer(
  foundation: Foundation,
  parts: ServerParts,
  metrics: RecordedRegistry,
): { apiserver: GenericAPIServer; manifests: ManifestFolders } {
  const { config } = foundation
  const scheme = schemeOf(config.release)
  const context = serverContext(foundation, metrics, parts.authorized.authorizer)
  const toVersion: GenericAPIServer['convert'] = (object, apiVersion) => convert(scheme, object, apiVersion)
  const plugins: AdmissionPlugin[] = []
  const admissionMetrics = new AdmissionMetrics(metrics, config.release.minor)
  const apiserver: GenericAPIServer = {
    context,
    scheme,
    convert: toVersion,
    registry: newRegistry(config, context, scheme, toVersion),
    admission: new AdmissionChain(plugins, {
      metrics: admissionMetrics,
      names: new Set(config.admissionPlugins),
      clock: context.clock,
    }),
    admissionMetrics,
    smdSchema: smdSchemaOf(scheme),
    fieldManagers: new Map(),
    watchList: gateEnabled(context.gates, 'WatchList'),
    webhooks: webhooksOf(foundation),
    authorize: (attributes, refusal) => refuseUnlessAllowed(parts.authorized.authorizer, attributes, refusal),
  }
  const manifests = manifestsOf(apiserver, foundation, metrics)
  plugins.push(...pluginsOf(apiserver, foundation, parts, manifests))
  return { apiserver, manifests }
}

function manifestsOf(
  apiserver: GenericAPIServer,
  { config, clock, logger, hostname, random }: Foundation,
  requests: RecordedRegistry,
): ManifestFolders {
  const { manifestFolders } = config.admissionConfiguration
  if (Object.keys(manifestFolders).length === 0) return {}
  const metrics = new ManifestMetrics(serverIdentity(hostname, config.release.minor, random), clock)
  requests.include(metrics)
  return openManifests(manifestFolders, { apiserver, disk: config, clock, logger, metrics })
}

const refuseUnlessAllowed = (
  authorizer: Authorizer,
  attributes: Attributes,
  refusal = (reason: string): StatusError => forbiddenError(attributes, reason),
): Promise<void> | void =>
  whenAnswered(authorizer.authorize(attributes), ({ decision, reason }) => {
    if (decision !== 'allow') throw refusal(reason)
  })

function pluginsOf(
  apiserver: GenericAPIServer,
  { config, logger }: Foundation,
  { authorized, plugins: own = [] }: ServerParts,
  manifests: ManifestFolders,
): AdmissionPlugin[] {
  const { authorizer, escalation } = authorized
  const { admissionPlugins: names, admissionConfiguration: configuration } = config
  const plugins = admissionPluginsOf(names, { apiserver, authorizer, configuration, manifests })
  for (const text of loadedTexts(plugins)) logger.log('I', text)
  return [...plugins, escalationPlugin(escalation), ...own]
}

const newRegistry = (
  { set, flags }: ApiserverConfig,
  server: ServerContext,
  scheme: Scheme,
  toVersion: GenericAPIServer['convert'],
): Registry =>
  new Registry({
    parts: {
      server,
      scheme,
      convert: toVersion,
      sameStored: (record, object) =>
        server.storage.isStored?.(record, object) ??
        sameStoredBytes(record, { object, writtenBy: scheme.name }),
    },
    served: set.groupVersions,
    rowOf: rowsOf(server.release),
    watchCache: flags.bool('watch-cache', true),
  })
