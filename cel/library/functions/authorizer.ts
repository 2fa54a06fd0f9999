// Asking the authorizer. Upstream: k8s.io/apiserver/pkg/cel/library/authz.go
import { isDNS1123Label, nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { objectType } from '../../types/type.ts'
import { noSuchOverload } from '../../values/equality.ts'
import { CelError, type CelValue, type LibraryValue } from '../../values/value.ts'
import type { Functions } from './functions.ts'

/** A question to the authorizer: whether a user may do something to a resource or a path. */
export interface AuthorizationQuestion {
  readonly user: string
  readonly verb: string
  readonly path?: string
  readonly group?: string
  readonly resource?: string
  readonly subresource?: string
  readonly namespace?: string
  readonly name?: string
  readonly fieldSelector?: string
  readonly labelSelector?: string
}

/** The answer of an authorizer. */
export interface AuthorizationAnswer {
  readonly allowed: boolean
  readonly reason: string
  readonly error?: string
}

/** Answers at once, as rules of RBAC do. */
export type Authorize = (question: AuthorizationQuestion) => AuthorizationAnswer

type Asked = Partial<Omit<AuthorizationQuestion, 'user' | 'verb'>>

/** An authorizer, or a question that is not complete. */
class Check implements LibraryValue {
  readonly kind = 'library'
  readonly type: LibraryValue['type']
  readonly user: string
  readonly authorize: Authorize
  readonly asked: Asked

  constructor(name: string, user: string, authorize: Authorize, asked: Asked) {
    this.type = objectType(`kubernetes.authorization.${name}`)
    this.user = user
    this.authorize = authorize
    this.asked = asked
  }
  with(name: string, more: Asked, user = this.user): Check {
    return new Check(name, user, this.authorize, { ...this.asked, ...more })
  }
  equals(): CelError {
    return noSuchOverload
  }
  /** The error of a conversion to string, which the type does not have. */
  toString(): string {
    return noSuchOverload.message
  }
}

class Decision implements LibraryValue {
  readonly kind = 'library'
  readonly type = objectType('kubernetes.authorization.Decision')
  readonly answer: AuthorizationAnswer
  constructor(answer: AuthorizationAnswer) {
    this.answer = answer
  }
  equals(): CelError {
    return noSuchOverload
  }
  /** The error of a conversion to string, which the type does not have. */
  toString(): string {
    return noSuchOverload.message
  }
}

/** The value of the variable `authorizer`. @param user the name of who asks */
export const authorizerValue = (user: string, authorize: Authorize): CelValue =>
  new Check('Authorizer', user, authorize, {})

/** The value of the variable `authorizer.requestResource`. @param asked what the request is about */
export const requestResourceValue = (
  user: string,
  authorize: Authorize,
  asked: Required<Pick<AuthorizationQuestion, 'group' | 'resource' | 'subresource' | 'namespace' | 'name'>>,
): CelValue => new Check('ResourceCheck', user, authorize, asked)

const check = (value: CelValue | undefined): Check => value as Check
const answer = (value: CelValue | undefined): AuthorizationAnswer => (value as Decision).answer

const refine =
  (field: keyof Asked) =>
  ([value, text]: readonly CelValue[]): CelValue =>
    check(value).with('ResourceCheck', { [field]: text as string })

const ask = ([value, verb]: readonly CelValue[]): CelValue => {
  const { asked, user, authorize } = check(value)
  return new Decision(authorize({ ...asked, user, verb: verb as string }))
}

/** Upstream's limit of what a namespace's name can be is the same in all releases. */
const anyRelease = Number.POSITIVE_INFINITY

function serviceAccount([value, namespace, name]: readonly CelValue[]): CelValue {
  if (nameIsDNSSubdomain(name as string, false).length > 0)
    return new CelError('Invalid service account name')
  if (isDNS1123Label(namespace as string, anyRelease).length > 0)
    return new CelError('Invalid service account namespace')
  return check(value).with('Authorizer', {}, `system:serviceaccount:${namespace}:${name}`)
}

const notEmpty =
  (field: 'path' | 'resource', type: string) =>
  ([value, text]: readonly CelValue[]): CelValue =>
    (text as string).trim() === ''
      ? new CelError(`${field} must not be empty`)
      : check(value).with(type, { [field]: text as string })

/** The functions that ask the authorizer, by the ids of their overloads. */
export const authorizerFunctions: Functions = {
  authorizer_path: notEmpty('path', 'PathCheck'),
  authorizer_group: ([value, group]) => check(value).with('GroupCheck', { group: group as string }),
  authorizer_serviceaccount: serviceAccount,
  groupcheck_resource: notEmpty('resource', 'ResourceCheck'),
  resourcecheck_subresource: refine('subresource'),
  resourcecheck_namespace: refine('namespace'),
  resourcecheck_name: refine('name'),
  authorizer_fieldselector: refine('fieldSelector'),
  authorizer_labelselector: refine('labelSelector'),
  pathcheck_check: ask,
  resourcecheck_check: ask,
  decision_errored: ([value]) => answer(value).error !== undefined,
  decision_error: ([value]) => answer(value).error ?? '',
  decision_allowed: ([value]) => answer(value).allowed,
  decision_reason: ([value]) => answer(value).reason,
}
