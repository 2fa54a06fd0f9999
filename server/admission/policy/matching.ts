// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/matching/matching.go, plugin/webhook/predicates
import type {
  MatchResources,
  NamedRuleWithOperations,
  RuleWithOperations,
} from '../../../api/admissionregistration-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { LabelSelector } from '../../../apimachinery/selectors/label-selector.ts'
import { newInternalError } from '../../../apimachinery/status-error.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import type { GroupVersionKind } from '../../registry/generic/runtime.ts'
import { knownOrNewest } from '../../storage/known-or-newest.ts'
import type { AdmissionAttributes } from '../chain.ts'
import { namespaceMissing } from '../forbid.ts'
import { policyDialect } from './dialect.ts'
import { equivalentsOf, type GroupVersionResource } from './equivalents.ts'

/** The resource and kind of a request that a rule matches: maybe in another version than the request's. */
export interface Matched {
  readonly resource: GroupVersionResource
  readonly kind: GroupVersionKind
}

const namesOne = (items: readonly string[] | undefined, requested: string): boolean =>
  items?.some((item) => item === '*' || item === requested) ?? false

function namesScope(scope: string | null | undefined, isNamespaced: boolean): boolean {
  if (scope == null || scope === '*') return true
  return scope === (isNamespaced ? 'Namespaced' : 'Cluster')
}

const namesResource = (resources: readonly string[] | undefined, resource: string, sub: string): boolean =>
  resources?.some((one) => {
    const slash = one.indexOf('/')
    const [name, own] = slash < 0 ? [one, ''] : [one.slice(0, slash), one.slice(slash + 1)]
    return (name === '*' || name === resource) && (own === '*' || own === sub)
  }) ?? false

const isNamespaces = ({ group, version, resource }: GroupVersionResource): boolean =>
  group === '' && version === 'v1' && resource === 'namespaces'

/** Whether a rule is about a request, taken for one of `target`. Upstream: predicates/rules/rules.go */
export function ruleMatches(
  rule: RuleWithOperations,
  { request, operation }: AdmissionAttributes,
  target: GroupVersionResource,
): boolean {
  return (
    namesScope(rule.scope, !isNamespaces(target) && request.namespace !== '') &&
    namesOne(rule.operations, operation) &&
    namesOne(rule.apiGroups, target.group) &&
    namesOne(rule.apiVersions, target.version) &&
    namesResource(rule.resources, target.resource, request.subresource)
  )
}

const namesObject = ({ resourceNames }: NamedRuleWithOperations, { request }: AdmissionAttributes): boolean =>
  !resourceNames?.length || resourceNames.includes(request.name)

const selectors = new WeakMap<object, LabelSelector>()

function selectorOf(selector: NonNullable<MatchResources['objectSelector']>, minor: number): LabelSelector {
  const known = selectors.get(selector)
  if (known !== undefined) return known
  const made = LabelSelector.fromObject(selector, minor)
  selectors.set(selector, made)
  return made
}

/** The resource that a request is for. */
export const requestedVersion = ({ request }: AdmissionAttributes): GroupVersionResource => ({
  group: request.group,
  version: request.version,
  resource: request.resource,
})

/** Which requests the match resources of policies and bindings are about. */
export class RequestMatcher {
  private readonly apiserver: GenericAPIServer

  constructor(apiserver: GenericAPIServer) {
    this.apiserver = apiserver
  }

  /** The Namespace object in the version that the registry stores. Throws 404 where it is missing. */
  async namespace(name: string): Promise<KubeObject> {
    const { storage } = this.apiserver.context
    const record = await knownOrNewest(storage, `/registry/namespaces/${name}`)
    if (record === undefined) throw namespaceMissing(name)
    return this.apiserver.registry.store('', 'namespaces')?.stored(record).object ?? record.object
  }

  /** The namespace of the object; that of a Namespace is none. Throws 404. */
  async namespaceOf({ request, kind }: AdmissionAttributes): Promise<KubeObject | undefined> {
    const isNamespace = kind.group === '' && kind.version === 'v1' && kind.kind === 'Namespace'
    return request.namespace === '' || isNamespace ? undefined : this.namespace(request.namespace)
  }

  /** The match of a request; undefined where it does not match. Throws the StatusError that keeps from knowing it. */
  async matches(attributes: AdmissionAttributes, match: MatchResources): Promise<Matched | undefined> {
    const { minor } = this.apiserver.context.release
    let failure: unknown
    try {
      if (!(await this.namespaceMatches(attributes, match))) return undefined
    } catch (error) {
      failure = error
    }
    if (!objectMatches(attributes, match, minor)) return undefined
    if (this.ruleFor(attributes, match.excludeResourceRules ?? [], match.matchPolicy)) return undefined
    const rules = match.resourceRules ?? []
    const own = { resource: requestedVersion(attributes), kind: attributes.kind }
    const found = rules.length === 0 ? own : this.ruleFor(attributes, rules, match.matchPolicy)
    if (found !== undefined && failure !== undefined) throw failure
    return found
  }

  private async namespaceMatches(attributes: AdmissionAttributes, match: MatchResources): Promise<boolean> {
    const { request, operation, object } = attributes
    if (request.namespace === '' && request.resource !== 'namespaces') return true
    const selector = selectorOf(match.namespaceSelector ?? {}, this.apiserver.context.release.minor)
    if (selector.empty) return true
    const isWritten = operation === 'CREATE' || operation === 'UPDATE'
    if (request.resource === 'namespaces' && request.subresource === '' && isWritten) {
      if (object === undefined) throw newInternalError('object does not implement the Object interfaces')
      return selector.matches(object.metadata.labels)
    }
    return selector.matches((await this.namespace(request.namespace)).metadata.labels)
  }

  private ruleFor(
    attributes: AdmissionAttributes,
    rules: readonly NamedRuleWithOperations[],
    matchPolicy: string | null | undefined,
  ): Matched | undefined {
    if (rules.length === 0) return undefined
    const resource = requestedVersion(attributes)
    const named = rules.filter((rule) => namesObject(rule, attributes))
    if (named.some((rule) => ruleMatches(rule, attributes, resource)))
      return { resource, kind: attributes.kind }
    if (named.length === 0 || matchPolicy == null || matchPolicy === 'Exact') return undefined
    const equivalents = equivalentsOf(this.apiserver.registry, resource, attributes.request.subresource)
    for (const rule of named) {
      const found = equivalents.find((one) => ruleMatches(rule, attributes, one.resource))
      if (found !== undefined) return found
    }
    return undefined
  }
}

/** Upstream: predicates/object/matcher.go */
function objectMatches(
  { object, oldObject }: AdmissionAttributes,
  match: MatchResources,
  minor: number,
): boolean {
  const selector = selectorOf(match.objectSelector ?? {}, minor)
  if (selector.empty) return true
  return [object, oldObject].some((one) => one !== undefined && selector.matches(one.metadata.labels))
}

const configurations = new Set([
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
  'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings',
])

/** Objects that are stored nowhere. Upstream: pkg/kubeapiserver/admission/exclusion/resources.go */
const reviews = new Set([
  'authentication.k8s.io/selfsubjectreviews',
  'authentication.k8s.io/tokenreviews',
  'authorization.k8s.io/localsubjectaccessreviews',
  'authorization.k8s.io/selfsubjectaccessreviews',
  'authorization.k8s.io/selfsubjectrulesreviews',
  'authorization.k8s.io/subjectaccessreviews',
])

/** Whether a request is about policies: one of the API could keep itself from being mended. */
export const isConfiguration = ({ request: { group, resource } }: AdmissionAttributes): boolean =>
  group === 'admissionregistration.k8s.io' && configurations.has(resource)

/** Whether no policy is asked about a request: a review of what may be done. */
export const isReview = ({ request: { group, resource, server } }: AdmissionAttributes): boolean =>
  policyDialect(server.release.minor).leavesOutReviews && reviews.has(`${group}/${resource}`)
