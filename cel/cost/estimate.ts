// What an expression costs at least and at most, before it runs. Upstream: cel-go checker/cost.go
import type { Checked } from '../checker/check.ts'
import { accumulator, type Expr, type ExprOf } from '../common/ast.ts'
import { celDialect } from '../dialect.ts'
import type { CelType } from '../types/type.ts'
import { sizeOf } from '../values/value.ts'
import { type CallEstimate, type CostArgument, estimateCall, type SizeAt } from './call-estimates.ts'
import { add, fixed, least, maxUint, multiply, type Range, scaled, union, unknownSize } from './range.ts'

/** The cost of a checked expression. @param sizeAt what schemas say of sizes */
export function estimateCost(checked: Checked, minor: number, sizeAt: SizeAt = () => undefined): Range {
  return new Coster(checked, sizeAt, celDialect(minor)).cost(checked.expr)
}

const [traversal, regexLength] = [0.1, 0.25]
type CelDialect = ReturnType<typeof celDialect>

const nothing = fixed(0n)
const one = fixed(1n)

/** The sizes of the keys and values of a list or a map. */
interface EntrySize {
  readonly container: 'list' | 'map'
  readonly key: Range
  readonly value: Range
}

interface LocalVariable {
  readonly path: readonly string[]
  readonly size: Range | undefined
  readonly entry: EntrySize | undefined
}

const scalars = new Set(['bool', 'double', 'duration', 'int', 'timestamp', 'uint'])
const isScalar = (type: CelType): boolean =>
  scalars.has(type.kind) || (type.name === 'optional_type' && isScalar(type.params[0]!))

const unionEntries = (a: EntrySize | undefined, b: EntrySize | undefined): EntrySize | undefined =>
  a && b && { container: a.container, key: union(a.key, b.key), value: union(a.value, b.value) }

const selected = new Set(['map', 'struct', 'typeParam'])
const comparesTexts = /^((less|greater)(_equals)?_(string|bytes)|equals|not_equals)$/

class Coster {
  readonly #checked: Checked
  readonly #sizeAt: SizeAt
  readonly #paths = new Map<number, readonly string[]>()
  readonly #sizes = new Map<number, Range>()
  readonly #entries = new Map<number, EntrySize>()
  readonly #locals = new Map<string, LocalVariable[]>()

  readonly #dialect: CelDialect

  constructor(checked: Checked, sizeAt: SizeAt, dialect: CelDialect) {
    this.#dialect = dialect
    this.#checked = checked
    this.#sizeAt = sizeAt
  }

  cost(expr: Expr): Range {
    const { it } = expr
    switch (it.kind) {
      case 'ident':
        this.#paths.set(expr.id, this.#local(it.name)?.path ?? [it.name])
        return one
      case 'select':
        return this.#select(expr, it)
      case 'call':
        return this.#call(expr, it)
      case 'list':
        return this.#list(expr, it)
      case 'map':
        return this.#map(expr, it)
      case 'struct':
        return add(this.#sum(it.fields.map(({ value }) => value)), fixed(40n))
      case 'comprehension':
        return isBinding(it) ? this.#binding(expr, it) : this.#loop(expr, it)
      default:
        return nothing
    }
  }

  #sum(exprs: readonly Expr[]): Range {
    return exprs.reduce((sum, one) => add(sum, this.cost(one)), nothing)
  }
  #local(name: string): LocalVariable | undefined {
    return this.#locals.get(name)?.at(-1)
  }
  #path(expr: Expr): readonly string[] {
    const local = expr.it.kind === 'ident' ? this.#local(expr.it.name) : undefined
    return local?.path ?? this.#paths.get(expr.id) ?? []
  }

  #select(expr: Expr, { operand, field, testOnly }: ExprOf<'select'>): Range {
    const cost = this.cost(operand)
    if (testOnly) return cost
    this.#paths.set(expr.id, [...this.#path(operand), field])
    return selected.has(this.#checked.type(operand).kind) ? add(cost, one) : cost
  }

  #list(expr: Expr, { elements }: ExprOf<'list'>): Range {
    let value: Range = { min: elements.length === 0 ? 0n : maxUint, max: 0n }
    let sum = fixed(10n)
    for (const element of elements) {
      sum = add(sum, this.cost(element))
      value = union(value, this.#sizeOrUnknown(element))
    }
    this.#entries.set(expr.id, { container: 'list', key: one, value })
    return sum
  }

  #map(expr: Expr, { entries }: ExprOf<'map'>): Range {
    const start: Range = { min: entries.length === 0 ? 0n : maxUint, max: 0n }
    let [key, value, sum] = [start, start, fixed(30n)]
    for (const entry of entries) {
      sum = add(add(sum, this.cost(entry.key)), this.cost(entry.value))
      key = union(key, this.#sizeOrUnknown(entry.key))
      value = union(value, this.#sizeOrUnknown(entry.value))
    }
    this.#entries.set(expr.id, { container: 'map', key, value })
    return sum
  }

  #with(name: string, local: LocalVariable): void {
    this.#locals.set(name, [...(this.#locals.get(name) ?? []), local])
  }
  #without(name: string): void {
    this.#locals.get(name)?.pop()
  }

  /** Gives a loop's variable the size and path of a key, a value or an element of the range. */
  #iterate(name: string, range: Expr, part: 'key' | 'value' | 'single'): void {
    const entry = this.#entrySize(range)
    const isList = (entry?.container ?? this.#checked.type(range).kind) === 'list'
    const wanted = part === 'single' ? (isList ? 'value' : 'key') : part
    const step = wanted === 'key' ? (isList ? '@indices' : '@keys') : isList ? '@items' : '@values'
    const path = [...this.#path(range), step]
    this.#with(name, { path, size: entry?.[wanted], entry: undefined })
  }

  #accumulate(name: string, init: Expr): void {
    this.#with(name, { path: this.#path(init), size: this.#size(init), entry: this.#entrySize(init) })
  }

  #loop(expr: Expr, it: ExprOf<'comprehension'>): Range {
    let sum = add(this.cost(it.range), this.cost(it.init))
    this.#accumulate(it.accuVar, it.init)
    this.#iterate(it.iterVar, it.range, it.iterVar2 === undefined ? 'single' : 'key')
    if (it.iterVar2 !== undefined) this.#iterate(it.iterVar2, it.range, 'value')
    const condition = this.cost(it.condition)
    const step = this.cost(it.step)
    this.#without(it.iterVar)
    if (it.iterVar2 !== undefined) this.#without(it.iterVar2)
    sum = add(sum, this.cost(it.result))
    this.#without(it.accuVar)
    const count = this.#sizeOrUnknown(it.range)
    this.#rememberLoop(expr, it, count)
    return add(sum, multiply(count, add(step, condition)))
  }

  #rememberLoop(expr: Expr, { init, step }: ExprOf<'comprehension'>, count: Range): void {
    if (init.it.kind === 'literal') this.#setSize(expr, this.#size(init))
    if (init.it.kind !== 'list' && init.it.kind !== 'map') return
    this.#setSize(expr, count)
    this.#setEntry(expr, this.#entrySize(step))
  }

  #binding(expr: Expr, { range, init, accuVar, result }: ExprOf<'comprehension'>): Range {
    const before = add(this.cost(range), this.cost(init))
    this.#accumulate(accuVar, init)
    const sum = add(before, this.cost(result))
    this.#without(accuVar)
    this.#setSize(expr, this.#size(result))
    this.#setEntry(expr, this.#entrySize(result))
    return sum
  }

  #call(expr: Expr, { name, target, args }: ExprOf<'call'>): Range {
    if (this.#dialect.estimatesElements && name === 'dyn' && target === undefined)
      return this.#dynamic(expr, args[0]!)
    const costs = args.map((arg) => this.cost(arg))
    const nodes = args.map((arg) => this.#argument(arg))
    const ids = this.#checked.overloads(expr)
    if (ids.length === 0) return nothing
    const before = target ? this.cost(target) : nothing
    const receiver = target && this.#argument(target)
    let total: Range = { min: maxUint, max: 0n }
    let size: Range | undefined
    for (const id of ids) {
      const call = this.#function(expr, name, id, receiver, nodes, costs)
      total = union(total, call.cost)
      if (call.size) size = size ? union(size, call.size) : call.size
      const part = id === 'index_list' ? '@items' : id === 'index_map' ? '@values' : undefined
      if (part !== undefined) {
        size = this.#entrySize(args[0]!)?.value
        this.#paths.set(expr.id, [...this.#path(args[0]!), part])
      }
      size ??= this.#size(expr)
    }
    this.#setSize(expr, size)
    return add(before, total)
  }

  #dynamic(expr: Expr, arg: Expr): Range {
    const cost = add(one, this.cost(arg))
    this.#setSize(expr, this.#size(arg))
    this.#setEntry(expr, this.#entrySize(arg))
    return cost
  }

  #argument(expr: Expr): CostArgument {
    const path = this.#path(expr)
    return {
      path: path[0] === accumulator ? [] : path,
      type: this.#checked.type(expr),
      expr,
      size: this.#size(expr),
    }
  }

  #function(
    expr: Expr,
    name: string,
    id: string,
    target: CostArgument | undefined,
    args: readonly CostArgument[],
    costs: readonly Range[],
  ): CallEstimate {
    const sizeOfArgument = (arg: CostArgument): Range => arg.size ?? this.#sizeAt(arg) ?? unknownSize
    const all = costs.reduce(add, nothing)
    const own =
      estimateCall(name, { id, target, args, sizeOf: sizeOfArgument }, this.#dialect.pricesEquality) ??
      this.#standard(expr, id, target, args)
    if (own) return { ...own, cost: add(own.cost, all) }
    if (id === 'logical_or' || id === 'logical_and')
      return { cost: { min: costs[0]!.min, max: add(costs[0]!, costs[1]!).max } }
    if (id === 'conditional') return this.#conditional(expr, args, costs)
    return { cost: add(one, all) }
  }

  #conditional(expr: Expr, args: readonly CostArgument[], costs: readonly Range[]): CallEstimate {
    const size = union(args[1]!.size ?? unknownSize, args[2]!.size ?? unknownSize)
    this.#setEntry(expr, unionEntries(this.#entrySize(args[1]!.expr!), this.#entrySize(args[2]!.expr!)))
    return { cost: add(costs[0]!, union(costs[1]!, costs[2]!)), size }
  }

  /** What CEL's own functions cost beside their arguments; undefined for a step. */
  #standard(
    expr: Expr,
    id: string,
    target: CostArgument | undefined,
    args: readonly CostArgument[],
  ): CallEstimate | undefined {
    const [a, b] = args.map(({ size }) => size ?? unknownSize)
    const self = target?.size ?? unknownSize
    switch (id) {
      case 'string_format':
        return { cost: scaled(self, traversal) }
      case 'string_to_bytes':
        return { cost: scaled(a!, traversal), size: { min: a!.min, max: BigInt.asUintN(64, a!.max * 4n) } }
      case 'bytes_to_string':
        return { cost: scaled(a!, traversal), size: { min: a!.min / 4n, max: a!.max } }
      case 'strings_quote': {
        const size = { min: a!.min + 2n, max: BigInt.asUintN(64, a!.max * 2n + 2n) }
        return { cost: scaled(a!, traversal), size }
      }
      case 'starts_with_string':
      case 'ends_with_string':
        return { cost: scaled(a!, traversal) }
      case 'in_list':
        return { cost: scaled(b!, 1) }
      case 'matches_string':
        if (!target) return undefined
        return { cost: multiply(scaled(add(self, one), traversal), scaled(a!, regexLength)) }
      case 'contains_string':
        return { cost: multiply(scaled(self, traversal), scaled(a!, traversal)) }
      case 'add_string':
      case 'add_bytes':
      case 'add_list':
        return this.#sum2(expr, id, args, add(a!, b!))
      default:
        return comparesTexts.test(id) ? comparison(a!, b!) : undefined
    }
  }

  #sum2(expr: Expr, id: string, args: readonly CostArgument[], size: Range): CallEstimate {
    this.#setEntry(expr, unionEntries(this.#entrySize(args[0]!.expr!), this.#entrySize(args[1]!.expr!)))
    return { cost: id === 'add_list' ? one : scaled(size, traversal), size }
  }

  #setSize({ id }: Expr, size: Range | undefined): void {
    if (size) this.#sizes.set(id, size)
  }
  #setEntry({ id }: Expr, entry: EntrySize | undefined): void {
    if (entry) this.#entries.set(id, entry)
  }

  #sizeOrUnknown(expr: Expr): Range {
    return this.#size(expr) ?? unknownSize
  }

  #size(expr: Expr): Range | undefined {
    const known = this.#sizes.get(expr.id) ?? literalSize(expr)
    if (known) return known
    const type = this.#checked.type(expr)
    const declared = this.#sizeAt({ path: this.#path(expr), type, expr, size: undefined })
    if (declared) this.#sizes.set(expr.id, declared)
    if (declared) return declared
    if (isScalar(type)) return one
    return expr.it.kind === 'ident' ? this.#local(expr.it.name)?.size : undefined
  }

  #entrySize(expr: Expr): EntrySize | undefined {
    if (!this.#dialect.estimatesElements) return undefined
    const known = this.#entries.get(expr.id)
    return known ?? (expr.it.kind === 'ident' ? this.#local(expr.it.name)?.entry : undefined)
  }
}

/** A loop over nothing, which only gives a value a name. */
const isBinding = ({ range, condition }: ExprOf<'comprehension'>): boolean =>
  range.it.kind === 'list' &&
  range.it.elements.length === 0 &&
  condition.it.kind === 'literal' &&
  condition.it.value === false

function comparison(a: Range, b: Range): CallEstimate {
  const max = least(a.max, b.max)
  return { cost: scaled({ min: max > 0n ? 1n : 0n, max }, traversal) }
}

function literalSize({ it }: Expr): Range | undefined {
  if (it.kind === 'list') return fixed(BigInt(it.elements.length))
  if (it.kind === 'map') return fixed(BigInt(it.entries.length))
  return it.kind === 'literal' ? fixed(BigInt(sizeOf(it.value) ?? 1)) : undefined
}
