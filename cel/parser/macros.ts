// What macros stand for. Upstream: cel-go parser/macro.go, cel/library.go (optionals), ext/comprehensions.go
import { accumulator, type Expr } from '../common/ast.ts'
import { MacroError, type MacroHelper } from './expr-helper.ts'

type Expansion<R> = (make: MacroHelper, target: Expr | undefined, args: readonly Expr[]) => R

/** Expands a call; `target` is undefined for a global one; undefined: it stays a call. Throws MacroError. */
export type Macro = Expansion<Expr | undefined>

/** Macros by their name, number of arguments and style: `all:2:true`. */
export type Macros = ReadonlyMap<string, Macro>

/** The key of a macro. @param member called on a target */
export const macroKey = (name: string, args: number, member: boolean): string => `${name}:${args}:${member}`

/** The older name of the accumulator, which no variable may have either. */
const formerAccumulator = '__result__'
const overwrites = 'iteration variable overwrites accumulator variable'

function variable(arg: Expr, why: string): string {
  if (arg.it.kind !== 'ident') throw new MacroError(arg.id, why)
  return arg.it.name
}

function iterVariable(arg: Expr, why: string): string {
  const name = variable(arg, why)
  if (name === accumulator || name === formerAccumulator) throw new MacroError(arg.id, overwrites)
  return name
}

/** Reads the names of a loop's one or two variables from a macro's arguments. */
type Vars = (args: readonly Expr[]) => { iterVar: string; iterVar2?: string }

const oneVar =
  (why: string): Vars =>
  ([arg]) => ({ iterVar: iterVariable(arg!, why) })

const twoVars: Vars = ([first, second]) => {
  const why = 'argument must be a simple name'
  const iterVar = variable(first!, why)
  const iterVar2 = variable(second!, why)
  if (iterVar === iterVar2) throw new MacroError(second!.id, `duplicate variable name: ${iterVar}`)
  iterVariable(first!, why)
  iterVariable(second!, why)
  return { iterVar, iterVar2 }
}

const has: Macro = (make, _target, [arg]) => {
  if (arg!.it.kind !== 'select') throw new MacroError(arg!.id, 'invalid argument to has() macro')
  return make.presence(arg!.it.operand, arg!.it.field)
}

const all =
  (vars: Vars): Macro =>
  (make, range, args) => {
    const names = vars(args)
    return make.loop({
      range: range!,
      ...names,
      accuVar: accumulator,
      init: make.literal(true),
      condition: make.call('@not_strictly_false', make.accu()),
      step: make.call('_&&_', make.accu(), args.at(-1)!),
      result: make.accu(),
    })
  }

const exists =
  (vars: Vars): Macro =>
  (make, range, args) => {
    const names = vars(args)
    return make.loop({
      range: range!,
      ...names,
      accuVar: accumulator,
      init: make.literal(false),
      condition: make.call('@not_strictly_false', make.call('!_', make.accu())),
      step: make.call('_||_', make.accu(), args.at(-1)!),
      result: make.accu(),
    })
  }

const existsOne =
  (vars: Vars): Macro =>
  (make, range, args) => {
    const names = vars(args)
    const one = (): Expr => make.literal(1n)
    const more = make.call('_+_', make.accu(), one())
    return make.loop({
      range: range!,
      ...names,
      accuVar: accumulator,
      init: make.literal(0n),
      condition: make.literal(true),
      step: make.call('_?_:_', args.at(-1)!, more, make.accu()),
      result: make.call('_==_', make.accu(), one()),
    })
  }

/** A loop that adds to a list or a map; with an argument more, only where that holds. */
const growing =
  (
    vars: Vars,
    plain: number,
    init: (make: MacroHelper) => Expr,
    grow: (make: MacroHelper, names: ReturnType<Vars>, last: Expr) => Expr,
  ): Expansion<Expr> =>
  (make, range, args) => {
    const names = vars(args)
    const grown = grow(make, names, args.at(-1)!)
    const step = args.length === plain ? grown : make.call('_?_:_', args.at(-2)!, grown, make.accu())
    return make.loop({
      range: range!,
      ...names,
      accuVar: accumulator,
      init: init(make),
      condition: make.literal(true),
      step,
      result: make.accu(),
    })
  }

const emptyList = (make: MacroHelper): Expr => make.list()
const emptyMap = (make: MacroHelper): Expr => make.map()
const append = (make: MacroHelper, _names: unknown, last: Expr): Expr =>
  make.call('_+_', make.accu(), make.list(last))
const insert = (make: MacroHelper, { iterVar }: { iterVar: string }, last: Expr): Expr =>
  make.call('cel.@mapInsert', make.accu(), make.ident(iterVar), last)
const insertEntry = (make: MacroHelper, _names: unknown, last: Expr): Expr =>
  make.call('cel.@mapInsert', make.accu(), last)

const notIdent = 'argument is not an identifier'

const filter: Macro = (make, range, [name, condition]) => {
  const names = oneVar(notIdent)([name!])
  const grown = make.call('_+_', make.accu(), make.list(name!))
  return make.loop({
    range: range!,
    ...names,
    accuVar: accumulator,
    init: make.list(),
    condition: make.literal(true),
    step: make.call('_?_:_', condition!, grown, make.accu()),
    result: make.accu(),
  })
}

/** The macro of optMap and optFlatMap: evaluates an expression on the optional's value, where it has one. */
const optional =
  (name: string, wrap: (make: MacroHelper, inner: Expr) => Expr): Macro =>
  (make, target, [arg, then]) => {
    const accuVar = variable(arg!, `${name}() variable name must be a simple identifier`)
    const hasValue = make.member('hasValue', target!)
    const inner = make.loop({
      range: make.list(),
      iterVar: '#unused',
      accuVar,
      init: make.member('value', make.copy(target!)),
      condition: make.literal(false),
      step: make.ident(accuVar),
      result: then!,
    })
    return make.call('_?_:_', hasValue, wrap(make, inner), make.call('optional.none'))
  }

const simpleName = 'argument must be a simple name'

const sortable = new Set(['list', 'select', 'ident', 'comprehension', 'call'])

/** A list in the order of what each element is mapped to; the list has a name meanwhile. */
const sortBy: Macro = (make, target, args) => {
  const name = '@__sortBy_input__'
  if (!sortable.has(target!.it.kind))
    throw new MacroError(
      target!.id,
      'sortBy can only be applied to a list, identifier, comprehension, call or select expression',
    )
  const keys = growing(oneVar(notIdent), 2, emptyList, append)(make, make.ident(name), args)
  return make.loop({
    range: make.list(),
    iterVar: '#unused',
    accuVar: name,
    init: target!,
    condition: make.literal(false),
    step: make.ident(name),
    result: make.member('@sortByAssociatedKeys', make.ident(name), keys),
  })
}

/** The macros of the later lists. */
export const listMacros: Readonly<Record<string, Macro>> = { [macroKey('sortBy', 2, true)]: sortBy }

/** The macros that every environment has. */
export const standardMacros: Readonly<Record<string, Macro>> = {
  [macroKey('has', 1, false)]: has,
  [macroKey('all', 2, true)]: all(oneVar(simpleName)),
  [macroKey('exists', 2, true)]: exists(oneVar(simpleName)),
  [macroKey('exists_one', 2, true)]: existsOne(oneVar(simpleName)),
  [macroKey('map', 2, true)]: growing(oneVar(notIdent), 2, emptyList, append),
  [macroKey('map', 3, true)]: growing(oneVar(notIdent), 2, emptyList, append),
  [macroKey('filter', 2, true)]: filter,
}

/** The macros of optional values. */
export const optionalMacros: Readonly<Record<string, Macro>> = {
  [macroKey('optMap', 2, true)]: optional('optMap', (make, inner) => make.call('optional.of', inner)),
  [macroKey('optFlatMap', 2, true)]: optional('optFlatMap', (_make, inner) => inner),
}

/** The macros with two variables. */
export const twoVariableMacros: Readonly<Record<string, Macro>> = {
  [macroKey('all', 3, true)]: all(twoVars),
  [macroKey('exists', 3, true)]: exists(twoVars),
  [macroKey('existsOne', 3, true)]: existsOne(twoVars),
  [macroKey('exists_one', 3, true)]: existsOne(twoVars),
  [macroKey('transformList', 3, true)]: growing(twoVars, 3, emptyList, append),
  [macroKey('transformList', 4, true)]: growing(twoVars, 3, emptyList, append),
  [macroKey('transformMap', 3, true)]: growing(twoVars, 3, emptyMap, insert),
  [macroKey('transformMap', 4, true)]: growing(twoVars, 3, emptyMap, insert),
  [macroKey('transformMapEntry', 3, true)]: growing(twoVars, 3, emptyMap, insertEntry),
  [macroKey('transformMapEntry', 4, true)]: growing(twoVars, 3, emptyMap, insertEntry),
}

const bind: Macro = (make, target, [name, init, result]) => {
  if (target?.it.kind !== 'ident' || target.it.name !== 'cel') return undefined
  const accuVar = variable(name!, 'cel.bind() variable names must be simple identifiers')
  return make.loop({
    range: make.list(),
    iterVar: '#unused',
    accuVar,
    init: init!,
    condition: make.literal(false),
    step: make.ident(accuVar),
    result: result!,
  })
}

/** `cel.bind(name, value, expression)`. Upstream: cel-go ext/bindings.go */
export const bindMacros: Readonly<Record<string, Macro>> = { [macroKey('bind', 3, true)]: bind }
