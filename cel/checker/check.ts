// Type checking. Upstream: cel-go checker/checker.go
import { type Expr, type ExprOf, qualifiedName } from '../common/ast.ts'
import type { CelIssue } from '../common/source.ts'
import type { Parsed } from '../parser/parse.ts'
import type { Overload } from '../types/signature.ts'
import {
  boolType,
  type CelType,
  dynType,
  errorType,
  formatArguments,
  formatType,
  intType,
  listOf,
  mapOf,
  optionalOf,
  typeParam,
  wellKnownTypes,
} from '../types/type.ts'
import { typeOf } from '../values/value.ts'
import { acrossNumbers, type Declarations, Scope, wellKnownFields } from './declarations.ts'
import { assign, type Mapping, mostGeneral, substitute, unwrapOptional } from './mapping.ts'

/** The result of type checking: the types by the numbers of expressions, and the overloads that calls may run. */
export interface Checked {
  readonly expr: Expr
  readonly issues: readonly CelIssue[]
  /** dyn for an expression that has none. */
  readonly type: (expr: Expr) => CelType
  /** The ids of the overloads that a call may mean. */
  readonly overloads: (expr: Expr) => readonly string[]
  /** Whether the expression is a name of the environment, of which variables are. */
  readonly references: ReadonlySet<string>
}

/**
 * Checks what was read without an error. Resolved names are written into the expression.
 * @param mixes whether the elements of a list may be of different types, which makes them dyn
 */
export function check(parsed: Parsed, declarations: Declarations, mixes: boolean): Checked {
  return new Checker(parsed, declarations, mixes).run()
}

const isError = ({ kind }: CelType): boolean => kind === 'error'

class Checker {
  readonly #issues: CelIssue[] = []
  readonly #types = new Map<number, CelType>()
  readonly #overloads = new Map<number, readonly string[]>()
  readonly #references = new Set<string>()
  readonly #mapping: Mapping = new Map()
  #scope: Scope
  #freeParams = 0
  /** Upstream forgets in the first loop that numbers of different types are not compared. */
  #comparesAcross: boolean

  readonly #parsed: Parsed
  readonly #declarations: Declarations

  readonly #mixes: boolean

  constructor(parsed: Parsed, declarations: Declarations, mixes: boolean) {
    this.#mixes = mixes
    this.#parsed = parsed
    this.#declarations = declarations
    this.#scope = new Scope(declarations)
    this.#comparesAcross = declarations.comparesAcrossNumbers
  }

  run(): Checked {
    this.#check(this.#parsed.expr)
    for (const [id, type] of this.#types) this.#types.set(id, substitute(this.#mapping, type, true))
    return {
      expr: this.#parsed.expr,
      issues: this.#issues,
      type: ({ id }) => this.#types.get(id) ?? dynType,
      overloads: ({ id }) => this.#overloads.get(id) ?? [],
      references: this.#references,
    }
  }

  #report(id: number, message: string): void {
    this.#issues.push({ location: this.#parsed.location(id), message })
  }
  #undeclared(id: number, name: string): void {
    this.#report(id, `undeclared reference to '${name}' (in container '')`)
  }
  #mismatch(id: number, expected: CelType, actual: CelType): void {
    this.#report(id, `expected type '${formatType(expected)}' but found '${formatType(actual)}'`)
  }
  #typeOf({ id }: Expr): CelType {
    return this.#types.get(id) ?? errorType
  }
  #set({ id }: Expr, type: CelType): void {
    this.#types.set(id, type)
  }
  #now(type: CelType): CelType {
    return substitute(this.#mapping, type, false)
  }

  #assignable(a: readonly CelType[], b: readonly CelType[]): boolean {
    return assign(this.#mapping, a, b)
  }

  #check(expr: Expr): void {
    const { it } = expr
    if (it.kind === 'literal') this.#set(expr, typeOf(it.value))
    else if (it.kind === 'ident') this.#ident(expr, it.name)
    else if (it.kind === 'select') this.#select(expr, it)
    else if (it.kind === 'call') this.#call(expr, it)
    else if (it.kind === 'list') this.#list(expr, it)
    else if (it.kind === 'map') this.#map(expr, it)
    else if (it.kind === 'struct') this.#struct(expr, it)
    else if (it.kind === 'comprehension') this.#comprehension(expr, it)
  }

  #resolve(expr: Expr, written: string): boolean {
    const found = this.#scope.lookup(written)
    if (found === undefined) return false
    this.#set(expr, found.type)
    this.#references.add(found.name)
    expr.it = { kind: 'ident', name: found.name }
    return true
  }

  #ident(expr: Expr, name: string): void {
    if (this.#resolve(expr, name)) return
    this.#set(expr, errorType)
    this.#undeclared(expr.id, name)
  }

  #select(expr: Expr, it: ExprOf<'select'>): void {
    const name = qualifiedName(expr)
    if (name !== undefined && this.#resolve(expr, name)) return
    const field = this.#selectField(expr, it.operand, it.field, false)
    this.#set(expr, this.#now(it.testOnly ? boolType : field))
  }

  #selectField(expr: Expr, operand: Expr, field: string, optional: boolean): CelType {
    this.#check(operand)
    const operandType = this.#now(this.#typeOf(operand))
    const inside = unwrapOptional(operandType)
    const result = this.#fieldOf(expr, inside ?? operandType, field)
    return inside || optional ? optionalOf(result) : result
  }

  #fieldOf(expr: Expr, target: CelType, field: string): CelType {
    switch (target.kind) {
      case 'map':
        return target.params[1]!
      case 'struct':
        return this.#declaredField(expr.id, target.name, field) ?? errorType
      case 'typeParam':
        this.#assignable([dynType], [target])
        return dynType
      default:
        if (!target.isDyn && !isError(target))
          this.#report(expr.id, `type '${formatType(target)}' does not support field selection`)
        return dynType
    }
  }

  #declaredField(id: number, object: string, field: string): CelType | undefined {
    const fields = this.#declarations.objects.fields(object) ?? wellKnownFields(object)
    if (fields === undefined) this.#report(id, `unexpected failed resolution of '${object}'`)
    else if (!fields.has(field)) this.#report(id, `undefined field '${field}'`)
    return fields?.get(field)
  }

  #call(expr: Expr, it: ExprOf<'call'>): void {
    if (it.name === '_?._') this.#optionalSelect(expr, it)
    else {
      for (const arg of it.args) this.#check(arg)
      this.#callOf(expr, it, it.target)
    }
  }

  #callOf(expr: Expr, { name, args }: ExprOf<'call'>, target: Expr | undefined): void {
    const prefix = target && qualifiedName(target)
    const namespaced = prefix === undefined ? undefined : this.#function(`${prefix}.${name}`)
    if (target && !namespaced) this.#check(target)
    const found = namespaced ?? this.#function(name)
    if (found === undefined) {
      this.#undeclared(expr.id, name)
      this.#set(expr, errorType)
      return
    }
    const receiver = namespaced ? undefined : target
    if (!receiver) expr.it = { kind: 'call', name: found.name, args }
    this.#resolveCall(expr, found.name, found.overloads, receiver, args)
  }

  #function(written: string): { name: string; overloads: readonly Overload[] } | undefined {
    const name = written.startsWith('.') ? written.slice(1) : written
    const overloads = this.#declarations.functions.get(name)
    return overloads && { name, overloads }
  }

  #optionalSelect(expr: Expr, it: ExprOf<'call'>): void {
    const [operand, field] = it.args
    const name = field?.it.kind === 'literal' ? field.it.value : undefined
    const result = this.#selectField(expr, operand!, typeof name === 'string' ? name : '', true)
    this.#set(expr, this.#now(result))
    this.#overloads.set(expr.id, ['select_optional_field'])
  }

  #resolveCall(
    expr: Expr,
    name: string,
    overloads: readonly Overload[],
    target: Expr | undefined,
    args: readonly Expr[],
  ): void {
    const types = [...(target ? [target] : []), ...args].map((one) => this.#typeOf(one))
    const able = overloads.filter(
      ({ id, member }) => member === (target !== undefined) && !this.#disabled(id),
    )
    const result =
      (name === '_&&_' || name === '_||_') && able.length > 0
        ? this.#logical(expr, able[0]!, args, types)
        : this.#matching(expr, able, types)
    if (result === undefined && !(name === '_&&_' || name === '_||_')) {
      const shown = types.map((one) => substitute(this.#mapping, one, true))
      const signature = formatArguments(shown, target !== undefined)
      this.#report(expr.id, `found no matching overload for '${name}' applied to '${signature}'`)
    }
    this.#set(expr, result ?? errorType)
  }

  #disabled(id: string): boolean {
    return !this.#comparesAcross && acrossNumbers.test(id)
  }

  #logical(
    expr: Expr,
    overload: Overload,
    args: readonly Expr[],
    types: readonly CelType[],
  ): CelType | undefined {
    const wrong = types.map((type) => !this.#assignable([type], [boolType]))
    for (const [i, isWrong] of wrong.entries()) if (isWrong) this.#mismatch(args[i]!.id, boolType, types[i]!)
    if (wrong.includes(true)) return undefined
    this.#overloads.set(expr.id, [overload.id])
    return boolType
  }

  #matching(expr: Expr, overloads: readonly Overload[], types: readonly CelType[]): CelType | undefined {
    let result: CelType | undefined
    const ids: string[] = []
    for (const overload of overloads) {
      const fresh = this.#instance(overload)
      if (!this.#assignable(types, fresh.args)) continue
      ids.push(overload.id)
      const type = this.#now(fresh.result)
      if (result === undefined) result = type
      else if (!result.isDyn && !type.equals(result)) result = dynType
    }
    if (result) this.#overloads.set(expr.id, ids)
    return result
  }

  /** The types of an overload, with parameters of their own. */
  #instance({ args, result, typeParams }: Overload): { args: readonly CelType[]; result: CelType } {
    if (typeParams.length === 0) return { args, result }
    const fresh = new Map(typeParams.map((name) => [name, this.#newParam()]))
    return {
      args: args.map((one) => substitute(fresh, one, false)),
      result: substitute(fresh, result, false),
    }
  }

  #newParam(): CelType {
    return typeParam(`_var${this.#freeParams++}`)
  }

  #join(expr: Expr, previous: CelType | undefined, current: CelType): CelType {
    if (previous === undefined) return current
    if (this.#assignable([previous], [current])) return mostGeneral(previous, current)
    if (this.#mixes) return dynType
    this.#mismatch(expr.id, previous, current)
    return errorType
  }

  /** The type of a value that is there or not. */
  #valueType(value: Expr, optional: boolean): CelType {
    const type = this.#typeOf(value)
    if (!optional) return type
    const inside = unwrapOptional(type)
    if (!inside && !type.isDyn) this.#mismatch(value.id, optionalOf(type), type)
    return inside ?? type
  }

  #list(expr: Expr, { elements, optionals }: ExprOf<'list'>): void {
    let type: CelType | undefined
    for (const [i, element] of elements.entries()) {
      this.#check(element)
      type = this.#join(element, type, this.#valueType(element, optionals.has(i)))
    }
    this.#set(expr, listOf(type ?? this.#newParam()))
  }

  #map(expr: Expr, { entries }: ExprOf<'map'>): void {
    let [keyType, type]: (CelType | undefined)[] = []
    for (const { key, value, optional } of entries) {
      this.#check(key)
      keyType = this.#join(key, keyType, this.#typeOf(key))
      this.#check(value)
      type = this.#join(value, type, this.#valueType(value, optional))
    }
    keyType ??= this.#newParam()
    this.#set(expr, mapOf(keyType, type ?? this.#newParam()))
  }

  #struct(expr: Expr, it: ExprOf<'struct'>): void {
    const found = this.#scope.lookup(it.typeName)
    if (found === undefined) {
      this.#undeclared(expr.id, it.typeName)
      this.#set(expr, errorType)
      return
    }
    expr.it = { ...it, typeName: found.name }
    const { type, name } = this.#structType(expr, found)
    this.#set(expr, type)
    for (const field of it.fields) {
      this.#check(field.value)
      const declared = this.#declaredField(field.id, name, field.name) ?? errorType
      const value = this.#valueType(field.value, field.optional)
      if (!this.#assignable([declared], [value]))
        this.#report(
          field.id,
          `expected type of field '${field.name}' is '${formatType(declared)}' but provided type is '${formatType(value)}'`,
        )
    }
  }

  #structType(expr: Expr, found: { name: string; type: CelType }): { type: CelType; name: string } {
    const { name } = found
    if (isError(found.type)) return { type: errorType, name }
    if (found.type.kind !== 'type') {
      this.#report(expr.id, `'${found.type.declaredName}' is not a type`)
      return { type: errorType, name }
    }
    const type = found.type.params[0]!
    if (type.kind === 'struct' || Object.hasOwn(wellKnownTypes, name)) return { type, name }
    this.#report(expr.id, `'${type.declaredName}' is not a message type`)
    return { type: errorType, name }
  }

  #comprehension(expr: Expr, it: ExprOf<'comprehension'>): void {
    this.#check(it.range)
    this.#check(it.init)
    const accuType = this.#typeOf(it.init)
    const outer = this.#scope
    const inner = outer.with(new Map([[it.accuVar, accuType]]))
    const [first, second] = this.#iterTypes(it)
    this.#comparesAcross = true
    this.#scope = inner.with(
      new Map([[it.iterVar, first], ...(it.iterVar2 === undefined ? [] : [[it.iterVar2, second] as const])]),
    )
    this.#check(it.condition)
    this.#assert(it.condition, boolType)
    this.#check(it.step)
    this.#assert(it.step, accuType)
    this.#scope = inner
    this.#check(it.result)
    this.#scope = outer
    this.#set(expr, this.#now(this.#typeOf(it.result)))
  }

  #assert(expr: Expr, type: CelType): void {
    const found = this.#typeOf(expr)
    if (!this.#assignable([type], [found])) this.#mismatch(expr.id, type, found)
  }

  /** The types of a loop's variables. */
  #iterTypes({ range, iterVar2 }: ExprOf<'comprehension'>): [CelType, CelType] {
    const type = this.#now(this.#typeOf(range))
    switch (type.kind) {
      case 'list':
        return iterVar2 === undefined ? [type.params[0]!, dynType] : [intType, type.params[0]!]
      case 'map':
        return [type.params[0]!, type.params[1]!]
      case 'dyn':
      case 'error':
      case 'typeParam':
        this.#assignable([dynType], [type])
        return [dynType, dynType]
      default:
        this.#report(
          range.id,
          `expression of type '${formatType(type)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
        )
        return [errorType, errorType]
    }
  }
}
