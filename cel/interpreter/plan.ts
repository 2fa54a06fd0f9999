// From a checked expression to what evaluates it. Upstream: cel-go interpreter/planner.go, decorators.go
import type { Checked } from '../checker/check.ts'
import type { Expr, ExprOf } from '../common/ast.ts'
import { type Price, priceOf } from '../cost/actual.ts'
import { regexOf } from '../library/regex.ts'
import type { Overload } from '../types/signature.ts'
import { wellKnownTypes } from '../types/type.ts'
import { equal } from '../values/equality.ts'
import { shown } from '../values/show.ts'
import { spanOf, timeOf } from '../values/time.ts'
import {
  CelError,
  type CelValue,
  isList,
  keyOf,
  ObjectValue,
  Optional,
  Uint,
  ValueList,
  ValueMap,
} from '../values/value.ts'
import {
  attributeNode,
  computedQualifier,
  conditionalAttribute,
  constantQualifier,
  presenceNode,
  presenceQualifier,
  valueAttribute,
  variableAttribute,
  wrongKey,
} from './attributes.ts'
import { bind, type Call } from './calls.ts'
import { type Frame, rootFrame, Spending } from './frame.ts'
import { loopNode } from './loop.ts'
import { constantNode, type Node, PlanError } from './node.ts'

/** The checked expression and the functions that a plan is made of. */
export interface PlanContext {
  readonly checked: Checked
  readonly functions: ReadonlyMap<string, readonly Overload[]>
}

const [listCost, mapCost, structCost] = [10, 30, 40]

const conversions = new Set([
  'bool',
  'bytes',
  'double',
  'duration',
  'dyn',
  'int',
  'string',
  'timestamp',
  'type',
  'uint',
])
const regexFunctions: Readonly<Record<string, number>> = { matches: 1, find: 1, findAll: 1 }

/** Plans an expression. Throws PlanError where a literal can never be evaluated. */
export function plan(expr: Expr, context: PlanContext): Node {
  return new Planner(context).plan(expr)
}

const emptyFrame = (): Frame => rootFrame({}, new Spending(Number.POSITIVE_INFINITY))

class Planner {
  readonly #context: PlanContext

  constructor(context: PlanContext) {
    this.#context = context
  }

  plan(expr: Expr): Node {
    const { it } = expr
    switch (it.kind) {
      case 'literal':
        return constantNode(it.value)
      case 'ident':
        return this.#ident(expr, it.name)
      case 'select':
        return this.#select(it)
      case 'call':
        return this.#call(expr, it)
      case 'list':
        return this.#list(it)
      case 'map':
        return this.#map(it)
      case 'struct':
        return this.#struct(it)
      case 'comprehension':
        return this.#loop(it)
      default:
        throw new PlanError('unsupported expression')
    }
  }

  #ident(expr: Expr, name: string): Node {
    const type = this.#context.checked.type(expr)
    if (type.kind === 'type') return constantNode(type.params[0] ?? type)
    return attributeNode(variableAttribute(name))
  }

  /** A node that further selections can be added to: the node itself, or one around its value. */
  #selectable(node: Node): Node {
    return node.attribute ? node : attributeNode(valueAttribute(node))
  }

  #select({ operand, field, testOnly }: ExprOf<'select'>): Node {
    const node = this.#selectable(this.plan(operand))
    const attribute = node.attribute!
    attribute.add(testOnly ? presenceQualifier(field) : constantQualifier(field, false))
    return testOnly ? presenceNode(attribute) : node
  }

  #call(expr: Expr, { name, target, args }: ExprOf<'call'>): Node {
    const nodes = [...(target ? [target] : []), ...args].map((one) => this.plan(one))
    const [a, b, c] = nodes as [Node, Node, Node]
    if (name === '_&&_') return logical(a, b, false)
    if (name === '_||_') return logical(a, b, true)
    if (name === '_?_:_') return this.#conditional(a, b, c)
    if (name === '_[_]') return this.#index(a, b, false)
    if (name === '_[?_]' || name === '_?._') return this.#index(a, b, true)
    if (name === 'or' || name === 'orValue') return alternative(a, b, name === 'or')
    return this.#function(expr, name, nodes)
  }

  #conditional(condition: Node, yes: Node, no: Node): Node {
    const attributeOf = (node: Node) => node.attribute ?? valueAttribute(node)
    return attributeNode(conditionalAttribute(condition, attributeOf(yes), attributeOf(no)))
  }

  #index(operand: Node, index: Node, optional: boolean): Node {
    const node = this.#selectable(operand)
    node.attribute!.add(this.#qualifier(index, optional))
    return node
  }

  #qualifier(index: Node, optional: boolean) {
    if (index.constant !== undefined) {
      if (keyOf(index.constant) === undefined) throw new PlanError(wrongKey(index.constant))
      return constantQualifier(index.constant, optional)
    }
    const { attribute } = index
    return computedQualifier(
      attribute ? (frame) => attribute.resolve(frame) : (frame) => index.evaluate(frame),
      optional,
    )
  }

  #function(expr: Expr, name: string, nodes: readonly Node[]): Node {
    const ids = this.#context.checked.overloads(expr)
    const id = ids.length === 1 ? ids[0]! : ''
    const overloads = this.#context.functions.get(name) ?? []
    const call = bind(name, id === '' ? overloads : overloads.filter((one) => one.id === id))
    if (conversions.has(name) && nodes.length === 1 && nodes[0]!.constant !== undefined) {
      const folded = call([nodes[0]!.constant])
      if (folded instanceof CelError) throw new PlanError(folded.message)
      return constantNode(folded)
    }
    if (id === 'in_list' && nodes[1]!.constant !== undefined) {
      const member = membership(nodes[0]!, nodes[1]!.constant)
      if (member) return member
    }
    return callNode(name, id, call, nodes, checkRegex(name, nodes))
  }

  #list({ elements, optionals }: ExprOf<'list'>): Node {
    const nodes = elements.map((one) => this.plan(one))
    const evaluate = (frame: Frame): CelValue => {
      const items: CelValue[] = []
      for (const [i, node] of nodes.entries()) {
        const value = node.evaluate(frame)
        if (value instanceof CelError) return value
        if (!optionals.has(i)) items.push(value)
        else if (!(value instanceof Optional))
          return new CelError(
            `cannot initialize optional list element from non-optional value ${shown(value)}`,
          )
        else if (value.value !== undefined) items.push(value.value)
      }
      return new ValueList(items)
    }
    return construction(nodes, listCost, evaluate)
  }

  #map({ entries }: ExprOf<'map'>): Node {
    const nodes = entries.map(({ key, value, optional }) => ({
      key: this.plan(key),
      value: this.plan(value),
      optional,
    }))
    const evaluate = (frame: Frame): CelValue => {
      const made = new Map<string, readonly [CelValue, CelValue]>()
      for (const { key: keyNode, value: valueNode, optional } of nodes) {
        const key = keyNode.evaluate(frame)
        if (key instanceof CelError) return key
        const value = valueNode.evaluate(frame)
        if (value instanceof CelError) return value
        const entry = optional ? unwrapped(key, value) : value
        if (entry instanceof CelError) return entry
        if (entry === undefined) made.delete(keyOf(key) ?? '')
        else made.set(keyOf(key) ?? shown(key), [key, entry])
      }
      return new ValueMap(made.values())
    }
    return construction(
      nodes.flatMap(({ key, value }) => [key, value]),
      mapCost,
      evaluate,
    )
  }

  #struct({ typeName, fields }: ExprOf<'struct'>): Node {
    const nodes = fields.map(({ name, value, optional }) => ({ name, value: this.plan(value), optional }))
    return {
      evaluate(frame) {
        const result = structOf(typeName, nodes, frame)
        frame.spending.add(structCost)
        return result
      },
    }
  }

  #loop(it: ExprOf<'comprehension'>): Node {
    return loopNode({
      accuVar: it.accuVar,
      iterVar: it.iterVar,
      iterVar2: it.iterVar2,
      range: this.plan(it.range),
      init: this.plan(it.init),
      condition: this.plan(it.condition),
      step: this.plan(it.step),
      result: this.plan(it.result),
    })
  }
}

const unwrapped = (key: CelValue, value: CelValue): CelValue | undefined =>
  value instanceof Optional
    ? value.value
    : new CelError(`cannot initialize optional entry '${shown(key)}' from non-optional value ${shown(value)}`)

const zeros: Readonly<Record<string, CelValue>> = {
  bool: false,
  bytes: Buffer.alloc(0),
  double: 0,
  int: 0n,
  string: '',
  uint: new Uint(0n),
}

/** What a message of protocol buffers is in CEL; undefined for any other. */
function wellKnownValue(typeName: string, fields: ReadonlyMap<string, CelValue>): CelValue | undefined {
  const type = Object.hasOwn(wellKnownTypes, typeName) ? wellKnownTypes[typeName]! : undefined
  if (type === undefined) return undefined
  if (type.nullable) return fields.get('value') ?? zeros[type.kind]!
  const nanos = (name: string): bigint => (fields.get(name) ?? 0n) as bigint
  const total = nanos('seconds') * 1_000_000_000n + nanos('nanos')
  if (type.kind === 'timestamp') return timeOf(total)
  if (type.kind === 'duration') return spanOf(total)
  if (type.kind === 'map') return fields.get('fields') ?? new ValueMap([])
  return type.kind === 'list' ? (fields.get('values') ?? new ValueList([])) : null
}

function structOf(
  typeName: string,
  nodes: readonly { name: string; value: Node; optional: boolean }[],
  frame: Frame,
): CelValue {
  const fields = new Map<string, CelValue>()
  for (const { name, value: node, optional } of nodes) {
    const value = node.evaluate(frame)
    if (value instanceof CelError) return value
    const field = optional ? unwrapped(name, value) : value
    if (field instanceof CelError) return field
    if (field === undefined) fields.delete(name)
    else fields.set(name, field)
  }
  return wellKnownValue(typeName, fields) ?? new ObjectValue(typeName, fields)
}

/** A list or a map, which is made once where all its parts are constant. */
function construction(nodes: readonly Node[], cost: number, evaluate: (frame: Frame) => CelValue): Node {
  if (nodes.every(({ constant }) => constant !== undefined)) return constantNode(evaluate(emptyFrame()))
  return {
    evaluate(frame) {
      const value = evaluate(frame)
      frame.spending.add(cost)
      return value
    },
  }
}

/** && and ||: the value that decides ends it, whatever went wrong on the other side. */
function logical(left: Node, right: Node, decides: boolean): Node {
  return {
    evaluate(frame) {
      const a = left.evaluate(frame)
      if (a === decides) return decides
      const b = right.evaluate(frame)
      if (b === decides) return decides
      // The most frequent case, which comes in each turn of a loop.
      if (typeof a === 'boolean' && typeof b === 'boolean') return !decides
      for (const one of [a, b])
        if (typeof one !== 'boolean') return one instanceof CelError ? one : new CelError('no such overload')
      return !decides
    },
  }
}

/** optional.or and optional.orValue */
function alternative(left: Node, right: Node, keepsOptional: boolean): Node {
  return {
    evaluate(frame) {
      const optional = left.evaluate(frame)
      if (optional instanceof CelError) return optional
      if (!(optional instanceof Optional)) return new CelError('no such overload')
      if (optional.value === undefined) return right.evaluate(frame)
      return keepsOptional ? optional : optional.value
    },
  }
}

/** Whether a value is in a list of constants, which costs nothing; undefined where the list is not so simple. */
function membership(node: Node, list: CelValue): Node | undefined {
  if (!isList(list)) return undefined
  if (list.length === 0) return constantNode(false)
  const items = [...list]
  if (items.some((one) => keyOf(one) === undefined)) return undefined
  const keys = new Set(items.map(keyOf))
  return {
    evaluate(frame) {
      const value = node.evaluate(frame)
      if (value instanceof CelError) return value
      const key = keyOf(value)
      if (key !== undefined && keys.has(key)) return items.some((one) => equal(one, value) === true)
      return false
    },
  }
}

/** The argument of a function that is a regular expression; -1: none is. */
const patternAt = (name: string): number => (Object.hasOwn(regexFunctions, name) ? regexFunctions[name]! : -1)

function stepsOf(text: unknown, pattern: unknown): number {
  const regex = typeof text === 'string' && typeof pattern === 'string' ? regexOf(pattern) : undefined
  return regex === undefined || regex instanceof CelError ? 0 : regex.steps(text as string)
}

/** Whether a call has a regular expression that is known. Throws PlanError where it is none. */
function checkRegex(name: string, nodes: readonly Node[]): boolean {
  const pattern = nodes[patternAt(name)]?.constant
  const regex = typeof pattern === 'string' ? regexOf(pattern) : undefined
  if (regex instanceof CelError) throw new PlanError(regex.message)
  return regex !== undefined
}

function callNode(name: string, id: string, call: Call, nodes: readonly Node[], compiled: boolean): Node {
  const strict = name !== '@not_strictly_false'
  const price = priceOf(name, id)
  const pattern = patternAt(name)
  if (nodes.length === 2 && strict && pattern < 0) return binaryNode(call, nodes as [Node, Node], price)
  return {
    evaluate(frame) {
      const values: CelValue[] = []
      let failed: CelError | undefined
      for (const node of nodes) {
        const value = node.evaluate(frame)
        values.push(value)
        if (!strict || !(value instanceof CelError)) continue
        // Calls of three or more arguments, and of a known regular expression, end at the first error, and cost nothing then.
        if (nodes.length > 2 || compiled) return value
        failed ??= value
      }
      if (pattern >= 0 && !failed) frame.spending.match(stepsOf(values[0], values[pattern]))
      const result = failed ?? call(values)
      frame.spending.add(price(values, result, frame.spending.strict))
      return result
    },
  }
}

/** Most calls of loops: two arguments, of which the first error is the result. */
const binaryNode = (call: Call, [left, right]: readonly [Node, Node], price: Price): Node => ({
  evaluate(frame) {
    const a = left.evaluate(frame)
    const b = right.evaluate(frame)
    const values = [a, b]
    const result = a instanceof CelError ? a : b instanceof CelError ? b : call(values)
    frame.spending.add(price(values, result, frame.spending.strict))
    return result
  },
})
