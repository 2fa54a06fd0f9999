// Upstream: staging/src/k8s.io/apiserver/pkg/authorization/authorizer/interfaces.go, endpoints/filters/authorization.go
import type {
  NonResourceRule as ApiNonResourceRule,
  ResourceRule as ApiResourceRule,
} from '../../../api/authorization-v1.ts'
import { goQuote } from '../../../apimachinery/field-error.ts'
import { newForbidden, type StatusError } from '../../../apimachinery/status-error.ts'
import type { With } from '../../../apimachinery/with.ts'
import type { UserInfo } from '../authentication/user-info.ts'
import type { RequestInfo } from '../request-info.ts'

/** What a user wants to do. For paths that name no resource only `verb` and `path` say something. */
export interface Attributes {
  readonly user: UserInfo
  readonly verb: string
  readonly resourceRequest: boolean
  readonly path: string
  readonly namespace: string
  readonly apiGroup: string
  readonly apiVersion: string
  readonly resource: string
  readonly subresource: string
  readonly name: string
}

/** An authorizer's decision; with noOpinion the next one is asked. */
export type Decision = 'allow' | 'deny' | 'noOpinion'
/** A decision with its reason, which the message of a 403 shows. */
export interface AuthorizerAnswer {
  readonly decision: Decision
  readonly reason: string
}
/** authorization/v1 ResourceRule. */
export type ResourceRule = With<ApiResourceRule, 'verbs'>
/** authorization/v1 NonResourceRule. */
export type NonResourceRule = With<ApiNonResourceRule, 'verbs'>
/** Decides whether a user may make a request. */
export interface Authorizer {
  authorize(attributes: Attributes): AuthorizerAnswer
  /** For SelfSubjectRulesReview. */
  rulesFor(
    user: UserInfo,
    namespace: string,
  ): {
    resourceRules: ResourceRule[]
    nonResourceRules: NonResourceRule[]
    incomplete: boolean
    error?: string
  }
}

/** The attributes that a request is authorized by. */
export function requestAttributes(user: UserInfo, info: RequestInfo): Attributes {
  return {
    user,
    verb: info.verb,
    resourceRequest: info.isResourceRequest,
    path: info.path,
    namespace: info.namespace,
    apiGroup: info.apiGroup,
    apiVersion: info.apiVersion,
    resource: info.resource,
    subresource: info.subresource,
    name: info.name,
  }
}

/** Attributes of a resource with everything else empty. */
export function resourceAttributes(user: UserInfo, verb: string, rest: Partial<Attributes>): Attributes {
  return {
    user,
    verb,
    resourceRequest: true,
    path: '',
    namespace: '',
    apiGroup: '',
    apiVersion: '',
    resource: '',
    subresource: '',
    name: '',
    ...rest,
  }
}

const asText: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** `User "x" cannot list resource "pods" in API group "" in the namespace "y"` */
export function forbiddenMessage(a: Attributes): string {
  if (!a.resourceRequest) return `User ${goQuote(a.user.name)} cannot ${a.verb} path ${goQuote(a.path)}`
  const resource = a.subresource === '' ? a.resource : `${a.resource}/${a.subresource}`
  const where = a.namespace === '' ? 'at the cluster scope' : `in the namespace ${goQuote(a.namespace)}`
  return `User ${goQuote(a.user.name)} cannot ${a.verb} resource ${goQuote(resource)} in API group ${goQuote(a.apiGroup)} ${where}`
}

/** The 403 that says what the user may not do. */
export function forbiddenError(attributes: Attributes, reason: string): StatusError {
  const message = forbiddenMessage(attributes).replace(/[&<>]/g, (c) => asText[c]!)
  const gr = { group: attributes.apiGroup, resource: attributes.resource }
  return newForbidden(gr, attributes.name, reason === '' ? message : `${message}: ${reason}`)
}
