// Upstream: staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go

import { objectsOf } from '../../../cel/admission/types.ts'
import type { CostArgument } from '../../../cel/cost/call-estimates.ts'
import { estimateCost } from '../../../cel/cost/estimate.ts'
import type { Range } from '../../../cel/cost/range.ts'
import { baseEnvironment, type Environment, type ExpressionKind } from '../../../cel/environment.ts'
import { bindMacros } from '../../../cel/parser/macros.ts'
import { overloadFrom } from '../../../cel/types/signature.ts'
import {
  anyType,
  boolType,
  type CelType,
  dynType,
  mapOf,
  objectType,
  stringType,
} from '../../../cel/types/type.ts'

/** What gates give to expressions. */
export interface DeviceFeatures {
  /** `device.allowMultipleAllocations`: DRAConsumableCapacity. */
  readonly sharesDevices: boolean
  /** Attributes may be lists: DRAListTypeAttributes. */
  readonly listsAttributes: boolean
}

/** What is wrong with an expression, or the most that it can cost. */
export interface CompiledSelector {
  readonly error?: string
  readonly cost: bigint
}

const [mostKeys, mostDomain, mostIdentifier, mostValue] = [32n, 63n, 32n, 64n]
const deviceName = 'kubernetes.DRADevice'

/** Whether an attribute, which may be a list, is or holds a value. */
const includes = overloadFrom('dra_includes_dyn_dyn', 'dyn::includes(dyn) -> bool')

/** Compiles expressions over the variable `device`. */
export class DeviceCompiler {
  static readonly #known = new Map<string, DeviceCompiler>()
  readonly #minor: number
  readonly #environment: Environment
  readonly #results: readonly CelType[]

  private constructor(minor: number, kind: ExpressionKind, features: DeviceFeatures) {
    this.#minor = minor
    const attribute = features.listsAttributes ? dynType : anyType
    this.#results = features.listsAttributes ? [boolType, anyType, dynType] : [boolType, anyType]
    const fields = new Map<string, CelType>([
      ['driver', stringType],
      ['attributes', mapOf(stringType, mapOf(stringType, attribute))],
      ['capacity', mapOf(stringType, mapOf(stringType, objectType('kubernetes.Quantity')))],
      ...(features.sharesDevices ? [['allowMultipleAllocations', boolType] as const] : []),
    ])
    this.#environment = baseEnvironment(minor, kind).extend({
      variables: new Map([['device', objectType(deviceName)]]),
      macros: new Map(Object.entries(bindMacros)),
      functions: features.listsAttributes ? [includes] : [],
      objects: objectsOf(new Map([[deviceName, fields]])),
    })
  }

  /** The compiler of a release. */
  static of(minor: number, kind: ExpressionKind, features: DeviceFeatures): DeviceCompiler {
    const key = [minor, kind, features.sharesDevices, features.listsAttributes].join()
    const known = DeviceCompiler.#known.get(key) ?? new DeviceCompiler(minor, kind, features)
    DeviceCompiler.#known.set(key, known)
    return known
  }

  compile(expression: string): CompiledSelector {
    const compiled = this.#environment.compile(expression)
    if (compiled.error !== undefined) return { error: `compilation failed: ${compiled.error}`, cost: 0n }
    if (!this.#results.some((one) => one.equals(compiled.type)))
      return {
        error: `must evaluate to bool or the unknown type, not ${compiled.typeText}`,
        cost: 0n,
      }
    return { cost: estimateCost(compiled.checked, this.#minor, sizeOfDevice).max }
  }
}

const upTo = (max: bigint): Range => ({ min: 0n, max })

/** The sizes of what is inside of `device`, by how deep it stands. */
function sizeOfDevice({ path }: CostArgument): Range | undefined {
  const [variable, field, ...rest] = path
  if (variable !== 'device' || field === undefined) return undefined
  if (field === 'driver') return upTo(mostDomain)
  if (field === 'allowMultipleAllocations') return upTo(1n)
  if (rest.length === 0) return upTo(mostKeys)
  if (rest.at(-1) === '@keys') return upTo(rest.length === 1 ? mostDomain : mostIdentifier)
  if (rest.length === 1) return upTo(mostKeys)
  return field === 'attributes' ? upTo(mostValue) : undefined
}
