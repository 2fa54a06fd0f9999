// Upstream: pkg/registry/rbac/{escalation_check.go,*/policybased/storage.go,validation/rule.go}
import { goQuote } from '../../../apimachinery/field-error.ts'
import { getOwn, type KubeObject } from '../../../apimachinery/json.ts'
import { newForbidden, StatusError } from '../../../apimachinery/status-error.ts'
import { mastersGroup, type UserInfo } from '../authentication/user-info.ts'
import { type Authorizer, allows, resourceAttributes } from './attributes.ts'
import { type RBACAuthorizer, roleRefRules } from './rbac-authorizer.ts'
import { compactRules, compactString, goQuoteList, type PolicyRule, uncoveredRules } from './rbac-rules.ts'
import type { RBACReader, RoleRef } from './rbac-store.ts'

const rbacGroup = 'rbac.authorization.k8s.io'
const fullAuthority: PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
]

/** A write of a role or binding, which may grant no more than its user has. */
export interface EscalationRequest {
  readonly user: UserInfo
  /** roles, clusterroles, rolebindings or clusterrolebindings */
  readonly resource: string
  readonly namespace: string
  /** The name in the request's path; empty for a create. */
  readonly name: string
}

/** Refuses writes of roles and bindings that would give more than the writer has. */
export class EscalationCheck {
  private readonly reader: RBACReader
  private readonly rbac: RBACAuthorizer
  private readonly authorizer: Authorizer
  constructor(reader: RBACReader, rbac: RBACAuthorizer, authorizer: Authorizer) {
    this.reader = reader
    this.rbac = rbac
    this.authorizer = authorizer
  }
  /** Rejects with a StatusError (403) when the write is not allowed. @param old the stored object of an update. */
  async check(request: EscalationRequest, object: KubeObject, old?: KubeObject): Promise<void> {
    if (request.user.groups.includes(mastersGroup)) return
    if (old !== undefined && onlyGarbageCollectionFields(object, old)) return
    if (request.resource === 'roles' || request.resource === 'clusterroles')
      await this.checkRole(request, object, old)
    else if (request.resource === 'rolebindings' || request.resource === 'clusterrolebindings')
      await this.checkBinding(request, object)
  }
  private async checkRole(
    request: EscalationRequest,
    object: KubeObject,
    old: KubeObject | undefined,
  ): Promise<void> {
    const { user, resource, namespace, name } = request
    if (await this.allows(user, 'escalate', resource, namespace, name)) return
    this.confirm(request, object, (object['rules'] as PolicyRule[] | undefined) ?? [])
    if (!hasAggregation(object) && !hasAggregation(old)) return
    if (uncoveredRules(this.rbac.policyRules(user, namespace).rules, fullAuthority).length > 0)
      throw newForbidden(
        { group: rbacGroup, resource },
        object.metadata.name ?? '',
        'must have cluster-admin privileges to use the aggregationRule',
      )
  }
  private async checkBinding(request: EscalationRequest, object: KubeObject): Promise<void> {
    const ref = object['roleRef'] as RoleRef
    const resource = ref.kind === 'Role' ? 'roles' : 'clusterroles'
    if (
      (ref.kind === 'Role' || ref.kind === 'ClusterRole') &&
      (await this.allows(request.user, 'bind', resource, request.namespace, ref.name))
    )
      return
    let rules: readonly PolicyRule[]
    try {
      rules = roleRefRules(this.reader, ref, request.namespace)
    } catch (error) {
      const message = (error as Error).message
      if (!message.endsWith('not found')) throw new StatusError(500, '', message)
      throw new StatusError(
        404,
        'NotFound',
        message.replace(/^(cluster)?role\./, (m) => `${m.slice(0, -1)}s.`),
        { name: ref.name, group: rbacGroup, kind: resource },
      )
    }
    this.confirm(request, object, rules)
  }
  private allows(
    user: UserInfo,
    verb: string,
    resource: string,
    namespace: string,
    name: string,
  ): Promise<boolean> {
    const attributes = resourceAttributes(user, verb, {
      apiGroup: rbacGroup,
      apiVersion: '*',
      resource,
      namespace,
      name,
    })
    return allows(this.authorizer, attributes)
  }
  private confirm(request: EscalationRequest, object: KubeObject, wanted: readonly PolicyRule[]): void {
    const { user, resource, namespace } = request
    const { rules, errors } = this.rbac.policyRules(user, namespace)
    const missing = uncoveredRules(rules, wanted)
    if (missing.length === 0) return
    const lines = [...new Set(compactRules(missing).map(compactString))].sort()
    const trouble = errors.length === 0 ? '' : `; resolution errors: [${errors.join(' ')}]`
    const why = `user ${goQuote(user.name)} (groups=${goQuoteList(user.groups)}) is attempting to grant RBAC permissions not currently held:\n${lines.join('\n')}${trouble}`
    throw newForbidden({ group: rbacGroup, resource }, object.metadata.name ?? '', why)
  }
}

function hasAggregation(role: KubeObject | undefined): boolean {
  const rule = role?.['aggregationRule'] as { clusterRoleSelectors?: unknown[] } | undefined
  return (rule?.clusterRoleSelectors ?? []).length > 0
}

/** Owner references and finalizers may change without rights to the role itself. */
function onlyGarbageCollectionFields(object: KubeObject, old: KubeObject): boolean {
  const rest = (o: KubeObject): string => {
    const { ownerReferences: _o, finalizers: _f, managedFields: _m, ...metadata } = o.metadata
    return stableText({ ...o, metadata })
  }
  return rest(object) === rest(old)
}

function stableText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(stableText).join(',')}]`
  const map = value as Record<string, unknown>
  return `{${Object.keys(map)
    .sort()
    .map((k) => `${JSON.stringify(k)}:${stableText(getOwn(map, k))}`)
    .join(',')}}`
}
