// The jsonpath dialect of kubectl and of custom resources, evaluated.
// Upstream: client-go/util/jsonpath/jsonpath.go

import { goJson, goSprint } from '../go-print/json-values.ts'
import { isObject } from '../json.ts'
import { type JsonPathNode, parseJsonPath } from './parser.ts'

type Value = unknown

/** Options of evaluating a template. */
export interface EvalOptions {
  /** A missing field is no error; default true. */
  allowMissingKeys?: boolean
}

/** A parsed jsonpath template. */
export class JsonPath {
  private readonly nodes: JsonPathNode[]
  private readonly allowMissing: boolean

  /** Throws Errors with the parser's words. */
  constructor(template: string, options: EvalOptions = {}) {
    this.nodes = parseJsonPath(template)
    this.allowMissing = options.allowMissingKeys ?? true
  }

  /** The values that each part of the template selects. Throws an Error with kubectl's text. */
  results(data: Value): Value[][] {
    const results: Value[][] = []
    const end = this.block([data], 0, results, 0)
    if (end < this.nodes.length) throw new Error('not in range, nothing to end')
    return results
  }

  /** Runs the nodes from `at`; returns the index of the `end` that closes the block. */
  private block(current: Value[], at: number, results: Value[][], depth: number): number {
    for (let i = at; i < this.nodes.length; i++) {
      const node = this.nodes[i]!
      const range = rangeOf(node)
      if (range === 'end') {
        if (depth === 0) throw new Error('not in range, nothing to end')
        return i
      }
      if (range === undefined) {
        results.push(this.walk(current, node))
        continue
      }
      const values = this.walkAll(current, range)
      let end = values.length === 0 ? this.block([null], i + 1, [], depth + 1) : i
      for (const value of values) end = this.block([value], i + 1, results, depth + 1)
      i = end
    }
    return this.nodes.length
  }

  private walkAll(values: Value[], nodes: readonly JsonPathNode[]): Value[] {
    return nodes.reduce((now, node) => this.walk(now, node), values)
  }

  private walk(values: Value[], node: JsonPathNode): Value[] {
    switch (node.type) {
      case 'list':
        return this.walkAll(values, node.nodes)
      case 'text':
        return [node.text]
      case 'literal':
        return values.map(() => node.value)
      case 'field':
        return this.field(values, node.name)
      case 'wildcard':
        return values.flatMap(children)
      case 'recursive':
        return values.flatMap(descendants)
      case 'union':
        return node.lists.flatMap((list) => this.walkAll(values, list))
      case 'array':
        return values.flatMap((value) => slice(value, node))
      case 'filter':
        return values.flatMap((value) => this.filter(value, node))
      case 'identifier':
        throw new Error(`unrecognized identifier ${node.name}`)
    }
  }

  private field(values: Value[], name: string): Value[] {
    const found = values.flatMap((v) => (isObject(v) && Object.hasOwn(v, name) ? [v[name]] : []))
    if (found.length === 0 && values.length > 0 && !this.allowMissing) throw new Error(`${name} is not found`)
    return found
  }

  private filter(value: Value, node: JsonPathNode & { type: 'filter' }): Value[] {
    if (!Array.isArray(value))
      throw new Error(`${goSprint(value)} is not array or slice and cannot be filtered`)
    return value.filter((item: Value) => this.holds(item, node))
  }

  private holds(item: Value, { left, operator, right }: JsonPathNode & { type: 'filter' }): boolean {
    if (operator === 'exists') {
      try {
        return this.walkAll([item], left).length > 0
      } catch {
        return false
      }
    }
    const sides = [left, right].map((nodes) => this.walkAll([item], nodes))
    if (sides.some((side) => side.length === 0)) return false
    if (sides.some((side) => side.length > 1)) throw new Error('can only compare one element at a time')
    return compare(sides[0]![0], operator, sides[1]![0])
  }
}

/** The nodes after `range`, `end`, or undefined for any other action. */
function rangeOf(node: JsonPathNode): JsonPathNode[] | 'end' | undefined {
  if (node.type !== 'list') return undefined
  const [first, ...rest] = node.nodes
  if (first?.type !== 'identifier') return undefined
  return first.name === 'range' ? rest : first.name === 'end' ? 'end' : undefined
}

function children(value: Value): Value[] {
  if (Array.isArray(value)) return value
  if (isObject(value))
    return Object.keys(value)
      .sort()
      .map((key) => value[key])
  return []
}

function descendants(value: Value): Value[] {
  const own = children(value)
  return own.length === 0 ? [] : [value, ...own.flatMap(descendants)]
}

function slice(value: Value, { from, to, step }: JsonPathNode & { type: 'array' }): Value[] {
  if (value === null || value === undefined) return []
  if (!Array.isArray(value)) throw new Error(`${goType(value)} is not array or slice`)
  const length = value.length
  let first = from.value ?? 0
  if (first < 0) first += length
  let last = to.value ?? length
  if (last < 0 || (last === 0 && to.derived === true)) last += length
  if (first === last) return []
  if (first >= length || first < 0)
    throw new Error(`array index out of bounds: index ${first}, length ${length}`)
  if (last > length || last < 0)
    throw new Error(`array index out of bounds: index ${last - 1}, length ${length}`)
  if (first > last) throw new Error(`starting index ${first} is greater than ending index ${last}`)
  if (step.value !== undefined && step.value <= 0) throw new Error('step must be > 0')
  return value.slice(first, last).filter((_v, i) => i % (step.value ?? 1) === 0)
}

function goType(value: Value): string {
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64'
  return 'map[string]interface {}'
}

/** Upstream: client-go/third_party/forked/golang/template/funcs.go */
function compare(a: Value, operator: string, b: Value): boolean {
  if (a === null || a === undefined || typeof a === 'object') throw new Error('invalid type for comparison')
  if (typeof a !== typeof b) throw new Error('incompatible types for comparison')
  switch (operator) {
    case '==':
      return a === b
    case '!=':
      return a !== b
    case '<':
      return a < (b as typeof a)
    case '<=':
      return a <= (b as typeof a)
    case '>':
      return a > (b as typeof a)
    case '>=':
      return a >= (b as typeof a)
    default:
      throw new Error(`unrecognized filter operator ${operator}`)
  }
}

/** The text of one part of a template: its values with spaces between them. */
export const partText = (values: readonly Value[]): string =>
  values
    .map((v) =>
      typeof v === 'object' && v !== null ? goJson(v) : v === null || v === undefined ? '' : goSprint(v),
    )
    .join(' ')
