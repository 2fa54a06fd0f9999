// Upstream: cmd/kube-apiserver/app/config.go (NewConfig)
import { planExtension } from '../../component-base/plan-extension.ts'
import { admissionPluginsOf, loadedTexts } from '../admission/plugin-table.ts'
import { escalationPlugin } from '../admission/role-escalation.ts'
import type { CreateServerOptions } from '../create-server.ts'
import { createImpersonation } from '../endpoints/authentication/access-control.ts'
import { createOnlyHandlers } from '../endpoints/authentication/create-only-handler.ts'
import { pathsExtension } from '../endpoints/discovery/paths-extension.ts'
import { metricsExtension } from '../endpoints/metrics/metrics-extension.ts'
import { RequestMetrics } from '../endpoints/metrics/request-metrics.ts'
import { openapiExtension } from '../endpoints/openapi/openapi-extension.ts'
import { type NodeBackend, nodeHandlers } from '../endpoints/special/node-backend.ts'
import type { ApiserverConfig } from '../options/apiserver-config.ts'
import type { Authentication } from './authentication.ts'
import type { Authorization } from './authorization.ts'
import type { Foundation } from './foundation.ts'
import { nonResourcePaths } from './non-resource-paths.ts'
import { reviews } from './reviews.ts'
import type { ServingState } from './serving-state.ts'
import type { StoredRules } from './stored-rules.ts'

export interface ServerParts {
  readonly rules: StoredRules
  readonly authorized: Authorization
  readonly authenticated: Authentication
  readonly state: ServingState
  readonly nodes: NodeBackend | undefined
}

/** What createServer takes, from the configuration and the parts made of it. */
export function serverOptions(foundation: Foundation, parts: ServerParts): CreateServerOptions {
  const { config, logger, clock, random, storage } = foundation
  const { authenticator } = parts.authenticated
  const { authorizer, escalation } = parts.authorized
  const extension = planExtension(config.release, 'kube-apiserver', config.gates)
  const answers = reviews(foundation, parts.authenticated, authorizer)
  return {
    ...network(config),
    minor: config.release.facts,
    gates: extension.gates,
    extension,
    storage,
    served: config.set.groupVersions,
    clock,
    random,
    logger,
    authenticator,
    authorizer,
    impersonate: createImpersonation({ authorizer, gates: config.gates, minor: config.release.minor }),
    flowSchemas: parts.rules.flowSchemas,
    inFlight: {
      readOnly: config.flags.number('max-requests-inflight', 400),
      mutating: config.flags.number('max-mutating-requests-inflight', 200),
    },
    watchCache: config.flags.bool('watch-cache', true),
    admissionPlugins(machinery) {
      const { admissionPlugins: names, admissionConfiguration: configuration } = config
      const plugins = admissionPluginsOf(names, { machinery, authorizer, configuration })
      for (const text of loadedTexts(plugins)) logger.log('I', text)
      return [...plugins, escalationPlugin(escalation)]
    },
    specialHandlers: () =>
      new Map([
        ...createOnlyHandlers(answers),
        ...(parts.nodes === undefined ? [] : nodeHandlers(parts.nodes)),
      ]),
    allowPrivileged: config.flags.bool('allow-privileged'),
    extensions: extensions(foundation, parts),
  }
}

type Network = Pick<CreateServerOptions, 'serviceCIDRs' | 'nodePortRange' | 'advertise'>

function network(config: ApiserverConfig): Network {
  const { base, size } = config.flags.portRange('service-node-port-range')
  return {
    serviceCIDRs: config.serviceCIDRs.map((c) => c.text),
    ...(size > 0 ? { nodePortRange: { from: base, to: base + size - 1 } } : {}),
    advertise: { address: config.advertiseAddress, port: config.advertisePort },
  }
}

/** In this order: the metrics count what the others answer. */
function extensions(
  { config, clock, storage }: Foundation,
  { authenticated, state }: ServerParts,
): NonNullable<CreateServerOptions['extensions']> {
  const requests = new RequestMetrics(config.release.minor)
  const { publicKeys } = authenticated.tokenOptions
  const paths = nonResourcePaths(config, { clock, requests, publicKeys, state, storage })
  const { facts } = config.release
  return [
    () => metricsExtension(requests, clock, config.set, facts),
    (machinery) => openapiExtension(machinery, facts, config.set.groupVersions),
    () => pathsExtension(paths),
  ]
}
