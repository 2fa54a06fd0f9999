import { type GoTypes, parseField, resolveName } from './go-types.ts'

const integers = ['int', 'int64', 'int32', 'int16', 'uint16', 'uint8', 'byte', 'uint32', 'uint64'] as const

/** Go's basic integer types, by their names in type expressions. */
export type IntegerKind = (typeof integers)[number]

const isInteger = (text: string): text is IntegerKind => (integers as readonly string[]).includes(text)

/** A field of a struct, embedded structs flattened. */
export interface CompiledField<T> {
  readonly json: string
  readonly codec: T
  readonly omitEmpty: boolean
  readonly omitZero: boolean
  /** Go's names of the embedded structs around it, each with a dot. */
  readonly embedded: string
}

/** Makes a value of each form of a Go type. `goType`: its name as Go's reflection shows it, `[]v1.ServicePort`. */
export interface TypeBuilder<T> {
  string(goType: string): T
  bool(goType: string): T
  integer(kind: IntegerKind, goType: string): T
  float(size: 'float32' | 'float64', goType: string): T
  any(): T
  pointer(inner: T): T
  /** A []byte. @param inMap whether it is the value of a map */
  bytes(goType: string, inMap: boolean): T
  slice(goType: string, element: T): T
  map(goType: string, element: T, keyType: string): T
  /** A struct; its fields follow, because types refer to one another in circles. */
  struct(
    name: string,
    goType: string,
  ): { readonly made: T; setFields(fields: readonly CompiledField<T>[]): void }
  /** A type with a form of its own, by its name in OpenAPI; undefined: it has none. */
  special(typeName: string): T | undefined
  /** apiextensions' JSONSchemaPropsOr{Bool,Array,StringArray}. */
  schemaOr(kind: 'Bool' | 'Array' | 'StringArray', schema: T, list: T): T
}

const schemaOr = /^JSONSchemaPropsOr(Bool|Array|StringArray)$/

/** Compiles the Go types of one release, each at its first use. */
export class TypeCompiler<T> {
  private readonly types: GoTypes
  private readonly builder: TypeBuilder<T>
  private readonly named = new Map<string, T>()
  /** By the names that were asked for: each request asks for some. */
  private readonly asked = new Map<string, T>()

  constructor(types: GoTypes, builder: TypeBuilder<T>) {
    this.types = types
    this.builder = builder
  }

  /** The compiled form of a type, by its name in OpenAPI; undefined where the release has no such type. */
  codec(typeName: string): T | undefined {
    const known = this.asked.get(typeName)
    if (known !== undefined) return known
    const codec = this.find(typeName)
    if (codec !== undefined) this.asked.set(typeName, codec)
    return codec
  }

  private find(typeName: string): T | undefined {
    const dot = typeName.lastIndexOf('.')
    const [pkg, name] = [typeName.slice(0, dot), typeName.slice(dot + 1)]
    const types = this.types[pkg]?.types
    return types !== undefined && Object.hasOwn(types, name) ? this.typeOf(pkg, name) : undefined
  }

  private typeOf(pkg: string, name: string): T {
    const key = `${pkg}.${name}`
    let codec = this.named.get(key) ?? this.builder.special(key)
    if (codec !== undefined) return codec
    const facts = this.types[pkg]?.types[name]
    if (facts === undefined) throw new Error(`no Go type ${key} is recorded`)
    const goType = `${this.types[pkg]!.name}.${name}`
    const or = schemaOr.exec(name)
    if (or !== null) codec = this.schemaOr(pkg, or[1] as 'Bool' | 'Array' | 'StringArray')
    else if (typeof facts === 'string') codec = this.expression(pkg, facts, goType)
    else return this.struct(key, pkg, name, goType)
    this.named.set(key, codec)
    return codec
  }

  private struct(key: string, pkg: string, name: string, goType: string): T {
    const { made, setFields } = this.builder.struct(name, goType)
    this.named.set(key, made)
    setFields(this.structFields(pkg, name))
    return made
  }

  /** Fields in Go's order, those of embedded structs in the place of the embedding. */
  private structFields(pkg: string, name: string): CompiledField<T>[] {
    const facts = this.types[pkg]?.types[name]
    if (!Array.isArray(facts)) {
      const other = typeof facts === 'string' ? resolveName(pkg, facts) : undefined
      if (other === undefined) throw new Error(`${pkg}.${name} is embedded, but no struct`)
      return this.structFields(other.pkg, other.name)
    }
    return facts.map(parseField).flatMap((field): CompiledField<T>[] => {
      if (field.inline) {
        const inner = resolveName(pkg, field.type.replace(/^\*/, ''))!
        return this.structFields(inner.pkg, inner.name).map((f) => ({
          ...f,
          embedded: `${field.name}.${f.embedded}`,
        }))
      }
      const { json, omitEmpty, omitZero } = field
      return [{ json, omitEmpty, omitZero, embedded: '', codec: this.expression(pkg, field.type) }]
    })
  }

  /** A type expression. `shown`: the name in error texts where the expression defines a named type. */
  private expression(pkg: string, text: string, shown: string = this.show(pkg, text)): T {
    const { builder } = this
    if (text.startsWith('*')) return builder.pointer(this.expression(pkg, text.slice(1)))
    if (text === '[]byte' || text === '[]uint8') return builder.bytes(shown, false)
    if (text.startsWith('[]')) return builder.slice(shown, this.expression(pkg, text.slice(2)))
    const map = /^map\[([^\]]+)\](.+)$/.exec(text)
    if (map !== null) {
      const [, key, value] = map as unknown as [string, string, string]
      const element = value === '[]byte' ? builder.bytes('[]uint8', true) : this.expression(pkg, value)
      return builder.map(shown, element, this.show(pkg, key))
    }
    const name = resolveName(pkg, text)
    if (name !== undefined) {
      const facts = this.types[name.pkg]?.types[name.name]
      // A named type of a named type keeps the outer name.
      if (typeof facts === 'string' && shown !== this.show(pkg, text))
        return this.expression(name.pkg, facts, shown)
      return this.typeOf(name.pkg, name.name)
    }
    if (text === 'string') return builder.string(shown)
    if (text === 'bool') return builder.bool(shown)
    if (isInteger(text)) return builder.integer(text, shown)
    if (text === 'time.Duration') return builder.integer('int64', shown)
    if (text === 'float64' || text === 'float32') return builder.float(text, shown)
    if (text === 'interface{}' || text === 'any') return builder.any()
    throw new Error(`the Go type ${text} of ${pkg} is not known`)
  }

  /** A type expression as Go's reflection shows it: `[]v1.ServicePort`, `map[string]string`. */
  private show(pkg: string, text: string): string {
    if (text.startsWith('*')) return `*${this.show(pkg, text.slice(1))}`
    if (text === '[]byte') return '[]uint8'
    if (text.startsWith('[]')) return `[]${this.show(pkg, text.slice(2))}`
    const map = /^map\[([^\]]+)\](.+)$/.exec(text)
    if (map !== null) return `map[${this.show(pkg, map[1]!)}]${this.show(pkg, map[2]!)}`
    const name = resolveName(pkg, text)
    return name === undefined
      ? text
      : `${this.types[name.pkg]?.name ?? name.pkg.slice(name.pkg.lastIndexOf('.') + 1)}.${name.name}`
  }

  private schemaOr(pkg: string, kind: 'Bool' | 'Array' | 'StringArray'): T {
    const list = this.expression(pkg, kind === 'StringArray' ? '[]string' : '[]JSONSchemaProps')
    return this.builder.schemaOr(kind, this.typeOf(pkg, 'JSONSchemaProps'), list)
  }
}
