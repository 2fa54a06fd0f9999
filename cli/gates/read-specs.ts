// Reads gate specs to lint: a list as upstream's versioned_feature_list.yaml, or a FeaturePlan. Keeps the lines.
import {
  isMap,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  syntaxErrorText,
  type YAMLMap,
} from '../../component-base/yaml.ts'
import type { FeatureSpec, Stage } from '../../featuregates/feature-spec.ts'
import type { LintedGate } from '../../featuregates/lifecycle-lint.ts'
import { parseVersion, type Version } from '../../featuregates/version.ts'
import { UsageError } from '../usage-error.ts'

/** The gates of a file to lint, with their lines from 1. */
export interface SpecFile {
  gates: LintedGate[]
  /** The line of a gate, or of one of its specs. */
  lineOf: (gate: string, spec?: number) => number
}

const stages: ReadonlyMap<string, Stage> = new Map([
  ['ALPHA', 'ALPHA'],
  ['BETA', 'BETA'],
  ['GA', ''],
  ['', ''],
  ['DEPRECATED', 'DEPRECATED'],
])

class SpecReader {
  readonly lines = new Map<string, number[]>()
  private readonly file: string
  private readonly counter: LineCounter
  constructor(file: string, counter: LineCounter) {
    this.file = file
    this.counter = counter
  }

  line(node: Node | null | undefined): number {
    const offset = node?.range?.[0]
    return offset === undefined ? 1 : this.counter.linePos(offset).line
  }

  fail(node: Node | null | undefined, message: string): never {
    throw new UsageError(`${this.file}:${this.line(node)}: ${message}`)
  }

  private scalar(map: YAMLMap, key: string): { value: unknown; node: Node | undefined } {
    const node = map.get(key, true) as Node | undefined
    return { value: map.get(key), node }
  }

  version(map: YAMLMap, key: string): Version | undefined {
    const { value, node } = this.scalar(map, key)
    if (value === undefined || value === null) return undefined
    // YAML reads an unquoted 1.30 as the number 1.3: the text in the file counts.
    const source = (node as { source?: string } | undefined)?.source ?? String(value)
    if (!/^v?\d+\.\d+$/.test(source)) this.fail(node ?? map, `${key} "${source}" is not of the form "1.36"`)
    return parseVersion(source)
  }

  private flag(map: YAMLMap, key: string, otherwise: boolean | undefined): boolean {
    const { value, node } = this.scalar(map, key)
    if (value === undefined && otherwise !== undefined) return otherwise
    if (typeof value !== 'boolean') this.fail(node ?? map, `${key} must be true or false`)
    return value
  }

  spec(node: Node): FeatureSpec {
    if (!isMap(node))
      this.fail(node, 'a spec must be a map with version, default, preRelease and lockToDefault')
    const { value, node: at } = this.scalar(node, 'preRelease')
    const preRelease = stages.get(String(value ?? 'missing').toUpperCase())
    if (preRelease === undefined)
      this.fail(at ?? node, `preRelease "${value}" is not one of Alpha, Beta, GA, Deprecated`)
    const min = this.version(node, 'minCompatibilityVersion')
    return {
      default: this.flag(node, 'default', undefined),
      lockToDefault: this.flag(node, 'lockToDefault', false),
      preRelease,
      version: this.version(node, 'version') ?? this.fail(node, 'the spec has no version'),
      ...(min === undefined ? {} : { minCompatibilityVersion: min }),
    }
  }

  /** The latest of the removals, where each component has its own. */
  private removal(map: YAMLMap): Version | undefined {
    const node = map.get('removedIn', true)
    if (!isMap(node)) return this.version(map, 'removedIn')
    const versions = node.items.flatMap((pair) => this.version(node, String(pair.key)) ?? [])
    return versions.sort((a, b) => a.compare(b)).at(-1)
  }

  gate(node: Node): LintedGate {
    if (!isMap(node) || typeof node.get('name') !== 'string')
      this.fail(node, 'a gate must be a map with a name')
    const name = node.get('name') as string
    const list = node.get('versionedSpecs') ?? node.get('specs')
    if (!isSeq(list)) this.fail(node, `gate ${name} has no versionedSpecs`)
    const items = list.items as Node[]
    this.lines.set(name, [this.line(node), ...items.map((item) => this.line(item))])
    const removedIn = this.removal(node)
    const announcedIn = this.version(node, 'announcedIn')
    return {
      name,
      specs: items.map((item) => this.spec(item)),
      ...(removedIn === undefined ? {} : { removedIn }),
      ...(announcedIn === undefined ? {} : { announcedIn }),
    }
  }
}

/** The gates in a file of specs or a plan. Throws a UsageError with file and line for any other text. */
export function readSpecs(file: string, text: string): SpecFile {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false })
  const problem = document.errors[0]
  if (problem !== undefined) {
    const { line, col } = counter.linePos(problem.pos[0])
    throw new UsageError(`${file}:${line}:${col}: ${syntaxErrorText(problem)}`)
  }
  const reader = new SpecReader(file, counter)
  const top = document.contents
  const list = isMap(top) ? top.get('gates') : top
  if (!isSeq(list)) return reader.fail(top, 'expected a list of gates, or a FeaturePlan with gates')
  const gates = (list.items as Node[]).map((node) => reader.gate(node))
  return {
    gates,
    lineOf: (gate, spec) => reader.lines.get(gate)?.[spec === undefined ? 0 : spec + 1] ?? 1,
  }
}
