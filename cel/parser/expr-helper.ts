// Numbers and places of expressions while they are read. Upstream: cel-go parser/helper.go

import { accumulator, type Expr, type ExprKind, type MapEntry } from '../common/ast.ts'
import { type CelIssue, type Location, noLocation, type Source } from '../common/source.ts'
import type { CelValue } from '../values/value.ts'

/** Thrown by a macro that does not take its arguments. */
export class MacroError extends Error {
  readonly id: number

  constructor(id: number, message: string) {
    super(message)
    this.id = id
  }
}

/** Numbers expressions, remembers where they stand, and collects what is wrong. */
export class ExprHelper {
  readonly issues: CelIssue[] = []
  readonly #offsets = new Map<number, number>()
  #next = 1

  readonly source: Source

  constructor(source: Source) {
    this.source = source
  }

  id(at: Location): number {
    this.#offsets.set(this.#next, this.source.offset(at))
    return this.#next++
  }

  forget(id: number): void {
    this.#offsets.delete(id)
    if (id === this.#next - 1) this.#next--
  }

  location = (id: number): Location => {
    const offset = this.#offsets.get(id)
    return offset === undefined || offset < 0 ? noLocation : this.source.location(offset)
  }

  make = (id: number, it: ExprKind): Expr => ({ id, it })

  /** An expression that stands for what could not be read. */
  report(at: Location, message: string): Expr {
    const expr = this.make(this.id(at), { kind: 'unspecified' })
    this.issues.push({ location: this.location(expr.id), message })
    return expr
  }
}

/** Makes the expressions that a macro stands for; all stand where the macro stands. */
export class MacroHelper {
  readonly #helper: ExprHelper
  readonly #at: number

  constructor(helper: ExprHelper, at: number) {
    this.#helper = helper
    this.#at = at
  }

  #make(it: ExprKind): Expr {
    return this.#helper.make(this.#id(), it)
  }
  #id(): number {
    return this.#helper.id(this.#helper.location(this.#at))
  }

  literal = (value: CelValue): Expr => this.#make({ kind: 'literal', value })
  ident = (name: string): Expr => this.#make({ kind: 'ident', name })
  accu = (): Expr => this.ident(accumulator)
  list = (...elements: Expr[]): Expr => this.#make({ kind: 'list', elements, optionals: new Set() })
  map = (...entries: MapEntry[]): Expr => this.#make({ kind: 'map', entries })
  call = (name: string, ...args: Expr[]): Expr => this.#make({ kind: 'call', name, args })
  member = (name: string, target: Expr, ...args: Expr[]): Expr =>
    this.#make({ kind: 'call', name, target, args })
  presence = (operand: Expr, field: string): Expr =>
    this.#make({ kind: 'select', operand, field, testOnly: true })
  loop = (it: Omit<Extract<ExprKind, { kind: 'comprehension' }>, 'kind'>): Expr =>
    this.#make({ kind: 'comprehension', ...it })

  /** A copy of an expression, whose parts get numbers of their own. */
  copy(expr: Expr): Expr {
    const id = this.#helper.id(this.#helper.location(expr.id))
    return this.#helper.make(id, this.#copied(expr.it))
  }

  #copied(it: ExprKind): ExprKind {
    const copy = (one: Expr): Expr => this.copy(one)
    switch (it.kind) {
      case 'select':
        return { ...it, operand: copy(it.operand) }
      case 'call': {
        const args = it.args.map(copy)
        return { ...it, args, ...(it.target ? { target: copy(it.target) } : {}) }
      }
      case 'list':
        return { ...it, elements: it.elements.map(copy) }
      case 'map':
        return {
          ...it,
          entries: it.entries.map((one) => ({
            ...one,
            id: this.#id(),
            key: copy(one.key),
            value: copy(one.value),
          })),
        }
      case 'struct':
        return { ...it, fields: it.fields.map((one) => ({ ...one, id: this.#id(), value: copy(one.value) })) }
      case 'comprehension':
        return {
          ...it,
          range: copy(it.range),
          init: copy(it.init),
          condition: copy(it.condition),
          step: copy(it.step),
          result: copy(it.result),
        }
      default:
        return it
    }
  }
}
