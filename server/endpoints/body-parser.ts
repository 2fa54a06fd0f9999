// Bodies → JSON values. Throws Error with Go's words.
import { isObject } from '../apimachinery/json.ts'
import { parseJson } from '../apimachinery/scheme/parse-json.ts'
import { parseYaml } from '../apimachinery/scheme/parse-yaml.ts'
import type { ProtobufSerializer } from '../apimachinery/scheme/protobuf.ts'
import { yamlText } from '../apimachinery/scheme/yaml-octets.ts'
import { newBadRequest } from '../apimachinery/status-error.ts'
import { apiVersionOf, type GroupVersionKind } from '../registry/generic/machinery.ts'
import { type MediaType, unsupportedMediaType } from './negotiation.ts'

export interface ParsedBody {
  value: unknown
  /** What the form alone says: repeated keys of YAML. Those of JSON are found by the decoder. */
  strictErrors: string[]
}

export function parseBody(
  body: Buffer,
  mediaType: MediaType,
  protobuf?: { serializer: ProtobufSerializer; wanted: GroupVersionKind },
): ParsedBody {
  if (mediaType === 'application/json')
    return { value: parseJson(body.toString('utf8')).value, strictErrors: [] }
  if (mediaType === 'application/yaml') {
    const { value, strictError } = parseYaml(yamlText(body))
    return { value, strictErrors: strictError === undefined ? [] : [strictError] }
  }
  if (protobuf === undefined) throw unsupportedMediaType()
  const { serializer, wanted } = protobuf
  const { apiVersion, kind, raw } = serializer.open(body)
  const as = { apiVersion: apiVersion || apiVersionOf(wanted), kind: kind || wanted.kind }
  return { value: { ...as, ...(serializer.decode(as.apiVersion, as.kind, raw) as object) }, strictErrors: [] }
}

/** The body of an apply. Throws 400. `strictError`: repeated keys. */
export function parseYamlPatch(body: Buffer): { value: unknown; strictError: string | undefined } {
  let parsed: { value: unknown; strictError: string | undefined }
  try {
    parsed = parseYaml(yamlText(body))
  } catch (error) {
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
