// Literals that can never be what they are written for. Upstream: cel-go cel/validator.go
import { children, type Expr, type ExprOf } from '../common/ast.ts'
import type { CelIssue, IssueAt } from '../common/source.ts'
import { regexOf } from '../library/regex.ts'
import type { Parsed } from '../parser/parse.ts'
import { type CelType, formatType } from '../types/type.ts'
import { convert } from '../values/convert.ts'
import { CelError, type CelValue } from '../values/value.ts'
import type { Checked } from './check.ts'
import { formatIssues } from './format-calls.ts'
import { unwrapOptional } from './mapping.ts'

/** The kinds of literals that are checked. */
export interface LiteralChecks {
  /** Durations, times and regular expressions. */
  readonly values: boolean
  /** Clauses of string.format and their arguments, which may be of different types. */
  readonly formats: boolean
  /** Elements of lists and entries of maps, which are of one type. */
  readonly elements: boolean
  /** Whether what calls in the arguments of string.format are given is free, too. */
  readonly freesCallsInFormats: boolean
}

function all(expr: Expr, into: Expr[] = []): Expr[] {
  into.push(expr)
  for (const one of children(expr)) all(one, into)
  return into
}

/** Below the calls of format, whose arguments are of any type. */
function exempt(expr: Expr, inside: boolean, calls: boolean, into = new Set<Expr>()): Set<Expr> {
  if (inside) into.add(expr)
  const isCall = expr.it.kind === 'call'
  const isFormat = expr.it.kind === 'call' && expr.it.name === 'format'
  const within = isFormat || (inside && (calls || !isCall))
  for (const one of children(expr)) exempt(one, within, calls, into)
  return into
}

/** The errors of literals in an expression that type checking found right. */
export function invalidLiterals(checked: Checked, parsed: Parsed, checks: LiteralChecks): CelIssue[] {
  const exprs = all(checked.expr)
  const free = checks.formats ? exempt(checked.expr, false, checks.freesCallsInFormats) : new Set<Expr>()
  const at = (id: number, message: string): CelIssue => ({ location: parsed.location(id), message })
  const mixed = checks.elements
    ? exprs.filter((one) => !free.has(one)).flatMap((one) => mixedElements(one, checked, at))
    : []
  const values = checks.values ? exprs.flatMap((one) => badArgument(one, at)) : []
  return [...mixed, ...values, ...(checks.formats ? formatIssues(exprs, checked, at) : [])]
}

function mixedElements({ it }: Expr, checked: Checked, at: IssueAt): CelIssue[] {
  if (it.kind === 'list') return mixedList(it, checked, at)
  return it.kind === 'map' ? mixedMap(it, checked, at) : []
}

/** Whether two types are equal apart from the names of their type parameters. */
const equivalent = (a: CelType, b: CelType): boolean =>
  a.kind === b.kind &&
  (a.kind === 'typeParam' || a.name === b.name) &&
  a.params.length === b.params.length &&
  a.params.every((one, i) => equivalent(one, b.params[i]!))

const differs = (id: number, expected: CelType, actual: CelType, at: IssueAt): CelIssue[] =>
  equivalent(expected, actual)
    ? []
    : [at(id, `expected type '${formatType(expected)}' but found '${formatType(actual)}'`)]

function mixedList({ elements, optionals }: ExprOf<'list'>, { type }: Checked, at: IssueAt): CelIssue[] {
  const types = elements.map((one, i) => (optionals.has(i) ? inner(type(one)) : type(one)))
  for (const [i, one] of types.entries()) {
    const found = differs(elements[i]!.id, types[0]!, one, at)
    if (found.length > 0) return found
  }
  return []
}
const inner = (type: CelType): CelType => unwrapOptional(type) ?? type

function mixedMap({ entries }: ExprOf<'map'>, { type }: Checked, at: IssueAt): CelIssue[] {
  const valueType = ({ value, optional }: (typeof entries)[number]): CelType =>
    optional ? inner(type(value)) : type(value)
  const [first] = entries
  if (first === undefined) return []
  return entries.flatMap((entry) => [
    ...differs(entry.key.id, type(first.key), type(entry.key), at),
    ...differs(entry.value.id, valueType(first), valueType(entry), at),
  ])
}

const isError = (value: unknown): boolean => value instanceof CelError

/** The functions whose first argument is checked, and how. */
const argumentChecks: Readonly<Record<string, (value: CelValue) => boolean>> = {
  duration: (value) => isError(convert(value, 'google.protobuf.Duration')),
  timestamp: (value) => isError(convert(value, 'google.protobuf.Timestamp')),
  matches: (value) => typeof value === 'string' && isError(regexOf(value)),
}

function badArgument({ it }: Expr, at: IssueAt): CelIssue[] {
  if (it.kind !== 'call' || !Object.hasOwn(argumentChecks, it.name)) return []
  const [arg] = it.args
  if (arg?.it.kind !== 'literal' || !argumentChecks[it.name]!(arg.it.value)) return []
  return [at(arg.id, `invalid ${it.name} argument`)]
}
