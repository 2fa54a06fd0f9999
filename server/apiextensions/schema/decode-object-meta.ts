// Upstream: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta/coerce.go

import { isObject, type JsonObject, type ObjectMeta, setOwn } from '../../../apimachinery/json.ts'
import { DecodeError } from '../../../apimachinery/scheme/decode-error.ts'
import { schemeFor } from '../../../apimachinery/scheme/scheme.ts'
import { recordedNextTo } from '../../../component-base/release-facts.ts'

/** Metadata as Go encodes it again, with the names of unknown fields in it (`labelz`), or why it is none. */
export type DecodedMeta =
  | { readonly meta: ObjectMeta; readonly unknown: readonly string[]; readonly error?: undefined }
  | { readonly error: string }

/** Decodes a JSON value as ObjectMeta. */
export type ObjectMetaDecoder = (value: unknown) => DecodedMeta

const typeName = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'

/** `unknown field "labelz"` and `duplicate field …`, without the words. */
const fieldOf = (text: string): string => text.replace(/^\w+ field "(.*)"$/, '$1')

/** The decoder of a release. */
export function objectMetaDecoder(minor: number): ObjectMetaDecoder {
  const scheme = schemeFor(recordedNextTo(minor))
  return (value) => {
    // Go decodes null into the zero value.
    if (value === null) return { meta: {}, unknown: [] }
    try {
      const { value: decoded, strictErrors } = scheme.decodeType(typeName, value)
      const { creationTimestamp, ...meta } = decoded as ObjectMeta
      return {
        meta: creationTimestamp == null ? meta : { ...meta, creationTimestamp },
        unknown: strictErrors.map(fieldOf),
      }
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      return { error: error.message }
    }
  }
}

/** The fields of metadata that can be decoded each for itself. */
export function decodableFields(metadata: unknown, decoder: ObjectMetaDecoder): DecodedMeta {
  if (!isObject(metadata)) return { error: 'invalid metadata: expected object' }
  const kept: JsonObject = {}
  for (const [key, value] of Object.entries(metadata))
    if (decoder({ [key]: value! }).error === undefined) setOwn(kept, key, value!)
  return decoder(kept)
}
