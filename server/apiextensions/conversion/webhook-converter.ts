// Upstream: apiextensions-apiserver/pkg/apiserver/conversion/webhook_converter.go
import type { CustomResourceDefinitionSpec } from '../../../api/apiextensions-v1.ts'
import { errorText, FieldPath, goQuote } from '../../../apimachinery/field-error.ts'
import { goJSON } from '../../../apimachinery/go-print/marshal.ts'
import {
  deepCopy,
  getOwn,
  isObject,
  type JsonObject,
  type KubeObject,
  withSortedKeys,
} from '../../../apimachinery/json.ts'
import { validateLabels } from '../../../apimachinery/validation/labels.ts'
import { validateAnnotations } from '../../../apimachinery/validation/object-meta.ts'
import type { Random } from '../../../component-base/random.ts'
import { aggregate } from '../../../featuregates/aggregate.ts'
import type { WebhookClientConfig } from '../../webhook/client-config.ts'
import { type AnsweredReview, readReview } from '../../webhook/rest-answer.ts'
import type { ReviewTypes } from '../../webhook/review-types.ts'
import type { WebhookClient } from '../../webhook/webhook-client.ts'
import type { ConvertByWebhook } from '../../webhook/webhooks.ts'

/** The client, review types, random source and release that conversion webhooks are called with. */
export interface ConversionParts {
  readonly client: WebhookClient
  readonly types: ReviewTypes
  readonly random: Random
  readonly minor: number
}

/** Milliseconds that a webhook may take. Upstream: the timeout of its client */
const timeout = 30_000

/** Converts by the webhook that a definition names (`spec.conversion.webhook`), all objects with one call. */
export const webhookConverter =
  (parts: ConversionParts): ConvertByWebhook =>
  async (definition, objects, apiVersion, list) => {
    const wanted = objects.filter((one) => one.apiVersion !== apiVersion && !isBare(one))
    const bare = (one: KubeObject): KubeObject => (isBare(one) ? { ...one, apiVersion } : one)
    if (wanted.length === 0) return objects.map(bare)
    const named = list ?? wanted[0]!
    const converted = await ask(parts, definition, { objects: wanted, apiVersion, named })
    const inOrder = wanted.map((original, i) =>
      checked(parts.minor, {
        original,
        object: converted[i],
        index: i,
        apiVersion,
        named,
        isList: list !== undefined,
      }),
    )
    return objects.map((one) => (wanted.includes(one) ? inOrder.shift()! : bare(one)))
  }

/** An object of which only the kind is there: no webhook is asked for it. */
const isBare = (object: KubeObject): boolean => Object.keys(object).length === 2

interface Call {
  readonly objects: readonly KubeObject[]
  readonly apiVersion: string
  /** The object whose kind the text of an error names. */
  readonly named: KubeObject
}

const gvkText = ({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): string =>
  `${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}`

async function ask(
  { client, types, random }: ConversionParts,
  { spec }: { readonly spec: CustomResourceDefinitionSpec },
  { objects, apiVersion, named }: Call,
): Promise<unknown[]> {
  const { clientConfig, conversionReviewVersions = [] } = spec.conversion?.webhook ?? {}
  const version = conversionReviewVersions.find((one) => one === 'v1' || one === 'v1beta1')
  if (version === undefined) throw new Error('no supported conversion review versions')
  const review = { apiVersion: `apiextensions.k8s.io/${version}`, kind: 'ConversionReview' }
  const uid = random.uuid()
  const request = { uid, desiredAPIVersion: apiVersion, objects: objects.map((one) => withSortedKeys(one)) }
  const empty = { uid: '', convertedObjects: null, result: { metadata: {} } }
  let response: JsonObject
  try {
    const body = `${goJSON({ kind: review.kind, apiVersion: review.apiVersion, request, response: empty })}\n`
    const answer = await client.post((clientConfig ?? {}) as WebhookClientConfig, body, timeout)
    const answered = await readReview(answer, review, types)
    response = responseOf(answered, review.apiVersion, version === 'v1' ? uid : undefined)
  } catch (error) {
    throw new Error(`conversion webhook for ${gvkText(named)} failed: ${(error as Error).message}`)
  }
  const converted = (response['convertedObjects'] ?? []) as unknown[]
  if (converted.length !== objects.length)
    throw new Error(
      `conversion webhook for ${gvkText(named)} returned ${converted.length} objects, expected ${objects.length}`,
    )
  return converted
}

/** @param uid that of the request, where the version checks it */
function responseOf(answered: AnsweredReview, apiVersion: string, uid: string | undefined): JsonObject {
  const { response } = answered
  if (uid !== undefined && (answered.apiVersion !== apiVersion || answered.kind !== 'ConversionReview'))
    throw new Error(
      `expected webhook response of ${apiVersion}, Kind=ConversionReview, got ${gvkText(answered)}`,
    )
  if (response === undefined) throw new Error('no response provided')
  if (uid !== undefined && response['uid'] !== uid)
    throw new Error(`expected response.uid=${goQuote(uid)}, got ${goQuote(String(response['uid'] ?? ''))}`)
  const result = isObject(response['result']) ? response['result'] : {}
  const { status = '', message = '' } = result as { status?: string; message?: string }
  if (status === 'Success') return response
  throw new Error(message !== '' ? message : `response.result.status was '${status}', not 'Success'`)
}

interface Converted {
  readonly original: KubeObject
  readonly object: unknown
  readonly index: number
  readonly apiVersion: string
  readonly named: KubeObject
  readonly isList: boolean
}

/** The converted object with the metadata of the original but for labels and annotations. */
function checked(minor: number, converted: Converted): KubeObject {
  const { original, index, apiVersion, named, isList } = converted
  const at = ` at index ${index}`
  const invalid = (why: string, where = isList ? ` converted object${at}` : ' object'): Error =>
    new Error(`conversion webhook for ${gvkText(named)} returned invalid${where}: ${why}`)
  const object = asObject(converted, invalid)
  const versioned = isList ? undefined : ` object${at}`
  if (object.apiVersion !== apiVersion)
    throw invalid(`invalid groupVersion (expected ${apiVersion}, received ${object.apiVersion})`, versioned)
  if (object.kind !== original.kind)
    throw invalid(`invalid kind (expected ${original.kind}, received ${object.kind})`, versioned)
  const differs = changedIdentity(original, object)
  if (differs !== undefined) throw invalid(differs)
  const metadata = restored(minor, original, object, (why) =>
    invalid(why, isList ? ` metadata in object${at}` : ' metadata'),
  )
  return { ...object, metadata }
}

function asObject({ object, isList }: Converted, invalid: (why: string) => Error): KubeObject {
  const plain = (why: string): Error => (isList ? invalid(why) : new Error(why))
  if (!isObject(object))
    throw plain(
      object == null
        ? 'unexpected end of JSON input'
        : `json: cannot unmarshal ${Array.isArray(object) ? 'array' : typeof object} into Go value of type map[string]interface {}`,
    )
  if (typeof object['kind'] !== 'string' || object['kind'] === '')
    throw plain(`Object 'Kind' is missing in '${JSON.stringify(object)}'`)
  return { apiVersion: '', metadata: {}, ...object } as unknown as KubeObject
}

function changedIdentity(from: KubeObject, to: KubeObject): string | undefined {
  const told = { name: 'name', namespace: 'namespace', uid: 'UID' } as const
  const metadata = (isObject(to.metadata) ? to.metadata : {}) as KubeObject['metadata']
  for (const key of ['name', 'namespace', 'uid'] as const) {
    const [a, b] = [from.metadata[key] ?? '', typeof metadata[key] === 'string' ? metadata[key] : '']
    if (a !== b) return `must have the same ${told[key]}: ${a} != ${b}`
  }
  return undefined
}

function restored(
  minor: number,
  original: KubeObject,
  object: KubeObject,
  invalid: (why: string) => Error,
): KubeObject['metadata'] {
  const given = object.metadata as unknown
  if (!isObject(given))
    throw invalid(
      given === undefined
        ? 'missing metadata in converted object'
        : `invalid metadata of type ${goType(given)} in converted object`,
    )
  const metadata = deepCopy(original.metadata)
  for (const name of ['labels', 'annotations'] as const) {
    const value = given[name]
    delete metadata[name]
    if (value == null) continue
    if (!isObject(value))
      throw invalid(`invalid metadata.${name} of type ${goType(value)} in converted object`)
    for (const [key, text] of Object.entries(value))
      if (typeof text !== 'string')
        throw invalid(`metadata.${name}[${key}] must be a string, but is ${goType(text)} in converted object`)
    const texts = value as Record<string, string>
    const wrong = changed(original.metadata[name], texts) ? problems(minor, name, texts) : []
    if (wrong.length > 0) throw invalid(aggregate(wrong))
    metadata[name] = texts
  }
  return metadata
}

const changed = (before: Record<string, string> | undefined, after: Record<string, string>): boolean =>
  Object.keys(before ?? {}).length !== Object.keys(after).length ||
  Object.entries(after).some(([key, value]) => getOwn(before, key) !== value)

/** @note Upstream names the field of annotations without its s. */
const problems = (minor: number, name: 'labels' | 'annotations', texts: Record<string, string>): string[] =>
  (name === 'labels'
    ? validateLabels(texts, FieldPath.of('metadata').child('labels'), minor)
    : validateAnnotations(texts, FieldPath.of('metadata').child('annotation'), minor)
  ).map(errorText)

function goType(value: unknown): string {
  if (value === null || value === undefined) return '<nil>'
  if (Array.isArray(value)) return '[]interface {}'
  if (typeof value === 'object') return 'map[string]interface {}'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64'
  return typeof value === 'boolean' ? 'bool' : 'string'
}
