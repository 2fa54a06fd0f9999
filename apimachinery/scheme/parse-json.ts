// Upstream: sigs.k8s.io/json (strict decoding of maps)
import type { JsonValue } from '../json.ts'
import { exactParseJson, exactParseJsonPaced, isTooDeep, maxDepth } from './json-parser.ts'

export { countValues, isTooDeep } from './json-parser.ts'

/** A JSON value with the errors of strict decoding that only its text tells. */
export interface ParsedJson {
  readonly value: JsonValue
  /** `duplicate field "spec.x"`: for data that no type decodes; {@link Scheme.decode} finds those of typed data by itself. */
  readonly duplicates: string[]
}

/** Strings (with what makes them keys), and numbers outside of strings. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|-?\d[\d.eE+-]*/gs
const oddNumber = /[.eE]|^-0|\d{16}/

/** The number of keys in the text; undefined where a number's text says more than its value. */
function countKeys(text: string): number | undefined {
  let keys = 0
  tokens.lastIndex = 0
  for (let m = tokens.exec(text); m !== null; m = tokens.exec(text)) {
    if (m[1] !== undefined) keys++
    else if (!m[0].startsWith('"') && oddNumber.test(m[0])) return undefined
  }
  return keys
}

/** The number of members in all objects; undefined for data deeper than may be decoded, of which the exact parser tells. */
function countMembers(value: unknown, depth = 0): number | undefined {
  if (typeof value !== 'object' || value === null) return 0
  if (depth >= maxDepth) return undefined
  const list = Array.isArray(value)
  const items = list ? value : Object.values(value)
  let count = list ? 0 : items.length
  for (const item of items) {
    if (typeof item !== 'object' || item === null) continue
    const inner = countMembers(item, depth + 1)
    if (inner === undefined) return undefined
    count += inner
  }
  return count
}

function tryNative(text: string): { value: JsonValue } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/**
 * Parses JSON as upstream does: nothing is lost that strict decoding and error texts need (repeated keys, the text of
 * numbers); `__proto__` is a key like any other. Throws a {@link DecodeError} with Go's text (`invalid character …`).
 */
export function parseJson(text: string): ParsedJson {
  const plain = plainlyParsed(text)
  return plain === undefined ? exactParseJson(text) : { value: plain, duplicates: [] }
}

/** Characters of a text that is parsed at once. */
const atOnce = 64 * 1024

/** Parses as {@link parseJson} does; other work gets its turn in `pause`, where the text is no short one. */
export function parseJsonPaced(text: string, pause: () => Promise<void>): ParsedJson | Promise<ParsedJson> {
  if (text.length >= atOnce) return parseLong(text, pause)
  const plain = plainlyParsed(text)
  return plain === undefined ? exactParseJsonPaced(text, pause) : { value: plain, duplicates: [] }
}

async function parseLong(text: string, pause: () => Promise<void>): Promise<ParsedJson> {
  const steps = plainSteps(text)
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) await pause()
  return step.value === undefined ? exactParseJsonPaced(text, pause) : { value: step.value, duplicates: [] }
}

/** The value where JSON.parse tells all of a text; undefined where it does not. */
function plainlyParsed(text: string): JsonValue | undefined {
  const steps = plainSteps(text)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/** As {@link plainlyParsed}, with pauses between its parts. */
function* plainSteps(text: string): Generator<undefined, JsonValue | undefined> {
  if (isTooDeep(text)) return undefined
  const native = tryNative(text)
  // Lone surrogates come out as U+FFFD in Go.
  if (native === undefined || /\\u[dD][89a-fA-F]/.test(text)) return undefined
  yield
  const keys = countKeys(text)
  if (keys === undefined) return undefined
  yield
  return keys === countMembers(native.value) ? native.value : undefined
}
