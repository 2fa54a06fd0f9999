// Upstream: pkg/registry/core/serviceaccount/storage/token.go, pkg/apis/authentication/validation

import { type FieldError, field } from '../../../apimachinery/field-error.ts'
import {
  deepCopy,
  isObject,
  type JsonObject,
  type JsonValue,
  type KubeObject,
} from '../../../apimachinery/json.ts'
import { newConflict, newInvalid, newNotFound } from '../../../apimachinery/status-error.ts'
import { toTime } from '../../../component-base/clock.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { ApiRequest } from '../../registry/generic/request.ts'
import type { ValidateObjectFunc } from '../../registry/generic/rest.ts'
import { endpointsDialect } from '../dialect.ts'
import { type BoundObject, boundObject } from './bound-object.ts'
import type { ServiceAccountTokenOptions, ServiceAccountTokens } from './service-account-tokens.ts'

/** The issuer of tokens, and the limits of their lifetimes. */
export interface TokenRequestOptions {
  readonly tokens: ServiceAccountTokens
  readonly token: ServiceAccountTokenOptions
  /** --service-account-max-token-expiration in seconds; 0: no limit. */
  readonly maxSeconds: number
  /** --service-account-extend-token-expiration */
  readonly extend: boolean
  readonly minor: number
}

const kind = { group: 'authentication.k8s.io', kind: 'TokenRequest' }
/** What kubelets ask for; such tokens may be used for longer, with a note. */
const warnOnlySeconds = 60 * 60 + 7
const extendedSeconds = 24 * 365 * 60 * 60

/** Makes a token for the service account that the request names. The object is one's own and may be changed. */
export async function createTokenRequest(
  options: TokenRequestOptions & { readonly createValidation: ValidateObjectFunc },
  { namespace, name, warn, annotate }: Pick<ApiRequest, 'namespace' | 'name' | 'warn' | 'annotate'>,
  object: KubeObject,
): Promise<KubeObject> {
  checkNames(object, namespace, name)
  const account = await options.token.read('serviceaccounts', namespace, name)
  if (account === undefined) throw newNotFound({ group: '', resource: 'serviceaccounts' }, name)
  setMetadata(options, object, account, warn)
  const asked = askedFor(options, object)
  validateSeconds(asked.seconds)
  if (isObject(object['spec'])) object['spec']['audiences'] = [...asked.audiences]
  await options.createValidation(deepCopy(object))
  const bound = await boundObject(options.token, namespace, name, asked.boundObjectRef)
  const granted = options.maxSeconds > 0 ? Math.min(asked.seconds, options.maxSeconds) : asked.seconds
  if (granted < asked.seconds)
    warn(`requested expiration of ${asked.seconds} seconds shortened to ${granted} seconds`)
  const { audiences, boundObjectRef = null } = asked
  const extended = isExtended(options, bound, granted, audiences)
  const token = options.tokens.issue({
    account,
    ...bound,
    audiences,
    seconds: extended ? extendedSeconds : granted,
    ...(extended ? { warnAfter: granted } : {}),
  })
  if (annotate !== undefined) noteCredential(token, annotate)
  object['spec'] = { audiences, expirationSeconds: granted, boundObjectRef }
  object['status'] = { token, expirationTimestamp: toTime(options.token.clock.now() + granted * 1000) }
  return object
}

/** The audit event of the request says which token it made, where tokens have a name. */
function noteCredential(token: string, annotate: NonNullable<ApiRequest['annotate']>): void {
  const { jti } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString('utf8')) as {
    jti?: string
  }
  if (jti !== undefined) annotate('authentication.kubernetes.io/issued-credential-id', `JTI=${jti}`)
}

function checkNames({ metadata }: KubeObject, namespace: string, name: string): void {
  const check = (key: 'name' | 'namespace', wanted: string): void => {
    const value = metadata[key]
    if (value && value !== wanted)
      throw invalid(
        name,
        field.invalid(`metadata.${key}`, value, `must match the service account ${key} if specified`),
      )
  }
  check('name', name)
  check('namespace', namespace)
}

interface AskedFor {
  readonly seconds: number
  readonly audiences: string[]
  readonly boundObjectRef: JsonValue | undefined
}

function askedFor(options: TokenRequestOptions, object: KubeObject): AskedFor {
  const spec = (isObject(object['spec']) ? object['spec'] : {}) as JsonObject
  const given = Array.isArray(spec['audiences']) ? spec['audiences'].map(String) : []
  return {
    seconds: typeof spec['expirationSeconds'] === 'number' ? spec['expirationSeconds'] : 3600,
    audiences: given.length === 0 ? [...options.token.audiences] : given,
    boundObjectRef: spec['boundObjectRef'],
  }
}

/** A token of the length that kubelets ask for lives on for clients that read it only once. */
const isExtended = (
  options: TokenRequestOptions,
  bound: BoundObject,
  granted: number,
  audiences: readonly string[],
): boolean =>
  options.extend &&
  bound.pod !== undefined &&
  granted === warnOnlySeconds &&
  audiences.every((a) => options.token.audiences.includes(a))

const invalid = (name: string, ...errors: FieldError[]): Error => newInvalid(kind, name, errors)

function setMetadata(
  options: TokenRequestOptions,
  object: KubeObject,
  account: KubeObject,
  warn: (text: string) => void,
): void {
  const { metadata: stored } = account
  if (endpointsDialect(options.minor).takesUIDOfTokenRequests) setUID(options, object, account, warn)
  else delete object.metadata.uid
  const { managedFields, uid } = object.metadata
  object.metadata = {
    name: stored.name ?? '',
    namespace: stored.namespace ?? '',
    ...(uid === undefined ? {} : { uid }),
    creationTimestamp: toTime(options.token.clock.now()),
    ...(managedFields === undefined ? {} : { managedFields }),
  }
}

function setUID(
  options: TokenRequestOptions,
  { metadata }: KubeObject,
  { metadata: stored }: KubeObject,
  warn: (text: string) => void,
): void {
  if (metadata.uid === undefined || metadata.uid === '' || metadata.uid === stored.uid) {
    if (stored.uid !== undefined) metadata.uid = stored.uid
    return
  }
  const mismatch = `the UID in the token request (${metadata.uid}) does not match the UID of the service account (${stored.uid})`
  if (gateEnabled(options.token.gates, 'TokenRequestServiceAccountUIDValidation'))
    throw newConflict({ group: kind.group, resource: kind.kind }, stored.name ?? '', mismatch)
  warn(
    `${mismatch} but TokenRequestServiceAccountUIDValidation is not enabled. In the future, this will return a conflict error`,
  )
}

function validateSeconds(seconds: number): void {
  const why =
    seconds < 600
      ? 'may not specify a duration less than 10 minutes'
      : seconds > 2 ** 32
        ? 'may not specify a duration larger than 2^32 seconds'
        : undefined
  if (why !== undefined) throw invalid('', field.invalid('spec.expirationSeconds', seconds, why))
}
