// Checking expressions of admission policies against the types of objects. Upstream: k8s.io/apiserver/pkg/admission/plugin/policy/validating/typechecking.go
import { baseEnvironment, type Environment, librariesOf } from '../environment.ts'
import { type DeclType, declaredObjects } from '../schema/decl-type.ts'
import { type CelType, dynType, objectType } from '../types/type.ts'
import { rememberedType, variablesType } from './compiler.ts'
import { admissionObjects, objectsOf } from './types.ts'

/** The types of the objects that expressions name, where they are known. */
export interface KnownTypes {
  readonly object: DeclType
  /** The type of the parameters; undefined: the policy has none. `type` undefined: nothing is known of them. */
  readonly params?: { readonly type: DeclType | undefined } | undefined
}

/** Checks the expressions of one policy against one type of objects. */
export class TypeChecker {
  readonly #environment: Environment
  readonly #variables = new Map<string, CelType>()

  constructor(minor: number, { object, params }: KnownTypes) {
    const known = [object, ...(params?.type ? [params.type] : [])]
    this.#environment = baseEnvironment(minor, 'stored')
      .extend({
        variables: new Map([
          ['object', object.type],
          ['oldObject', object.type],
          ['request', objectType('kubernetes.AdmissionRequest')],
          ['namespaceObject', objectType('kubernetes.Namespace')],
          ['authorizer', objectType('kubernetes.authorization.Authorizer')],
          ['variables', objectType(variablesType)],
          ...(params ? [['params', params.type?.type ?? dynType] as const] : []),
        ]),
        objects: admissionObjects,
      })
      .extend({ objects: declaredObjects(known, librariesOf(minor, 'stored').keywordsAsFields) })
      .extend({ objects: objectsOf(new Map([[variablesType, this.#variables]])) })
  }

  /** Adds a variable that later expressions may use. */
  addVariable(name: string, expression: string): void {
    const compiled = this.#environment.compile(expression)
    this.#variables.set(name, rememberedType(compiled.error === undefined ? compiled.type : undefined))
  }

  /** The error of an expression, as cel-go prints it; undefined: there is none. */
  problem(expression: string): string | undefined {
    return this.#environment.compile(expression).error
  }
}
