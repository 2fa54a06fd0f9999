// Selections from variables and values: a.b[c].?d. Upstream: cel-go interpreter/attributes.go

import { noSuchOverload } from '../values/equality.ts'
import { goTypeName, shown } from '../values/show.ts'
import { CelError, type CelValue, isList, isMap, keyOf, Optional, typeOf, Uint } from '../values/value.ts'
import type { Frame } from './frame.ts'
import type { Attribute, Node, Qualifier } from './node.ts'

function indexOf(index: CelValue): number | CelError {
  if (typeof index === 'bigint') return Number(index)
  if (index instanceof Uint) return Number(index.value)
  if (typeof index === 'number')
    return Number.isSafeInteger(index)
      ? index
      : new CelError(`unsupported index value ${shown(index)} in list`)
  return new CelError(`unsupported index type '${typeOf(index)}' in list`)
}

/** The value of an object at a key; undefined where it has none. */
function find(object: CelValue, key: CelValue): CelValue | undefined {
  if (object instanceof CelError) return object
  if (isMap(object)) return object.get(key)
  if (!isList(object)) return undefined
  const index = indexOf(key)
  if (index instanceof CelError) return index
  return index >= 0 && index < object.length ? object.at(index) : undefined
}

const missing = (object: CelValue, key: CelValue): CelError =>
  new CelError(`${isList(object) ? 'index out of bounds' : 'no such key'}: ${shown(key)}`)

/** @note null is a value, too. */
function select(object: CelValue, key: CelValue): CelValue {
  const found = find(object, key)
  return found === undefined ? missing(object, key) : found
}

/** A selection by a key that is known. */
export const constantQualifier = (key: CelValue, optional: boolean): Qualifier => ({
  optional,
  qualify(frame, object) {
    const value = select(object, key)
    frame.spending.add(1)
    return value
  },
  ifPresent(frame, object) {
    const value = find(object, key)
    if (value !== undefined) frame.spending.add(1)
    return value
  },
})

/** The qualifier of a presence test (`has`): whether the field is there. */
export const presenceQualifier = (key: string): Qualifier => ({
  optional: false,
  qualify(frame, object) {
    const value = find(object, key)
    frame.spending.add(1)
    return value instanceof CelError ? value : value !== undefined
  },
  ifPresent(frame, object) {
    const value = find(object, key)
    frame.spending.add(1)
    return value
  },
})

/** A selection by a key that is evaluated. */
export const computedQualifier = (key: (frame: Frame) => CelValue, optional: boolean): Qualifier => ({
  optional,
  qualify(frame, object) {
    const value = validKey(key(frame))
    const result = value instanceof CelError ? value : select(object, value)
    frame.spending.add(1)
    return result
  },
  ifPresent(frame, object) {
    const value = validKey(key(frame))
    if (value instanceof CelError) return value
    const found = find(object, value)
    if (found !== undefined) frame.spending.add(1)
    return found
  },
})

const validKey = (key: CelValue): CelValue =>
  key instanceof CelError || keyOf(key) !== undefined ? key : new CelError(wrongKey(key))

/** The error on a key that no list or map has, which names a type of Go's. */
export function wrongKey(key: CelValue): string {
  const name = isList(key) ? '*types.baseList' : isMap(key) ? '*types.baseMap' : goTypeName(key)
  return `invalid qualifier type: ${name}`
}

function applyQualifiers(frame: Frame, start: CelValue, qualifiers: readonly Qualifier[]): CelValue {
  let optional = start instanceof Optional
  let object: CelValue = start
  if (start instanceof Optional) {
    if (start.value === undefined) return start
    object = start.value
  }
  for (const qualifier of qualifiers) {
    optional ||= qualifier.optional
    const next = optional ? qualifier.ifPresent(frame, object) : qualifier.qualify(frame, object)
    if (next === undefined) return Optional.none
    if (next instanceof CelError) return next
    object = next
  }
  return optional ? new Optional(object) : object
}

/** Selections from a variable. */
export function variableAttribute(name: string): Attribute {
  const qualifiers: Qualifier[] = []
  return {
    conditional: false,
    add: (qualifier) => qualifiers.push(qualifier),
    resolve(frame) {
      const value = frame.resolve(name)
      if (value === undefined) return new CelError(`no such attribute(s): ${name}`)
      return value instanceof CelError ? value : applyQualifiers(frame, value, qualifiers)
    },
  }
}

/** Selections from what an expression gives. */
export function valueAttribute(node: Node): Attribute {
  const qualifiers: Qualifier[] = []
  return {
    conditional: false,
    add: (qualifier) => qualifiers.push(qualifier),
    resolve(frame) {
      const value = node.evaluate(frame)
      return value instanceof CelError ? value : applyQualifiers(frame, value, qualifiers)
    },
  }
}

/** The attribute of a conditional: it selects from the value of one of two attributes. */
export const conditionalAttribute = (condition: Node, yes: Attribute, no: Attribute): Attribute => ({
  conditional: true,
  add(qualifier) {
    yes.add(qualifier)
    no.add(qualifier)
  },
  resolve(frame) {
    const value = condition.evaluate(frame)
    if (value === true) return yes.resolve(frame)
    if (value === false) return no.resolve(frame)
    return value instanceof CelError ? value : noSuchOverload
  },
})

/** A node of an attribute, which costs one beside its selections. */
export const attributeNode = (attribute: Attribute): Node => ({
  attribute,
  evaluate(frame) {
    const value = attribute.resolve(frame)
    if (!attribute.conditional) frame.spending.add(1)
    return value
  },
})

/** A node of a test for presence, whose attribute ends with it. */
export const presenceNode = (attribute: Attribute): Node => ({
  attribute,
  evaluate(frame) {
    const value = attribute.resolve(frame)
    if (attribute.conditional) frame.spending.add(-1)
    return value instanceof Optional ? value.value !== undefined : value
  },
})
