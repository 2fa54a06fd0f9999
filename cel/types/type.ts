// Types of expressions. Upstream: cel-go common/types/types.go, checker/format.go

/** The kinds of CEL types. */
export type TypeKind =
  | 'any'
  | 'bool'
  | 'bytes'
  | 'double'
  | 'duration'
  | 'dyn'
  | 'error'
  | 'int'
  | 'list'
  | 'map'
  | 'null'
  | 'opaque'
  | 'string'
  | 'struct'
  | 'timestamp'
  | 'type'
  | 'typeParam'
  | 'uint'

/** A type of CEL. It is a value, too: `type(1) == int`. */
export class CelType {
  readonly kind: TypeKind
  readonly name: string
  readonly params: readonly CelType[]
  /** Whether null is of this type: that of google.protobuf.Int64Value. */
  readonly nullable: boolean

  constructor(kind: TypeKind, name: string, params: readonly CelType[] = [], nullable: boolean = false) {
    this.kind = kind
    this.name = name
    this.params = params
    this.nullable = nullable
  }

  get isDyn(): boolean {
    return this.kind === 'dyn' || this.kind === 'any'
  }

  /** Whether the types are equal in kind, name and parameters. */
  equals(other: CelType): boolean {
    if (this === other) return true
    return this.kind === other.kind && this.name === other.name && sameList(this.params, other.params)
  }

  /** Whether a value of `from` may stand where this type is wanted; parameters are not bound. */
  takes(from: CelType): boolean {
    if (this.nullable && from.kind === 'null') return true
    if (this === from || this.isDyn || this.kind === 'typeParam') return true
    const alike = this.kind === from.kind && this.name === from.name
    return (
      alike &&
      this.params.length === from.params.length &&
      this.params.every((one, i) => one.takes(from.params[i]!))
    )
  }

  /** The name with that of a wrapper around a type that takes null. */
  get declaredName(): string {
    return this.nullable ? `wrapper(${this.name})` : this.name
  }

  /** The type in the form of a checked expression: `list(<A>)`. */
  toString(): string {
    if (this.kind === 'typeParam') return `<${this.declaredName}>`
    return this.params.length === 0 ? this.declaredName : `${this.declaredName}(${this.params.join(', ')})`
  }
}

const sameList = (a: readonly CelType[], b: readonly CelType[]): boolean =>
  a.length === b.length && a.every((one, i) => one.equals(b[i]!))

/** The type of CEL `any`. */
export const anyType = new CelType('any', 'google.protobuf.Any')
/** The type of CEL `bool`. */
export const boolType = new CelType('bool', 'bool')
/** The type of CEL `bytes`. */
export const bytesType = new CelType('bytes', 'bytes')
/** The type of CEL `double`. */
export const doubleType = new CelType('double', 'double')
/** The type of CEL `duration`. */
export const durationType = new CelType('duration', 'google.protobuf.Duration')
/** The type of CEL `dyn`. */
export const dynType = new CelType('dyn', 'dyn')
/** The type of CEL `error`. */
export const errorType = new CelType('error', 'error')
/** The type of CEL `int`. */
export const intType = new CelType('int', 'int')
/** The type of CEL `null`. */
export const nullType = new CelType('null', 'null_type')
/** The type of CEL `string`. */
export const stringType = new CelType('string', 'string')
/** The type of CEL `timestamp`. */
export const timestampType = new CelType('timestamp', 'google.protobuf.Timestamp')
/** The type of CEL `type`. */
export const typeType = new CelType('type', 'type')
/** The type of CEL `uint`. */
export const uintType = new CelType('uint', 'uint')

/** The type of lists of an element. */
export const listOf = (element: CelType): CelType => new CelType('list', 'list', [element])
/** The type of maps from a key to a value. */
export const mapOf = (key: CelType, value: CelType): CelType => new CelType('map', 'map', [key, value])
/** The type of an optional value. */
export const optionalOf = (value: CelType): CelType => new CelType('opaque', 'optional_type', [value])
/** A type of a library, which has no fields. */
export const opaque = (name: string, ...params: CelType[]): CelType => new CelType('opaque', name, params)
/** The type of a type. */
export const typeOfType = (one: CelType): CelType => new CelType('type', 'type', [one])
/** A type parameter. */
export const typeParam = (name: string): CelType => new CelType('typeParam', name)

const wrapper = ({ kind, name }: CelType): CelType => new CelType(kind, name, [], true)

/** The messages of protocol buffers that are types of CEL's own. */
export const wellKnownTypes: Readonly<Record<string, CelType>> = {
  'google.protobuf.BoolValue': wrapper(boolType),
  'google.protobuf.BytesValue': wrapper(bytesType),
  'google.protobuf.DoubleValue': wrapper(doubleType),
  'google.protobuf.FloatValue': wrapper(doubleType),
  'google.protobuf.Int64Value': wrapper(intType),
  'google.protobuf.Int32Value': wrapper(intType),
  'google.protobuf.UInt64Value': wrapper(uintType),
  'google.protobuf.UInt32Value': wrapper(uintType),
  'google.protobuf.StringValue': wrapper(stringType),
  'google.protobuf.Any': anyType,
  'google.protobuf.Duration': durationType,
  'google.protobuf.Timestamp': timestampType,
  'google.protobuf.ListValue': listOf(dynType),
  'google.protobuf.NullValue': nullType,
  'google.protobuf.Struct': mapOf(stringType, dynType),
  'google.protobuf.Value': dynType,
}

/** The type of a message or object of this name; well-known types of protobuf are their CEL types. */
export const objectType = (name: string): CelType =>
  (Object.hasOwn(wellKnownTypes, name) ? wellKnownTypes[name] : undefined) ?? new CelType('struct', name)

const shortNames: Partial<Record<TypeKind, string>> = {
  any: 'any',
  duration: 'duration',
  error: '!error!',
  null: 'null',
  timestamp: 'timestamp',
}

/** The type in the form of error messages: `list(A)`. */
export function formatType(type: CelType): string {
  const short = shortNames[type.kind]
  if (short !== undefined) return short
  if (type.kind === 'typeParam') return type.name
  if (type.params.length === 0) return type.declaredName
  return `${type.name}(${type.params.map(formatType).join(', ')})`
}

/** The arguments of a call as errors name them: `string.(int)`. @param member the first is what it is called on */
export function formatArguments(args: readonly CelType[], member: boolean): string {
  const names = args.map(formatType)
  return member ? `${names[0]}.(${names.slice(1).join(', ')})` : `(${names.join(', ')})`
}
