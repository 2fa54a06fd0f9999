// Finding what a call runs, by the types of its arguments. Upstream: cel-go common/decls
import { implementations, singletons } from '../library/functions/index.ts'
import type { Overload } from '../types/signature.ts'
import type { CelType } from '../types/type.ts'
import { CelError, type CelValue, isList, isMap, typeOf } from '../values/value.ts'

/** Runs a function on values, of which none is an error. */
export type Call = (args: readonly CelValue[]) => CelValue

/** Whether a value is of a type, as far as its first element tells. */
function fits(type: CelType, value: CelValue): boolean {
  if (type.isDyn || type.kind === 'typeParam' || (type.nullable && value === null)) return true
  if (type.name !== typeOf(value).name) return false
  if (type.kind === 'list' && isList(value)) return value.length === 0 || fits(type.params[0]!, value.at(0))
  if (type.kind === 'map' && isMap(value)) {
    for (const key of value.keys())
      return fits(type.params[0]!, key) && fits(type.params[1]!, value.get(key)!)
  }
  return true
}

function allFit(types: readonly CelType[], values: readonly CelValue[]): boolean {
  if (types.length !== values.length) return false
  for (let i = 0; i < types.length; i++) if (!fits(types[i]!, values[i]!)) return false
  return true
}

/** The function of a call that may mean some overloads. */
export function bind(name: string, overloads: readonly Overload[]): Call {
  const singleton = Object.hasOwn(singletons, name) ? singletons[name] : undefined
  if (singleton) return singleton
  const known = overloads.map(({ id, args }) => ({
    types: args,
    run: Object.hasOwn(implementations, id) ? implementations[id] : undefined,
  }))
  return (args) => {
    for (const { types, run } of known)
      if (allFit(types, args)) return run === undefined ? noOverload(name, args) : run(args)
    return noOverload(name, args)
  }
}

const noOverload = (name: string, args: readonly CelValue[]): CelError =>
  new CelError(`no such overload: ${name}(${args.map((one) => typeOf(one).name).join(', ')})`)
