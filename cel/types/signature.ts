// Signatures of functions as libraries write them: `string::charAt(int) -> string`, `size(list(A)) -> int`.
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
  intType,
  listOf,
  mapOf,
  nullType,
  objectType,
  opaque,
  optionalOf,
  stringType,
  timestampType,
  typeOfType,
  typeParam,
  uintType,
} from './type.ts'

/** A signature of a function. */
export interface Overload {
  readonly id: string
  readonly name: string
  /** Whether it is called on a target, which is the first of its arguments. */
  readonly member: boolean
  readonly args: readonly CelType[]
  readonly result: CelType
  /** The names of the signature's type parameters. */
  readonly typeParams: readonly string[]
}

const simple: Readonly<Record<string, CelType>> = {
  bool: boolType,
  bytes: bytesType,
  double: doubleType,
  duration: durationType,
  dyn: dynType,
  int: intType,
  null: nullType,
  string: stringType,
  timestamp: timestampType,
  uint: uintType,
}

const opaqueNames = new Set(['net.IP', 'net.CIDR'])

function named(name: string): CelType {
  const known = Object.hasOwn(simple, name) ? simple[name] : undefined
  if (known) return known
  if (/^[A-Z]$/.test(name)) return typeParam(name)
  return opaqueNames.has(name) ? opaque(name) : objectType(name)
}

/** Splits at the commas that stand in no parentheses. */
function parts(text: string): string[] {
  const result: string[] = []
  let [depth, start] = [0, 0]
  for (let i = 0; i <= text.length; i++) {
    if (text[i] === '(') depth++
    if (text[i] === ')') depth--
    if (i < text.length && (text[i] !== ',' || depth > 0)) continue
    result.push(text.slice(start, i).trim())
    start = i + 1
  }
  return result.filter((one) => one !== '')
}

/** A type as signatures write it: `map(string, list(A))`, `optional(V)`, `type(A)`. */
export function typeFrom(text: string): CelType {
  const [, head, inner] = /^(\w+)\((.*)\)$/.exec(text) ?? []
  if (head === undefined) return named(text)
  const params = parts(inner!).map(typeFrom)
  if (head === 'list') return listOf(params[0]!)
  if (head === 'map') return mapOf(params[0]!, params[1]!)
  if (head === 'type') return typeOfType(params[0]!)
  return optionalOf(params[0]!)
}

const paramsOf = (type: CelType): string[] =>
  type.kind === 'typeParam' ? [type.name] : type.params.flatMap(paramsOf)

/** Reads a signature. */
export function overloadFrom(id: string, signature: string): Overload {
  const [, target, name, inner, resultText] =
    /^(?:(.+)::)?([^\s(:]+|_\?_:_)\((.*)\) -> (.+)$/.exec(signature) ?? []
  if (name === undefined) throw new Error(`no signature: ${signature}`)
  const args = [...(target === undefined ? [] : [target]), ...parts(inner!)].map(typeFrom)
  const result = typeFrom(resultText!)
  const typeParams = [...new Set([...args, result].flatMap(paramsOf))]
  return { id, name, member: target !== undefined, args, result, typeParams }
}
