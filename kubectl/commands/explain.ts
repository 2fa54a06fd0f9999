// Upstream: kubectl/pkg/cmd/explain, kubectl/pkg/explain/v2/templates/plaintext.tmpl

import type { SchemaFacts } from '../../component-base/release-facts.ts'
import { KubectlError, PlainError } from '../errors.ts'
import { findResource, groupVersion } from '../resources/discovery.ts'
import { type OpenApiSchemas, openApiSchemas } from '../resources/openapi.ts'
import type { Session } from '../session.ts'
import { commandDialect } from './dialect.ts'
import { Models } from './explain-models.ts'
import { wrapped } from './word-wrap.ts'

type Schema = SchemaFacts

/** `kubectl explain`: the fields of a type from the server's OpenAPI v3 documents, or a field's by its path. */
export async function explain(session: Session, words: string[]): Promise<number> {
  const { flags, host } = session
  if (words.length === 0)
    throw new KubectlError(
      'You must specify the type of resource to explain. Use "kubectl api-resources" for a complete list of supported resources.\n',
    )
  if (words.length > 1) throw new KubectlError('We accept only this format: explain RESOURCE\n')
  const { explainsInForms, explainsEnums } = commandDialect(session.minor)
  const resources = await session.resources()
  const wanted = flags.string('api-version')
  const [type = '', ...path] = words[0]!.split('.')
  const versioned =
    wanted === ''
      ? resources
      : resources.filter((r) => (r.group === '' ? r.version : `${r.group}/${r.version}`) === wanted)
  if (wanted !== '' && versioned.length === 0) {
    const { name, kind } = findResource(resources, type, (text) => new PlainError(text))
    const shown = wanted.includes('/') ? wanted : `/${wanted}`
    throw new KubectlError(
      `couldn't find resource for "${shown}, ${explainsInForms ? `Resource=${name}` : `Kind=${kind}`}"`,
    )
  }
  const resource = findResource(versioned, type, (text) => new PlainError(text))
  const schemas = await openApiSchemas(session, resource)
  const name = schemas?.typeName(resource.group, resource.version, resource.kind)
  if (schemas === undefined || name === undefined)
    throw new KubectlError(`GVK ${resource.kind} not found in OpenAPI schema`)
  const form = flags.string('output', 'plaintext')
  if (form !== 'plaintext' && form !== 'plaintext-openapiv2')
    throw new KubectlError(`unrecognized format: ${form}`)
  if (!explainsInForms || form === 'plaintext-openapiv2') {
    const models = new Models(schemas, flags.bool('recursive'))
    const type = { kind: resource.kind, apiVersion: groupVersion(resource), reference: name }
    host.stdout(models.output(type, path))
    return 0
  }
  const explainer = new Explainer(schemas, flags.bool('recursive'), explainsEnums)
  const group = resource.group === '' ? '' : `GROUP:      ${resource.group}\n`
  const head = `${group}KIND:       ${resource.kind}\nVERSION:    ${resource.version}\n\n`
  host.stdout(head)
  host.stdout(`${explainer.output({ $ref: name }, path)}\n`)
  return 0
}

class Explainer {
  private readonly schemas: OpenApiSchemas
  private readonly recursive: boolean
  /** Whether values that a field can have are listed. */
  private readonly enums: boolean
  constructor(schemas: OpenApiSchemas, recursive: boolean, enums: boolean) {
    this.enums = enums
    this.schemas = schemas
    this.recursive = recursive
  }

  output(schema: Schema, path: readonly string[]): string {
    const [field, ...rest] = path
    const resolved = this.resolve(schema)
    if (field === undefined) {
      const fields = this.fields(resolved, 1, [])
      const text = this.descriptions(schema) || '<empty>'
      return `DESCRIPTION:\n${indented(wrapped(text, 76), 4)}\n${fields === '' ? '' : `FIELDS:\n${fields}`}`
    }
    const inner = this.container(resolved)
    const property = inner?.properties?.[field]
    if (property === undefined) throw new KubectlError(`field "${path.at(-1)}" does not exist`)
    const title =
      rest.length === 0
        ? `FIELD: ${field} <${this.typeOf(property)}>\n${this.enums ? `${longEnum(this.resolve(property))}\n` : ''}\n`
        : ''
    return title + this.output(property, rest)
  }

  private resolve(schema: Schema): Schema {
    const target = schema.$ref ?? allOf(schema)[0]?.$ref
    return target === undefined ? schema : (this.schemas.schema(target) ?? schema)
  }

  /** The object behind lists and maps. */
  private container(schema: Schema): Schema | undefined {
    if (schema.properties !== undefined) return schema
    const inner = schema.items ?? schema.additionalProperties
    return inner === undefined || typeof inner === 'boolean' ? undefined : this.container(this.resolve(inner))
  }

  /** What is said of a schema, and of those that it consists of, each with a line break. */
  private descriptions(schema: Schema, seen: readonly string[] = []): string {
    const { $ref: reference = '' } = schema
    if (seen.includes(reference)) return ''
    const target = reference === '' ? undefined : this.schemas.schema(reference)
    const { items, additionalProperties: values, ...own } = target ?? schema
    const inner = [...allOf(own), items, typeof values === 'boolean' ? undefined : values]
    const text = descriptionOf(own)
    const more = inner.flatMap((one) =>
      one === undefined ? [] : [this.descriptions(one, reference === '' ? seen : [...seen, reference])],
    )
    return [...(text === '' ? [] : [`${text}\n`]), ...more].join('')
  }

  private typeOf(schema: Schema): string {
    if (schema.items !== undefined) return `[]${this.typeOf(schema.items)}`
    if (schema.additionalProperties !== undefined && typeof schema.additionalProperties !== 'boolean')
      return `map[string]${this.typeOf(schema.additionalProperties)}`
    const reference = schema.$ref ?? allOf(schema)[0]?.$ref
    if (reference !== undefined) {
      const target = this.schemas.schema(reference)
      const type = target?.type
      return type === undefined || type === 'object' ? (reference.split(/[./]/).at(-1) ?? 'Object') : type
    }
    return schema.type === undefined || schema.type === 'object' ? 'Object' : schema.type
  }

  private fields(schema: Schema, level: number, seen: readonly string[]): string {
    const inner = this.container(schema)
    const indent = '  '.repeat(level)
    return Object.keys(inner?.properties ?? {})
      .sort()
      .map((name) => {
        const property = inner!.properties![name]!
        const required = (inner!.required ?? []).includes(name) ? ' -required-' : ''
        const line = `${indent}${name}\t<${this.typeOf(property)}>${required}${this.enums ? shortEnum(property, indent) : ''}\n`
        if (!this.recursive) {
          const text = descriptionOf(property) || '<no description>'
          return `${line}${indented(wrapped(text, 78 - level * 2), level * 2 + 2)}\n\n`
        }
        const reference = this.referenceOf(property)
        if (reference !== undefined && seen.includes(reference)) return line
        return line + this.fields(this.resolve(property), level + 1, [...seen, reference ?? ''])
      })
      .join('')
  }

  private referenceOf(schema: Schema): string | undefined {
    const inner = schema.items ?? schema.additionalProperties ?? schema
    return inner.$ref ?? allOf(inner)[0]?.$ref
  }
}

const descriptionOf = (schema: Schema): string => (schema['description'] as string | undefined) ?? ''
const allOf = (schema: Schema): Schema[] => (schema['allOf'] as Schema[] | undefined) ?? []

const enumText = (value: string): string => (value === '' ? '""' : value)

function shortEnum(schema: Schema, indent: string): string {
  const values = schema.enum ?? []
  if (values.length === 0) return ''
  const more = values.length > 4 ? ', ....' : ''
  return `\n${indent}enum: ${values.slice(0, 4).map(enumText).join(', ')}${more}`
}

const longEnum = (schema: Schema): string =>
  (schema.enum ?? []).length === 0 ? '' : `ENUM:${schema.enum!.map((v) => `\n    ${enumText(v)}`).join('')}`

const indented = (text: string, by: number): string => text.replace(/^/gm, ' '.repeat(by))
