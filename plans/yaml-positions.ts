import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  syntaxErrorText,
  type YAMLMap,
} from '../component-base/yaml.ts'
import { PlanError } from './plan-error.ts'

/** The keys and indexes from the root of a document to a value. */
export type YamlPath = readonly (string | number)[]

/** A parsed YAML file, with the line and column of each value. */
export class PositionedYaml {
  readonly file: string
  readonly value: unknown
  private readonly document: Document
  private readonly counter = new LineCounter()
  /** Of the maps that were asked, by their keys: each of many findings asks for a place. */
  private readonly pairs = new Map<YAMLMap, ReadonlyMap<string, Pair>>()

  /** Throws a PlanError where the text is not YAML. */
  constructor(file: string, text: string) {
    this.file = file
    this.document = parseDocument(text, { lineCounter: this.counter, prettyErrors: false })
    // What follows the first one mostly follows from it.
    const [error] = this.document.errors
    if (error !== undefined)
      throw new PlanError([
        `${this.place(error.pos[0])}: ${error.code === 'MULTIPLE_DOCS' ? 'a plan is one document' : syntaxErrorText(error)}`,
      ])
    this.value = this.document.toJS()
  }

  private place(offset: number): string {
    const { line, col } = this.counter.linePos(offset)
    return `${this.file}:${Math.max(line, 1)}:${Math.max(col, 1)}`
  }

  private node(path: YamlPath): Node | undefined {
    let at: unknown = this.document.contents
    for (const step of path)
      at = isMap(at) ? this.pair(at, String(step))?.value : isSeq(at) ? at.items[Number(step)] : undefined
    return isNode(at) ? at : undefined
  }

  private pair(map: YAMLMap, key: string): Pair | undefined {
    const known = this.pairs.get(map)
    if (known !== undefined) return known.get(key)
    const made = new Map<string, Pair>()
    for (const pair of map.items) if (isScalar(pair.key)) made.set(String(pair.key.value), pair)
    this.pairs.set(map, made)
    return made.get(key)
  }

  /** `file:line:column` of a value, or of the nearest thing around it that is there. */
  at(path: YamlPath): string {
    for (let length = path.length; length > 0; length--) {
      const node = this.node(path.slice(0, length))
      if (node?.range) return this.place(node.range[0])
    }
    return this.place(this.document.contents?.range?.[0] ?? 0)
  }

  /** The place of a key in the map at `path`. */
  atKey(path: YamlPath, key: string): string {
    const map = this.node(path)
    if (!isMap(map)) return this.at(path)
    const pair = this.pair(map, key)
    const range = isNode(pair?.key) ? pair.key.range : undefined
    return range ? this.place(range[0]) : this.at(path)
  }

  /** A scalar as it is written: YAML reads 1.40 as the number 1.4. */
  source(path: YamlPath): string | undefined {
    const node = this.node(path)
    return isScalar(node) ? (node.source ?? String(node.value)) : undefined
  }
}
