// Upstream: apimachinery/pkg/runtime/serializer/json/{json,meta}.go

import type { JsonObject } from '../json.ts'
import { interpretTypeMeta, typeMetaError } from './json-parser.ts'
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

/** A brace after what Go takes for white space, which has no byte order mark. */
const beginsAsJson = /^(?:[^\S\uFEFF]|\u0085)*\{/

/** The document in a text: JSON where it begins with a brace, else YAML. Throws Errors with upstream's texts. @param untyped the type of a text that names none */
export function readDocument(text: string, untyped = { apiVersion: '', kind: '' }): ConfigDocument {
  let value: unknown
  const strictErrors: string[] = []
  if (beginsAsJson.test(text)) {
    try {
      const parsed = parseJson(text)
      value = parsed.value
    } catch (error) {
      throw new Error(typeMetaError((error as Error).message))
    }
  } else {
    const parsed = parseYaml(text)
    value = parsed.value
    if (parsed.strictError !== undefined) strictErrors.push(parsed.strictError)
  }
  const own = interpretTypeMeta(value)
  const [apiVersion, kind] = [own.apiVersion || untyped.apiVersion, own.kind || untyped.kind]
  if (kind === '') throw new Error(`Object 'Kind' is missing in '${text}'`)
  if (apiVersion === '') throw new Error(`Object 'apiVersion' is missing in '${text}'`)
  return { value: (value ?? {}) as JsonObject, apiVersion, kind, strictErrors }
}
