// Upstream: pkg/kubeapiserver/authorizer/{config,reload}.go
import { gateEnabled } from '../../featuregates/reader.ts'
import { serverIdentity } from '../controlplane/server-identity.ts'
import { abacAuthorizer } from '../endpoints/authorization/abac-authorizer.ts'
import type { Authorizer } from '../endpoints/authorization/attributes.ts'
import { AuthorizationMetrics } from '../endpoints/authorization/authorization-metrics.ts'
import { EscalationCheck } from '../endpoints/authorization/escalation-check.ts'
import { nodeAuthorizer } from '../endpoints/authorization/node-authorizer.ts'
import { RBACAuthorizer } from '../endpoints/authorization/rbac-authorizer.ts'
import type { StoredRBAC } from '../endpoints/authorization/rbac-store.ts'
import {
  alwaysAllow,
  alwaysDeny,
  privilegedGroups,
  unionAuthorizer,
} from '../endpoints/authorization/union-authorizer.ts'
import { parseAbacPolicies } from '../options/abac-policy-file.ts'
import type { AuthorizationConfiguration } from '../options/authorizer-types.ts'
import { AuthorizationFile } from './authorization-file.ts'
import type { Foundation } from './foundation.ts'
import { WebhookAuthorizers } from './webhook-authorizers.ts'

/** The authorizer of a server. */
export interface Authorization {
  readonly authorizer: Authorizer
  /** Keeps users from granting what they do not have. */
  readonly escalation: EscalationCheck
  readonly metrics: AuthorizationMetrics
  /** No webhook is asked any more, and the file is not looked at. */
  close(): void
}

/** @param trusting everybody may do everything, whatever the configuration says */
export function authorization(foundation: Foundation, rbac: StoredRBAC, trusting: boolean): Authorization {
  const { config, clock, random, hostname } = foundation
  const { minor } = config.release
  const rbacAuthorizer = new RBACAuthorizer(rbac)
  const path = config.flags.string('authorization-config')
  const identity = path === '' ? '' : serverIdentity(hostname, minor, random)
  const metrics = new AuthorizationMetrics(minor, identity, clock)
  if (trusting)
    return {
      authorizer: alwaysAllow,
      escalation: new EscalationCheck(rbac, rbacAuthorizer, alwaysAllow),
      metrics,
      close() {},
    }
  const webhooks = new WebhookAuthorizers(foundation, metrics)
  const chain = chainOf(foundation, rbacAuthorizer, webhooks, metrics)
  const file = path === '' ? undefined : new AuthorizationFile(path, { foundation, metrics, chainOf: chain })
  const authorizer = file ?? chain(config.authorization)
  file?.follow()
  return {
    authorizer,
    escalation: new EscalationCheck(rbac, rbacAuthorizer, authorizer),
    metrics,
    close() {
      file?.stop()
      webhooks.close()
    },
  }
}

/** Makes chains; what is no webhook is made once. */
function chainOf(
  { config }: Foundation,
  rbac: RBACAuthorizer,
  webhooks: WebhookAuthorizers,
  metrics: AuthorizationMetrics,
): (configuration: AuthorizationConfiguration) => Authorizer {
  const { minor } = config.release
  const path = config.flags.string('authorization-policy-file')
  const types: Readonly<Record<string, () => Authorizer>> = {
    AlwaysAllow: () => alwaysAllow,
    AlwaysDeny: () => alwaysDeny,
    RBAC: () => rbac,
    Node: () => nodeAuthorizer(config.gates),
    ABAC: () => abacAuthorizer(parseAbacPolicies(config.readFile(path), path, minor)),
  }
  const initial = new Map(
    config.authorization.authorizers
      .filter(({ type }) => type !== 'Webhook')
      .map(({ type }) => [type, types[type]!()]),
  )
  const selectors = gateEnabled(config.gates, 'AuthorizeWithSelectors')
  return ({ authorizers }) =>
    unionAuthorizer([
      privilegedGroups,
      ...authorizers.map((one) => {
        const { type, name, webhook } = one
        const made = webhook === undefined ? initial.get(type) : webhooks.make(name, webhook, selectors)
        const always = type === 'AlwaysAllow' || type === 'AlwaysDeny' ? types[type]!() : undefined
        if (made === undefined && always === undefined)
          throw new Error(
            `authorizer type ${type} is not allowed if it was not enabled at initial server startup`,
          )
        return metrics.counting(type, name, (made ?? always)!)
      }),
    ])
}
