// Upstream: Go's encoding/json (scanner.go): the grammar, its error texts and the limit on depth

import { goQuote } from '../field-error.ts'
import { goJsonKind } from '../go-json-kind.ts'
import { isObject, type JsonValue, setOwn } from '../json.ts'
import { groupVersionError, parseApiVersion } from './api-version.ts'
import { DecodeError, tooDeep } from './decode-error.ts'
import { noteEntries, noteLiteral } from './number-literal.ts'

/** The most levels of nesting that are decoded. Go allows 10000; decoding, validating and merging here go down by recursion. */
export const maxDepth = 500
const valuesOfStep = 20_000
const maxStrictErrors = 100
const maxToldCharacters = 1024 * 1024
const whitespace = /[ \t\r\n]*/y
const numberText = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const quote = 0x22
const backslash = 0x5c
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}
const literals: Readonly<Record<string, readonly [string, JsonValue]>> = {
  t: ['true', true],
  f: ['false', false],
  n: ['null', null],
}

interface Open {
  readonly container: Record<string, JsonValue> | JsonValue[]
  key: string
  /** All members of the object in order, kept once a name occurred twice. */
  entries?: [string, JsonValue][]
}

/** A parser without recursion, for texts that JSON.parse does not take or tells too little about. */
class Parser {
  private readonly text: string
  private at = 0
  private readonly open: Open[] = []
  readonly duplicates = new Set<string>()
  /** Characters of their texts. */
  private told = 0

  constructor(text: string) {
    this.text = text
  }

  /** Parses the document, with a pause after every so many values. */
  *document(): Generator<undefined, JsonValue> {
    this.skip()
    let value = this.start()
    for (let values = 1; ; values++) {
      if (values % valuesOfStep === 0) yield
      if (value !== undefined) {
        const top = this.open.at(-1)
        if (top === undefined) break
        this.put(top, value)
        value = this.next(top)
      } else value = this.start()
    }
    this.skip()
    if (this.at < this.text.length) this.fail('after top-level value')
    return value
  }

  /** A scalar or an empty container; undefined after a container was opened and its first value is next. */
  private start(): JsonValue | undefined {
    const char = this.text[this.at]
    if (char === '{' || char === '[') return this.begin(char)
    if (char === '"') return this.string()
    if (char !== undefined && (char === '-' || (char >= '0' && char <= '9'))) return this.number()
    const literal =
      char === undefined ? undefined : Object.hasOwn(literals, char) ? literals[char] : undefined
    if (literal === undefined) return this.fail('looking for beginning of value')
    return this.literal(literal[0], literal[1])
  }

  private begin(char: '{' | '['): JsonValue | undefined {
    if (this.open.length >= maxDepth) this.fail(tooDeep)
    this.at++
    this.skip()
    const container = char === '{' ? {} : []
    if (this.text[this.at] === (char === '{' ? '}' : ']')) {
      this.at++
      return container
    }
    this.open.push({ container, key: '' })
    if (char === '{') this.key()
    return undefined
  }

  private key(): void {
    if (this.text[this.at] !== '"') this.fail('looking for beginning of object key string')
    const top = this.open.at(-1)!
    top.key = this.string()
    this.skip()
    if (this.text[this.at] !== ':') this.fail('after object key')
    this.at++
    this.skip()
  }

  private put(top: Open, value: JsonValue): void {
    if (Array.isArray(top.container)) {
      this.noteNumber(top.container, top.container.length)
      top.container.push(value)
      return
    }
    if (Object.hasOwn(top.container, top.key)) {
      top.entries ??= Object.entries(top.container)
      // Upstream: saveStrictError (sigs.k8s.io/json)
      if (this.duplicates.size < maxStrictErrors && this.told < maxToldCharacters) this.duplicate()
    }
    top.entries?.push([top.key, value])
    this.noteNumber(top.container, top.key)
    setOwn(top.container, top.key, value)
  }

  /** After a value: undefined where another one follows, else the container that ended. */
  private next(top: Open): JsonValue | undefined {
    this.skip()
    const list = Array.isArray(top.container)
    const char = this.text[this.at]
    if (char === ',') {
      this.at++
      this.skip()
      if (!list) this.key()
      return undefined
    }
    if (char !== (list ? ']' : '}'))
      return this.fail(list ? 'after array element' : 'after object key:value pair')
    this.at++
    this.open.pop()
    if (top.entries !== undefined) noteEntries(top.container, top.entries)
    return top.container
  }

  private duplicate(): void {
    const text = `duplicate field ${goQuote(this.path())}`
    this.told += text.length
    this.duplicates.add(text)
  }

  /** `spec.ports[0].name` for the member that is read now. */
  private path(): string {
    let path = ''
    for (const { container, key } of this.open) {
      if (Array.isArray(container)) path += `[${container.length}]`
      else path += path === '' ? key : `.${key}`
    }
    return path
  }

  private lastNumber: string | undefined
  private number(): number {
    numberText.lastIndex = this.at
    const text = numberText.exec(this.text)?.[0] ?? ''
    if (text === '') {
      this.at++
      return this.fail('in numeric literal')
    }
    this.at += text.length
    const after = this.text[this.at]
    if (after === '.' && !/[.eE]/.test(text)) this.failAt(1, 'after decimal point in numeric literal')
    if ((after === 'e' || after === 'E') && !/[eE]/.test(text)) {
      const sign = this.text[this.at + 1]
      this.failAt(sign === '+' || sign === '-' ? 2 : 1, 'in exponent of numeric literal')
    }
    const value = Number(text)
    if (String(value) !== text) this.lastNumber = text
    return value
  }
  private noteNumber(container: object, key: string | number): void {
    if (this.lastNumber !== undefined || this.duplicates.size > 0)
      noteLiteral(container, key, this.lastNumber)
    this.lastNumber = undefined
  }

  private literal<T>(word: string, value: T): T {
    for (let i = 1; i < word.length; i++) {
      if (this.text[this.at + i] !== word[i]) this.failAt(i, `in literal ${word} (expecting '${word[i]}')`)
    }
    this.at += word.length
    return value
  }

  private string(): string {
    this.at++
    const parts: string[] = []
    for (let start = this.at; ; start = this.at) {
      this.plain()
      const code = this.text.charCodeAt(this.at)
      if (code === quote) {
        this.at++
        if (parts.length === 0) return this.text.slice(start, this.at - 1)
        parts.push(this.text.slice(start, this.at - 1))
        return parts.join('')
      }
      if (code !== backslash) return this.fail('in string literal')
      parts.push(this.text.slice(start, this.at++))
      parts.push(this.escape())
    }
  }

  /** Goes on to what is no plain character of a string. */
  private plain(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at)
      // Beyond the end there is no number.
      if (!(code >= 0x20) || code === quote || code === backslash) return
      this.at++
    }
  }

  private escape(): string {
    const char = this.text[this.at]
    if (char !== undefined && Object.hasOwn(escapes, char)) {
      this.at++
      return escapes[char]!
    }
    if (char !== 'u') return this.fail('in string escape code')
    const first = this.hex()
    if (first < 0xd800 || first > 0xdfff) return String.fromCharCode(first)
    if (first < 0xdc00 && /^\\u[dD][c-fC-F][0-9a-fA-F]{2}/.test(this.text.slice(this.at, this.at + 6))) {
      this.at++
      return String.fromCharCode(first, this.hex())
    }
    return '\ufffd'
  }
  private hex(): number {
    for (let i = 1; i <= 4; i++) {
      if (!/^[0-9a-fA-F]$/.test(this.text[this.at + i] ?? ''))
        this.failAt(i, 'in \\u hexadecimal character escape')
    }
    const value = Number.parseInt(this.text.slice(this.at + 1, this.at + 5), 16)
    this.at += 5
    return value
  }

  private skip(): void {
    whitespace.lastIndex = this.at
    this.at += whitespace.exec(this.text)![0].length
  }
  private failAt(offset: number, context: string): never {
    this.at += offset
    return this.fail(context)
  }
  private fail(context: string): never {
    // At the end Go's scanner sees one more space, which is wrong only within words, escapes and numbers.
    const within = /^in |^after decimal/.test(context) && context !== 'in string literal'
    if (this.at >= this.text.length && !within) throw new DecodeError('unexpected end of JSON input')
    // Go names the byte, not the character.
    const byte = String.fromCharCode(Buffer.from(this.text.slice(this.at, this.at + 2) || ' ')[0]!)
    const shown = byte === "'" ? "\\'" : byte === '"' ? '"' : goQuote(byte).slice(1, -1)
    throw new DecodeError(`invalid character '${shown}' ${context}`)
  }
}

/** A JSON value, with an error text (`duplicate field "spec.x"`) for each repeated key in the order of the text. */
export interface ExactJson {
  readonly value: JsonValue
  readonly duplicates: string[]
}

/** Parses as Go does, whatever JSON.parse would say. Throws with Go's text for what is no JSON. */
export function exactParseJson(text: string): ExactJson {
  const parser = new Parser(text)
  const steps = parser.document()
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return { value: step.value, duplicates: [...parser.duplicates] }
}

/** Parses as {@link exactParseJson} does; other work gets its turn in `pause`. */
export async function exactParseJsonPaced(text: string, pause: () => Promise<void>): Promise<ExactJson> {
  const parser = new Parser(text)
  const steps = parser.document()
  let step = steps.next()
  while (step.done !== true) {
    await pause()
    step = steps.next()
  }
  return { value: step.value, duplicates: [...parser.duplicates] }
}

/** Whether collections are nested deeper than may be decoded; looks at brackets outside of strings only. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x22) {
      i = endOfString(text, i)
    } else if (code === 0x7b || code === 0x5b) {
      if (++depth > maxDepth) return true
    } else if (code === 0x7d || code === 0x5d) depth--
  }
  return false
}

/** The place of the quote that ends the string which begins at `at`; the end of the text where none does. */
export function endOfString(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let first = end
    while (text.charCodeAt(first - 1) === 0x5c) first--
    if ((end - first) % 2 === 0) return end
  }
  return text.length
}

/** The apiVersion and kind of an object; empty texts where they are missing. */
export interface TypeMeta {
  readonly apiVersion: string
  readonly kind: string
}

const findKind =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }'

/** The error for data whose type cannot be read, as it is no JSON or not of that form. Upstream: SimpleMetaFactory.Interpret */
export const typeMetaError = (why: string): string => `couldn't get version/kind; json parse error: ${why}`

/** Which of the two a key is, in any case of letters. */
function typeMetaField(key: string): keyof TypeMeta | undefined {
  const lower = key.toLowerCase()
  if (lower === 'kind') return lower
  return lower === 'apiversion' ? 'apiVersion' : undefined
}

/**
 * `apiVersion` and `kind` of a body, empty where absent (upstream: SimpleMetaFactory.Interpret). Keys match in any case,
 * the last one wins. Throws a {@link DecodeError} with upstream's text, that of {@link typeMetaError} included.
 */
export function interpretTypeMeta(value: unknown): TypeMeta {
  const fail = (why: string): never => {
    throw new DecodeError(typeMetaError(`json: cannot unmarshal ${why}`))
  }
  const found = { apiVersion: '', kind: '' }
  if (value === null) return found
  if (!isObject(value)) return fail(`${goJsonKind(value)} into Go value of type ${findKind}`)
  for (const key of Object.keys(value)) {
    const name = typeMetaField(key)
    const item = value[key]
    if (name === undefined || item === null || item === undefined) continue
    if (typeof item !== 'string')
      return fail(`${goJsonKind(item)} into Go struct field .${name} of type string`)
    found[name] = item
  }
  const wrong = groupVersionError(found.apiVersion)
  if (wrong !== undefined) throw new DecodeError(wrong)
  // That of the core group may have a slash before it.
  if (found.apiVersion.startsWith('/')) found.apiVersion = found.apiVersion.slice(1)
  return found
}

/** A kind of objects, in a version. */
interface VersionedKind {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/**
 * The kind that data names; what it leaves out is taken from `defaults`, but no version for another group. Throws as
 * {@link interpretTypeMeta}. Upstream: apimachinery/pkg/runtime/serializer/json/json.go (gvkWithDefaults)
 */
export function kindOfData(value: unknown, defaults: VersionedKind): VersionedKind {
  const { apiVersion, kind } = interpretTypeMeta(value)
  const named = parseApiVersion(apiVersion)
  const group = apiVersion === '' ? defaults.group : named.group
  const version = named.version === '' && group === defaults.group ? defaults.version : named.version
  return { group, version, kind: kind || defaults.kind }
}
