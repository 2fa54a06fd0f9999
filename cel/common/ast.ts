// Expressions as trees. Upstream: cel-go common/ast
import type { CelValue } from '../values/value.ts'

/** An expression of a kind. The checker writes resolved names into it. */
export type ExprKind =
  | { kind: 'unspecified' }
  | { kind: 'literal'; value: CelValue }
  | { kind: 'ident'; name: string }
  | { kind: 'select'; operand: Expr; field: string; testOnly: boolean }
  | { kind: 'call'; name: string; target?: Expr; args: Expr[] }
  | { kind: 'list'; elements: Expr[]; optionals: ReadonlySet<number> }
  | { kind: 'map'; entries: MapEntry[] }
  | { kind: 'struct'; typeName: string; fields: StructField[] }
  | ComprehensionKind

/** A loop over a list or a map, with a result that grows by each step. */
export interface ComprehensionKind {
  kind: 'comprehension'
  range: Expr
  iterVar: string
  /** The second variable: the element beside its index, or the value beside its key. */
  iterVar2?: string
  accuVar: string
  init: Expr
  condition: Expr
  step: Expr
  result: Expr
}

/** A key with its value, which is there or not where it is optional. */
export interface MapEntry {
  id: number
  key: Expr
  value: Expr
  optional: boolean
}

/** A field of a message with its value, which is there or not where it is optional. */
export interface StructField {
  id: number
  name: string
  value: Expr
  optional: boolean
}

/** An expression, with its number in the tree. */
export interface Expr {
  readonly id: number
  it: ExprKind
}

/** An expression of a known kind. */
export type ExprOf<K extends ExprKind['kind']> = Extract<ExprKind, { kind: K }>

/** The variable that a loop's result grows in. No expression can name it. */
export const accumulator = '@result'

/** `a.b.c` where the expression is a name with selections; undefined otherwise. */
export function qualifiedName({ it }: Expr): string | undefined {
  if (it.kind === 'ident') return it.name
  if (it.kind !== 'select' || it.testOnly) return undefined
  const before = qualifiedName(it.operand)
  return before === undefined ? undefined : `${before}.${it.field}`
}

/** The direct subexpressions of an expression. */
export function children({ it }: Expr): readonly Expr[] {
  switch (it.kind) {
    case 'select':
      return [it.operand]
    case 'call':
      return it.target ? [it.target, ...it.args] : it.args
    case 'list':
      return it.elements
    case 'map':
      return it.entries.flatMap(({ key, value }) => [key, value])
    case 'struct':
      return it.fields.map(({ value }) => value)
    case 'comprehension':
      return [it.range, it.init, it.condition, it.step, it.result]
    default:
      return []
  }
}
