// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/plugin.go (compilePolicy), plugin/cel/composition.go
import type { MatchCondition, Variable } from '../../../api/admissionregistration-v1.ts'
import {
  type AdmissionCompiled,
  AdmissionCompiler,
  type OptionalVariables,
} from '../../../cel/admission/compiler.ts'
import { boolType, type CelType } from '../../../cel/types/type.ts'
import type { PolicySpec } from './policy.ts'

/** The text of an expression, and its program or the error of compiling it. */
export interface CompiledExpression {
  readonly text: string
  readonly compiled: AdmissionCompiled
}

/** A match condition that is compiled. */
export interface CompiledCondition extends CompiledExpression {
  readonly name: string
}

/** The variables and match conditions that the expressions of one policy share. */
export interface Composition {
  /** The compiled variables by name, in the order of the policy. */
  readonly variables: ReadonlyMap<string, CompiledExpression>
  readonly conditions: readonly CompiledCondition[]
  compile(text: string, optional: Partial<OptionalVariables>, returns: readonly CelType[]): CompiledExpression
}

/** Compiles what every policy has; an expression that cannot be compiled fails where it is evaluated. */
export function compose(spec: PolicySpec, minor: number): Composition {
  const params = spec.paramKind != null
  const compiler = new AdmissionCompiler(minor, true)
  const declared = { params, authorizer: true }
  const variables = new Map<string, CompiledExpression>()
  for (const { name = '', expression: text = '' } of (spec.variables ?? []) as readonly Variable[])
    variables.set(name, { text, compiled: compiler.addVariable(name, text, declared, 'stored') })
  const compile: Composition['compile'] = (text, optional, returns) => ({
    text,
    compiled: compiler.compile(text, { ...declared, ...optional }, returns, 'stored'),
  })
  const conditions = ((spec.matchConditions ?? []) as readonly MatchCondition[]).map(
    ({ name = '', expression = '' }) => ({ name, ...compile(expression, {}, [boolType]) }),
  )
  return { variables, conditions, compile }
}
