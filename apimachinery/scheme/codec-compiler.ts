import type { Codec } from './codec.ts'
import { mapCodec, pointerCodec, sliceCodec } from './codec-collection.ts'
import {
  anyCodec,
  boolCodec,
  bytesCodec,
  floatCodec,
  integerCodec,
  isIntegerType,
  stringCodec,
} from './codec-scalar.ts'
import { schemaOrCodec, specialCodecs } from './codec-special.ts'
import { StructCodec, type StructField } from './codec-struct.ts'
import { type GoTypes, parseField, resolveName } from './go-types.ts'

const schemaOr = /^JSONSchemaPropsOr(Bool|Array|StringArray)$/

/** Compiles the Go types of one release to codecs, each at its first use. */
export class CodecCompiler {
  private readonly types: GoTypes
  private readonly named = new Map<string, Codec>()

  constructor(types: GoTypes) {
    this.types = types
  }

  /** The codec of a type by its name in OpenAPI; undefined where the release has no such type. */
  codec(typeName: string): Codec | undefined {
    const dot = typeName.lastIndexOf('.')
    const [pkg, name] = [typeName.slice(0, dot), typeName.slice(dot + 1)]
    const types = this.types[pkg]?.types
    return types !== undefined && Object.hasOwn(types, name) ? this.typeOf(pkg, name) : undefined
  }

  private typeOf(pkg: string, name: string): Codec {
    const key = `${pkg}.${name}`
    let codec = this.named.get(key) ?? (Object.hasOwn(specialCodecs, key) ? specialCodecs[key] : undefined)
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

  private struct(key: string, pkg: string, name: string, goType: string): Codec {
    const codec = new StructCodec(name, goType)
    this.named.set(key, codec)
    codec.setFields(this.structFields(pkg, name))
    return codec
  }

  /** Fields in Go's order, those of embedded structs in the place of the embedding. */
  private structFields(pkg: string, name: string): StructField[] {
    const facts = this.types[pkg]?.types[name]
    if (!Array.isArray(facts)) {
      const other = typeof facts === 'string' ? resolveName(pkg, facts) : undefined
      if (other === undefined) throw new Error(`${pkg}.${name} is embedded, but no struct`)
      return this.structFields(other.pkg, other.name)
    }
    return facts.map(parseField).flatMap((field): StructField[] => {
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
  private expression(pkg: string, text: string, shown: string = this.show(pkg, text)): Codec {
    if (text.startsWith('*')) return pointerCodec(this.expression(pkg, text.slice(1)))
    if (text === '[]byte' || text === '[]uint8') return bytesCodec(shown, integerCodec('uint8', 'uint8'))
    if (text.startsWith('[]')) return sliceCodec(shown, this.expression(pkg, text.slice(2)))
    const map = /^map\[[^\]]+\](.+)$/.exec(text)
    if (map?.[1] === '[]byte')
      return mapCodec(shown, bytesCodec('[]uint8', integerCodec('uint8', 'uint8'), ''))
    if (map != null) return mapCodec(shown, this.expression(pkg, map[1]!))
    const name = resolveName(pkg, text)
    if (name !== undefined) {
      const facts = this.types[name.pkg]?.types[name.name]
      // A named type of a named type keeps the outer name.
      if (typeof facts === 'string' && shown !== this.show(pkg, text))
        return this.expression(name.pkg, facts, shown)
      return this.typeOf(name.pkg, name.name)
    }
    if (text === 'string') return stringCodec(shown)
    if (text === 'bool') return boolCodec(shown)
    if (isIntegerType(text)) return integerCodec(text, shown)
    if (text === 'time.Duration') return integerCodec('int64', shown)
    if (text === 'float64' || text === 'float32') return floatCodec(text, shown)
    if (text === 'interface{}' || text === 'any') return anyCodec
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

  private schemaOr(pkg: string, kind: 'Bool' | 'Array' | 'StringArray'): Codec {
    const schema = this.typeOf(pkg, 'JSONSchemaProps')
    return schemaOrCodec(
      kind,
      schema,
      this.expression(pkg, kind === 'StringArray' ? '[]string' : '[]JSONSchemaProps'),
    )
  }
}
