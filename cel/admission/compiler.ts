// Compiling expressions of admission policies and match conditions. Upstream: k8s.io/apiserver/pkg/admission/plugin/cel/compile.go,
// composition.go
import { celDialect } from '../dialect.ts'
import { baseEnvironment, type Environment, type ExpressionKind } from '../environment.ts'
import { patchFunctions } from '../library/library.ts'
import { type Program, programOf } from '../program.ts'
import { type CelType, dynType, listOf, mapOf, objectType } from '../types/type.ts'
import { admissionObjects, objectsOf, patchObjects } from './types.ts'

/** The variables and types that an expression may use beside `object`. */
export interface OptionalVariables {
  readonly params: boolean
  readonly authorizer: boolean
  /** Object and JSONPatch, for mutations. */
  readonly patchTypes?: boolean
}

/** A compiled expression, or the error of compiling it. */
export type AdmissionCompiled =
  | { readonly error: string }
  | { readonly error?: undefined; readonly type: CelType; readonly program: Program }

/** The name of the object that holds the variables of a policy. */
export const variablesType = 'kubernetes.variables'

function variablesOf(minor: number, { params, authorizer }: OptionalVariables): Map<string, CelType> {
  return new Map([
    ['object', dynType],
    ['oldObject', dynType],
    ['request', objectType('kubernetes.AdmissionRequest')],
    ...(celDialect(minor).namespaceInAdmission
      ? [['namespaceObject', objectType('kubernetes.Namespace')] as const]
      : []),
    ...(params ? [['params', dynType] as const] : []),
    ...(authorizer && celDialect(minor).authorizerInAdmission
      ? [
          ['authorizer', objectType('kubernetes.authorization.Authorizer')] as const,
          ['authorizer.requestResource', objectType('kubernetes.authorization.ResourceCheck')] as const,
        ]
      : []),
  ])
}

const environments = new Map<string, Environment>()

function environmentFor(minor: number, kind: ExpressionKind, optional: OptionalVariables): Environment {
  const key = [minor, kind, optional.params, optional.authorizer, optional.patchTypes ?? false].join()
  const known = environments.get(key)
  if (known) return known
  const plain = baseEnvironment(minor, kind).extend({
    variables: variablesOf(minor, optional),
    objects: admissionObjects,
  })
  const made = optional.patchTypes
    ? plain.extend({ objects: patchObjects, functions: patchFunctions() })
    : plain
  environments.set(key, made)
  return made
}

const plainKinds = new Set([
  'any',
  'bool',
  'bytes',
  'double',
  'duration',
  'int',
  'null',
  'string',
  'timestamp',
  'uint',
])

/** What a later expression knows of a variable's type: of objects, that they are something. */
export function rememberedType(type: CelType | undefined): CelType {
  if (type === undefined) return dynType
  if (plainKinds.has(type.kind) && !type.nullable) return type
  if (type.kind === 'list') return listOf(rememberedType(type.params[0]))
  if (type.kind === 'map') return mapOf(rememberedType(type.params[0]), rememberedType(type.params[1]))
  return dynType
}

/** Compiles an expression; its type is to be one of `returns`, where any are given: else `wrongType` says so. */
export function compileIn(
  environment: Environment,
  expression: string,
  returns: readonly CelType[],
  wrongType: (returns: readonly CelType[], actual: string) => string,
): AdmissionCompiled {
  const compiled = environment.compile(expression)
  if (compiled.error !== undefined) return { error: `compilation failed: ${compiled.error}` }
  if (returns.length > 0 && !returns.some((one) => one.equals(compiled.type)))
    return { error: wrongType(returns, compiled.typeText) }
  const program = programOf(compiled.checked, environment.declarations)
  if ('error' in program) return { error: `program instantiation failed: ${program.error}` }
  return { type: compiled.type, program }
}

/** Compiles the expressions of one policy, whose variables later expressions can name. */
export class AdmissionCompiler {
  readonly #minor: number
  readonly #variables: Map<string, CelType> | undefined

  /** @param composes whether there is a name `variables` at all */
  constructor(minor: number, composes: boolean) {
    this.#minor = minor
    this.#variables = composes ? new Map() : undefined
  }

  /** Compiles an expression; its type is to be one of `returns`, where any are given. */
  compile(
    expression: string,
    optional: OptionalVariables,
    returns: readonly CelType[],
    kind: ExpressionKind,
  ): AdmissionCompiled {
    const environment = this.#environment(optional, kind)
    return compileIn(environment, expression, returns, (wanted, actual) => this.#wrongType(wanted, actual))
  }

  /** Compiles a variable, which later expressions may use by its name. */
  addVariable(
    name: string,
    expression: string,
    optional: OptionalVariables,
    kind: ExpressionKind,
  ): AdmissionCompiled {
    const result = this.compile(expression, optional, [], kind)
    const type = result.error === undefined ? result.type : undefined
    this.#variables?.set(name, rememberedType(type))
    return result
  }

  #environment(optional: OptionalVariables, kind: ExpressionKind): Environment {
    const environment = environmentFor(this.#minor, kind, optional)
    if (this.#variables === undefined) return environment
    return environment.extend({
      variables: new Map([['variables', objectType(variablesType)]]),
      objects: objectsOf(new Map([[variablesType, this.#variables]])),
    })
  }

  #wrongType(returns: readonly CelType[], actual: string): string {
    const { wrongTypeText } = celDialect(this.#minor)
    const wanted = returns.length === 1 ? `${returns[0]}` : `one of [${returns.join(' ')}]`
    return wrongTypeText.replace('%1', () => wanted).replace('%2', () => actual)
  }
}
