// Upstream: plugin/pkg/auth/authorizer/rbac/rbac.go, pkg/registry/rbac/validation/rule.go
import { goQuote } from '../../../apimachinery/field-error.ts'
import { serviceAccountUser, type UserInfo } from '../authentication/user-info.ts'
import type { Attributes, Authorizer, AuthorizerAnswer, NonResourceRule, ResourceRule } from './attributes.ts'
import { type PolicyRule, ruleAllows } from './rbac-rules.ts'
import type { Binding, RBACReader, RoleRef, Subject } from './rbac-store.ts'

/** The rules of a binding's role. Throws the text that upstream has for a role that is not there. */
export function roleRefRules(reader: RBACReader, ref: RoleRef, namespace: string): readonly PolicyRule[] {
  if (ref.kind !== 'Role' && ref.kind !== 'ClusterRole')
    throw new Error(`unsupported role reference kind: ${goQuote(ref.kind)}`)
  const rules = reader.rules(ref.kind === 'Role' ? namespace : '', ref.name)
  if (rules === undefined)
    throw new Error(
      `${ref.kind === 'Role' ? 'role' : 'clusterrole'}.rbac.authorization.k8s.io ${goQuote(ref.name)} not found`,
    )
  return rules
}

function applies(user: UserInfo, subject: Subject, namespace: string): boolean {
  if (subject.kind === 'User') return user.name === subject.name
  if (subject.kind === 'Group') return user.groups.includes(subject.name)
  if (subject.kind !== 'ServiceAccount') return false
  const ns = subject.namespace || namespace
  return ns !== '' && user.name === serviceAccountUser(ns, subject.name)
}

function describe(binding: Binding, subject: Subject): string {
  const kind = binding.namespace === '' ? 'ClusterRoleBinding' : 'RoleBinding'
  const name = binding.namespace === '' ? binding.name : `${binding.name}/${binding.namespace}`
  const who =
    subject.kind === 'ServiceAccount'
      ? `${subject.name}/${subject.namespace || binding.namespace}`
      : subject.name
  return `${kind} ${goQuote(name)} of ${binding.roleRef.kind} ${goQuote(binding.roleRef.name)} to ${subject.kind} ${goQuote(who)}`
}

interface Found {
  rule?: PolicyRule
  source: () => string
  error?: string
}

/** Every rule that applies to a user: cluster role bindings first, then the role bindings of the namespace. */
function* rulesOf(reader: RBACReader, user: UserInfo, namespace: string): Generator<Found> {
  for (const ns of namespace === '' ? [''] : ['', namespace]) {
    for (const binding of reader.bindings(ns)) {
      const subject = binding.subjects.find((s) => applies(user, s, ns))
      if (subject === undefined) continue
      try {
        for (const rule of roleRefRules(reader, binding.roleRef, ns))
          yield { rule, source: () => describe(binding, subject) }
      } catch (error) {
        yield { error: (error as Error).message, source: () => '' }
      }
    }
  }
}

/** Decides by roles and their bindings. */
export class RBACAuthorizer implements Authorizer {
  private readonly reader: RBACReader
  constructor(reader: RBACReader) {
    this.reader = reader
  }
  authorize(attributes: Attributes): AuthorizerAnswer {
    const errors: string[] = []
    for (const found of rulesOf(this.reader, attributes.user, attributes.namespace)) {
      if (found.error !== undefined) errors.push(found.error)
      else if (ruleAllows(found.rule!, attributes))
        return { decision: 'allow', reason: `RBAC: allowed by ${found.source()}` }
    }
    return { decision: 'noOpinion', reason: errors.length === 0 ? '' : `RBAC: ${aggregate(errors)}` }
  }
  /** All rules of a user in a namespace, and the errors of reading them. */
  policyRules(user: UserInfo, namespace: string): { rules: PolicyRule[]; errors: string[] } {
    const rules: PolicyRule[] = []
    const errors: string[] = []
    for (const found of rulesOf(this.reader, user, namespace)) {
      if (found.error !== undefined) errors.push(found.error)
      else rules.push(found.rule!)
    }
    return { rules, errors }
  }
  rulesFor(user: UserInfo, namespace: string): ReturnType<Authorizer['rulesFor']> {
    const { rules, errors } = this.policyRules(user, namespace)
    const resourceRules: ResourceRule[] = []
    const nonResourceRules: NonResourceRule[] = []
    for (const { nonResourceURLs, ...rule } of rules) {
      if ((rule.resources ?? []).length > 0) resourceRules.push(rule)
      if ((nonResourceURLs ?? []).length > 0)
        nonResourceRules.push({ verbs: rule.verbs, nonResourceURLs: nonResourceURLs! })
    }
    return {
      resourceRules,
      nonResourceRules,
      incomplete: false,
      ...(errors.length === 0 ? {} : { error: aggregate(errors) }),
    }
  }
}

const aggregate = (errors: readonly string[]): string => {
  const unique = [...new Set(errors)]
  return unique.length === 1 ? unique[0]! : `[${unique.join(', ')}]`
}
