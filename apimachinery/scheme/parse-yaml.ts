// Upstream: sigs.k8s.io/yaml (YAMLToJSON, YAMLToJSONStrict) and go.yaml.in/yaml/v2 (resolve.go, decode.go)
import {
  Alias,
  firstDocument,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
} from '../../component-base/yaml.ts'
import { goQuote } from '../field-error.ts'
import { type JsonValue, setOwn } from '../json.ts'
import { DecodeError } from './decode-error.ts'
import { goNumber, noteLiteral } from './number-literal.ts'
import { plainJson } from './plain-json.ts'
import { resolveScalar } from './yaml-scalar.ts'
import { invalidEscapeCode, yamlScannerError, yamlSyntaxError } from './yaml-syntax-error.ts'

/** The JSON value of a YAML document. */
export interface ParsedYaml {
  readonly value: JsonValue
  /** The one strict error that upstream makes of all repeated keys; undefined where there are none. */
  readonly strictError: string | undefined
}

/** Of one document, with what aliases repeat: values, and characters of scalars. */
const maxNodes = 1_000_000
const maxCharacters = 16 * 1024 * 1024
const byText = (a: [string, JsonValue], b: [string, JsonValue]): number =>
  a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0

class Converter {
  readonly repeated: string[] = []
  private readonly text: string
  private readonly lines: LineCounter
  private readonly anchors = new Map<string, Node>()
  private readonly entered = new Set<Node>()
  private nodes = 0
  private characters = 0

  constructor(text: string, lines: LineCounter) {
    this.text = text
    this.lines = lines
  }

  convert(node: Node | null | undefined): JsonValue {
    if (node === null || node === undefined) return null
    if (++this.nodes > maxNodes || this.characters > maxCharacters)
      throw new DecodeError('yaml: document contains excessive aliasing')
    if (node instanceof Alias) return this.alias(node)
    if ('anchor' in node && node.anchor !== undefined) this.anchors.set(node.anchor, node)
    if (isScalar(node)) return this.scalar(node)
    this.entered.add(node)
    const value = isSeq(node) ? this.list(node.items as Node[]) : isMap(node) ? this.map(node) : null
    this.entered.delete(node)
    return value
  }

  private alias(node: Alias): JsonValue {
    const target = this.anchors.get(node.source)
    if (target === undefined) throw new DecodeError(`yaml: unknown anchor '${node.source}' referenced`)
    if (this.entered.has(target)) throw new DecodeError(`yaml: anchor '${node.source}' value contains itself`)
    return this.convert(target)
  }

  private scalar(node: Scalar): JsonValue {
    const text = node.source ?? String(node.value ?? '')
    this.characters += text.length
    if (node.type === 'QUOTE_DOUBLE') this.refuseSurrogates(node)
    return resolveScalar(text, node.type === 'PLAIN', node.tag).value
  }

  /** No escape of YAML is half a character, as those of JSON can be. */
  private refuseSurrogates({ range }: Scalar): void {
    const [start, end] = range ?? [0, 0]
    const at = surrogateEscape(this.text.slice(start, end))
    if (at === undefined) return
    const { line } = this.lines.linePos(start + at)
    throw new DecodeError(`yaml: ${yamlScannerError(line, invalidEscapeCode)}`)
  }

  private list(items: readonly Node[]): JsonValue[] {
    const out: JsonValue[] = []
    for (const item of items) {
      const value = this.convert(item)
      if (typeof value === 'number') noteNumber(out, out.length, value)
      out.push(value)
    }
    return out
  }

  private map(node: YAMLMap): JsonValue {
    const merged = new Map<string, JsonValue>()
    const own = new Map<string, JsonValue>()
    for (const pair of node.items as Pair<Node | null, Node | null>[]) {
      if (isMergeKey(pair.key)) this.merge(pair.value, merged)
      else this.member(pair, own)
    }
    const out: Record<string, JsonValue> = {}
    // Go writes the keys of a map sorted.
    for (const [key, value] of [...new Map([...merged, ...own])].sort(byText)) {
      if (typeof value === 'number') noteNumber(out, key, value)
      setOwn(out, key, value)
    }
    return out
  }

  private member(pair: Pair<Node | null, Node | null>, own: Map<string, JsonValue>): void {
    const { key, shown } = this.key(pair.key)
    const value = this.convert(pair.value)
    if (own.has(key)) {
      const at = pair.value?.range?.[0] ?? pair.key?.range?.[0] ?? 0
      this.repeated.push(`  line ${this.lines.linePos(at).line}: key ${shown} already set in map`)
    }
    own.set(key, value)
  }

  private key(node: Node | null): { key: string; shown: string } {
    const value = this.convert(node)
    if (typeof value === 'string') return { key: value, shown: goQuote(value) }
    if (typeof value === 'boolean') return { key: String(value), shown: String(value) }
    if (typeof value === 'number') return { key: goNumber(value), shown: goNumber(value) }
    if (value === null)
      throw new DecodeError('unsupported map key of type: %!s(<nil>), key: <nil>, value: <nil>')
    throw new DecodeError(`yaml: invalid map key: ${JSON.stringify(value)}`)
  }

  private merge(node: Node | null, into: Map<string, JsonValue>): void {
    const value = this.convert(node)
    const all = Array.isArray(value) ? [...value].reverse() : [value]
    for (const item of all) {
      if (typeof item !== 'object' || item === null || Array.isArray(item))
        throw new DecodeError('yaml: map merge requires map or sequence of maps as the value')
      for (const key of Object.keys(item)) into.set(key, item[key] as JsonValue)
    }
  }
}

/** The place of the first escape of a surrogate in a double-quoted scalar as it is written. */
function surrogateEscape(quoted: string): number | undefined {
  for (const { 0: sequence, index } of quoted.matchAll(/\\(?:u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)/gs)) {
    const code = sequence.length < 6 ? 0 : Number.parseInt(sequence.slice(2), 16)
    if (code >= 0xd800 && code <= 0xdfff) return index
  }
  return undefined
}

const isMergeKey = (key: Node | null): boolean => isScalar(key) && key.type === 'PLAIN' && key.source === '<<'

/** The JSON between YAML and decoding holds Go's text of a float64. */
function noteNumber(container: object, key: string | number, value: number): void {
  const text = goNumber(value)
  if (text !== String(value) || !Number.isSafeInteger(value)) noteLiteral(container, key, text)
}

/**
 * The first document of a YAML text as JSON data. Throws a {@link DecodeError}: `yaml: line 2: …`. Keys are sorted, as
 * they are in the JSON that upstream makes of YAML.
 */
export function parseYaml(text: string): ParsedYaml {
  const json = plainJson(text)
  if (json !== undefined) return { value: json, strictError: undefined }
  const lineCounter = new LineCounter()
  const document = firstDocument(text, {
    lineCounter,
    schema: 'failsafe',
    uniqueKeys: false,
    logLevel: 'silent',
    version: '1.1',
  })
  if (document === undefined) return { value: null, strictError: undefined }
  if (document.errors.length > 0) throw new DecodeError(`yaml: ${yamlSyntaxError(document.errors, text)}`)
  const converter = new Converter(text, lineCounter)
  const value = converter.convert(document.contents as Node | null)
  const strictError =
    converter.repeated.length === 0 ? undefined : `yaml: unmarshal errors:\n${converter.repeated.join('\n')}`
  return { value, strictError }
}
