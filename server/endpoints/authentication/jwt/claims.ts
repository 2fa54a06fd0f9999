// Upstream: staging/src/k8s.io/apiserver/plugin/pkg/authenticator/token/oidc/oidc.go (claims, newClaimsValue, convertCELValueToStringList)
import { goJsonKind } from '../../../../apimachinery/go-json-kind.ts'
import { getOwn, type JsonObject, type JsonValue } from '../../../../apimachinery/json.ts'
import { unescapedName } from '../../../../cel/schema/structural.ts'
import { plainValue } from '../../../../cel/schema/values.ts'
import { type CelMap, type CelValue, isList, isMap, ValueList } from '../../../../cel/values/value.ts'
import type { UserInfo } from '../user-info.ts'
import { jwtDialect } from './dialect.ts'

const wrong = (value: JsonValue, type: string): Error =>
  new Error(`json: cannot unmarshal ${goJsonKind(value)} into Go value of type ${type}`)

function claim(claims: JsonObject, name: string): JsonValue {
  const value = getOwn(claims, name)
  if (value === undefined) throw new Error('claim not present')
  return value
}

/** A claim that is a text; null is the empty one. Throws an Error with Go's text. */
export function textClaim(claims: JsonObject, name: string): string {
  const value = claim(claims, name)
  if (typeof value !== 'string' && value !== null) throw wrong(value, 'string')
  return value ?? ''
}

/** A claim that is true or false. Throws an Error with Go's text. */
export function boolClaim(claims: JsonObject, name: string): boolean {
  const value = claim(claims, name)
  if (typeof value !== 'boolean' && value !== null) throw wrong(value, 'bool')
  return value ?? false
}

/** A claim that is a text or a list of texts. Throws an Error with Go's text. */
export function textsClaim(claims: JsonObject, name: string): string[] {
  const value = claim(claims, name)
  if (value === null) return []
  if (Array.isArray(value) && value.every((one) => typeof one === 'string' || one === null))
    return value.map((one) => (one ?? '') as string)
  if (typeof value !== 'string') throw wrong(value, 'string')
  return [value]
}

/** A map whose keys may be written as names of an expression: `claims.example__dot__org`. */
class EscapedMap implements CelMap {
  readonly kind = 'map'
  private readonly fields: JsonObject

  constructor(fields: JsonObject) {
    this.fields = fields
  }
  get size(): number {
    return Object.keys(this.fields).length
  }
  get(key: CelValue): CelValue | undefined {
    if (typeof key !== 'string') return undefined
    const name = unescapedName(key) ?? key
    const value = getOwn(this.fields, name)
    return value === undefined ? undefined : doubleValue(value)
  }
  keys(): Iterable<CelValue> {
    return Object.keys(this.fields)
  }
}

/** JSON as a Go program sees it that knows nothing of its types. */
function doubleValue(value: JsonValue): CelValue {
  if (Array.isArray(value)) return new ValueList(value.map(doubleValue))
  return typeof value === 'object' && value !== null ? new EscapedMap(value) : value
}

/** The claims as the CEL value that expressions see. */
export const claimsValue = (claims: JsonObject, minor: number): CelValue =>
  jwtDialect(minor).numbersAreDoubles ? doubleValue(claims) : plainValue(claims)

/** The user as the CEL value that expressions see. */
export function userValue({ name, uid = '', groups, extra = {} }: UserInfo, minor: number): CelValue {
  const fields = { username: name, uid, groups: [...groups], extra: structuredClone(extra) as JsonObject }
  return claimsValue(fields, minor)
}

const noTexts = 'expression must return a string or a list of strings'

/** The texts that an expression gives, without empty ones. Throws an Error with upstream's text. */
export function textsOf(value: CelValue): string[] {
  if (value === null) return []
  if (typeof value === 'string') return value === '' ? [] : [value]
  if (typeof value !== 'object' || isMap(value) || !isList(value)) throw new Error(noTexts)
  const items = [...value]
  if (!items.every((item) => typeof item === 'string')) throw new Error(noTexts)
  return items.filter((item) => item !== '') as string[]
}
