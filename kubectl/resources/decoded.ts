// What a document of a file is: an object, or a list of them.
// Upstream: apimachinery/pkg/apis/meta/v1/unstructured/helpers.go (unstructuredJSONScheme), cli-runtime/pkg/resource/metadata_decoder.go
import { goJson } from '../../apimachinery/go-print/json-values.ts'
import { isObject, type JsonObject, type KubeObject } from '../../apimachinery/json.ts'
import { DecodeError } from '../../apimachinery/scheme/decode-error.ts'
import { schemeFor } from '../../apimachinery/scheme/scheme.ts'
import { goQuote } from '../../component-base/go/quote.ts'
import { recordedNextTo } from '../../component-base/release-facts.ts'
import { KubectlError } from '../errors.ts'

/** An object of a file; with `items`, a list. */
export interface Decoded {
  object: KubeObject
  items?: JsonObject[]
}

/**
 * A document's object, and its items where it has any, with the type that the list's tells. Throws where it has no kind, or
 * metadata of other types than ObjectMeta has. @param minor of the kubectl
 */
export function decoded(value: unknown, source: string, minor: number): Decoded {
  const fail = (text: string): KubectlError =>
    new KubectlError(`unable to decode ${goQuote(source)}: ${text}`)
  if (!isObject(value))
    throw fail(`json: cannot unmarshal ${jsonType(value)} into Go value of type unstructured.detector`)
  const { items } = value
  const object = value as unknown as KubeObject
  if (items !== undefined && items !== null) {
    if (!Array.isArray(items))
      throw fail(
        `json: cannot unmarshal ${jsonType(items)} into Go struct field decodeList.items of type []json.RawMessage`,
      )
    const strange = (items as unknown[]).find((item) => item !== null && !isObject(item))
    if (strange !== undefined)
      throw fail(`json: cannot unmarshal ${jsonType(strange)} into Go value of type map[string]interface {}`)
  }
  if (typeof object.kind !== 'string' || object.kind === '')
    throw fail(`Object 'Kind' is missing in '${goJson(value)}'`)
  const wrong = metadataError(object.metadata, minor)
  if (wrong !== undefined) throw fail(wrong)
  return items === undefined || items === null
    ? { object }
    : { object, items: (items as (JsonObject | null)[]).map((item) => typedByList(item ?? {}, object)) }
}

const metadataType = 'PartialObjectMetadata'

/** What is wrong with the types of an object's metadata, in Go's words. */
function metadataError(metadata: unknown, minor: number): string | undefined {
  try {
    schemeFor(recordedNextTo(minor)).decodeType(`io.k8s.apimachinery.pkg.apis.meta.v1.${metadataType}`, {
      metadata,
    })
    return undefined
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    return error.message.replace(`${metadataType}.`, 'metadataOnlyObject.')
  }
}

function typedByList(item: JsonObject, { apiVersion, kind }: KubeObject): JsonObject {
  if ((item['kind'] ?? '') !== '' || (item['apiVersion'] ?? '') !== '') return item
  return { ...item, apiVersion, kind: kind.replace(/List$/, '') }
}

/** An item of a list within a list. Throws where it is no object. */
export function memberOf(item: unknown): JsonObject {
  if (!isObject(item)) throw new KubectlError('items member is not an object: map[string]interface {}')
  return item
}

/** What is said of an object without its kind or apiVersion; undefined where it has both. */
export function withoutType({ apiVersion, kind }: Partial<KubeObject>): string | undefined {
  const start = `unable to get type info from the object "*unstructured.Unstructured": Object`
  if ((kind ?? '') === '') return `${start} 'Kind' is missing in 'object has no kind field '`
  if ((apiVersion ?? '') === '') return `${start} 'apiVersion' is missing in 'object has no apiVersion field'`
  return undefined
}

const jsonType = (value: unknown): string =>
  Array.isArray(value)
    ? 'array'
    : typeof value === 'boolean'
      ? 'bool'
      : isObject(value)
        ? 'object'
        : typeof value
