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
import type { AskedSelectors, ReadSelectors } from './selectors.ts'

/** The attributes of a request to authorizers. For paths that name no resource only `verb` and `path` say something. */
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
  /** The selectors of a list; undefined: everything is asked for, or the gate AuthorizeWithSelectors is off. */
  readonly selectors?: AskedSelectors | undefined
}

/** An authorizer's decision; with noOpinion the next one is asked. */
export type Decision = 'allow' | 'deny' | 'noOpinion'
/** A decision with its reason, which the message of a 403 shows. */
export interface AuthorizerAnswer {
  readonly decision: Decision
  readonly reason: string
  /** The error of deciding; a request that is not allowed is answered with it and 500. */
  readonly error?: string | undefined
}
/** An answer, at once or when others have been asked. Only where it is a promise anything waits. */
export type MaybeAnswer = AuthorizerAnswer | Promise<AuthorizerAnswer>
/** authorization/v1 ResourceRule. */
export type ResourceRule = With<ApiResourceRule, 'verbs'>
/** authorization/v1 NonResourceRule. */
export type NonResourceRule = With<ApiNonResourceRule, 'verbs'>
/** Decides whether a user may make a request. */
export interface Authorizer {
  authorize(attributes: Attributes): MaybeAnswer
  /** The rules of a user in a namespace, for SelfSubjectRulesReview. */
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

/** What `then` makes of an answer: at once where the answer is there. */
export const whenAnswered = <T>(
  answer: MaybeAnswer,
  then: (answer: AuthorizerAnswer) => T,
): T | Promise<Awaited<T>> =>
  answer instanceof Promise ? (answer.then(then) as Promise<Awaited<T>>) : then(answer)

/** Whether the authorizer allows a request with these attributes. */
export async function allows(authorizer: Authorizer, attributes: Attributes): Promise<boolean> {
  return (await authorizer.authorize(attributes)).decision === 'allow'
}

/** The attributes that a request is authorized by. @param read undefined: selectors are not looked at */
export function requestAttributes(user: UserInfo, info: RequestInfo, read?: ReadSelectors): Attributes {
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
    selectors:
      read === undefined || (info.fieldSelector === '' && info.labelSelector === '')
        ? undefined
        : read(info.fieldSelector, info.labelSelector),
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

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** A text that no browser takes for HTML. */
export const asPlainText = (text: string): string => text.replace(/[&<>]/g, (c) => escapes[c]!)

/** `User "x" cannot list resource "pods" in API group "" in the namespace "y"` */
export function forbiddenMessage(a: Attributes): string {
  if (!a.resourceRequest) return `User ${goQuote(a.user.name)} cannot ${a.verb} path ${goQuote(a.path)}`
  const resource = a.subresource === '' ? a.resource : `${a.resource}/${a.subresource}`
  const where = a.namespace === '' ? 'at the cluster scope' : `in the namespace ${goQuote(a.namespace)}`
  return `User ${goQuote(a.user.name)} cannot ${a.verb} resource ${goQuote(resource)} in API group ${goQuote(a.apiGroup)} ${where}`
}

/** The 403 that says what the user may not do. */
export function forbiddenError(attributes: Attributes, reason: string): StatusError {
  const message = asPlainText(forbiddenMessage(attributes))
  const gr = { group: attributes.apiGroup, resource: attributes.resource }
  return newForbidden(gr, attributes.name, reason === '' ? message : `${message}: ${reason}`)
}
