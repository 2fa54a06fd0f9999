// Upstream: github.com/fxamacker/cbor/v2 (decode.go, encode.go) for the Go types of the API
import { goQuote } from '../../field-error.ts'
import { setOwn } from '../../json.ts'
import { base64Problem, integerBounds } from '../codec-scalar.ts'
import type { CompiledField, IntegerKind, TypeBuilder } from '../go-type-compiler.ts'
import { type CborCodec, type Destination, readInto } from './destination.ts'
import { duplicateKey, inField, majorTypes, type Problem, unknownField, wrongType } from './problem.ts'
import type { CborReader } from './reader.ts'
import { schemaOrCodec, specialCodecs } from './special-codecs.ts'
import type { CborWriter } from './writer.ts'

const reading = (to: Destination, write: CborCodec['write']): CborCodec => ({
  read: (r) => readInto(r, to),
  write: (value, out) => (value === null || value === undefined ? out.null() : write(value, out)),
})

/** A Go string. */
const stringCodec = (goType: string): CborCodec =>
  reading(
    { goType, bytes: (data, r) => data.toString(r.encoding ?? 'utf8'), text: (value) => value },
    (value, out) => out.text(value as string),
  )

/** A Go integer. */
function integerCodec(kind: IntegerKind, goType: string): CborCodec {
  const [low, high] = integerBounds[kind]
  return reading(
    {
      goType,
      integer(value, type, r) {
        if (value >= low && value <= high) return Number(value)
        const unsigned = low === 0n && value < 0
        r.problem = wrongType(type, goType, unsigned ? undefined : `${value} overflows ${goType}`)
        return null
      },
    },
    (value, out) => out.number(value as number),
  )
}

const floatCodec = (size: 'float32' | 'float64', goType: string): CborCodec =>
  reading({ goType, integer: (value) => Number(value), float: (value) => value }, (value, out) =>
    out.float(size === 'float32' ? Math.fround(value as number) : (value as number)),
  )

/** The codec of Go's interface{}: any data. */
const anyCodec: CborCodec = { read: (r) => r.any(), write: (value, out) => out.any(value) }

/** A list of bytes is text in base64, unless a tag says which text its bytes would be; text itself is not taken. */
const bytesCodec = (goType: string): CborCodec =>
  reading(
    {
      goType,
      bytes: (data, r) =>
        r.encoding === undefined ? checkedBase64(data.toString('latin1'), r) : data.toString('base64'),
      list: (r) => listOf(r, integerCodec('uint8', 'uint8')),
    },
    (value, out) => out.base64(value as string),
  )

function checkedBase64(text: string, r: CborReader): string {
  const why = base64Problem(text)
  if (why !== undefined) r.problem = { text: `cbor: failed to decode base64 from byte string: ${why}` }
  return text
}

function listOf(r: CborReader, element: CborCodec): unknown[] {
  r.head()
  const out: unknown[] = []
  let first: Problem | undefined
  r.items(() => {
    out.push(element.read(r))
    const problem = r.take()
    first ??= problem
  })
  r.problem = first
  return out
}

const sliceCodec = (goType: string, element: CborCodec): CborCodec =>
  reading({ goType, list: (r) => listOf(r, element) }, (value, out) =>
    out.list(value as unknown[], (item) => element.write(item, out)),
  )

const mapCodec = (goType: string, element: CborCodec, keyType: string): CborCodec =>
  reading(
    {
      goType,
      map(r) {
        const out: Record<string, unknown> = {}
        r.map(keyType, (key) => setOwn(out, key, element.read(r)))
        return out
      },
    },
    (value, out) => out.map(value as object, (item) => element.write(item, out)),
  )

/** A Go struct. What it does not have is gone past, or a problem where reading is strict. */
class StructCodec implements CborCodec, Destination {
  readonly goType: string
  private readonly fields = new Map<string, CborCodec>()

  constructor(goType: string) {
    this.goType = goType
  }

  setFields(fields: readonly CompiledField<CborCodec>[]): void {
    for (const { json, codec } of fields) this.fields.set(json, codec)
  }

  read(r: CborReader): unknown {
    return readInto(r, this)
  }

  write(value: unknown, out: CborWriter): void {
    if (value === null || value === undefined) out.null()
    else out.map(value, (member, key) => (this.fields.get(key) ?? anyCodec).write(member, out))
  }

  list(r: CborReader): null {
    r.skip()
    r.problem = wrongType(4, this.goType, 'cannot decode CBOR array to struct without toarray option')
    return null
  }

  map(r: CborReader): Record<string, unknown> {
    r.head()
    const out: Record<string, unknown> = {}
    const members = new StructMembers(r, this.fields, this.goType, out)
    r.items((index) => members.next(index))
    r.problem = members.problem
    return out
  }
}

/** The pairs of a map on their way into a struct. */
class StructMembers {
  problem: Problem | undefined
  private readonly r: CborReader
  private readonly fields: ReadonlyMap<string, CborCodec>
  private readonly goType: string
  private readonly out: Record<string, unknown>
  private readonly found = new Set<unknown>()
  private ended = false

  constructor(
    r: CborReader,
    fields: ReadonlyMap<string, CborCodec>,
    goType: string,
    out: Record<string, unknown>,
  ) {
    this.r = r
    this.fields = fields
    this.goType = goType
    this.out = out
  }

  next(index: number): void {
    const { r } = this
    if (this.ended) {
      r.skip()
      r.skip()
      return
    }
    const key = this.key()
    const wrong = r.take()
    if (wrong !== undefined) this.problem ??= wrong
    const codec = typeof key === 'string' ? this.fields.get(key) : undefined
    if (key === undefined) r.skip()
    else if (codec === undefined && r.strict) this.end(unknownField(index))
    else if (this.found.has(key)) this.end(duplicateKey(shownKey(key), index))
    else {
      this.found.add(key)
      if (codec === undefined) r.skip()
      else this.member(key as string, codec)
    }
  }

  private end(problem: Problem): void {
    this.r.skip()
    this.problem = problem
    this.ended = true
  }

  private member(key: string, codec: CborCodec): void {
    const value = codec.read(this.r)
    const problem = this.r.take()
    if (problem === undefined) this.out[key] = value
    else this.problem ??= inField(problem, `${this.goType}.${key}`)
  }

  /**
   * The key that comes next: a bigint where it is an integer, since 1 and 1.0 are two keys. undefined where it can be none: then the
   * value is to be gone past.
   */
  private key(): unknown {
    const { r } = this
    const { type } = r
    if (type === 3) return r.textString()?.toString()
    if (type === 2) return r.byteString().toString()
    if (type > 1) return this.otherKey(type)
    r.head()
    const value = BigInt(r.whole(type))
    if (type === 0) return BigInt.asIntN(64, value)
    if (value >= -(2 ** 63)) return value
    r.problem = wrongType(type, 'int64', `-1-${-1n - value} overflows Go's int64`)
    return undefined
  }

  private otherKey(type: number): unknown {
    const { r } = this
    const value = r.any()
    const wrong = r.take()
    const note = `map key is of type ${majorTypes[type]} and cannot be used to match struct field name`
    r.problem = wrongType(type, 'string', note)
    if (wrong !== undefined || (typeof value === 'object' && value !== null)) return undefined
    // Only a whole float has a literal.
    return type === 6 && Number.isSafeInteger(value) && r.literal === undefined
      ? BigInt(value as number)
      : value
  }
}

/** A map key in Go's %#v form. */
const shownKey = (key: unknown): string =>
  typeof key === 'string' ? goQuote(key) : key === null ? '<nil>' : String(key)

/** Makes codecs of a release's Go types. */
export const cborBuilder: TypeBuilder<CborCodec> = {
  string: stringCodec,
  bool: (goType) => reading({ goType, bool: (value) => value }, (value, out) => out.bool(value as boolean)),
  integer: integerCodec,
  float: floatCodec,
  any: () => anyCodec,
  pointer: (inner) => ({
    read(r) {
      if (!r.isNil) return inner.read(r)
      r.skip()
      return null
    },
    write: inner.write.bind(inner),
  }),
  bytes: bytesCodec,
  slice: sliceCodec,
  map: mapCodec,
  struct(_name, goType) {
    const made = new StructCodec(goType)
    return { made, setFields: (fields) => made.setFields(fields) }
  },
  special: (name) => (Object.hasOwn(specialCodecs, name) ? specialCodecs[name] : undefined),
  schemaOr: schemaOrCodec,
}
