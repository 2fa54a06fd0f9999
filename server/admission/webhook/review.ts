// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/request/admissionreview.go
import { goQuote } from '../../../apimachinery/field-error.ts'
import { goJSON } from '../../../apimachinery/go-print/marshal.ts'
import { isObject, type JsonObject, type KubeObject } from '../../../apimachinery/json.ts'
import type { UserInfo } from '../../endpoints/authentication/user-info.ts'
import type { AnsweredReview } from '../../webhook/rest-answer.ts'
import type { AdmissionAttributes } from '../chain.ts'
import type { Matched } from '../policy/matching.ts'
import type { VersionedObjects } from '../policy/versioned.ts'

/** The first version of AdmissionReview that a webhook takes and the server knows. */
export const reviewVersion = (versions: readonly string[] = []): 'v1' | 'v1beta1' | undefined =>
  versions.find((one): one is 'v1' | 'v1beta1' => one === 'v1' || one === 'v1beta1')

/** The body of a review, as JSON. @param uid a new one, which the answer has to name */
export function reviewBody(
  apiVersion: string,
  uid: string,
  attributes: AdmissionAttributes,
  { resource, kind }: Matched,
  objects: Pick<VersionedObjects, 'object' | 'oldObject'>,
): string {
  const { request, operation } = attributes
  const { group, version, subresource, namespace, user, dryRun } = request
  const gvk = ({ group: g, version: v, kind: k }: Matched['kind']): JsonObject => ({
    group: g,
    version: v,
    kind: k,
  })
  const name = nameOf(attributes)
  const body = {
    kind: 'AdmissionReview',
    apiVersion,
    request: {
      uid,
      kind: gvk(kind),
      resource: { group: resource.group, version: resource.version, resource: resource.resource },
      ...(subresource === '' ? {} : { subResource: subresource }),
      requestKind: gvk(attributes.kind),
      requestResource: { group, version, resource: request.resource },
      ...(subresource === '' ? {} : { requestSubResource: subresource }),
      ...(name === '' ? {} : { name }),
      ...(namespace === '' ? {} : { namespace }),
      operation,
      userInfo: userInfo(user),
      object: objects.object ?? null,
      oldObject: objects.oldObject ?? null,
      dryRun,
      options: operation === 'CONNECT' ? null : optionsOf(attributes),
    },
  }
  return `${goJSON(body)}\n`
}

/** Names that are generated are known once the object is complete. */
const nameOf = ({ request, object, operation }: AdmissionAttributes): string =>
  request.name || (operation === 'CREATE' ? (object?.metadata?.name ?? '') : '')

const optionsOf = ({ options }: AdmissionAttributes): JsonObject => {
  const { kind, ...rest } = options
  return { kind, apiVersion: 'meta.k8s.io/v1', ...rest } as JsonObject
}

function userInfo({ name, uid, groups, extra }: UserInfo): JsonObject {
  const more = Object.entries(extra ?? {}).map(([key, values]) => [key, [...values]] as [string, string[]])
  return {
    ...(name === '' ? {} : { username: name }),
    ...(uid ? { uid } : {}),
    ...(groups.length === 0 ? {} : { groups: [...groups] }),
    ...(more.length === 0 ? {} : { extra: Object.fromEntries(more) }),
  }
}

/** The response of an AdmissionReview. */
export interface Verdict {
  readonly allowed: boolean
  /** base64; empty: none. */
  readonly patch: string
  readonly patchType: string
  readonly result: unknown
  readonly auditAnnotations: Readonly<Record<string, string>>
  readonly warnings: readonly string[]
}

/** Reads what must hold of an answer. Throws an Error with upstream's text. */
export function verdictOf(
  answered: AnsweredReview,
  sent: { readonly apiVersion: string; readonly uid: string; readonly mutating: boolean },
): Verdict {
  const { response } = answered
  if (response === undefined) throw new Error('webhook response was absent')
  const strict = sent.apiVersion === 'admission.k8s.io/v1'
  if (strict) checkIdentity(answered, response, sent)
  const patch = textOf(response['patch'])
  const patchType = response['patchType']
  if (strict) checkPatch(patch, patchType, sent.mutating)
  return {
    allowed: response['allowed'] === true,
    patch: sent.mutating ? patch : '',
    patchType: strict ? textOf(patchType) : 'JSONPatch',
    result: response['status'],
    auditAnnotations: (isObject(response['auditAnnotations']) ? response['auditAnnotations'] : {}) as Record<
      string,
      string
    >,
    warnings: Array.isArray(response['warnings']) ? response['warnings'].map(String) : [],
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const gvkText = ({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): string =>
  `${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}`

function checkIdentity(
  answered: AnsweredReview,
  response: JsonObject,
  { apiVersion, uid }: { readonly apiVersion: string; readonly uid: string },
): void {
  if (textOf(response['uid']) !== uid)
    throw new Error(`expected response.uid=${goQuote(uid)}, got ${goQuote(textOf(response['uid']))}`)
  const wanted = { apiVersion, kind: 'AdmissionReview' }
  if (answered.apiVersion !== apiVersion || answered.kind !== wanted.kind)
    throw new Error(`expected webhook response of ${gvkText(wanted)}, got ${gvkText(answered)}`)
}

function checkPatch(patch: string, patchType: unknown, mutating: boolean): void {
  const typed = typeof patchType === 'string'
  if (!mutating) {
    if (patch !== '') throw new Error('validating webhook may not return response.patch')
    if (typed) throw new Error('validating webhook may not return response.patchType')
    return
  }
  if (patch !== '' && !typed) throw new Error('webhook returned response.patch but not response.patchType')
  if (patch === '' && typed) throw new Error('webhook returned response.patchType but not response.patch')
  if (patchType === '') throw new Error('webhook returned invalid response.patchType of ""')
}
