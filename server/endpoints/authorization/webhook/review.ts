// Upstream: staging/src/k8s.io/apiserver/plugin/pkg/authorizer/webhook/webhook.go (SubjectAccessReview, its versions)
import { goJSON } from '../../../../apimachinery/go-print/marshal.ts'
import type { JsonObject } from '../../../../apimachinery/json.ts'
import type { Attributes } from '../attributes.ts'
import { type AskedSelectors, toReview } from '../selectors.ts'

/** The spec of a SubjectAccessReview of v1. */
export interface ReviewSpec {
  readonly resourceAttributes?: JsonObject
  readonly nonResourceAttributes?: JsonObject
  readonly user?: string
  readonly groups?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
  readonly uid?: string
}

/** Without texts that Go leaves out where they are empty, in the order of its fields. */
const given = (fields: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))

/** The spec of the SubjectAccessReview that a webhook is asked with. */
export function reviewSpec(attributes: Attributes): ReviewSpec {
  const { user, verb, path, selectors } = attributes
  const extra = Object.entries(user.extra ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    ...(attributes.resourceRequest
      ? { resourceAttributes: resourceOf(attributes, selectors) }
      : { nonResourceAttributes: given({ path, verb }) }),
    ...(user.name === '' ? {} : { user: user.name }),
    ...(user.groups.length === 0 ? {} : { groups: user.groups }),
    ...(extra.length === 0 ? {} : { extra: Object.fromEntries(extra) }),
    ...(user.uid ? { uid: user.uid } : {}),
  }
}

const resourceOf = (
  { namespace, verb, apiGroup, apiVersion, resource, subresource, name }: Attributes,
  selectors: AskedSelectors | undefined,
): JsonObject => ({
  ...given({ namespace, verb, group: apiGroup, version: apiVersion, resource, subresource, name }),
  ...(selectors === undefined ? {} : toReview(selectors)),
})

/**
 * The review that is sent. v1beta1 names groups `group`.
 * @param metadata that of an object that was never stored, as the release writes it
 */
export function reviewText(spec: ReviewSpec, version: string, metadata: JsonObject): string {
  const { groups, extra, uid, ...rest } = spec
  const own =
    version === 'v1'
      ? spec
      : {
          ...rest,
          ...(groups === undefined ? {} : { group: groups }),
          ...(extra === undefined ? {} : { extra }),
          ...(uid === undefined ? {} : { uid }),
        }
  return `${goJSON({
    kind: 'SubjectAccessReview',
    apiVersion: `authorization.k8s.io/${version}`,
    metadata,
    spec: own,
    status: { allowed: false },
  })}\n`
}

/** The spec as match conditions see it: with every text, and lists that are there. */
export function conditionInput(spec: ReviewSpec): JsonObject {
  const { resourceAttributes: resource, nonResourceAttributes: other } = spec
  const texts = (from: JsonObject, keys: readonly string[]): JsonObject =>
    Object.fromEntries(keys.map((key) => [key, from[key] ?? '']))
  return {
    user: spec.user ?? '',
    groups: [...(spec.groups ?? [])],
    uid: spec.uid ?? '',
    extra: Object.fromEntries(Object.entries(spec.extra ?? {}).map(([key, values]) => [key, [...values]])),
    ...(resource === undefined
      ? {}
      : {
          resourceAttributes: {
            ...texts(resource, ['namespace', 'verb', 'group', 'version', 'resource', 'subresource', 'name']),
            ...selectorsOf(resource),
          },
        }),
    ...(other === undefined ? {} : { nonResourceAttributes: texts(other, ['path', 'verb']) }),
  }
}

const selectorsOf = (resource: JsonObject): JsonObject =>
  Object.fromEntries(
    ['fieldSelector', 'labelSelector'].flatMap((key) => {
      const selector = resource[key] as { requirements: JsonObject[] } | undefined
      if (selector === undefined) return []
      const requirements = selector.requirements.map((one) => ({ values: [], ...one }))
      return [[key, { requirements }]]
    }),
  )
