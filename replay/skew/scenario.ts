// A scenario file: Markdown, or a module that asserts on a cluster.
import { extname } from 'node:path'
import { parseDocument } from '../document.ts'
import { InputError } from '../input-error.ts'
import { readInput } from '../read-input.ts'
import { selectSections } from '../select-sections.ts'
import type { Matrix } from './axes.ts'
import type { Cell } from './cell.ts'
import { importScenario } from './import-scenario.ts'
import { lineOfExport } from './module-lines.ts'
import type { ScenarioFunction } from './scenario-context.ts'
import { isWatchedField } from './watched-field.ts'

/** A document that each cell replays. */
export interface MarkdownScenario {
  kind: 'markdown'
  file: string
  text: string
  section: string | undefined
}
/** A module whose function each cell calls. */
export interface ModuleScenario {
  kind: 'module'
  file: string
  run: ScenarioFunction
  /** The line of the file that an error comes from. */
  lineOf(error: unknown): number | undefined
  /** What the module exports as its usual matrix. */
  matrix: Matrix
  /** What a component must say when it refuses to start in this cell; undefined where all must start. */
  refusal: Expectation | undefined
  /** What must not hold in a cell that the skew policy does not support, and how it says so; undefined where nothing has to break. */
  breaks: Expectation | undefined
  /** Fields to follow in reports, as `Node node-1 status.nodeInfo.kubeProxyVersion`. */
  watch: readonly string[]
}
type Expectation = (cell: Cell) => string | RegExp | undefined
/** What each cell of a matrix runs. */
export type Scenario = MarkdownScenario | ModuleScenario

/** Whether a file is a module rather than a document, by its extension. */
export const isModule = (file: string): boolean =>
  ['.mjs', '.js', '.ts', '.mts'].includes(extname(file).toLowerCase())

/** Throws InputError where a section is asked for of what has none. */
export function checkSection(file: string, section: string | undefined): void {
  if (section !== undefined)
    throw new InputError(file, undefined, '--section is for Markdown scripts: this is none')
}

/** Reads a scenario. Throws InputError with the line for one that cannot be used. */
export async function loadScenario(file: string, section?: string): Promise<Scenario> {
  const extension = extname(file).toLowerCase()
  if (isModule(file)) {
    checkSection(file, section)
    return moduleScenario(file)
  }
  if (extension !== '.md' && extension !== '.markdown')
    throw new InputError(file, undefined, 'a scenario is a Markdown file, or a module (.mjs, .js or .ts)')
  const text = readInput(file)
  selectSections(parseDocument(file, text), section)
  return { kind: 'markdown', file, text, section }
}

async function moduleScenario(file: string): Promise<ModuleScenario> {
  readInput(file)
  const { exports, lineOf } = await importScenario(file)
  const { default: run, matrix = {}, refusal, breaks, watch } = exports
  if (typeof run !== 'function')
    throw new InputError(file, 1, 'export the scenario as `export default async (cluster, { assert }) => …`')
  return {
    kind: 'module',
    file,
    run: run as ScenarioFunction,
    lineOf,
    matrix: checkedMatrix(file, matrix),
    refusal: checkedExpectation(file, 'refusal', refusal),
    breaks: checkedExpectation(file, 'breaks', breaks),
    watch: checkedWatch(file, watch),
  }
}

function checkedExpectation(file: string, name: string, value: unknown): Expectation | undefined {
  if (value !== undefined && typeof value !== 'function')
    throw new InputError(file, lineOfExport(file, name), `\`${name}\` is a function of the cell`)
  return value as Expectation | undefined
}

/** The fields that a module asks to follow. Throws InputError. */
export function checkedWatch(file: string, watch: unknown = []): string[] {
  if (!Array.isArray(watch) || !watch.every(isWatchedField))
    throw new InputError(
      file,
      lineOfExport(file, 'watch'),
      "`watch` is a list of fields, as ['Node node-1 status.nodeInfo.kubeProxyVersion']",
    )
  return watch
}

const axes = ['apiserver', 'kubelet', 'kubeProxy', 'emulated', 'minCompatibility']

/** Throws InputError. */
export function checkedMatrix(file: string, matrix: unknown): Matrix {
  const entries = typeof matrix === 'object' && matrix !== null ? Object.entries(matrix) : undefined
  const right = entries?.every(([axis, value]) =>
    axis === 'gates'
      ? Array.isArray(value) && value.every((gate) => typeof gate === 'string')
      : axes.includes(axis) && typeof value === 'string',
  )
  if (right !== true)
    throw new InputError(
      file,
      lineOfExport(file, 'matrix'),
      `\`matrix\` has texts for ${axes.join(', ')}, as '1.33..1.36', and a list of texts for gates`,
    )
  return matrix as Matrix
}
