// The values that an object has for a field as a document names it.

import { isObject, type KubeObject } from '../../apimachinery/json.ts'
import { lastAppliedAnnotation } from '../../apimachinery/last-applied.ts'
import type { FieldName } from './claim.ts'
import { wordedValues } from './worded-fields.ts'

/** The values of a field in an object, and whether it has the field. */
export interface FieldValues {
  /** One for each place that has it; places of a list that lack it count as undefined. */
  values: unknown[]
  /** Whether the object has a field of this name anywhere. */
  found: boolean
}

/** Empty as documents say it: absent, `""`, `[]`, `{}`, null, and a container of nothing else. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (Array.isArray(value)) return value.length === 0 || value.every(isEmpty)
  return isObject(value) && Object.values(value).every(isEmpty)
}

/** `HostIPs`, `host IPs` and `hostIP` are one name. */
export const foldName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[\s_-]+/g, '')
    .replace(/(?<=[a-z]{2})s$/, '')

/** What no document means: who wrote which field, and what was applied. */
const hidden = new Set(['managedFields', lastAppliedAnnotation])

/**
 * The values of a field that is named by a path, a key of labels or annotations, or its last name alone; of one that is said to stand in
 * a part of the object, those in that part, where the object has it.
 */
export function fieldValues(object: KubeObject, field: FieldName): FieldValues {
  const part = partOf(object, field)
  return part === undefined ? valuesAnywhere(object, field) : along(holders(part, field.name), [field.name])
}

const mainPart = /^\.?(metadata|spec|status)$/
/** The part that a field's name alone is looked for in; undefined: the object as a whole, as where the part is no field of it. */
function partOf(object: KubeObject, { name, within, of }: FieldName): unknown {
  if (within === undefined || (of !== undefined && of !== 'field') || !/^[A-Za-z]\w*$/.test(name))
    return undefined
  const main = mainPart.exec(within)?.[1]
  if (main !== undefined) return [object[main]]
  const { values, found } = valuesAnywhere(object, { name: within })
  // A label may be called as its object is.
  const holding = values.filter((value) => typeof value === 'object' && value !== null)
  return found && holding.length > 0 ? holding : undefined
}

function valuesAnywhere(object: KubeObject, field: FieldName): FieldValues {
  const kept = field.of === undefined ? dataOf(object, field.name) : undefined
  if (kept !== undefined) return { values: [kept], found: true }
  const path = pathOf(ownPath(object, field.name))
  if (field.of === 'label' || field.of === 'annotation') return mapValues(object, field.of, field.name)
  if (/^[\w.-]+\/[\w.-]+$/.test(field.name)) {
    const label = mapValues(object, 'label', field.name)
    return label.found ? label : mapValues(object, 'annotation', field.name)
  }
  if (/^\.|^(?:metadata|spec|status)(?:\.|$)/.test(ownPath(object, field.name))) return along([object], path)
  const hosts = holders(object, path[0]!)
  if (hosts.length === 0) return byOtherName(object, field)
  return along(field.plain === true ? ownFirst(object, hosts) : hosts, path)
}

/** "The restart policy of the Pod": that of its spec, rather than those of its containers. */
function ownFirst(object: KubeObject, hosts: unknown[]): unknown[] {
  const own = hosts.filter((host) => [object['spec'], object['status'], object.metadata].includes(host))
  return own.length === 1 ? own : hosts
}

/** What a ConfigMap or a Secret keeps under a key that is no path: `game.properties`. */
function dataOf({ kind, data }: KubeObject, key: string): unknown {
  return (kind === 'ConfigMap' || kind === 'Secret') &&
    isObject(data) &&
    /^[\w-].*\./.test(key) &&
    Object.hasOwn(data, key)
    ? data[key]
    : undefined
}

/** By words of its name, or as the last part of an annotation's key: "the revision". */
function byOtherName(object: KubeObject, { name, plain }: FieldName): FieldValues {
  const worded = plain === true ? wordedValues(object, name) : undefined
  if (worded !== undefined) return { values: worded, found: true }
  const wanted = foldName(name)
  const values = Object.entries(object.metadata.annotations ?? {}).flatMap(([key, value]) =>
    key.includes('/') && foldName(key.slice(key.indexOf('/') + 1)) === wanted ? [value] : [],
  )
  return { values, found: values.length > 0 }
}

/** `pod.status.x` of a Pod is `status.x`. */
const ownPath = ({ kind }: KubeObject, name: string): string => {
  const match = /^([A-Za-z]+)\.(.+)$/.exec(name)
  return match !== null && foldName(match[1]!) === foldName(kind ?? '') ? match[2]! : name
}

/** `.status.conditions[0].type` as names; indexes stay as `[0]`, `[*]` is every element. */
const pathOf = (name: string): string[] =>
  name
    .replace(/^\./, '')
    .replace(/\[\*?\]/g, '')
    .replace(/\[(\w+)\]/g, '.[$1]')
    .split('.')
    .filter((part) => part !== '')

function mapValues({ metadata }: KubeObject, of: 'label' | 'annotation', name: string): FieldValues {
  const map: Record<string, string> = (of === 'label' ? metadata.labels : metadata.annotations) ?? {}
  const wanted = foldName(name)
  const keys = Object.keys(map)
  const key =
    keys.find((one) => one === name) ??
    keys.find((one) => foldName(one.slice(one.indexOf('/') + 1)) === wanted || foldName(one) === wanted) ??
    keys.find((one) => hasWords(one, name))
  return key === undefined ? { values: [], found: false } : { values: [map[key]], found: true }
}

/** "index label" is the one whose key ends with that word: `apps.kubernetes.io/pod-index`. */
const hasWords = (key: string, name: string): boolean => {
  const parts = key
    .slice(key.indexOf('/') + 1)
    .toLowerCase()
    .split(/[-_.]/)
  return /^[a-z]+(?: [a-z]+)*$/.test(name) && name.split(' ').every((word) => parts.includes(word))
}

/** Every object inside that has a field of this name; elements of a list where only some have it count too. */
function holders(value: unknown, name: string): unknown[] {
  const found: unknown[] = []
  const visit = (one: unknown): void => {
    if (Array.isArray(one)) {
      const had = one.filter((element) => isObject(element) && keyOf(element, name) !== undefined)
      if (had.length > 0) found.push(...one.filter((element) => isObject(element) && !had.includes(element)))
      one.forEach(visit)
    } else if (isObject(one)) {
      if (keyOf(one, name) !== undefined) found.push(one)
      for (const [key, inner] of Object.entries(one)) if (!hidden.has(key)) visit(inner)
    }
  }
  visit(value)
  // `port` rather than the `ports` that hold it.
  const exact = found.filter((one) => isObject(one) && Object.hasOwn(one, name))
  return exact.length > 0 && found.some((one) => isObject(one) && hasPlural(one, name)) ? exact : found
}
const hasPlural = (object: object, name: string): boolean =>
  !Object.hasOwn(object, name) && Object.hasOwn(object, `${name}s`)
const keyOf = (object: object, name: string): string | undefined => {
  const folded = foldName(name)
  const isSame = twin.test(name)
    ? (key: string): boolean => key.toLowerCase() === name.toLowerCase()
    : (key: string): boolean => foldName(key) === folded
  return Object.keys(object).find(isSame)
}
/** Fields of which there are two, one value and a list of them: who writes one does not mean the other. */
const twin = /^(?:cluster|host|pod)IPs?$/i

function along(starts: unknown[], path: string[]): FieldValues {
  let values = starts
  let found = true
  for (const step of path) {
    const next = values.flatMap((value) => inside(value, step))
    found &&= next.some((one) => one !== undefined)
    values = next
  }
  return { values, found }
}

function inside(value: unknown, step: string): unknown[] {
  const index = /^\[(\d+)\]$/.exec(step)?.[1]
  if (Array.isArray(value))
    return index === undefined ? value.flatMap((one) => inside(one, step)) : [value[Number(index)]]
  if (!isObject(value)) return [undefined]
  if (Object.hasOwn(value, step)) return [value[step]]
  const key = keyOf(value, step)
  return [key === undefined ? undefined : value[key]]
}

/** As a document would write it. */
export const valueText = (value: unknown): string =>
  value === undefined
    ? 'absent'
    : value === ''
      ? 'empty'
      : typeof value === 'string'
        ? value
        : JSON.stringify(value)
