// Claims about what a list or a map of an object holds: a taint, a finalizer, a key with its value.
import { isObject, type KubeObject } from '../../apimachinery/json.ts'
import type { Claim } from './claim.ts'
import { isValue } from './field-test.ts'
import { fieldValues } from './object-fields.ts'
import { resolveSubject } from './subjects.ts'
import { type ClaimResult, type ClaimWorld, holds, noSuch, unknown } from './world.ts'

type ElementClaim = Extract<Claim, { kind: 'element' }>

/** Checks whether lists or maps of the objects hold an element. */
export async function checkElement(claim: ElementClaim, world: ClaimWorld): Promise<ClaimResult> {
  const clue = { has: (object: KubeObject) => fieldValues(object, claim.field).found, newest: true }
  const resolved = await resolveSubject(claim.subject, world, clue)
  if ('why' in resolved) return unknown(resolved.why)
  const { objects, kind, ambiguous, earlier } = resolved
  if (objects.length === 0) return noSuch(kind)
  if (claim.subject?.number === 'both' && objects.length !== 2)
    return holds(false, `there are ${objects.length} of ${kind}, not two`)
  if (typeof claim.subject?.number === 'number' && objects.length !== claim.subject.number)
    return unknown(`which ${kind} is meant?`)
  const values = objects.map((object) => fieldValues(object, claim.field))
  const known =
    ofEvery.has(claim.field.name) ||
    values.some(({ found }) => found) ||
    earlier.some((object) => fieldValues(object, claim.field).found)
  if (!known) return unknown(`no ${kind} is known to have "${claim.field.name}"`)
  const results = values.map((one) => among(one.values, claim.value))
  const saw = values
    .slice(0, 4)
    .map((one, i) => `${kind} ${objects[i]!.metadata.name}: ${listed(one.values)}`)
    .join('; ')
  if (results.includes(undefined))
    return unknown(`${claim.field.name} is no list that could be looked through`)
  if (ambiguous && new Set(results).size > 1) return unknown(`which ${kind} is meant? ${saw}`)
  return holds(
    results.every((one) => one === claim.present),
    saw,
  )
}

/** Lists that an object may lack, and then has nothing in them. */
const ofEvery: ReadonlySet<string> = new Set(['finalizers', 'taints'])

const listed = (values: readonly unknown[]): string => {
  const text = JSON.stringify(values.length === 1 ? values[0] : values)
  return text === undefined || text === '[]' ? 'nothing' : text.slice(0, 160)
}

/** Undefined where what is there is neither a list nor a map nor a text. */
function among(values: readonly unknown[], wanted: string): boolean | undefined {
  const held = values.filter((value) => value !== undefined && value !== null)
  const results = held.map((value) => holdsIn(value, wanted))
  return results.includes(true) ? true : results.includes(undefined) ? undefined : false
}

function holdsIn(value: unknown, wanted: string): boolean | undefined {
  if (typeof value === 'string') return value.includes(wanted)
  if (Array.isArray(value)) {
    const results = value.map((element) => isElement(element, wanted))
    return results.includes(true) ? true : results.includes(undefined) ? undefined : false
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value) === wanted
  return isObject(value) ? isEntry(value, wanted) : undefined
}

/** `key`, `key=value` or `key: value` of a map. */
function isEntry(map: object, wanted: string): boolean {
  if (Object.hasOwn(map, wanted)) return true
  const [, key, value] = /^([^=:\s]+)\s*(?:=|:)\s*"?(.*?)"?$/.exec(wanted) ?? []
  return (
    key !== undefined && Object.hasOwn(map, key) && isValue((map as Record<string, unknown>)[key], value!)
  )
}

/** A taint as kubectl writes it, a condition with its status, another element by its name. */
function isElement(element: unknown, wanted: string): boolean | undefined {
  if (!isObject(element)) return String(element) === wanted
  if (typeof element['key'] === 'string' && typeof element['effect'] === 'string')
    return taintTexts(element).includes(wanted)
  if (typeof element['type'] === 'string' && 'status' in element)
    return [`${element['type']}`, `${element['type']}=${String(element['status'])}`].includes(wanted)
  if (typeof element['name'] === 'string') return element['name'] === wanted
  return undefined
}

function taintTexts(taint: Record<string, unknown>): string[] {
  const [key, effect] = [String(taint['key']), String(taint['effect'])]
  const value = typeof taint['value'] === 'string' && taint['value'] !== '' ? taint['value'] : undefined
  const named = value === undefined ? [key, `${key}=`] : [`${key}=${value}`]
  return [
    key,
    effect,
    ...named,
    ...named.map((one) => `${one}:${effect}`),
    ...(value === undefined ? [] : [`${key}:${effect}`]),
  ]
}
