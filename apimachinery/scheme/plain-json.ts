import { isObject, type JsonValue, setOwn } from '../json.ts'
import { maxDepth } from './json-parser.ts'

/** Strings (with what makes them keys), and what stands outside of them. */
const parts = /"((?:[^"\\]|\\["\\nrt])*)"(\s*:)?|-?\d[\d.eE+-]*|true|false|null|[[\]{},]|[ \r\n]+/y
const plainString = /^[\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]*$/
const plainInteger = /^(?:0|-?[1-9]\d{0,14})$/
/** The longest key that is read here: YAML's keys end on their line within 1024 characters. */
const maxKey = 1000

/**
 * The value of a YAML text that is JSON, with keys sorted; undefined where YAML may read it otherwise than JSON, or finds something
 * to tell (repeated keys, escapes and characters of one of them only, numbers whose text counts, keys that are too long).
 */
export function plainJson(text: string): JsonValue | undefined {
  if (!/^[ \r\n]*[{[]/.test(text)) return undefined
  const keys = countPlainKeys(text)
  if (keys === undefined) return undefined
  let value: JsonValue
  try {
    value = JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
  const sorted = new KeySorter()
  const out = sorted.sort(value)
  return sorted.keys === keys ? out : undefined
}

/** The number of keys; undefined where something is not plain. */
function countPlainKeys(text: string): number | undefined {
  let [keys, depth] = [0, 0]
  parts.lastIndex = 0
  while (parts.lastIndex < text.length) {
    const part = parts.exec(text)
    if (part === null) return undefined
    const [token, string, colon] = part as unknown as [string, string | undefined, string | undefined]
    if (string !== undefined) {
      if (!plainString.test(string)) return undefined
      if (colon === undefined) continue
      if (string.length > maxKey || colon !== ':') return undefined
      keys++
    } else if (token === '{' || token === '[') {
      if (++depth > maxDepth) return undefined
    } else if (token === '}' || token === ']') depth--
    else if (/^[-\d]/.test(token) && !plainInteger.test(token)) return undefined
  }
  return keys
}

/** Copies values with their keys sorted, and counts the keys. */
class KeySorter {
  keys = 0

  sort(value: JsonValue): JsonValue {
    if (Array.isArray(value)) return value.map((item) => this.sort(item))
    if (!isObject(value)) return value
    const keys = Object.keys(value).sort()
    this.keys += keys.length
    const out: Record<string, JsonValue> = {}
    for (const key of keys) setOwn(out, key, this.sort(value[key]!))
    return out
  }
}
