// Upstream: k8s.io/apimachinery pkg/runtime/converter.go (fromUnstructured)

import { showGoType } from '../go-print/untyped.ts'
import { getOwn, isObject, type JsonObject, type JsonValue, setOwn, withSortedKeys } from '../json.ts'
import { anyCodec, bytesCodec } from '../scheme/codec-scalar.ts'
import { type CompiledField, type TypeBuilder, TypeCompiler } from '../scheme/go-type-compiler.ts'
import type { GoTypes } from '../scheme/go-types.ts'

/** The types of a release, for the converter. */
export interface UnstructuredTypes {
  readonly types: GoTypes
  /** Decodes a type that reads JSON itself; throws with its own message. */
  decodeType(typeName: string, value: unknown): unknown
}

/** A value of the object in the words of upstream's converter; the path is not told. */
export class ConversionError extends Error {}

/**
 * The object as Go's converter puts it into its type: strategic merge patches and applied objects go through it, where
 * other writes are decoded from JSON. Integers beyond their type wrap around instead of being refused, and errors read
 * otherwise. Fields that the type does not have stay as they are. Throws a ConversionError.
 * @param typeName as `io.k8s.api.core.v1.ConfigMap`
 * @param settled an object of the type that was decoded: where `value` shares a part with it, there is nothing to convert
 */
export function fromUnstructured(
  value: JsonObject,
  typeName: string,
  scheme: UnstructuredTypes,
  settled?: JsonObject,
): JsonObject {
  let compiler = compilers.get(scheme)
  if (compiler === undefined) {
    compiler = new TypeCompiler(scheme.types, new Converters(scheme))
    compilers.set(scheme, compiler)
  }
  const converter = compiler.codec(typeName)
  return converter === undefined ? value : (converter.convert(value, settled) as JsonObject)
}

const compilers = new WeakMap<UnstructuredTypes, TypeCompiler<Converter>>()

/** The conversion of untyped JSON to a Go type. */
interface Converter {
  /** @param settled what stands in the place of the value in a decoded object */
  convert(value: JsonValue, settled: JsonValue | undefined): JsonValue
  /** Whether a decoded value may come out otherwise: as JSON whose keys are sorted. @param asked those whose answer is on its way */
  changesDecoded(asked: Set<Converter>): boolean
}

const fail = (text: string): never => {
  throw new ConversionError(text)
}

const unchanged: Converter = { convert: (value) => value, changesDecoded: () => false }

/** Whether the value stands in the decoded object, and would come out as it is. */
const isSettled = (converter: Converter, value: JsonValue, settled: JsonValue | undefined): boolean =>
  value === settled && !converter.changesDecoded(new Set())

const member = (of: JsonValue | undefined, key: string): JsonValue | undefined =>
  isObject(of) ? getOwn(of, key) : undefined

class StructConverter implements Converter {
  private fields: readonly CompiledField<Converter>[] = []
  private changes: boolean | undefined

  setFields(fields: readonly CompiledField<Converter>[]): void {
    this.fields = fields
  }

  /** In the order of the type's fields, which decides what error is told. */
  convert(value: JsonValue, settled: JsonValue | undefined): JsonValue {
    if (!isObject(value)) return value === null ? value : fail(`cannot restore struct from: ${goKind(value)}`)
    if (isSettled(this, value, settled)) return value
    let out = value
    for (const { json, codec } of this.fields) {
      const item = getOwn(value, json) ?? null
      if (item === null) continue
      const converted = codec.convert(item, member(settled, json))
      if (converted === item) continue
      if (out === value) out = { ...value }
      setOwn(out, json, converted)
    }
    return out
  }

  changesDecoded(asked: Set<Converter>): boolean {
    if (this.changes !== undefined) return this.changes
    if (asked.has(this)) return false
    const isFirst = asked.size === 0
    asked.add(this)
    const changes = this.fields.some(({ codec }) => codec.changesDecoded(asked))
    // Who was asked on the way of another may not have asked that one.
    if (changes || isFirst) this.changes = changes
    return changes
  }
}

class Converters implements TypeBuilder<Converter> {
  private readonly scheme: UnstructuredTypes

  constructor(scheme: UnstructuredTypes) {
    this.scheme = scheme
  }

  string = (goType: string): Converter => scalar('string', goType)
  bool = (goType: string): Converter => scalar('bool', goType)
  integer = (kind: string, goType: string): Converter => scalar(kind, goType)
  float = (size: string, goType: string): Converter => scalar(size, goType)
  any = (): Converter => unchanged
  pointer = (inner: Converter): Converter => inner
  bytes = (): Converter => ofBytes
  slice = (_goType: string, element: Converter): Converter => slice(element)
  map = (_goType: string, element: Converter): Converter => map(element)

  struct(): { made: Converter; setFields(fields: readonly CompiledField<Converter>[]): void } {
    const made = new StructConverter()
    return { made, setFields: (fields) => made.setFields(fields) }
  }

  special(typeName: string): Converter | undefined {
    const dot = typeName.lastIndexOf('.')
    const [owner, name] = [this.scheme.types[typeName.slice(0, dot)], typeName.slice(dot + 1)]
    if (owner?.custom?.includes(name)) return custom(typeName, this.scheme)
    return owner === undefined || !Object.hasOwn(owner.types, name) ? unchanged : undefined
  }

  // Types of schemas read JSON themselves.
  schemaOr = (): Converter => unchanged
}

/** Types that read JSON themselves say themselves what is wrong. They read what a map was written as: its keys are sorted. */
function custom(typeName: string, scheme: UnstructuredTypes): Converter {
  // Sets of fields have no order, and what is known of them is known of this very object.
  const keepsOrder = typeName.endsWith('.FieldsV1')
  const changes = !keepsOrder && !ofText.test(typeName)
  return {
    convert(value, settled) {
      if (value === null || (value === settled && !changes)) return value
      try {
        scheme.decodeType(typeName, value)
      } catch (error) {
        fail((error as Error).message)
      }
      return keepsOrder ? value : withSortedKeys(value)
    },
    changesDecoded: () => changes,
  }
}
/** Types whose JSON is a text or number: they hold no further JSON. */
const ofText = /\.(?:Time|MicroTime|Duration|Quantity|QuantityValue|IntOrString)$/

function slice(element: Converter): Converter {
  const converter: Converter = {
    convert(value, settled) {
      if (value === null) return value
      if (!Array.isArray(value)) return fail(`cannot restore slice from ${goKind(value)}`)
      if (isSettled(converter, value, settled)) return value
      const before = Array.isArray(settled) ? settled : []
      const out = value.map((each, i) => element.convert(each, before[i]))
      return out.every((each, i) => each === value[i]) ? value : out
    },
    changesDecoded: (asked) => element.changesDecoded(asked),
  }
  return converter
}

const ofByte = slice(scalar('byte', 'byte'))
const ofBytes: Converter = {
  convert: (value, settled) =>
    typeof value === 'string' ? checkedBase64(value) : ofByte.convert(value, settled),
  changesDecoded: () => false,
}

function checkedBase64(text: string): string {
  const state = {
    namesEmbedded: false,
    error: undefined as Error | undefined,
    notesEmpty: false,
    strictErrors: undefined,
  }
  bytesCodec('[]uint8', anyCodec).decode(text, state, undefined)
  if (state.error !== undefined) fail(`error decoding from json: ${state.error.message}`)
  return text
}

function map(element: Converter): Converter {
  const converter: Converter = {
    convert(value, settled) {
      if (value === null) return value
      if (!isObject(value)) return fail(`cannot restore map from ${goKind(value)}`)
      if (isSettled(converter, value, settled)) return value
      const keys = Object.keys(value)
      const converted = keys.map((key) => element.convert(value[key] ?? null, member(settled, key)))
      if (keys.every((key, i) => converted[i] === value[key])) return value
      const out: JsonObject = {}
      for (const [i, key] of keys.entries()) setOwn(out, key, converted[i])
      return out
    },
    changesDecoded: (asked) => element.changesDecoded(asked),
  }
  return converter
}

/** Go's bits of the integer types; `int` has those of int64. */
const bits: Readonly<Record<string, number>> = {
  int8: 8,
  int16: 16,
  int32: 32,
  uint8: 8,
  byte: 8,
  uint16: 16,
  uint32: 32,
}

/** Go converts between numbers, and would make text of whole numbers, which is refused by its own message. */
function scalar(type: string, shown: string): Converter {
  const isFloat = type.startsWith('float')
  const isNumber = isFloat || type.startsWith('int') || type.startsWith('uint')
  return {
    convert(value) {
      if (value === null) return value
      const given = showGoType(value)
      if (given === type) return value
      if (typeof value === 'number' && isNumber && (isFloat || given === 'int64'))
        return isFloat ? value : wrapped(value, type)
      if ((given === 'int64' && type === 'string') || (given === 'float64' && isNumber))
        return fail(`cannot convert ${given} to ${shown}`)
      return fail(`unrecognized type: ${type === 'byte' ? 'uint8' : type}`)
    },
    changesDecoded: () => false,
  }
}

function wrapped(value: number, type: string): number {
  const size = bits[type]
  if (size === undefined) return value
  const whole = BigInt(value)
  return Number(
    type.startsWith('u') || type === 'byte' ? BigInt.asUintN(size, whole) : BigInt.asIntN(size, whole),
  )
}

function goKind(value: JsonValue): string {
  if (Array.isArray(value)) return 'slice'
  return isObject(value) ? 'map' : showGoType(value)
}
