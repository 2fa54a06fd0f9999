// Upstream: pkg/controlplane/{instance,server}.go, staging/src/k8s.io/apiserver/pkg/server/config.go (what a server is made of)
import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer as createHttpsServer, type ServerOptions as TlsOptions } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Express } from 'express'
import { type Clock, realClock } from '../component-base/clock.ts'
import { type Logger, silentLogger } from '../component-base/klog.ts'
import { type Random, realRandom } from '../component-base/random.ts'
import { type FeatureGateReader, gateEnabled } from '../featuregates/reader.ts'
import { AdmissionChain, type AdmissionPlugin } from './admission/chain.ts'
import { namespaceLifecycle } from './admission/namespace-lifecycle.ts'
import { SmdSchema } from './apimachinery/managedfields/smd-schema.ts'
import { convert } from './apimachinery/scheme/convert.ts'
import { schemeFor } from './apimachinery/scheme/scheme.ts'
import { sameStoredForm } from './apimachinery/scheme/stored-form.ts'
import { type AppExtension, type AppOptions, buildApp } from './endpoints/app.ts'
import type { Impersonate } from './endpoints/authentication/access-control.ts'
import type { Authenticator } from './endpoints/authentication/authenticator.ts'
import { type Authorizer, forbiddenError } from './endpoints/authorization/attributes.ts'
import type { SpecialHandlers } from './endpoints/resource-router.ts'
import type { Machinery } from './endpoints/scope.ts'
import { specialHandlers } from './endpoints/special/index.ts'
import { writeBootstrapObjects } from './registry/bootstrap.ts'
import { Registry, type ServedVersion } from './registry/generic/registry.ts'
import type { ServerContext } from './registry/generic/strategy.ts'
import { registrations } from './registry/index.ts'
import type { Storage } from './storage/interface.ts'
import { trackOwn } from './track-own.ts'

export interface CreateServerOptions {
  /** The binary's minor release, as `1.34`. */
  readonly minor: string
  readonly gates: FeatureGateReader
  readonly storage: Storage
  /** What is served, as endpoints/discovery/resource-set resolves it. */
  readonly served: readonly ServedVersion[]
  readonly clock?: Clock
  readonly random?: Random
  readonly logger?: Logger
  readonly authenticator: Authenticator
  readonly authorizer: Authorizer
  /** Follows Impersonate-* headers. */
  readonly impersonate?: Impersonate
  /** Names the flow schemas of requests in answers. */
  readonly flowSchemas?: AppOptions['flowSchemas']
  /** `--service-cluster-ip-range`, primary first. Default 10.0.0.0/24. */
  readonly serviceCIDRs?: readonly string[]
  readonly nodePortRange?: { from: number; to: number }
  /** `--advertise-address` and the port of the kubernetes service's endpoints. */
  readonly advertise?: { address: string; port: number }
  /** `--watch-cache` (default true): only messages differ. */
  readonly watchCache?: boolean
  /** Plugins in upstream's order, made from the server's context; NamespaceLifecycle is always among them unless switched off. */
  readonly admissionPlugins?: (machinery: Machinery) => readonly AdmissionPlugin[]
  /** Handlers of resources that are not stored. */
  readonly specialHandlers?: (machinery: Machinery) => SpecialHandlers
  /** Paths that are no resources: discovery, OpenAPI, health, metrics, version. */
  readonly extensions?: readonly ((machinery: Machinery) => AppExtension)[]
  /** `--allow-privileged` */
  readonly allowPrivileged?: boolean
  readonly extension?: ServerContext['extension']
}

export interface KubeServer {
  readonly app: Express
  readonly machinery: Machinery
  /** Bootstrap objects are written. */
  readonly ready: Promise<void>
  /** Starts to serve; with `tls` over HTTPS. The answer is the port. */
  listen(options?: { host?: string; port?: number; tls?: TlsOptions }): Promise<number>
  close(): Promise<void>
}

export function createServer(options: CreateServerOptions): KubeServer {
  const machinery = buildMachinery(options)
  const logger = options.logger ?? silentLogger
  const app = buildApp({
    machinery,
    logger,
    authenticator: options.authenticator,
    authorizer: options.authorizer,
    impersonate: options.impersonate,
    flowSchemas: options.flowSchemas,
    special: new Map([...specialHandlers, ...(options.specialHandlers?.(machinery) ?? [])]),
    extensions: (options.extensions ?? []).map((make) => make(machinery)),
  })
  const ready = writeBootstrapObjects({ ...machinery, track: trackOwn(machinery) }, options.advertise)
  ready.catch((error: Error) =>
    logger.logS('E', 'Bootstrap objects could not be written', { err: error.message }),
  )
  const servers: Server[] = []
  const sockets = new Set<Socket>()
  return {
    app,
    machinery,
    ready,
    async listen(where = {}) {
      const server = where.tls === undefined ? createHttpServer(app) : createHttpsServer(where.tls, app)
      servers.push(server)
      server.keepAliveTimeout = 120_000
      // closeAllConnections would leave out those that are still in their TLS handshake, and close() waits for them.
      server.on('connection', (socket: Socket) => {
        sockets.add(socket)
        socket.once('close', () => sockets.delete(socket))
      })
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(where.port ?? 0, where.host ?? '127.0.0.1', () => resolve())
      })
      return (server.address() as AddressInfo).port
    },
    async close() {
      await Promise.all(
        servers.map(
          (server) =>
            new Promise<void>((resolve) => {
              server.close(() => resolve())
              for (const socket of sockets) socket.destroy()
            }),
        ),
      )
    },
  }
}

function buildMachinery(options: CreateServerOptions): Machinery {
  const scheme = schemeFor(options.minor)
  const server: ServerContext = {
    minor: Number(options.minor.slice(2)),
    gates: options.gates,
    clock: options.clock ?? realClock,
    random: options.random ?? realRandom,
    storage: options.storage,
    serviceCIDRs: options.serviceCIDRs ?? ['10.0.0.0/24'],
    nodePortRange: options.nodePortRange ?? { from: 30000, to: 32767 },
    allowPrivileged: options.allowPrivileged ?? false,
    ...(options.extension === undefined ? {} : { extension: options.extension }),
  }
  const toVersion: Machinery['convert'] = (object, apiVersion) => convert(scheme, object, apiVersion)
  const registry = new Registry({
    parts: {
      server,
      scheme,
      convert: toVersion,
      sameStored: (record, object) => sameStoredForm(record, { object, writtenBy: options.minor }),
    },
    served: options.served,
    registrations,
    watchCache: options.watchCache ?? true,
  })
  const plugins: AdmissionPlugin[] = []
  const machinery: Machinery = {
    server,
    scheme,
    convert: toVersion,
    registry,
    admission: new AdmissionChain(plugins),
    smdSchema: new SmdSchema(scheme),
    fieldManagers: new Map(),
    watchList: gateEnabled(options.gates, 'WatchList'),
    authorize(attributes) {
      const answer = options.authorizer.authorize(attributes)
      if (answer.decision !== 'allow') throw forbiddenError(attributes, answer.reason)
    },
  }
  plugins.push(...(options.admissionPlugins?.(machinery) ?? [namespaceLifecycle(options.storage)]))
  return machinery
}
