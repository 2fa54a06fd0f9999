// What kubectl explain prints before 1.27: models of OpenAPI v2, whose objects have no type names.
// Upstream: kubectl/pkg/explain (model_printer.go, fields_printer.go, recursive_fields_printer.go)
import type { SchemaFacts as Schema } from '../../component-base/release-facts.ts'
import { KubectlError } from '../errors.ts'
import type { OpenApiSchemas } from '../resources/openapi.ts'

/** A schema behind its references, and the descriptions on the way to it. */
interface Model {
  schema: Schema
  descriptions: string[]
}

const referenceOf = (schema: Schema): string | undefined =>
  schema.$ref ?? (schema['allOf'] as Schema[] | undefined)?.[0]?.$ref
const mapped = (schema: Schema): Schema | undefined =>
  typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined
const textOf = (schema: Schema): string => (schema['description'] as string | undefined) ?? ''
const indented = (text: string, by: number): string =>
  text
    .split('\n')
    .map((line) => `${' '.repeat(by)}${line}\n`)
    .join('')

/** Explains the types of one group and version. */
export class Models {
  private readonly schemas: OpenApiSchemas
  private readonly recursive: boolean

  constructor(schemas: OpenApiSchemas, recursive: boolean) {
    this.schemas = schemas
    this.recursive = recursive
  }

  /** The text for a field by its path, or for the type itself. Throws where there is no such field. */
  output(type: { kind: string; apiVersion: string; reference: string }, path: readonly string[]): string {
    const root: Schema = { $ref: type.reference }
    const field = path.reduce<Schema>((schema, name) => this.fieldOf(schema, name), root)
    const { schema, descriptions } = this.model(field)
    const lines = [...new Set(descriptions)].filter((text) => text !== '')
    const name = path.at(-1)
    const isObject = schema.properties !== undefined
    return [
      `KIND:     ${type.kind}\nVERSION:  ${type.apiVersion}\n\n`,
      name === undefined
        ? ''
        : `${isObject ? 'RESOURCE:' : 'FIELD:   '} ${name} <${this.typeName(field)}>\n\n`,
      `DESCRIPTION:\n${indented(lines.length === 0 ? '<empty>' : lines.join('\n\n'), 5)}`,
      isObject ? `\nFIELDS:\n${this.fields(schema)}` : '',
    ].join('')
  }

  private fields(schema: Schema): string {
    return this.recursive ? this.tree(schema, 3, []) : this.list(schema)
  }

  private fieldOf(parent: Schema, name: string): Schema {
    const { properties } = this.model(parent).schema
    if (properties === undefined || !Object.hasOwn(properties, name))
      throw new KubectlError(`field "${name}" does not exist`)
    return properties[name]!
  }

  private resolve(schema: Schema): Schema {
    const reference = referenceOf(schema)
    return reference === undefined ? schema : (this.schemas.schema(reference) ?? {})
  }

  /** Behind references, lists and maps. */
  private model(schema: Schema, descriptions: string[] = []): Model {
    const told = [...descriptions, textOf(schema)]
    const inner = referenceOf(schema) === undefined ? (schema.items ?? mapped(schema)) : this.resolve(schema)
    return inner === undefined ? { schema, descriptions: told } : this.model(inner, told)
  }

  private typeName(schema: Schema): string {
    if (referenceOf(schema) !== undefined) return this.typeName(this.resolve(schema))
    if (schema.items !== undefined) return `[]${this.typeName(schema.items)}`
    const values = mapped(schema)
    if (values !== undefined) return `map[string]${this.typeName(values)}`
    if (schema.properties !== undefined) return 'Object'
    // Quantities and ports are several types in v3, and texts in v2.
    return schema.type === 'object' ? 'map[string]' : (schema.type ?? ('oneOf' in schema ? 'string' : ''))
  }

  private list({ properties = {}, required = [] }: Schema): string {
    return Object.keys(properties)
      .sort()
      .map((name) => {
        const field = properties[name]!
        const mark = required.includes(name) ? ' -required-' : ''
        const text = textOf(field) || textOf(this.resolve(field))
        return `   ${name}\t<${this.typeName(field)}>${mark}\n${text === '' ? '' : indented(text, 5)}\n`
      })
      .join('')
  }

  /** @param within types that this is a part of, which are not opened again */
  private tree({ properties = {} }: Schema, indent: number, within: readonly string[]): string {
    return Object.keys(properties)
      .sort()
      .map((name) => {
        const field = properties[name]!
        const line = `${' '.repeat(indent)}${name}\t<${this.typeName(field)}>\n`
        const reference = this.referenceBehind(field)
        if (reference !== undefined && within.includes(reference)) return line
        const inner = reference === undefined ? within : [...within, reference]
        return line + this.tree(this.model(field).schema, indent + 3, inner)
      })
      .join('')
  }

  private referenceBehind(schema: Schema): string | undefined {
    return referenceOf(schema.items ?? mapped(schema) ?? schema)
  }
}
