// Upstream: sigs.k8s.io/json (strict decoding of maps)
import type { JsonValue } from '../json.ts'
import { endOfString, exactParseJson, exactParseJsonPaced, isTooDeep, maxDepth } from './json-parser.ts'

export { countItems, countValues } from './json-counts.ts'
export { isTooDeep } from './json-parser.ts'

/** A JSON value with the errors of strict decoding that only its text tells. */
export interface ParsedJson {
  readonly value: JsonValue
  /** `duplicate field "spec.x"`: for data that no type decodes; {@link Scheme.decode} finds those of typed data by itself. */
  readonly duplicates: string[]
}

const oddNumber = /[.eE]|^-0|\d{16}/
const [quote, colon, space, minus, zero, nine] = [0x22, 0x3a, 0x20, 0x2d, 0x30, 0x39]

const isDigit = (code: number): boolean => code >= zero && code <= nine

/** The number of keys in a text of JSON; undefined where a number's text says more than its value. */
function countKeys(text: string): number | undefined {
  let keys = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      at = endOfString(text, at)
      while (text.charCodeAt(at + 1) <= space) at++
      if (text.charCodeAt(at + 1) === colon) keys++
    } else if (code === minus || isDigit(code)) {
      const end = endOfNumber(text, at + 1)
      // One of few digits can only be odd by what is no digit.
      if ((end - at > 1 || code === minus) && oddNumber.test(text.slice(at, end))) return undefined
      at = end - 1
    }
  }
  return keys
}

function endOfNumber(text: string, from: number): number {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // . e E + -
    if (!isDigit(code) && code !== 0x2e && (code | 0x20) !== 0x65 && code !== 0x2b && code !== minus) break
  }
  return at
}

/** The number of members in all objects; undefined for data deeper than may be decoded, of which the exact parser tells. */
function countMembers(value: unknown, depth = 0): number | undefined {
  if (typeof value !== 'object' || value === null) return 0
  if (depth >= maxDepth) return undefined
  const list = Array.isArray(value)
  let count = 0
  for (const key in value) {
    if (!list) count++
    const item = (value as Record<string, unknown>)[key]
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
