// What names mean. Upstream: cel-go checker/env.go, scopes.go; k8s.io/apiserver/pkg/cel/types.go (DeclTypeProvider)

import type { Overload } from '../types/signature.ts'
import {
  bytesType,
  CelType,
  dynType,
  intType,
  listOf,
  mapOf,
  stringType,
  typeOfType,
  wellKnownTypes,
} from '../types/type.ts'

/** The objects that an environment knows. */
export interface ObjectTypes {
  /** The fields of an object by their names; undefined where there is no such object. */
  fields(name: string): ReadonlyMap<string, CelType> | undefined
  /** The object type of this name; undefined: there is none. */
  type(name: string): CelType | undefined
}

const messageFields: Readonly<Record<string, ReadonlyMap<string, CelType>>> = {
  'google.protobuf.Any': new Map([
    ['type_url', stringType],
    ['value', bytesType],
  ]),
  'google.protobuf.Timestamp': new Map([
    ['seconds', intType],
    ['nanos', intType],
  ]),
  'google.protobuf.Duration': new Map([
    ['seconds', intType],
    ['nanos', intType],
  ]),
  'google.protobuf.Struct': new Map([['fields', mapOf(stringType, dynType)]]),
  'google.protobuf.ListValue': new Map([['values', listOf(dynType)]]),
}

/** The fields of a message of protocol buffers that is a type of CEL's own; undefined for any other. */
export function wellKnownFields(name: string): ReadonlyMap<string, CelType> | undefined {
  const type = Object.hasOwn(wellKnownTypes, name) ? wellKnownTypes[name]! : undefined
  if (type?.nullable) return new Map([['value', new CelType(type.kind, type.name)]])
  return Object.hasOwn(messageFields, name) ? messageFields[name] : undefined
}

/** Variables, functions and types by their names. */
export interface Declarations {
  readonly variables: ReadonlyMap<string, CelType>
  readonly functions: ReadonlyMap<string, readonly Overload[]>
  /** Names of types as they are written in expressions: `int`. */
  readonly types: ReadonlyMap<string, CelType>
  readonly objects: ObjectTypes
  /** Whether numbers of different types are compared outside of loops. */
  readonly comparesAcrossNumbers: boolean
}

/** A variable of a loop, or of the environment. */
export class Scope {
  readonly #declarations: Declarations
  readonly #own: ReadonlyMap<string, CelType>
  readonly #outer: Scope | undefined

  constructor(
    declarations: Declarations,
    own: ReadonlyMap<string, CelType> = declarations.variables,
    outer?: Scope,
  ) {
    this.#declarations = declarations
    this.#own = own
    this.#outer = outer
  }

  with(variables: ReadonlyMap<string, CelType>): Scope {
    return new Scope(this.#declarations, variables, this)
  }

  #variable(name: string): CelType | undefined {
    return this.#own.get(name) ?? (this.#outer ? this.#outer.#variable(name) : undefined)
  }

  /** The type of what a name stands for, and the name without its leading dot. */
  lookup(written: string): { name: string; type: CelType } | undefined {
    const name = written.startsWith('.') ? written.slice(1) : written
    const type = this.#variable(name) ?? this.#typeNamed(name)
    return type === undefined ? undefined : { name, type }
  }

  #typeNamed(name: string): CelType | undefined {
    const { types, objects } = this.#declarations
    const known = Object.hasOwn(wellKnownTypes, name) ? wellKnownTypes[name] : undefined
    const type = types.get(name) ?? objects.type(name) ?? known
    return type === undefined ? undefined : typeOfType(type)
  }
}

/** Comparisons between an int, an uint and a double. */
export const acrossNumbers =
  /^(less|greater)(_equals)?_(int64_(double|uint64)|uint64_(double|int64)|double_(int64|uint64))$/
