// Upstream: github.com/google/gnostic-models/openapiv2 (OpenAPIv2.proto), as kube-openapi serves it
import { ProtoWriter } from '../../../apimachinery/scheme/protobuf-wire.ts'

type Json = Record<string, unknown>

/** Writes what `content` writes as the message in `field`. */
function message(out: ProtoWriter, field: number, content: () => void): void {
  const before = out.length
  content()
  out.lengthTag(field, before)
}
const text = (out: ProtoWriter, field: number, value: unknown): void => {
  if (typeof value === 'string') message(out, field, () => out.text(value))
}

/** Values without a type of their own are YAML texts; JSON is YAML. */
const any = (out: ProtoWriter, field: number, value: unknown): void =>
  message(out, field, () => text(out, 2, `${JSON.stringify(value)}\n`))

function named(out: ProtoWriter, field: number, name: string, value: () => void): void {
  message(out, field, () => {
    value()
    text(out, 1, name)
  })
}

/** Fields from the last to the first: the writer works backwards. */
function schema(out: ProtoWriter, value: Json): void {
  const extensions = Object.entries(value).filter(([name]) => name.startsWith('x-'))
  for (const [name, extension] of extensions.reverse()) named(out, 31, name, () => any(out, 2, extension))
  const {
    properties,
    items,
    type,
    additionalProperties,
    enum: choices,
    required,
  } = value as Json & { required?: string[]; enum?: unknown[] }
  if (properties !== undefined) message(out, 25, () => schemas(out, properties as Record<string, Json>))
  if (items !== undefined) message(out, 23, () => message(out, 1, () => schema(out, items as Json)))
  if (type !== undefined) message(out, 22, () => text(out, 1, type))
  if (additionalProperties !== undefined)
    message(out, 21, () => message(out, 1, () => schema(out, additionalProperties as Json)))
  for (const choice of [...(choices ?? [])].reverse()) any(out, 20, choice)
  for (const name of [...(required ?? [])].reverse()) text(out, 19, name)
  text(out, 2, value['format'])
  text(out, 1, value['$ref'])
}

function schemas(out: ProtoWriter, all: Readonly<Record<string, Json>>): void {
  for (const [name, value] of Object.entries(all).reverse())
    named(out, 1, name, () => message(out, 2, () => schema(out, value)))
}

/**
 * The protobuf form of a document of OpenAPI v2: version, info and types.
 * Deviates: operations are left out; clients that take this form (kubectl's old explain and validation) read the types only.
 */
export function openapiV2Protobuf(document: Json): Buffer {
  const out = new ProtoWriter()
  const info = document['info'] as Json
  message(out, 9, () => schemas(out, document['definitions'] as Record<string, Json>))
  message(out, 8, () => {})
  message(out, 2, () => {
    text(out, 2, info['version'])
    text(out, 1, info['title'])
  })
  text(out, 1, document['swagger'])
  return out.finish()
}
