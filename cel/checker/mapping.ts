// Binding type parameters. Upstream: cel-go checker/types.go, mapping.go
import { CelType, dynType, formatType, listOf, mapOf, typeOfType } from '../types/type.ts'

/** The types that type parameters are bound to, by name. */
export type Mapping = Map<string, CelType>
type Known = Pick<Mapping, 'get' | 'size'>

/** Bindings upon others, which learn of them where all goes well: a copy for each call takes a time that grows with the square of their number. */
class Bindings implements Known {
  readonly #below: Mapping
  readonly #own: Mapping = new Map()

  constructor(below: Mapping) {
    this.#below = below
  }

  get size(): number {
    return this.#below.size + this.#own.size
  }
  get(name: string): CelType | undefined {
    return this.#own.get(name) ?? this.#below.get(name)
  }
  set(name: string, type: CelType): void {
    this.#own.set(name, type)
  }
  keep(): void {
    for (const [name, type] of this.#own) this.#below.set(name, type)
  }
}

const isDynOrError = (type: CelType): boolean => type.isDyn || type.kind === 'error'
const isParam = ({ kind }: CelType): boolean => kind === 'typeParam'

/** The value type of an optional type; undefined for other types. */
export const unwrapOptional = (type: CelType): CelType | undefined =>
  type.kind === 'opaque' && type.name === 'optional_type' ? type.params[0] : undefined

const bound = (mapping: Known, type: CelType): CelType | undefined =>
  mapping.size === 0 ? undefined : mapping.get(formatType(type))

/** Whether a type is less specific than the other, or the same. */
function lessSpecific(a: CelType, b: CelType): boolean {
  if (a.isDyn || isParam(a)) return true
  if (b.isDyn || isParam(b)) return false
  if (a.kind !== b.kind) return false
  switch (a.kind) {
    case 'opaque':
      return a.name === b.name && a.params.length === b.params.length && eachLessSpecific(a, b)
    case 'list':
    case 'map':
      return eachLessSpecific(a, b)
    case 'type':
      return true
    default:
      return a.equals(b)
  }
}
const eachLessSpecific = (a: CelType, b: CelType): boolean =>
  a.params.every((one, i) => lessSpecific(one, b.params[i]!))

/** The more general of two types that agree. */
export const mostGeneral = (a: CelType, b: CelType): CelType => (lessSpecific(a, b) ? a : b)

/** Whether `type` does not occur in `within`. */
function notIn(mapping: Known, type: CelType, within: CelType): boolean {
  if (type.equals(within)) return false
  if (isParam(within)) {
    const behind = bound(mapping, within)
    return behind === undefined || notIn(mapping, type, behind)
  }
  return within.params.every((one) => notIn(mapping, type, one))
}

/** Whether `param` may stand for `type`, and whether it stood for something. */
function substitutes(mapping: Bindings, type: CelType, param: CelType): { valid: boolean; had: boolean } {
  if (type.kind === param.kind && type.equals(param)) return { valid: true, had: true }
  const behind = bound(mapping, param)
  if (behind !== undefined) {
    if (type.kind === behind.kind && type.equals(behind)) return { valid: true, had: true }
    if (!assignable(mapping, type, behind)) return { valid: false, had: true }
    const general = mostGeneral(type, behind)
    if (notIn(mapping, param, general)) mapping.set(formatType(param), general)
    return { valid: true, had: true }
  }
  if (!notIn(mapping, param, type)) return { valid: false, had: false }
  mapping.set(formatType(param), type)
  return { valid: true, had: false }
}

const nullable = new Set(['opaque', 'struct', 'any', 'duration', 'timestamp'])
const takesNull = (type: CelType): boolean => nullable.has(type.kind) || type.nullable || type.kind === 'null'

function assignable(mapping: Bindings, a: CelType, b: CelType): boolean {
  if (isParam(b)) {
    const { valid, had } = substitutes(mapping, a, b)
    if (valid) return true
    if (had) return false
  }
  if (isParam(a)) return substitutes(mapping, b, a).valid
  if (isDynOrError(a) || isDynOrError(b)) return true
  if (a.kind === 'null') return takesNull(b)
  if (b.kind === 'null') return takesNull(a)
  switch (a.kind) {
    case 'type':
      return b.kind === 'type'
    case 'opaque':
    case 'list':
    case 'map':
      return a.kind === b.kind && a.name === b.name && eachAssignable(mapping, a.params, b.params)
    default:
      return b.takes(a)
  }
}

const eachAssignable = (mapping: Bindings, a: readonly CelType[], b: readonly CelType[]): boolean =>
  a.length === b.length && a.every((one, i) => assignable(mapping, one, b[i]!))

/** Whether each of `a` may stand where `b` is wanted. Only then `mapping` has the bindings under which that is so. */
export function assign(mapping: Mapping, a: readonly CelType[], b: readonly CelType[]): boolean {
  const bindings = new Bindings(mapping)
  const isRight = eachAssignable(bindings, a, b)
  if (isRight) bindings.keep()
  return isRight
}

/** A type with what its parameters stand for. @param toDyn what a free parameter becomes: dyn, or itself */
export function substitute(mapping: Known, type: CelType, toDyn: boolean): CelType {
  const behind = bound(mapping, type)
  if (behind !== undefined) return substitute(mapping, behind, toDyn)
  if (isParam(type)) return toDyn ? dynType : type
  if (type.params.length === 0) return type
  const params = type.params.map((one) => substitute(mapping, one, toDyn))
  if (type.kind === 'list') return listOf(params[0]!)
  if (type.kind === 'map') return mapOf(params[0]!, params[1]!)
  if (type.kind === 'type') return typeOfType(params[0]!)
  return new CelType(type.kind, type.name, params)
}
