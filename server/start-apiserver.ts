// Upstream: cmd/kube-apiserver/app/server.go (what a configuration is made into)
import { readFileSync } from 'node:fs'
import { type Clock, realClock } from '../component-base/clock.ts'
import type { Logger } from '../component-base/klog.ts'
import { planExtension } from '../component-base/plan-extension.ts'
import { type Random, realRandom } from '../component-base/random.ts'
import { gateEnabled } from '../featuregates/reader.ts'
import { admissionPluginsOf } from './admission/plugin-table.ts'
import { escalationPlugin } from './admission/role-escalation.ts'
import { createServer, type KubeServer } from './create-server.ts'
import { createImpersonation } from './endpoints/authentication/access-control.ts'
import type { TokenAuthenticator } from './endpoints/authentication/authenticator.ts'
import { CertificateStore } from './endpoints/authentication/certificate-store.ts'
import { createOnlyHandlers } from './endpoints/authentication/create-only-handler.ts'
import { createOnlyResources } from './endpoints/authentication/create-only-resources.ts'
import { type PublicKey, readPublicKey, readSigningKey } from './endpoints/authentication/json-web-token.ts'
import { createAuthenticator } from './endpoints/authentication/request-authenticator.ts'
import {
  type ObjectReader,
  type ServiceAccountTokenOptions,
  ServiceAccountTokens,
} from './endpoints/authentication/service-account-tokens.ts'
import { readTokenFile } from './endpoints/authentication/token-file.ts'
import type { Authorizer } from './endpoints/authorization/attributes.ts'
import { EscalationCheck } from './endpoints/authorization/escalation-check.ts'
import { nodeAuthorizer } from './endpoints/authorization/node-authorizer.ts'
import { RBACAuthorizer } from './endpoints/authorization/rbac-authorizer.ts'
import { StoredRBAC } from './endpoints/authorization/rbac-store.ts'
import {
  alwaysAllow,
  alwaysDeny,
  privilegedGroups,
  unionAuthorizer,
} from './endpoints/authorization/union-authorizer.ts'
import { NonResourcePaths } from './endpoints/discovery/non-resource-paths.ts'
import { pathsExtension } from './endpoints/discovery/paths-extension.ts'
import { StoredFlowSchemas } from './endpoints/flowcontrol/stored-flow-schemas.ts'
import { metricsExtension } from './endpoints/metrics/metrics-extension.ts'
import { RequestMetrics } from './endpoints/metrics/request-metrics.ts'
import { openapiExtension } from './endpoints/openapi/openapi-extension.ts'
import type { ApiserverConfig } from './options/apiserver-config.ts'
import { firstServiceAddress } from './options/service-cidrs.ts'
import { StartupError } from './options/startup-error.ts'
import { startCompaction } from './storage/compaction.ts'
import type { Storage } from './storage/interface.ts'
import { openStorage } from './storage/open-storage.ts'

export interface StartOptions {
  readonly logger: Logger
  readonly clock?: Clock
  readonly random?: Random
  /** A store that outlives the server (a cluster whose release changes); otherwise the configuration says which. */
  readonly storage?: Storage
  /** Certificates that outlive the server. */
  readonly certificates?: CertificateStore
  /** Allows everything, to anonymous users too: over plain HTTP nobody can show a certificate. */
  readonly trusting?: boolean
}

export interface RunningApiserver {
  readonly url: string
  readonly port: number
  readonly certificates: CertificateStore
  readonly storage: Storage
  readonly server: KubeServer
  /** Ends watches, closes what start opened. */
  close(): Promise<void>
}

/** Serves when the promise is fulfilled. Throws a StartupError where the address cannot be used. */
export async function startApiserver(
  config: ApiserverConfig,
  options: StartOptions,
): Promise<RunningApiserver> {
  const parts = await buildParts(config, options)
  const { server, certificates, storage } = parts
  const tls = config.http ? undefined : await tlsOptions(config, certificates)
  let port: number
  try {
    port = await server.listen({
      host: config.bindAddress,
      port: config.port,
      ...(tls === undefined ? {} : { tls }),
    })
  } catch (error) {
    await parts.close()
    throw new StartupError(
      `failed to create listener: failed to listen on ${config.bindAddress}:${config.port}: ${(error as Error).message}`,
    )
  }
  await server.ready
  const host = ['0.0.0.0', '::'].includes(config.bindAddress) ? '127.0.0.1' : config.bindAddress
  return {
    url: `http${config.http ? '' : 's'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    certificates,
    storage,
    server,
    close: parts.close,
  }
}

async function buildParts(
  config: ApiserverConfig,
  options: StartOptions,
): Promise<{ server: KubeServer; certificates: CertificateStore; storage: Storage; close(): Promise<void> }> {
  const { logger, clock = realClock, random = realRandom } = options
  const certificates = options.certificates ?? new CertificateStore(config.certDir, () => clock.now())
  const storage =
    options.storage ??
    (await openStorage({ dataDir: config.dataDir, writtenBy: config.release.facts, logger }))
  const rbac = await StoredRBAC.open(storage)
  const flowSchemas = config.flags.bool('enable-priority-and-fairness', true)
    ? await StoredFlowSchemas.open(storage)
    : undefined
  const rbacAuthorizer = new RBACAuthorizer(rbac)
  const authorizer = options.trusting === true ? alwaysAllow : authorizerOf(config, rbacAuthorizer)
  const tokenOptions = serviceAccountTokens(config, certificates, storage, clock, random)
  const tokens = new ServiceAccountTokens(tokenOptions)
  const files: TokenAuthenticator[] =
    config.flags.string('token-auth-file') === '' ? [] : [tokenFile(config, logger)]
  const authenticator = createAuthenticator({
    tokens: [...files, tokens],
    audiences: config.audiences,
    anonymous: config.anonymous ? () => true : undefined,
  })
  const { gates, release } = config
  const extension = planExtension(release, 'kube-apiserver', gates)
  const state = { ready: false, closing: false }
  const requests = new RequestMetrics()
  const paths = new NonResourcePaths({
    set: config.set,
    release,
    emulation: config.emulation,
    minCompatibility: config.minCompatibility,
    gates,
    clock,
    requests,
    allGates: () =>
      [...gates.getAll()].map(([name, spec]) => ({
        name,
        stage: spec.preRelease,
        enabled: gates.enabled(name),
      })),
    serverAddress: `${config.advertiseAddress}:${config.port}`,
    openID: {
      issuers: config.issuers,
      publicKeys: tokenOptions.publicKeys,
      keysURI:
        config.flags.string('service-account-jwks-uri') ||
        `https://${config.advertiseAddress}:${config.port}/openid/v1/jwks`,
    },
    health: (check) =>
      check === 'shutdown' && state.closing
        ? 'process is shutting down'
        : check.startsWith('poststarthook/') && !state.ready
          ? 'not finished'
          : undefined,
    flags: new Map(config.flags.names().map((name) => [name, flagText(config.flags.get(name))])),
    profiling: config.flags.bool('profiling', true),
  })
  const reviews = createOnlyResources({
    authenticator,
    authorizer,
    clock,
    minor: release.minor,
    audiences: config.audiences,
    selectors: release.minor >= 32 || gateEnabled(gates, 'AuthorizeWithSelectors'),
    tokenRequests: {
      tokens,
      token: tokenOptions,
      maxSeconds: config.flags.duration('service-account-max-token-expiration') / 1000,
      extend: config.flags.bool('service-account-extend-token-expiration', true),
      minor: release.minor,
    },
  })
  const nodePorts = config.flags.portRange('service-node-port-range')
  const server = createServer({
    minor: release.facts,
    gates: extension.gates,
    extension,
    storage,
    served: config.set.groupVersions,
    clock,
    random,
    logger,
    authenticator,
    authorizer,
    impersonate: createImpersonation({ authorizer, gates, minor: release.minor }),
    flowSchemas,
    serviceCIDRs: config.serviceCIDRs.map((c) => c.text),
    ...(nodePorts.size > 0
      ? { nodePortRange: { from: nodePorts.base, to: nodePorts.base + nodePorts.size - 1 } }
      : {}),
    advertise: { address: config.advertiseAddress, port: config.port },
    watchCache: config.flags.bool('watch-cache', true),
    admissionPlugins: (machinery) => [
      ...admissionPluginsOf(config.admissionPlugins, machinery.server),
      escalationPlugin(new EscalationCheck(rbac, rbacAuthorizer, authorizer)),
    ],
    specialHandlers: () => createOnlyHandlers(reviews),
    allowPrivileged: config.flags.bool('allow-privileged'),
    extensions: [
      () => metricsExtension(requests, clock, config.set, release.facts),
      (machinery) => openapiExtension(machinery, release.facts, config.set.groupVersions),
      () => pathsExtension(paths),
    ],
  })
  server.ready.then(
    () => {
      state.ready = true
    },
    () => {},
  )
  const stopCompaction = startCompaction(
    storage,
    clock,
    config.flags.duration('etcd-compaction-interval', 300_000),
  )
  return {
    server,
    certificates,
    storage,
    async close() {
      state.closing = true
      stopCompaction()
      await server.close()
      rbac.close()
      flowSchemas?.close()
      if (options.storage === undefined) await storage.close()
    },
  }
}

function authorizerOf(config: ApiserverConfig, rbac: RBACAuthorizer): Authorizer {
  const modes: Readonly<Record<string, Authorizer>> = {
    AlwaysAllow: alwaysAllow,
    AlwaysDeny: alwaysDeny,
    RBAC: rbac,
    Node: nodeAuthorizer(config.gates),
  }
  return unionAuthorizer([
    privilegedGroups,
    ...config.authorizationModes.flatMap((mode) => modes[mode] ?? []),
  ])
}

function tokenFile(config: ApiserverConfig, logger: Logger): TokenAuthenticator {
  try {
    return readTokenFile(config.flags.string('token-auth-file'), (message) => logger.log('W', message))
  } catch (error) {
    throw new StartupError((error as Error).message)
  }
}

const prefixes: Readonly<Record<string, string>> = {
  serviceaccounts: 'serviceaccounts',
  pods: 'pods',
  secrets: 'secrets',
  nodes: 'minions',
}

function serviceAccountTokens(
  config: ApiserverConfig,
  certificates: CertificateStore,
  storage: Storage,
  clock: Clock,
  random: Random,
): ServiceAccountTokenOptions {
  const read: ObjectReader = async (resource, namespace, name) =>
    (await storage.get(`/registry/${prefixes[resource]}/${namespace === '' ? '' : `${namespace}/`}${name}`))
      ?.object
  const file = config.flags.string('service-account-signing-key-file')
  const signingKey = readSigningKey(
    file === '' ? certificates.serviceAccountKey() : readFileSync(file, 'utf8'),
  )
  const publicKeys: PublicKey[] = [
    signingKey,
    ...config.flags
      .strings('service-account-key-file')
      .flatMap((path) => readPublicKeys(readFileSync(path, 'utf8'))),
  ]
  const unique = [...new Map(publicKeys.map((k) => [k.id, k])).values()]
  return {
    issuers: config.issuers,
    signingKey,
    publicKeys: unique,
    audiences: config.audiences,
    gates: config.gates,
    clock,
    random,
    read,
  }
}

function readPublicKeys(pem: string): PublicKey[] {
  try {
    return (pem.match(/-----BEGIN [^-]+-----[\s\S]*?-----END [^-]+-----/g) ?? []).map(readPublicKey)
  } catch {
    throw new StartupError('data does not contain any valid RSA or ECDSA public keys')
  }
}

async function tlsOptions(
  config: ApiserverConfig,
  certificates: CertificateStore,
): Promise<{ cert: string; key: string; ca: string; requestCert: boolean; rejectUnauthorized: boolean }> {
  const [certFile, keyFile, clientCA] = ['tls-cert-file', 'tls-private-key-file', 'client-ca-file'].map((f) =>
    config.flags.string(f),
  )
  const ca = clientCA === '' ? (await certificates.authority()).cert : readFileSync(clientCA!, 'utf8')
  const service = firstServiceAddress(config.serviceCIDRs[0]!)
  const own = certFile === '' ? await certificates.serving([service, config.advertiseAddress]) : undefined
  const pair = own ?? { cert: readFileSync(certFile!, 'utf8'), key: readFileSync(keyFile!, 'utf8') }
  return { ...pair, ca, requestCert: true, rejectUnauthorized: false }
}

/** A flag's value as /flagz shows it. */
function flagText(value: unknown): string {
  if (value instanceof Map) return [...value].map(([k, v]) => `${k}=${String(v)}`).join(',')
  if (Array.isArray(value)) return `[${value.join(',')}]`
  return typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')
}
