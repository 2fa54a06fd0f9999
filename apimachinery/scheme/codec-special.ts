// Upstream: the UnmarshalJSON and MarshalJSON methods of apimachinery's and apiextensions' types

import { toMicroTime, toTime } from '../../component-base/clock.ts'
import { goQuote } from '../field-error.ts'
import { goJsonKind } from '../go-json-kind.ts'
import { canonicalQuantity, QuantityError } from '../quantity.ts'
import { type Codec, type DecodeState, type Frame, fail } from './codec.ts'
import { DecodeError, WrongType } from './decode-error.ts'
import { canonicalDuration } from './go-duration.ts'
import { type GoTime, parseGoTime, rfc3339, rfc3339Micro } from './go-time.ts'
import { goNumber, notedLiteral } from './number-literal.ts'

type Convert = (value: unknown, frame: Frame | undefined) => unknown

/** A type with a method of its own: an error in it ends decoding. `zero`: the JSON of the zero value. */
function special(zero: unknown, convert: Convert): Codec {
  return {
    decode(value, state, frame) {
      if (value === null) return zero
      try {
        return convert(value, frame)
      } catch (error) {
        if (error instanceof QuantityError) return fail(state, new DecodeError(error.message), frame)
        if (error instanceof WrongType || error instanceof DecodeError) return fail(state, error, frame)
        throw error
      }
    },
    zero: () => zero,
    // All of these types are structs in Go: omitempty never drops one.
    isEmpty: () => false,
    isZero: (encoded) => encoded === zero,
  }
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new WrongType(goJsonKind(value), 'string')
  return value
}

const zeroTime = -62135596800000
const timeCodec = special(null, (value) => {
  if (typeof value === 'string' && plainTime.test(value)) return value
  const time = parseGoTime(text(value), rfc3339)
  return isZeroTime(time) ? null : toTime(time.ms)
})
/** Times that are printed as they were given, but for 29 February, which some years do not have. */
const plainTime =
  /^[12]\d{3}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/
const plainMicroTime = new RegExp(plainTime.source.replace('Z$', '\\.\\d{6}Z$'))
const isZeroTime = (time: GoTime): boolean => time.ms === zeroTime && time.micros === 0

const microTimeCodec = special(null, (value) => {
  if (typeof value === 'string' && plainMicroTime.test(value)) return value
  const time = parseGoTime(text(value), rfc3339Micro)
  if (isZeroTime(time)) return null
  return toMicroTime(time.ms).replace(/\.\d{6}Z$/, `.${String(time.micros).padStart(6, '0')}Z`)
})

const quantityCodec: Codec = {
  ...special('0', (value, frame) => canonicalQuantity(quantityText(value, frame))),
  written: quantityText,
}

function quantityText(value: unknown, frame: Frame | undefined): string {
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number') return (frame && notedLiteral(frame.container, frame.key)) ?? goNumber(value)
  // Upstream reads the bytes as they are, whatever they are.
  return JSON.stringify(value)
}

const intOrStringCodec = special(0, (value, frame) => {
  if (typeof value === 'string') return value
  if (typeof value !== 'number') throw new WrongType(goJsonKind(value), 'int32')
  const noted = frame === undefined ? undefined : notedLiteral(frame.container, frame.key)
  if (noted !== undefined || value !== (value | 0))
    throw new WrongType(`number ${noted ?? goNumber(value)}`, 'int32')
  return value
})

const raw = special(null, (value) => value)
const durationOfText = special('0s', (value) => canonicalDuration(text(value)))
/** null reads as an empty text, which is no duration. */
const durationCodec: Codec = {
  ...durationOfText,
  decode: (value, state, frame) => durationOfText.decode(value === null ? '' : value, state, frame),
}

/** component-base's TimeOrMetaDuration: text is a duration, a number counts nanoseconds and stays one. */
const timeOrDurationCodec = special(0, (value) => {
  if (typeof value === 'string') return canonicalDuration(value)
  if (value === null) return 0
  if (typeof value === 'number' && Number.isInteger(value)) return value
  const kind = typeof value === 'number' ? `number ${goNumber(value)}` : goJsonKind(value)
  const text = JSON.stringify(value)
  throw new DecodeError(
    `invalid duration ${goQuote(text)}: json: cannot unmarshal ${kind} into Go value of type time.Duration`,
  )
})

/** Types of apimachinery with a JSON form of their own, by their names in OpenAPI. */
export const specialCodecs: Readonly<Record<string, Codec>> = {
  'io.k8s.apimachinery.pkg.apis.meta.v1.Time': timeCodec,
  'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime': microTimeCodec,
  'io.k8s.apimachinery.pkg.apis.meta.v1.Duration': durationCodec,
  'io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1': raw,
  'io.k8s.apimachinery.pkg.api.resource.Quantity': quantityCodec,
  'io.k8s.apimachinery.pkg.api.resource.QuantityValue': quantityCodec,
  'io.k8s.component-base.logs.api.v1.TimeOrMetaDuration': timeOrDurationCodec,
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': intOrStringCodec,
  'io.k8s.apimachinery.pkg.runtime.RawExtension': raw,
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON': raw,
}

/** Decodes with no place around; an error that ends the decoding is kept like the others. */
function decodedAlone(codec: Codec, value: unknown, state: DecodeState): unknown {
  try {
    return codec.decode(value, state, undefined)
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    state.error = error
    return undefined
  }
}

/** Decodes a part on its own, as upstream's nested json.Unmarshal: without strictness, and ended by the first error. */
function nested(codec: Codec, value: unknown, outer: DecodeState, frame: Frame | undefined): unknown {
  const state: DecodeState = {
    namesEmbedded: outer.namesEmbedded,
    notesEmpty: outer.notesEmpty,
    error: undefined,
    strictErrors: undefined,
  }
  const out = decodedAlone(codec, value, state)
  return state.error === undefined ? out : fail(outer, state.error, frame)
}

/** apiextensions' JSONSchemaPropsOr{Bool,Array,StringArray}. `schema`: JSONSchemaProps; `list`: the list beside it. */
export function schemaOrCodec(kind: 'Bool' | 'Array' | 'StringArray', schema: Codec, list: Codec): Codec {
  const zero = kind === 'Bool' ? false : null
  return {
    decode(value, state, frame) {
      const isList = Array.isArray(value)
      if (typeof value === 'object' && value !== null && !isList) return nested(schema, value, state, frame)
      if (kind !== 'Bool') return isList && value.length > 0 ? nested(list, value, state, frame) : null
      if (typeof value === 'boolean') return value
      return fail(state, new DecodeError('boolean or JSON schema expected'), frame)
    },
    zero: () => zero,
    isEmpty: () => false,
    isZero: (encoded) => encoded === zero,
  }
}
