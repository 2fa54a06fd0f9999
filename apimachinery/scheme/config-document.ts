// Upstream: apimachinery/pkg/runtime/serializer/json/{json,meta}.go
import { isObject, type JsonObject } from '../json.ts'
import { parseJson } from './parse-json.ts'
import { parseYaml } from './parse-yaml.ts'

/** A decoded document with its apiVersion and kind, whose fields are not read yet. */
export interface ConfigDocument {
  value: JsonObject
  apiVersion: string
  kind: string
  /** The errors of strict decoding: repeated keys. */
  strictErrors: string[]
}

const typeOfMeta =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }'

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value

function interpret(value: unknown): { apiVersion: string; kind: string } {
  const fail = (what: string): Error => new Error(`couldn't get version/kind; json parse error: ${what}`)
  if (value === null) return { apiVersion: '', kind: '' }
  if (!isObject(value))
    throw fail(`json: cannot unmarshal ${kindOf(value)} into Go value of type ${typeOfMeta}`)
  for (const field of ['apiVersion', 'kind']) {
    const given = value[field] ?? ''
    if (typeof given !== 'string')
      throw fail(
        `json: cannot unmarshal ${isObject(given) ? 'object' : kindOf(given)} into Go struct field .${field} of type string`,
      )
  }
  const apiVersion = (value['apiVersion'] ?? '') as string
  if (apiVersion.split('/').length > 2) throw new Error(`unexpected GroupVersion string: ${apiVersion}`)
  return { apiVersion, kind: (value['kind'] ?? '') as string }
}

/** The document in a text: JSON where it begins with a brace, else YAML. Throws Errors with upstream's texts. @param untyped the type of a text that names none */
export function readDocument(text: string, untyped = { apiVersion: '', kind: '' }): ConfigDocument {
  const isJson = /^\s*\{/.test(text)
  let value: unknown
  const strictErrors: string[] = []
  if (isJson) {
    try {
      const parsed = parseJson(text)
      value = parsed.value
    } catch (error) {
      throw new Error(`couldn't get version/kind; json parse error: ${(error as Error).message}`)
    }
  } else {
    const parsed = parseYaml(text)
    value = parsed.value
    if (parsed.strictError !== undefined) strictErrors.push(parsed.strictError)
  }
  const own = interpret(value)
  const [apiVersion, kind] = [own.apiVersion || untyped.apiVersion, own.kind || untyped.kind]
  if (kind === '') throw new Error(`Object 'Kind' is missing in '${text}'`)
  if (apiVersion === '') throw new Error(`Object 'apiVersion' is missing in '${text}'`)
  return { value: (value ?? {}) as JsonObject, apiVersion, kind, strictErrors }
}
