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

interface PatchedPath {
  patch?: Json & { parameters?: { in?: string; name?: string }[] }
}

/** Of the operations PATCH, with its kind and the names of its query parameters. */
function paths(out: ProtoWriter, all: Readonly<Record<string, PatchedPath>>): void {
  const patched = Object.entries(all).flatMap(([path, { patch }]) =>
    patch === undefined ? [] : [{ path, patch }],
  )
  for (const { path, patch } of patched.reverse())
    named(out, 2, path, () => message(out, 2, () => message(out, 8, () => operation(out, patch))))
}

function operation(out: ProtoWriter, patch: NonNullable<PatchedPath['patch']>): void {
  const kind = 'x-kubernetes-group-version-kind'
  if (patch[kind] !== undefined) named(out, 13, kind, () => any(out, 2, patch[kind]))
  const asked = (patch.parameters ?? []).filter((parameter) => parameter.in === 'query')
  for (const { name } of asked.reverse()) inMessages(out, [8, 1, 2, 3], () => text(out, 4, name))
}

/** Writes what `content` writes as a message in a message …, by their fields. */
function inMessages(out: ProtoWriter, [field, ...inner]: readonly number[], content: () => void): void {
  if (field === undefined) content()
  else message(out, field, () => inMessages(out, inner, content))
}

/**
 * The protobuf form of a document of OpenAPI v2: version, info, types, and what PATCH can be asked for.
 * Deviates: other operations are left out. Clients that take this form read the types (kubectl's old explain and validation), and
 * whether PATCH takes dryRun and fieldValidation (kubectl before 1.27).
 */
export function openapiV2Protobuf(document: Json): Buffer {
  const out = new ProtoWriter()
  const info = document['info'] as Json
  message(out, 9, () => schemas(out, document['definitions'] as Record<string, Json>))
  message(out, 8, () => paths(out, document['paths'] as Record<string, PatchedPath>))
  message(out, 2, () => {
    text(out, 2, info['version'])
    text(out, 1, info['title'])
  })
  text(out, 1, document['swagger'])
  return out.finish()
}
