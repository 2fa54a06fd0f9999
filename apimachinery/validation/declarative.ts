// Upstream: staging/src/k8s.io/apimachinery/pkg/api/validate, and what code-generator's validation-gen writes for tags of types.go
import { type FieldError, type FieldPath, field } from '../field-error.ts'
import { badValue } from '../go-print/bad-value.ts'
import { semanticEqual } from '../json.ts'
import { isQualifiedName } from './label-names.ts'
import { byteLength, maxBytesError, maxLenError, tooMany } from './messages.ts'
import {
  isDNS1123Label,
  isDNS1123Subdomain,
  isDNS1123SubdomainCaseless,
  isValidPathSegmentName,
} from './names.ts'

/** The write that is validated. `options`: what gates turn on of the rules. */
export interface Operation {
  readonly update: boolean
  readonly minor: number
  readonly options: ReadonlySet<string>
}

/** A value at its place. `old`: what the stored object has there, where that has the place (`hasOld`). */
export interface Given {
  readonly value: unknown
  readonly old: unknown
  readonly hasOld: boolean
  readonly path: FieldPath
  readonly op: Operation
}

type Check = (given: Given) => readonly FieldError[]

/**
 * One `+k8s:` tag of a field. `first`: it is asked before all others, and the others are not where it finds something, or where
 * `ends` says that there is nothing to look at.
 */
export interface Tag {
  readonly first?: boolean
  readonly check?: Check
  readonly ends?: (value: unknown, op: Operation) => boolean
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null
/** Go's zero value of what is no pointer, and a list without items. */
const isZero = (value: unknown): boolean =>
  isAbsent(value) || value === '' || value === 0 || value === false || (value as unknown[]).length === 0

const needs =
  (missing: (value: unknown) => boolean): Check =>
  ({ value, path }) =>
    missing(value) ? [field.required(path, '')] : []
const forbids =
  (missing: (value: unknown) => boolean): Check =>
  ({ value, path }) =>
    missing(value) ? [] : [field.forbidden(path, '')]

/** `+k8s:required` on a value or a list. */
export const required: Tag = { first: true, check: needs(isZero) }
/** `+k8s:required` on a pointer. */
export const requiredPointer: Tag = { first: true, check: needs(isAbsent) }
/** `+k8s:optional` on a value or a list. */
export const optional: Tag = { first: true, ends: isZero }
/** `+k8s:optional` on a pointer. */
export const optionalPointer: Tag = { first: true, ends: isAbsent }
/** `+k8s:forbidden` on a value or a list. */
export const forbidden: Tag = { first: true, check: forbids(isZero) }
/** `+k8s:forbidden` on a pointer. */
export const forbiddenPointer: Tag = { first: true, check: forbids(isAbsent) }
/** `+k8s:immutable`: asked of what has changed only. */
export const immutable: Tag = {
  first: true,
  check: ({ path, op }) => (op.update ? [field.invalid(path, null, 'field is immutable')] : []),
}

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** `+k8s:maxItems` */
export const maxItems = (most: number): Tag => ({
  first: true,
  check({ value, path, op }) {
    const { length } = itemsOf(value)
    return length > most ? [tooMany(path, length, most, op.minor)] : []
  },
})

/** `+k8s:minimum` */
export const minimum = (least: number): Tag => ({
  check: ({ value, path }) =>
    (value as number) < least
      ? [field.invalid(path, value, `must be greater than or equal to ${least}`)]
      : [],
})

/** `+k8s:maximum` */
export const maximum = (most: number): Tag => ({
  check: ({ value, path }) =>
    (value as number) > most ? [field.invalid(path, value, `must be less than or equal to ${most}`)] : [],
})

/** `+k8s:maxBytes` */
export const maxBytes = (most: number): Tag => ({
  check: ({ value, path }) =>
    byteLength(value as string) > most ? [field.tooLong(path, undefined, most)] : [],
})

/** Validators of `pkg/api/validate/content` count bytes, and say so. */
const inBytes = (texts: readonly string[]): string[] =>
  texts.map((text) =>
    text === maxLenError(63) ? maxBytesError(63) : text === maxLenError(253) ? maxBytesError(253) : text,
  )

const format = (texts: (text: string, minor: number) => readonly string[]): Tag => ({
  check: ({ value, path, op }) =>
    inBytes(texts(value as string, op.minor)).map((text) => field.invalid(path, value, text)),
})

/** `+k8s:format=k8s-short-name`: a DNS label. */
export const shortName = format(isDNS1123Label)
/** `+k8s:format=k8s-long-name`: a DNS subdomain. */
export const longName = format(isDNS1123Subdomain)
/** `+k8s:format=k8s-long-name-caseless` */
export const longNameCaseless = format(isDNS1123SubdomainCaseless)
/** `+k8s:format=k8s-path-segment-name` */
export const pathSegmentName = format((text) => isValidPathSegmentName(text))
/** `+k8s:format=k8s-label-key` */
export const labelKey = format(isQualifiedName)

const mostPoolName = 253

/** `+k8s:format=k8s-resource-pool-name`: subdomains with slashes between them. */
export const resourcePoolName: Tag = {
  check: ({ value, path }) => {
    const name = value as string
    return [
      ...(byteLength(name) > mostPoolName ? [field.tooLong(path, undefined, mostPoolName)] : []),
      ...name.split('/').flatMap((part, i) => {
        const wrong = (text: string): string => `segment ${i}: ${text}`
        if (part === '') return [field.invalid(path, name, wrong('must not be empty'))]
        return inBytes(isDNS1123Subdomain(part)).map((text) => field.invalid(path, part, wrong(text)))
      }),
    ]
  },
}

/** `+k8s:enum` */
export const oneOf = (...values: readonly string[]): Tag => ({
  check: ({ value, path }) =>
    values.includes(value as string) ? [] : [field.notSupported(path, value, [...values].sort())],
})

const only = (tags: readonly Tag[], isOn: (op: Operation) => boolean): Tag[] =>
  tags.map(({ first, check, ends }) => ({
    ...(first === undefined ? {} : { first }),
    check: (given) => (isOn(given.op) ? (check?.(given) ?? []) : []),
    ends: (value, op) => isOn(op) && ends?.(value, op) === true,
  }))

/** `+k8s:ifEnabled` */
export const ifEnabled = (option: string, ...tags: Tag[]): Tag[] =>
  only(tags, ({ options }) => options.has(option))
/** `+k8s:ifDisabled` */
export const ifDisabled = (option: string, ...tags: Tag[]): Tag[] =>
  only(tags, ({ options }) => !options.has(option))

/** The findings about a field that has tags: none where it is as it is stored. */
function validateField(tags: readonly Tag[], given: Given): readonly FieldError[] {
  if (given.op.update && given.hasOld && semanticEqual(given.value, given.old)) return []
  const found = tags.flatMap(({ first, check }) => (first === true ? (check?.(given) ?? []) : []))
  if (found.length > 0 || tags.some(({ ends }) => ends?.(given.value, given.op) === true)) return found
  return tags.flatMap(({ first, check }) => (first === true ? [] : (check?.(given) ?? [])))
}

const memberOf = (value: unknown, name: string): unknown => (value as Record<string, unknown> | null)?.[name]

/**
 * The rules of a struct. `fields`: the tags of each, in Go's order; `whole`: those of the type itself, which come first.
 */
export function struct(fields: Readonly<Record<string, readonly Tag[]>>, ...whole: readonly Tag[]): Tag {
  const entries = Object.entries(fields)
  return {
    check: ({ value, old, hasOld, path, op }) => [
      ...whole.flatMap(({ check }) => check?.({ value, old, hasOld, path, op }) ?? []),
      ...entries.flatMap(([name, tags]) =>
        validateField(tags, {
          value: memberOf(value, name),
          old: memberOf(old, name),
          // A pointer that was not set has no fields to compare with.
          hasOld: hasOld && !isAbsent(old),
          path: path.child(name),
          op,
        }),
      ),
    ],
  }
}

/** The tag `+k8s:unionMember` on these fields: exactly one of them is set. */
export function union(...members: readonly string[]): Tag {
  const all = members.map((name) => `\`${name}\``).join(', ')
  const setIn = (value: unknown): string[] => members.filter((name) => !isAbsent(memberOf(value, name)))
  return {
    check({ value, old, hasOld, path, op }) {
      const set = setIn(value)
      if (op.update && hasOld && !isAbsent(old) && String(set) === String(setIn(old))) return []
      if (set.length > 1)
        return [field.invalid(path, `{${set.join(', ')}}`, `must specify exactly one of: ${all}`)]
      return set.length === 0 ? [field.invalid(path, '', `must specify one of: ${all}`)] : []
    },
  }
}

/** `+k8s:listType=map` with `+k8s:listMapKey`. `type`: the Go type of an item, as repeated ones are shown. */
export const uniqueBy = (key: string, type: string): Tag => ({
  check({ value, path, op }) {
    const seen = new Set<unknown>()
    return itemsOf(value).flatMap((item, i) => {
      const own = memberOf(item, key) ?? ''
      if (seen.size !== seen.add(own).size) return []
      return [field.duplicate(path.index(i), badValue(item, type, op.minor))]
    })
  },
})

/** The rules of each item. `key`: that of a list of type map, whose items are compared with those that are stored. */
export const each = (item: Tag, key?: string): Tag => ({
  check: ({ value, old, path, op }) =>
    itemsOf(value).flatMap((one, i) => {
      const before =
        key === undefined
          ? undefined
          : itemsOf(old).find((other) => memberOf(other, key) === memberOf(one, key))
      const hasOld = before !== undefined
      if (op.update && hasOld && semanticEqual(one, before)) return []
      return item.check?.({ value: one, old: before, hasOld, path: path.index(i), op }) ?? []
    }),
})

/** The findings about an object by the rules of its type. @param old what is stored, for an update */
export const validateDeclared = (
  type: Tag,
  value: unknown,
  old: unknown,
  path: FieldPath,
  op: Operation,
): FieldError[] => [...(type.check?.({ value, old, hasOld: old !== undefined, path, op }) ?? [])]
