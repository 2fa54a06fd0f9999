// Upstream: pkg/registry/core/serviceaccount/storage/token.go, pkg/apis/authentication/validation
import { toTime } from '../../../component-base/clock.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { type FieldError, field } from '../../apimachinery/field-error.ts'
import { isObject, type JsonObject, type KubeObject } from '../../apimachinery/json.ts'
import { newBadRequest, newConflict, newInvalid, newNotFound } from '../../apimachinery/status-error.ts'
import type {
  BoundTokenRequest,
  ServiceAccountTokenOptions,
  ServiceAccountTokens,
} from './service-account-tokens.ts'

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

/** Makes a token for the service account `name`. The object is one's own and may be changed. */
export async function createTokenRequest(
  options: TokenRequestOptions,
  namespace: string,
  name: string,
  object: KubeObject,
  warn: (text: string) => void,
): Promise<KubeObject> {
  const { metadata } = object
  if (metadata.name && metadata.name !== name)
    throw invalid(
      name,
      field.invalid('metadata.name', metadata.name, 'must match the service account name if specified'),
    )
  if (metadata.namespace && metadata.namespace !== namespace)
    throw invalid(
      name,
      field.invalid(
        'metadata.namespace',
        metadata.namespace,
        'must match the service account namespace if specified',
      ),
    )
  const account = await options.token.read('serviceaccounts', namespace, name)
  if (account === undefined) throw newNotFound({ group: '', resource: 'serviceaccounts' }, name)
  setMetadata(options, object, account, warn)
  const spec = (isObject(object['spec']) ? object['spec'] : {}) as JsonObject
  const seconds = typeof spec['expirationSeconds'] === 'number' ? spec['expirationSeconds'] : 3600
  const given = Array.isArray(spec['audiences']) ? spec['audiences'].map(String) : []
  const audiences = given.length === 0 ? [...options.token.audiences] : given
  validateSeconds(seconds)
  const bound = await boundObject(options, namespace, name, spec['boundObjectRef'])
  const granted = options.maxSeconds > 0 ? Math.min(seconds, options.maxSeconds) : seconds
  if (granted < seconds) warn(`requested expiration of ${seconds} seconds shortened to ${granted} seconds`)
  const extended =
    options.extend &&
    bound.pod !== undefined &&
    granted === warnOnlySeconds &&
    audiences.every((a) => options.token.audiences.includes(a))
  const token = options.tokens.issue({
    account,
    ...bound,
    audiences,
    seconds: extended ? extendedSeconds : granted,
    ...(extended ? { warnAfter: granted } : {}),
  })
  object['spec'] = { audiences, expirationSeconds: granted, boundObjectRef: spec['boundObjectRef'] ?? null }
  object['status'] = { token, expirationTimestamp: toTime(options.token.clock.now() + granted * 1000) }
  return object
}

const invalid = (name: string, ...errors: FieldError[]): Error => newInvalid(kind, name, errors)

function setMetadata(
  options: TokenRequestOptions,
  object: KubeObject,
  account: KubeObject,
  warn: (text: string) => void,
): void {
  const { metadata } = object
  const stored = account.metadata
  if (options.minor >= 34) {
    if (metadata.uid !== undefined && metadata.uid !== '' && metadata.uid !== stored.uid) {
      const mismatch = `the UID in the token request (${metadata.uid}) does not match the UID of the service account (${stored.uid})`
      if (gateEnabled(options.token.gates, 'TokenRequestServiceAccountUIDValidation', true))
        throw newConflict({ group: kind.group, resource: kind.kind }, stored.name ?? '', mismatch)
      warn(
        `${mismatch} but TokenRequestServiceAccountUIDValidation is not enabled. In the future, this will return a conflict error`,
      )
    } else if (stored.uid !== undefined) metadata.uid = stored.uid
  } else delete metadata.uid
  const { managedFields, uid } = metadata
  object.metadata = {
    name: stored.name ?? '',
    namespace: stored.namespace ?? '',
    ...(uid === undefined ? {} : { uid }),
    creationTimestamp: toTime(options.token.clock.now()),
    ...(managedFields === undefined ? {} : { managedFields }),
  }
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

type Bound = Pick<BoundTokenRequest, 'pod' | 'secret' | 'node'>

async function boundObject(
  options: TokenRequestOptions,
  namespace: string,
  account: string,
  reference: unknown,
): Promise<Bound> {
  if (!isObject(reference)) return {}
  const text = (key: string): string => String(reference[key] ?? '')
  const [name, refKind, version, uid] = [text('name'), text('kind'), text('apiVersion'), text('uid')]
  const kinds = { Pod: 'pods', Secret: 'secrets', Node: 'nodes' } as const
  const { gates, read } = options.token
  const [group, v] = version.includes('/') ? version.split('/') : ['', version]
  if (group !== '' || !Object.hasOwn(kinds, refKind))
    throw newBadRequest(`cannot bind token to object of type ${group}/${v}, Kind=${refKind}`)
  if (refKind === 'Node' && !gateEnabled(gates, 'ServiceAccountTokenNodeBinding', true))
    throw newBadRequest(
      'cannot bind token to a Node object as the "ServiceAccountTokenNodeBinding" feature-gate is disabled',
    )
  const resource = kinds[refKind as keyof typeof kinds]
  const found = await read(resource, refKind === 'Node' ? '' : namespace, name)
  if (found === undefined) throw newNotFound({ group: '', resource }, name)
  const podSpec = (found['spec'] ?? {}) as { serviceAccountName?: string; nodeName?: string }
  if (refKind === 'Pod' && podSpec.serviceAccountName !== account)
    throw newBadRequest(
      `cannot bind token for serviceaccount "${account}" to pod running with different serviceaccount name.`,
    )
  if (uid !== '' && uid !== found.metadata.uid) {
    const why = `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`
    throw newConflict({ group: '', resource: refKind }, name, why)
  }
  if (refKind === 'Secret') return { secret: found }
  if (refKind === 'Node') return { node: found }
  if (!gateEnabled(gates, 'ServiceAccountTokenPodNodeInfo', true) || !podSpec.nodeName) return { pod: found }
  const node = await read('nodes', '', podSpec.nodeName)
  return {
    pod: found,
    node: node ?? { apiVersion: 'v1', kind: 'Node', metadata: { name: podSpec.nodeName } },
  }
}
