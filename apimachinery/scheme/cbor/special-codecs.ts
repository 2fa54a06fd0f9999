// Upstream: the UnmarshalCBOR and MarshalCBOR methods of apimachinery's and apiextensions' types
import { canonicalQuantity, QuantityError } from '../../quantity.ts'
import { specialCodecs as jsonCodecs } from '../codec-special.ts'
import { DecodeError } from '../decode-error.ts'
import { parseGoTime, rfc3339, rfc3339Micro } from '../go-time.ts'
import { type CborCodec, readInto } from './destination.ts'
import { problemText, wrongType } from './problem.ts'
import type { CborReader } from './reader.ts'

const writeAny: CborCodec['write'] = (value, out) => out.any(value)

const string = (r: CborReader): unknown =>
  readInto(r, {
    goType: 'string',
    bytes: (data) => data.toString(r.encoding ?? 'utf8'),
    text: (value) => value,
  })

/** A type that is text, or nil; `check` throws for one that it is not. */
const textOf = (check: (text: string) => unknown): CborCodec => ({
  read(r) {
    if (r.isNil) {
      r.skip()
      return null
    }
    const value = string(r)
    if (r.problem !== undefined || typeof value !== 'string') return value
    try {
      check(value)
    } catch (error) {
      if (!(error instanceof DecodeError || error instanceof QuantityError)) throw error
      r.problem = { text: error.message }
    }
    return value
  },
  write: writeAny,
})

const [minInt32, maxInt32] = [-(2n ** 31n), 2n ** 31n - 1n]

/** What is no string is read as an integer; null is the empty string. */
const intOrString: CborCodec = {
  read(r) {
    const { at } = r
    const text = string(r)
    if (r.take() === undefined) return text ?? ''
    r.at = at
    return readInto(r, {
      goType: 'int32',
      integer(value, type) {
        if (value >= minInt32 && value <= maxInt32) return Number(value)
        r.problem = wrongType(type, 'int32', `${value} overflows int32`)
        return null
      },
    })
  },
  write: writeAny,
}

/** Data that is kept as it is, and is made JSON once all else was read. */
const kept = (why: string, read: (r: CborReader) => unknown): CborCodec => ({
  read(r) {
    const value = read(r)
    const problem = r.take()
    if (problem !== undefined) r.late ??= { text: `${why}: ${problemText(problem)}` }
    return value
  },
  write: writeAny,
})

const raw = kept(
  'failed to transcode RawExtension to JSON: failed to parse RawExtension bytes as CBOR',
  (r) => r.any(),
)

const fieldsOfMap = kept('failed to transcode FieldsV1 to JSON: metav1.FieldsV1 cbor invalid', (r) =>
  readInto(r, { goType: 'map[string]interface {}', map: () => r.anyMap() }),
)

/** What is neither a map nor null is kept, and said to be no set of fields by those who use it. */
const fields: CborCodec = {
  read(r) {
    const { type } = r
    if (type === 5 || type === 6 || r.isNil) return fieldsOfMap.read(r)
    r.skip()
    return null
  },
  write: writeAny,
}

const any: CborCodec = { read: (r) => r.any(), write: writeAny }

const own: Readonly<Record<string, CborCodec>> = {
  'io.k8s.apimachinery.pkg.apis.meta.v1.Time': textOf((text) => parseGoTime(text, rfc3339)),
  'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime': textOf((text) => parseGoTime(text, rfc3339Micro)),
  'io.k8s.apimachinery.pkg.api.resource.Quantity': textOf((text) => canonicalQuantity(text.trim())),
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': intOrString,
  'io.k8s.apimachinery.pkg.runtime.RawExtension': raw,
  'io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1': fields,
}

/** Upstream hands such a type the bytes of its item, without the tags around it that mean nothing. */
const ofItem = ({ read, write }: CborCodec): CborCodec => ({
  read: (r) => (r.begin() ? r.alone(() => read(r)) : null),
  write,
})

/** Types with a form of their own, by their names in OpenAPI: those that only JSON knows are read as their JSON. */
export const specialCodecs: Readonly<Record<string, CborCodec>> = Object.fromEntries(
  Object.keys(jsonCodecs).map((name) => [name, ofItem(own[name] ?? any)]),
)

/** apiextensions' JSONSchemaPropsOr{Bool,Array,StringArray}: fields that a schema does not have are a problem in any case. */
export function schemaOrCodec(
  kind: 'Bool' | 'Array' | 'StringArray',
  schema: CborCodec,
  list: CborCodec,
): CborCodec {
  return ofItem({
    read(r) {
      const { type } = r
      if (type === 5) return strictly(r, schema)
      if (kind !== 'Bool') {
        if (type === 4) return strictly(r, list)
        r.skip()
        return null
      }
      const first = r.data[r.at]
      r.skip()
      if (first === 0xf4 || first === 0xf5) return first === 0xf5
      r.problem = { text: 'boolean or JSON schema expected' }
      return null
    },
    write(value, out) {
      if (Array.isArray(value)) list.write(value, out)
      else if (typeof value === 'object' && value !== null) schema.write(value, out)
      else out.any(value)
    },
  })
}

function strictly(r: CborReader, codec: CborCodec): unknown {
  const { strict } = r
  r.strict = true
  const value = codec.read(r)
  r.strict = strict
  return value
}
