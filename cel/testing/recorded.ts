// What the CEL of real releases answered, and the same questions put to this one. Recorded by scripts/record/go/programs/cel.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { packageRoot } from '../../component-base/package-root.ts'
import { estimateCost } from '../cost/estimate.ts'
import { baseEnvironment, type Environment, librariesOf } from '../environment.ts'
import type { Variables } from '../interpreter/frame.ts'
import { type Authorize, authorizerValue } from '../library/functions/authorizer.ts'
import { programOf } from '../program.ts'
import { type DeclType, declaredObjects, declaredSizes, declTypeOf } from '../schema/decl-type.ts'
import type { StructuralSchema } from '../schema/structural.ts'
import { schemaValue } from '../schema/values.ts'
import { typeFrom } from '../types/signature.ts'
import type { CelType } from '../types/type.ts'
import type { CelValue } from '../values/value.ts'
import { printed } from './printed.ts'

/** A variable: a type with a value as an expression, or a schema with an object. */
interface Variable {
  readonly type?: string
  readonly value?: string
  readonly schema?: StructuralSchema
  readonly object?: unknown
}

/** The recorded result of an expression: its errors, or its type, cost, value or failure, and what it spent. */
export interface Answer {
  readonly error?: string
  readonly type?: string
  readonly cost?: readonly string[]
  readonly value?: string
  readonly failed?: string
  readonly spent?: string
}

/** The recorded answers of a release. */
export interface Recording {
  readonly stored: boolean
  readonly sets: Readonly<Record<string, Readonly<Record<string, Variable>>>>
  readonly cases: readonly (readonly [set: string, expression: string, answer: Answer])[]
}

/** Reads the recording of a release: `1.36`. */
export const recordingOf = (release: string): Recording =>
  JSON.parse(
    gunzipSync(readFileSync(join(packageRoot, `e2e/golden/cel/${release}.json.gz`))).toString('utf8'),
  ) as Recording

/** The authorizer of the recording program, which allows only reads. */
const readsOnly: Authorize = ({ verb, user, ...asked }) => {
  if (verb === 'get') return { allowed: true, reason: 'reads' }
  if (verb === 'fail') return { allowed: false, reason: '', error: 'cannot tell' }
  const { path = '', group = '', resource = '', subresource = '', name = '', namespace = '' } = asked
  return {
    allowed: false,
    reason: `${path} ${group}/${resource}/${subresource}/${name} ${namespace} ${user}`,
  }
}

const celType = (text: string): CelType =>
  typeFrom(
    text.replace('null_type', 'null').replace(/google\.protobuf\.(\w+)/, (_all, name) => name.toLowerCase()),
  )

function evaluated(expression: string, environment: Environment): CelValue {
  const compiled = environment.compile(expression)
  if (compiled.error !== undefined) throw new Error(compiled.error)
  const program = programOf(compiled.checked, environment.declarations)
  if ('error' in program) throw new Error(program.error)
  const result = program.evaluate({})
  if (result.error !== undefined) throw new Error(result.error)
  return result.value
}

/** Asks this CEL as a release was asked. */
export class Asker {
  readonly #minor: number
  readonly #environment: Environment
  readonly #values: Record<string, CelValue> = {}
  readonly #decls = new Map<string, DeclType>()

  constructor(minor: number, stored: boolean, variables: Readonly<Record<string, Variable>>) {
    this.#minor = minor
    const types = new Map<string, CelType>()
    for (const [name, variable] of Object.entries(variables)) types.set(name, this.#declare(name, variable))
    const kind = stored ? 'stored' : 'new'
    const { keywordsAsFields } = librariesOf(minor, kind)
    this.#environment = baseEnvironment(minor, kind).extend({
      variables: types,
      objects: declaredObjects([...this.#decls.values()], keywordsAsFields),
    })
  }

  #declare(name: string, { type, value, schema, object }: Variable): CelType {
    if (schema) {
      const decl = declTypeOf(schema, `selfType${name}`)!
      this.#decls.set(name, decl)
      this.#values[name] = schemaValue(object, schema)
      return decl.type
    }
    this.#values[name] =
      value === undefined
        ? authorizerValue('jane', readsOnly)
        : evaluated(value, baseEnvironment(this.#minor, 'stored'))
    return celType(type!)
  }

  ask(expression: string): Answer {
    const compiled = this.#environment.compile(expression)
    if (compiled.error !== undefined) return { error: compiled.error }
    const { min, max } = estimateCost(compiled.checked, this.#minor, declaredSizes(this.#decls))
    const answer = { type: compiled.typeText, cost: [`${min}`, `${max}`] }
    const program = programOf(compiled.checked, this.#environment.declarations)
    if ('error' in program) return { ...answer, failed: `program: ${program.error}` }
    const result = program.evaluate(this.#values as Variables)
    if (result.error === undefined)
      return { ...answer, value: printed(result.value), spent: `${result.cost}` }
    const spent = result.exceeded ? {} : { spent: `${result.cost}` }
    return { ...answer, failed: result.error, ...spent }
  }
}
