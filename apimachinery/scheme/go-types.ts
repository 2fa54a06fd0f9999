import { releaseFacts } from '../../component-base/release-facts.ts'

/** A field of a Go struct: its names in JSON, Go and protobuf, its type expression, and whether omitempty drops it. */
export interface GoField {
  /** The name in JSON; empty for an embedded struct. */
  readonly json: string
  readonly name: string
  /** A type expression relative to the struct's package: `*int64`, `[]ServicePort`, `map[string]~….Quantity`. */
  readonly type: string
  readonly omitEmpty: boolean
  readonly omitZero: boolean
  readonly inline: boolean
  /** The name in protobuf. */
  readonly proto: string
}

/** A package of API types, as releases/<r>/go-types.json holds it. */
export interface GoPackage {
  readonly group: string
  readonly version: string
  /** Go's name of the package, as error texts show it (`v1`). */
  readonly name: string
  /** The kinds that the package registers. */
  readonly kinds: readonly string[]
  /** Types with a JSON form of their own. */
  readonly custom?: readonly string[]
  /** A struct's fields as "json-name GoName type [flags] [@protobuf-name]", or the type that a name stands for. */
  readonly types: Readonly<Record<string, readonly string[] | string>>
}

/** The Go types of one release, by the packages' names in OpenAPI (`io.k8s.api.core.v1`). */
export type GoTypes = Readonly<Record<string, GoPackage>>

/** The Go types of a recorded minor release (`1.34`), shared: do not change them. */
export const goTypes = (minor: string): GoTypes => releaseFacts(minor, 'go-types') as unknown as GoTypes

/**
 * A field from its recorded line: `JSON NAME TYPE [FLAGS] [@PROTOBUF]`. The flags are o (omitempty), z (omitzero) and i
 * (inline).
 */
export const parseField = (text: string): GoField => {
  const [json, name, type, ...more] = text.split(' ') as [string, string, string, ...string[]]
  const flags = more.find((part) => !part.startsWith('@')) ?? ''
  const proto =
    more.find((part) => part.startsWith('@'))?.slice(1) ??
    (json === '' ? name[0]!.toLowerCase() + name.slice(1) : json)
  const has = (flag: string): boolean => flags.includes(flag)
  return { json, name, type, omitEmpty: has('o'), omitZero: has('z'), inline: has('i'), proto }
}

/**
 * The package and name in a type expression: `~api.core.v1.Pod` is foreign, a capital is the package's own. Undefined: Go's
 * own.
 */
export function resolveName(pkg: string, text: string): { pkg: string; name: string } | undefined {
  if (text.startsWith('~')) {
    const dot = text.lastIndexOf('.')
    return { pkg: `io.k8s.${text.slice(1, dot)}`, name: text.slice(dot + 1) }
  }
  return /^[A-Z]/.test(text) ? { pkg, name: text } : undefined
}

/** The type expression of a field by its name in JSON, also of embedded structs; undefined where the type has no such field. */
export function fieldType(types: GoTypes, typeName: string, json: string): string | undefined {
  const dot = typeName.lastIndexOf('.')
  const [pkg, type] = [typeName.slice(0, dot), typeName.slice(dot + 1)]
  const facts = types[pkg]?.types[type]
  if (!Array.isArray(facts)) return undefined
  for (const text of facts as readonly string[]) {
    const field = parseField(text)
    if (field.json === json) return field.type
    const inner = field.inline ? resolveName(pkg, field.type.replace(/^\*/, '')) : undefined
    const found = inner && fieldType(types, `${inner.pkg}.${inner.name}`, json)
    if (found !== undefined) return found
  }
  return undefined
}
