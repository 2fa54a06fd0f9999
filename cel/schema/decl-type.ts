// The types of objects that a schema describes, with the sizes that they can have. Upstream: k8s.io/apiserver/pkg/cel/common/schemas.go,
// pkg/cel/types.go
import type { ObjectTypes } from '../checker/declarations.ts'
import type { SizeAt } from '../cost/call-estimates.ts'
import {
  boolType,
  bytesType,
  CelType,
  doubleType,
  durationType,
  dynType,
  intType,
  listOf,
  mapOf,
  stringType,
  timestampType,
} from '../types/type.ts'
import { escapedName, type StructuralSchema, valuesOf, withTypeAndMeta } from './structural.ts'

/** A type with the size limits that a request's body sets. */
export interface DeclType {
  readonly type: CelType
  /** The most elements of a list or a map, characters of a text. */
  readonly maxElements: bigint
  /** The size in bytes of the shortest JSON of a value. */
  readonly minSize: number
  readonly element?: DeclType
  readonly fields?: ReadonlyMap<string, DeclType>
}

/** The parts of a schema from which a release derives sizes. */
export interface SizeRules {
  /** maxLength where a value may be an integer or a text. */
  readonly limitsIntOrString: boolean
  /** The longest value of an enum. */
  readonly measuresEnums: boolean
}

const currentRules: SizeRules = { limitsIntOrString: true, measuresEnums: true }

const maxRequest = 3 * 1024 * 1024
const most = (count: number): bigint => BigInt(Math.max(Math.trunc(count), 0))

/** Upstream knows no size of what is no text, list or map, and takes it for 0. */
const scalar = (type: CelType, minSize: number, maxElements = 0n): DeclType => ({
  type,
  minSize,
  maxElements,
})

/** The longest text with quotes that a format has, in JSON. */
const dateTimeSize = 32
const dateSize = 12

function textType({ format, maxLength, enum: values = [] }: StructuralSchema, rules: SizeRules): DeclType {
  switch (format) {
    case 'byte':
      return scalar(bytesType, 2, most(maxLength ?? maxRequest - 2))
    case 'duration':
      return scalar(durationType, 3, most(dateTimeSize))
    case 'date':
      return scalar(timestampType, dateSize, most(dateSize))
    case 'date-time':
      return scalar(timestampType, 21, most(dateTimeSize))
    default: {
      if (maxLength !== undefined) return scalar(stringType, 2, most(maxLength * 4))
      const lengths = values.map((one) => (typeof one === 'string' ? Buffer.byteLength(one) : 0))
      return scalar(
        stringType,
        2,
        most(lengths.length > 0 && rules.measuresEnums ? Math.max(...lengths) : maxRequest - 2),
      )
    }
  }
}

function listType(
  { items, maxItems }: StructuralSchema,
  name: string,
  rules: SizeRules,
): DeclType | undefined {
  const element = items && declTypeOf(items, `${name}.@idx`, isEmbedded(items), rules)
  if (!element) return undefined
  const maxElements = most(maxItems ?? (maxRequest - 2) / (element.minSize + 1))
  return { type: listOf(element.type), minSize: 2, maxElements, element }
}

function objectType(schema: StructuralSchema, name: string, rules: SizeRules): DeclType | undefined {
  const values = valuesOf(schema)
  if (values) {
    const element = declTypeOf(values, `${name}.@elem`, isEmbedded(values), rules)
    if (!element) return undefined
    const maxElements = most(schema.maxProperties ?? (maxRequest - 2) / (element.minSize + 6))
    return { type: mapOf(stringType, element.type), minSize: 2, maxElements, element }
  }
  const required = new Set(schema.required)
  const fields = new Map<string, DeclType>()
  let minSize = 2
  for (const [field, property] of Object.entries(schema.properties ?? {})) {
    const escaped = escapedName(field)
    const type = declTypeOf(property, `${name}.${escaped}`, isEmbedded(property), rules)
    if (!type) continue
    if (escaped !== undefined) fields.set(escaped, type)
    if (required.has(field) && property.default === undefined)
      minSize += Buffer.byteLength(field) + type.minSize + 4
  }
  return { type: new CelType('struct', name), minSize, maxElements: 0n, fields }
}

const isEmbedded = (schema: StructuralSchema): boolean => schema['x-kubernetes-embedded-resource'] === true

/** The type of what a schema describes; undefined where it says too little. @param name what its objects are called */
export function declTypeOf(
  schema: StructuralSchema,
  name: string,
  isResource = isEmbedded(schema),
  rules = currentRules,
): DeclType | undefined {
  if (schema['x-kubernetes-int-or-string']) {
    const { maxLength } = schema
    const isLimited = maxLength !== undefined && rules.limitsIntOrString
    return scalar(dynType, 1, most(isLimited ? maxLength * 4 : maxRequest - 2))
  }
  const whole = isResource ? withTypeAndMeta(schema) : schema
  switch (whole.type) {
    case 'array':
      return listType(whole, name, rules)
    case 'object':
      return objectType(whole, name, rules)
    case 'string':
      return textType(whole, rules)
    case 'boolean':
      return scalar(boolType, 4)
    case 'number':
      return scalar(doubleType, 1)
    case 'integer':
      return scalar(intType, 1)
    default:
      return undefined
  }
}

function collect(
  decl: DeclType,
  into: Map<string, ReadonlyMap<string, CelType>>,
  keywordsAsFields: boolean,
): void {
  if (decl.element) collect(decl.element, into, keywordsAsFields)
  if (!decl.fields) return
  const fields = [...decl.fields].map(([name, { type }]) => [name, type] as const)
  // A keyword is a field's name where it stands after a dot.
  const keywords = fields.flatMap(([name, type]) =>
    keywordsAsFields && /^__[a-z]+__$/.test(name) && escapedName(name.slice(2, -2)) === name
      ? [[name.slice(2, -2), type] as const]
      : [],
  )
  into.set(decl.type.name, new Map([...keywords, ...fields]))
  for (const field of decl.fields.values()) collect(field, into, keywordsAsFields)
}

/** The objects of types, for an environment. @param keywordsAsFields whether `self.namespace` is `self.__namespace__` */
export function declaredObjects(decls: readonly DeclType[], keywordsAsFields: boolean): ObjectTypes {
  const found = new Map<string, ReadonlyMap<string, CelType>>()
  for (const decl of decls) collect(decl, found, keywordsAsFields)
  return {
    fields: (name) => found.get(name),
    type: (name) => (found.has(name) ? new CelType('struct', name) : undefined),
  }
}

const keyType = scalar(stringType, 2)

function step(at: DeclType, name: string): DeclType | undefined {
  if (name === '@items' || name === '@values') return at.element
  if (name === '@keys') return at.element && at.type.kind === 'map' ? keyType : undefined
  return at.fields?.get(name)
}

function sizeWithin(decl: DeclType | undefined, path: readonly string[]): ReturnType<SizeAt> {
  let at = decl
  for (const name of path) at = at && step(at, name)
  return at && { min: 0n, max: at.maxElements }
}

/** The sizes of values in variables, from the types of the variables. */
export const declaredSizes =
  (decls: ReadonlyMap<string, DeclType>): SizeAt =>
  ({ path: [variable, ...rest] }) =>
    variable === undefined ? undefined : sizeWithin(decls.get(variable), rest)

/** As {@link declaredSizes}, with one type for all names: also a type's name is taken for a variable of it, as upstream's estimator of rules does. */
export const sizesOf =
  (decl: DeclType): SizeAt =>
  ({ path: [name, ...rest] }) =>
    name === undefined ? undefined : sizeWithin(decl, rest)
