// Upstream: k8s.io/kube-openapi/pkg/validation/validate/{schema,type,schema_props,object_validator,slice_validator}.go,
// k8s.io/apiextensions-apiserver/pkg/apiserver/validation/ratcheting.go
import { goQuote } from '../../../../apimachinery/field-error.ts'
import { isObject, type JsonObject } from '../../../../apimachinery/json.ts'
import { newRequestEntityTooLarge } from '../../../../apimachinery/status-error.ts'
import { regexOf } from '../../../../cel/library/regex.ts'
import { CelError } from '../../../../cel/values/value.ts'
import type { CorrelatedObject } from '../correlated-object.ts'
import { schemaDialect } from '../dialect.ts'
import { isInt64 } from '../go-value.ts'
import type { Structural } from '../structural.ts'
import { enumOf, identity } from './enums.ts'
import { checkedFormat, formatCheck } from './formats.ts'
import { isJSONInteger, numberFindings, numberFormat } from './numbers.ts'
import { type Finding, finding, Result, wrongType } from './result.ts'

type Kind = 'null' | 'boolean' | 'string' | 'integer' | 'number' | 'array' | 'object'

/** The type of JSON data as Go decodes it: what is whole and fits into 64 bits is an integer. */
function kindOf(value: unknown): Kind {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number') return isInt64(value) ? 'integer' : 'number'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'object' ? 'object' : (typeof value as 'boolean' | 'string')
}

const ownTypes = ({ type }: Structural): readonly string[] => (type ? [type] : [])

const typesOf = (schema: Structural): readonly string[] =>
  schema['x-kubernetes-int-or-string'] ? ['integer', 'string'] : ownTypes(schema)

const formatOfKind: Readonly<Partial<Record<Kind, string>>> = { integer: 'int64', number: 'float64' }

/** The finding on a value of a wrong type; undefined where the type is right. */
function typeFinding(
  value: unknown,
  kind: Kind,
  types: readonly string[],
  format: string,
  path: string,
): Finding | undefined {
  const ofKind = formatOfKind[kind] ?? ''
  const isWhole = kind === 'number' && isJSONInteger(value as number) && types.includes('integer')
  const isRight = types.includes(kind) || isWhole || (kind === 'integer' && types.includes('number'))
  const hasOwnFormat = kind !== 'string' && kind !== 'array' && format !== ''
  if (hasOwnFormat && !isRight && ofKind !== format) return wrongType(path, format, ofKind, goQuote(ofKind))
  // A text in a format is left to the format, and upstream takes a list for one.
  const isLeft = format !== '' && (kind === 'string' || kind === 'array')
  if (isLeft && !types.includes('number') && !types.includes('integer')) return undefined
  return isRight ? undefined : wrongType(path, types.join(','), kind, goQuote(kind))
}

const characters = (text: string): number => {
  let count = 0
  for (const _one of text) count++
  return count
}

function patternFinding(text: string, pattern: string, path: string, spend: Spend): Finding | undefined {
  const regex = regexOf(pattern)
  if (regex instanceof CelError) {
    const shown = `${pattern}, but pattern is invalid: ${regex.message}`
    return finding('other', path, `should match '${shown}'`, { value: text })
  }
  spend(regex.steps(text))
  return regex.matches(text)
    ? undefined
    : finding('other', path, `should match '${pattern}'`, { value: text })
}

/** The first thing that is wrong with a text. */
function textFinding(text: string, schema: Structural, path: string, spend: Spend): Finding | undefined {
  const { maxLength, minLength, pattern } = schema
  const length = maxLength !== undefined || minLength !== undefined ? characters(text) : 0
  if (maxLength !== undefined && length > maxLength)
    return finding('tooLong', path, `should be at most ${maxLength} chars long`, {
      value: text,
      valid: maxLength,
    })
  if (minLength !== undefined && length < minLength)
    return finding('other', path, `should be at least ${minLength} chars long`, { value: text })
  return pattern ? patternFinding(text, pattern, path, spend) : undefined
}

const composite = (path: string, text: string): Finding => ({
  kind: 'composite',
  name: '',
  message: `${goQuote(path)} must ${text}`,
})

const isTypeMeta = (name: string): boolean => name === 'kind' || name === 'apiVersion'

type Spend = (steps: number) => void

/** Steps for a value by one schema; they take about as long as so many of a regular expression. */
const stepsOfValue = 20
/** Deviates: what takes more is refused. Alternatives, patterns and required fields times items are else more than one request may cost. */
const mostSteps = 10_000_000

const orders = new WeakMap<object, ReadonlyMap<string, number>>()

/** The fields of an object that a schema has, in the schema's order; a walk through all that a schema has would cost that for each object. */
function knownFields(object: JsonObject, properties: Readonly<Record<string, Structural>>): string[] {
  const order = orders.get(properties) ?? new Map(Object.keys(properties).map((key, i) => [key, i]))
  orders.set(properties, order)
  const own = Object.keys(object).filter((key) => order.has(key))
  return own.sort((a, b) => order.get(a)! - order.get(b)!)
}

/** Validates one value by a schema, as a release does. Throws 413 where that takes too long. */
export class SchemaValidator {
  readonly #minor: number
  readonly #checksFormats: boolean
  readonly #asPublished: boolean
  #steps = 0

  /** @param asPublished formats are not looked at by their type, and int-or-string has no types of its own */
  constructor(minor: number, asPublished = false) {
    this.#minor = minor
    this.#asPublished = asPublished
    this.#checksFormats = schemaDialect(minor).checksNumberFormats
  }

  readonly #spend = (steps: number): void => {
    this.#steps += steps
    if (this.#steps > mostSteps)
      throw newRequestEntityTooLarge(`validating it by its schema takes more than ${mostSteps} steps`)
  }

  /** The findings on a value. @param path its place: empty, or as `.spec.ports[0]` */
  validate(value: unknown, schema: Structural, path: string): Result {
    return this.#validate(value, schema, path, undefined)
  }

  /** As {@link validate}, without findings in fields or items that have not changed. */
  validateUpdate(correlation: CorrelatedObject, schema: Structural, path: string): Result {
    const result = this.#validate(correlation.value, schema, path, correlation)
    if (result.isValid || !correlation.isUnchanged) return result
    const valid = new Result()
    valid.matches = result.matches
    return valid
  }

  #validate(
    value: unknown,
    schema: Structural,
    path: string,
    correlation: CorrelatedObject | undefined,
  ): Result {
    this.#spend(stepsOfValue)
    const result = new Result()
    const kind = kindOf(value)
    const types = this.#asPublished ? ownTypes(schema) : typesOf(schema)
    if (kind === 'null') this.#null(schema, types, path, result)
    else this.#checks(value, kind, types, { schema, path, correlation, result })
    return result
  }

  #null(schema: Structural, types: readonly string[], path: string, result: Result): void {
    if (types.length > 0 && !schema.nullable) result.add(wrongType(path, types.join(','), 'null', '"null"'))
    else result.matches++
    this.#enum(null, schema, path, result)
  }

  #checks(value: unknown, kind: Kind, types: readonly string[], at: Place): void {
    const { schema, path, result } = at
    const own = schema.format ?? ''
    const format = this.#asPublished ? own : checkedFormat(own, types, this.#minor)
    if (types.length > 0 || format !== '') {
      const wrong = typeFinding(value, kind, types, format, path)
      result.add(wrong)
      result.matches += wrong ? 1 : 2
    }
    this.#combinations(value, at)
    result.matches++
    if (kind === 'string') this.#text(value as string, format, at)
    if (kind === 'integer' || kind === 'number') this.#number(value as number, types, format, at)
    if (kind === 'array') this.#list(value as readonly unknown[], at)
    this.#enum(value, schema, path, result)
    result.matches++
    if (kind === 'object') this.#object(value as JsonObject, at)
    result.matches++
  }

  #enum(value: unknown, { enum: values = [] }: Structural, path: string, result: Result): void {
    if (values.length === 0) return
    const allowed = enumOf(values)
    if (!allowed.has(value))
      result.add(finding('enum', path, `should be one of ${allowed.text}`, { value, values }))
  }

  #text(text: string, format: string, { schema, path, result }: Place): void {
    result.add(textFinding(text, schema, path, this.#spend))
    result.matches++
    const check = formatCheck(format, this.#minor)
    if (!check) return
    if (!check(text)) result.add(wrongType(path, format, text, goQuote(text)))
    result.matches++
  }

  #number(value: number, types: readonly string[], format: string, { schema, path, result }: Place): void {
    const checked = this.#checksFormats ? numberFormat(types, format) : { type: '', format: '' }
    for (const one of numberFindings(value, schema, path, checked)) result.add(one)
    result.matches += 2
  }

  #list(list: readonly unknown[], { schema, path, correlation, result }: Place): void {
    if (schema.items)
      for (const [i, item] of list.entries()) {
        if (result.isFull) break
        result.merge(this.#child(item, schema.items, `${path}[${i}]`, correlation?.index(i)))
      }
    const { minItems, maxItems, uniqueItems } = schema
    if (minItems !== undefined && list.length < minItems)
      result.add(finding('other', path, `should have at least ${minItems} items`, { value: list.length }))
    if (maxItems !== undefined && list.length > maxItems)
      result.add(
        finding('maxItems', path, `should have at most ${maxItems} items`, {
          value: list.length,
          valid: maxItems,
        }),
      )
    if (uniqueItems && new Set(list.map(identity)).size < list.length)
      result.add(finding('other', path, "shouldn't contain duplicates"))
    result.matches += 2
  }

  #child(
    value: unknown,
    schema: Structural,
    path: string,
    correlation: CorrelatedObject | undefined,
  ): Result {
    return correlation ? this.validateUpdate(correlation, schema, path) : this.validate(value, schema, path)
  }

  #object(object: JsonObject, at: Place): void {
    const { schema, path, result } = at
    this.#propertyCount(Object.keys(object).length, at)
    const properties = schema.properties ?? {}
    for (const key of Object.keys(object))
      if (!Object.hasOwn(properties, key)) this.#additional(object, key, at)
    for (const key of knownFields(object, properties))
      this.#field(object[key], key, properties[key]!, path === '' ? key : `${path}.${key}`, at)
    this.#spend(schema.required?.length ?? 0)
    for (const key of schema.required ?? []) {
      if (Object.hasOwn(object, key)) continue
      this.#spend(stepsOfValue)
      result.add(finding('required', `${path}.${key}`, 'is required'))
    }
    result.matches++
  }

  #propertyCount(count: number, { schema: { minProperties, maxProperties }, path, result }: Place): void {
    if (minProperties !== undefined && count < minProperties)
      result.add(finding('other', path, `should have at least ${minProperties} properties`, { value: count }))
    if (maxProperties !== undefined && count > maxProperties)
      result.add(
        finding('maxProperties', path, `should have at most ${maxProperties} properties`, {
          value: count,
          valid: maxProperties,
        }),
      )
  }

  #additional(object: JsonObject, key: string, at: Place): void {
    const { additionalProperties: more } = at.schema
    if (isObject(more)) this.#field(object[key], key, more, `${at.path}.${key}`, at)
    else if (more === false)
      at.result.add({
        kind: 'other',
        name: at.path,
        message: `${at.path}.${key} in body is a forbidden property`,
        value: key,
      })
  }

  #field(value: unknown, key: string, schema: Structural, path: string, at: Place): void {
    // Both objects were converted to the same version, whatever they were before.
    const correlation = at.path === '' && isTypeMeta(key) ? undefined : at.correlation?.key(key)
    at.result.merge(this.#child(value, schema, path, correlation))
  }

  #combinations(value: unknown, { schema, path, result }: Place): void {
    const all = (schemas: readonly Structural[] = []) => schemas.map((one) => this.validate(value, one, path))
    if (schema.anyOf?.length) this.#anyOf(value, schema.anyOf, path, result)
    if (schema.oneOf?.length) this.#oneOf(all(schema.oneOf), path, result)
    if (schema.allOf?.length) this.#allOf(all(schema.allOf), path, result)
    if (schema.not && this.validate(value, schema.not, path).isValid)
      result.add(composite(path, 'not validate the schema (not)'))
    result.matches++
  }

  #anyOf(value: unknown, schemas: readonly Structural[], path: string, result: Result): void {
    let best: Result | undefined
    for (const schema of schemas) {
      const one = this.validate(value, schema, path)
      if (one.isValid) {
        result.merge(one)
        return
      }
      best = nearer(best, one)
    }
    result.add(composite(path, 'validate at least one schema (anyOf)'))
    if (best) result.merge(best)
  }

  #oneOf(results: readonly Result[], path: string, result: Result): void {
    const valid = results.filter(({ isValid }) => isValid)
    if (valid.length === 1) {
      result.merge(valid[0]!)
      return
    }
    const found = valid.length === 0 ? 'Found none valid' : `Found ${valid.length} valid alternatives`
    result.add(composite(path, `validate one and only one schema (oneOf). ${found}`))
    if (valid.length === 0) result.merge(results.reduce(nearer))
  }

  #allOf(results: readonly Result[], path: string, result: Result): void {
    for (const one of results) result.merge(one)
    const valid = results.filter(({ isValid }) => isValid).length
    if (valid === results.length) return
    result.add(composite(path, `validate all the schemas (allOf)${valid === 0 ? '. None validated' : ''}`))
  }
}

/** The result with more matches; `other` only where it has strictly more. */
const nearer = (best: Result | undefined, other: Result): Result =>
  best === undefined || other.matches > best.matches ? other : best

interface Place {
  readonly schema: Structural
  readonly path: string
  readonly correlation: CorrelatedObject | undefined
  readonly result: Result
}
