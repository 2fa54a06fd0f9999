// Calls of string.format with a literal format and a literal list. Upstream: cel-go ext/formatting.go (stringFormatValidator)
import type { Expr } from '../common/ast.ts'
import type { CelIssue, IssueAt } from '../common/source.ts'
import { FormatError, interpolate, wrongType } from '../library/format-clauses.ts'
import type { TypeKind } from '../types/type.ts'
import type { Checked } from './check.ts'

const takes: Readonly<Record<string, readonly TypeKind[]>> = {
  s: [
    'list',
    'map',
    'int',
    'uint',
    'double',
    'bool',
    'string',
    'timestamp',
    'bytes',
    'duration',
    'type',
    'null',
  ],
  d: ['int', 'uint'],
  f: ['double', 'string'],
  e: ['double', 'string'],
  b: ['int', 'uint', 'bool'],
  x: ['int', 'uint', 'string', 'bytes'],
  o: ['int', 'uint'],
}

/** The issues of all such calls. */
export function formatIssues(exprs: readonly Expr[], checked: Checked, at: IssueAt): CelIssue[] {
  return exprs.flatMap((expr) => {
    const { it } = expr
    if (it.kind !== 'call' || it.name !== 'format' || it.target?.it.kind !== 'literal') return []
    const [list] = it.args
    const format = it.target.it.value
    if (it.args.length !== 1 || list?.it.kind !== 'list' || typeof format !== 'string') return []
    return callIssues(expr, format, list.it.elements, checked, at)
  })
}

function callIssues(
  call: Expr,
  format: string,
  args: readonly Expr[],
  checked: Checked,
  at: IssueAt,
): CelIssue[] {
  let used = 0
  try {
    interpolate(format, args.length, (index, letter) => {
      used++
      const wrong = wrongArgument(args[index]!, letter.toLowerCase(), checked)
      if (wrong) throw wrongType(letter, checked.type(wrong).name, wrong.id)
      return ''
    })
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return [at(error.id ?? call.id, error.message)]
  }
  if (args.length <= used) return []
  return [at(call.id, `too many arguments supplied to string.format (expected ${used}, got ${args.length})`)]
}

/** The argument, or what it holds, that the clause does not take. */
function wrongArgument(arg: Expr, letter: string, checked: Checked): Expr | undefined {
  const { kind } = checked.type(arg)
  if (kind !== 'dyn' && !takes[letter]!.includes(kind)) return arg
  if (letter !== 's') return undefined
  const parts =
    arg.it.kind === 'list'
      ? arg.it.elements
      : arg.it.kind === 'map'
        ? arg.it.entries.flatMap(({ key, value }) => [key, value])
        : []
  for (const part of parts) {
    const wrong = wrongArgument(part, letter, checked)
    if (wrong) return wrong
  }
  return undefined
}
