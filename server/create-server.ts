// Upstream: pkg/controlplane/{instance,server}.go, staging/src/k8s.io/apiserver/pkg/server/config.go (what a server is made of)
import type { Duplex } from 'node:stream'
import type { Express } from 'express'
import { type Logger, silentLogger } from '../component-base/klog.ts'
import { buildMachinery, type MachineryOptions } from './build-machinery.ts'
import { type AppExtension, type AppOptions, buildApp } from './endpoints/app.ts'
import type { Impersonate } from './endpoints/authentication/access-control.ts'
import type { Authenticator } from './endpoints/authentication/authenticator.ts'
import type { SpecialHandlers } from './endpoints/resource-router.ts'
import type { Machinery } from './endpoints/scope.ts'
import { specialHandlers } from './endpoints/special/index.ts'
import { HttpListeners, type ListenOptions } from './http-listeners.ts'
import { writeBootstrapObjects } from './registry/bootstrap.ts'
import { trackOwn } from './track-own.ts'

export interface CreateServerOptions extends MachineryOptions {
  readonly logger?: Logger
  readonly authenticator: Authenticator
  /** Follows Impersonate-* headers. */
  readonly impersonate?: Impersonate
  /** Names the flow schemas of requests in answers. */
  readonly flowSchemas?: AppOptions['flowSchemas']
  /** `--max-requests-inflight`, `--max-mutating-requests-inflight` */
  readonly inFlight?: AppOptions['inFlight']
  /** `--advertise-address` and the port of the kubernetes service's endpoints. */
  readonly advertise?: { address: string; port: number }
  /** Handlers of resources that are not stored. */
  readonly specialHandlers?: (machinery: Machinery) => SpecialHandlers
  /** Paths that are no resources: discovery, OpenAPI, health, metrics, version. */
  readonly extensions?: readonly ((machinery: Machinery) => AppExtension)[]
}

export interface KubeServer {
  readonly app: Express
  readonly machinery: Machinery
  /** Bootstrap objects are written. */
  readonly ready: Promise<void>
  /** Starts to serve; with `tls` over HTTPS. The answer is the port. */
  listen(options?: ListenOptions): Promise<number>
  /** A connection within the process, as to its port. */
  connect(by: { component: boolean }): Duplex
  /** Requests that are being answered; watches, which stay, are not counted. */
  inFlight(): number
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
    inFlight: options.inFlight,
    special: new Map([...specialHandlers, ...(options.specialHandlers?.(machinery) ?? [])]),
    extensions: (options.extensions ?? []).map((make) => make(machinery)),
  })
  const ready = writeBootstrapObjects({ ...machinery, track: trackOwn(machinery) }, options.advertise)
  ready.catch((error: Error) =>
    logger.logS('E', 'Bootstrap objects could not be written', { err: error.message }),
  )
  const listeners = new HttpListeners(app)
  return {
    app,
    machinery,
    ready,
    listen: (where) => listeners.listen(where),
    connect: (by) => listeners.connect(by),
    inFlight: () => listeners.inFlight(),
    close: () => listeners.close(),
  }
}
