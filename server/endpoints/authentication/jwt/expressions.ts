// Upstream: staging/src/k8s.io/apiserver/pkg/authentication/cel/{compile,mapper,interface}.go
import { objectsOf } from '../../../../cel/admission/types.ts'
import { children, type Expr } from '../../../../cel/common/ast.ts'
import { baseEnvironment, type Environment } from '../../../../cel/environment.ts'
import { type Program, programOf } from '../../../../cel/program.ts'
import { typeFrom } from '../../../../cel/types/signature.ts'
import { anyType, boolType, mapOf, objectType, stringType } from '../../../../cel/types/type.ts'
import type { CelValue } from '../../../../cel/values/value.ts'

/** The subject of an expression: the claims of a token, or the user that they are mapped to. */
export type Subject = 'claims' | 'user'

/** A compiled expression, or the error of compiling it. */
export type CompiledExpression =
  | { readonly error: string }
  | { readonly error?: undefined; readonly text: string; readonly expr: Expr; readonly program: Program }

/** An expression that can be evaluated. */
export type Runnable = Exclude<CompiledExpression, { error: string }>

const userType = 'kubernetes.UserInfo'
const userFields = new Map(
  Object.entries({
    username: 'string',
    uid: 'string',
    groups: 'list(string)',
    extra: 'map(string, list(string))',
  }).map(([name, type]) => [name, typeFrom(type)] as const),
)

const environments = new Map<string, Environment>()

function environmentFor(minor: number, subject: Subject): Environment {
  const key = `${minor} ${subject}`
  let known = environments.get(key)
  if (known === undefined) {
    const type = subject === 'claims' ? mapOf(stringType, anyType) : objectType(userType)
    known = baseEnvironment(minor, 'stored').extend({
      variables: new Map([[subject, type]]),
      objects: objectsOf(new Map([[userType, userFields]])),
    })
    environments.set(key, known)
  }
  return known
}

/** Compiles an expression. @param isCondition it must be of type bool */
export function compileExpression(
  text: string,
  subject: Subject,
  isCondition: boolean,
  minor: number,
): CompiledExpression {
  const environment = environmentFor(minor, subject)
  const compiled = environment.compile(text)
  if (compiled.error !== undefined) return { error: `compilation failed: ${compiled.error}` }
  if (isCondition && !compiled.type.equals(boolType)) return { error: 'must evaluate to bool' }
  const program = programOf(compiled.checked, environment.declarations)
  if ('error' in program) return { error: `program instantiation failed: ${program.error}` }
  return { text, expr: compiled.checked.expr, program }
}

/** The value of an expression. Throws an Error with upstream's text. */
export function evaluated({ text, program }: Runnable, subject: Subject, value: CelValue): CelValue {
  const result = program.evaluate({ [subject]: value })
  if (result.error !== undefined) throw new Error(`expression '${text}' resulted in error: ${result.error}`)
  return result.value
}

/** Whether an expression selects a claim: `claims.email`, `claims.?email`, `has(claims.email)`. */
export function selectsClaim(expr: Expr, claim: string): boolean {
  const { it } = expr
  if (it.kind === 'select' && it.field === claim && isClaims(it.operand)) return true
  if (it.kind === 'call' && it.name === '_?._' && it.args.length === 2 && isClaims(it.args[0]!)) {
    const key = it.args[1]!.it
    if (key.kind === 'literal' && key.value === claim) return true
  }
  return children(expr).some((part) => selectsClaim(part, claim))
}

const isClaims = ({ it }: Expr): boolean => it.kind === 'ident' && it.name === 'claims'
