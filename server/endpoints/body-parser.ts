// Bodies → JSON values. Throws Error with Go's words.
import { isObject } from '../../apimachinery/json.ts'
import { parseJsonPaced } from '../../apimachinery/scheme/parse-json.ts'
import type { ProtobufSerializer } from '../../apimachinery/scheme/protobuf.ts'
import { yamlText } from '../../apimachinery/scheme/yaml-octets.ts'
import { newBadRequest, StatusError } from '../../apimachinery/status-error.ts'
import { apiVersionOf, type GroupVersionKind } from '../registry/generic/machinery.ts'
import { turns } from '../registry/generic/pace.ts'
import { type MediaType, unsupportedMediaType } from './negotiation.ts'
import { parseYamlAside } from './yaml-thread.ts'

export interface ParsedBody {
  value: unknown
  /** What the form alone says: repeated keys of YAML. Those of JSON are found by the decoder. */
  strictErrors: string[]
}

export async function parseBody(
  body: Buffer,
  mediaType: MediaType,
  protobuf?: { serializer: ProtobufSerializer; wanted: GroupVersionKind },
): Promise<ParsedBody> {
  if (mediaType === 'application/json')
    return { value: (await parseJsonPaced(body.toString('utf8'), turns)).value, strictErrors: [] }
  if (mediaType === 'application/yaml') {
    const { value, strictError } = await parseYamlAside(yamlText(body))
    return { value, strictErrors: strictError === undefined ? [] : [strictError] }
  }
  if (protobuf === undefined) throw unsupportedMediaType()
  const { serializer, wanted } = protobuf
  const { apiVersion, kind, raw } = serializer.open(body)
  const as = { apiVersion: apiVersion || apiVersionOf(wanted), kind: kind || wanted.kind }
  return { value: { ...as, ...(serializer.decode(as.apiVersion, as.kind, raw) as object) }, strictErrors: [] }
}

export interface ParsedPatch {
  value: unknown
  /** Repeated keys. */
  strictError: string | undefined
}

/** The body of an apply. Throws 400. */
export async function parseYamlPatch(body: Buffer): Promise<ParsedPatch> {
  let parsed: ParsedPatch
  try {
    parsed = await parseYamlAside(yamlText(body))
  } catch (error) {
    if (error instanceof StatusError) throw error
    throw newBadRequest(`error decoding YAML: error converting YAML to JSON: ${(error as Error).message}`)
  }
  const { value, strictError } = parsed
  if (value !== null && !isObject(value)) {
    const kind = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value
    throw newBadRequest(
      `error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${kind} into Go value of type map[string]interface {}`,
    )
  }
  return { value, strictError }
}
