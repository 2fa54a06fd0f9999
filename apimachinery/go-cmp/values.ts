// A value in a report. Upstream: github.com/google/go-cmp (cmp/report_reflect.go)

import { goQuote } from '../field-error.ts'
import { quantityParts } from '../go-print/dump-values.ts'
import { generatedText } from '../go-print/generated-text.ts'
import type { GoStruct, GoType } from '../go-print/go-type.ts'
import { intOrStringFields, intOrStringStruct } from '../go-print/int-or-string.ts'
import { isNil, mapEntries, structValues } from '../go-print/struct-values.ts'
import { goTimeText } from '../go-print/time.ts'
import { ellipsis, type TextNode, type TextRecord } from './text-node.ts'

/** The place of a type's name beside its value: by the type's kind, or nowhere. */
export type TypeMode = 'auto' | 'elide'
/** The mode and depth in which a value is shown. */
export interface ValueOptions {
  readonly mode: TypeMode
  /** Both values are equal: their types are left out. */
  readonly identical: boolean
  readonly level: number
}

/** Types whose texts are made by a String method. */
const withText = new Set(['core.ResourceName'])
const power = (level: number): number => 2 ** Math.min(Math.max(level, 0), 16)
/** The number of fields, elements or entries that are shown at a level. */
const mostParts = (level: number): number => Math.floor(power(level) / 2) * 4

/** Whether a value is Go's zero: its field is not shown. */
export function isZero(value: unknown, type: GoType): boolean {
  if (type.kind === 'struct')
    return structValues(value, type).every(([field, own]) => isZero(own, field.type))
  if (type.kind === 'pointer' || type.kind === 'slice' || type.kind === 'map') return isNil(value)
  if (type.kind === 'quantity') return isNil(value)
  // An empty text is one by its type.
  if (type.kind === 'intOrString') return isNil(value) || value === 0
  return isNil(value) || value === '' || value === 0 || value === false
}

/** A quoted text, raw where that is shorter, cut where it is long. */
function textValue(text: string, level: number, prefix = ''): string {
  const most = power(level) * 32
  const isCut = text.length > most + ellipsis.length
  const shown = isCut ? text.slice(0, most) : text
  const quoted = goQuote(shown)
  const isRaw = quoted.length !== shown.length + 2 && !/[`\n]|[^\P{C}\t]/u.test(shown)
  return `${prefix}${isRaw ? `\`${shown}\`` : quoted}${isCut ? ellipsis : ''}`
}

/** A key of a map. */
export const keyText = (key: string, map: GoType): string => {
  const keyType = /^map\[([^\]]+)\]/.exec(map.name)?.[1] ?? ''
  const hasText = map.name === 'core.ResourceList' || withText.has(keyType)
  return textValue(key, 6, hasText ? 's' : '')
}

/** The name of a type before a value, where the mode has it. */
export function typed(type: GoType, text: TextNode, { mode, identical }: ValueOptions): TextNode {
  const isNamed =
    type.kind === 'struct' || type.kind === 'slice' || type.kind === 'map' || type.kind === 'quantity'
  if (mode === 'elide' || !isNamed || text === 'nil' || identical) return text
  return { prefix: type.name, value: text, suffix: '' }
}

const braces = (records: readonly TextRecord[]): TextNode => ({ prefix: '{', value: records, suffix: '}' })
const item = (key: string, value: TextNode): TextRecord => ({ mark: '', key, value })

/** The first parts, and a sign that there are more. */
function some<T>(parts: readonly T[], level: number, show: (part: T) => TextRecord): TextNode {
  const most = mostParts(level)
  const shown = parts.slice(0, most).map(show)
  return braces(parts.length > most ? [...shown, item('', ellipsis)] : shown)
}

/** The text of a value in a report, by its type. */
export function valueText(value: unknown, type: GoType, options: ValueOptions): TextNode {
  const { level } = options
  const inner = (mode: TypeMode): ValueOptions => ({ ...options, mode, level: level - 1 })
  switch (type.kind) {
    case 'struct':
      return typed(type, structText(value, type, options), options)
    case 'quantity':
      return typed(type, quantityText(value, options), options)
    case 'slice':
      if (isNil(value)) return 'nil'
      return typed(
        type,
        some(value as unknown[], level, (one) => item('', valueText(one, type.of, inner('elide')))),
        options,
      )
    case 'map':
      if (isNil(value)) return 'nil'
      return typed(
        type,
        some(mapEntries(value), level, ([key, one]) =>
          item(keyText(key, type), valueText(one, type.of, inner('elide'))),
        ),
        options,
      )
    case 'pointer':
      return isNil(value) ? 'nil' : pointerText(value, type.of, options)
    case 'time':
      return `s"${goTimeText(value as string | undefined)}"`
    case 'intOrString':
      return valueText(intOrStringFields(value), intOrStringStruct, options)
    case 'string':
      return textValue(String(value ?? ''), level, withText.has(type.name) ? 's' : '')
    default:
      return String(value ?? (type.kind === 'bool' ? false : 0))
  }
}

/** Types of the API, and quantities and numbers that may be texts, have a String method of their pointers. */
function pointerText(value: unknown, type: GoType, options: ValueOptions): TextNode {
  const teller = type.kind === 'struct' ? generatedStruct(type) : undefined
  if (teller !== undefined) return textValue(generatedText(value, teller), options.level, 's')
  if (type.kind === 'quantity' || type.kind === 'intOrString')
    return textValue(String(value), options.level, 's')
  return { prefix: '&', value: valueText(value, type, options), suffix: '' }
}

/** The struct whose generated String method a pointer to this one has: its own, or that of the only one that it embeds. */
function generatedStruct(type: GoStruct): GoStruct | undefined {
  if (type.hasTags) return type
  const [only, ...others] = type.fields.flatMap(({ embedded, type: own }) =>
    embedded && own.kind === 'struct' && own.hasTags ? [own] : [],
  )
  return others.length === 0 ? only : undefined
}

function structText(value: unknown, type: GoStruct, options: ValueOptions): TextNode {
  const fields = structValues(value, type).filter(([field, own]) => !isZero(own, field.type))
  const inner: ValueOptions = { ...options, mode: 'auto', level: options.level - 1 }
  return some(fields, options.level, ([field, own]) => item(field.name, valueText(own, field.type, inner)))
}

/** A Quantity as its unexported Go fields. */
function quantityText(value: unknown, options: ValueOptions): TextNode {
  const { value: amount, scale, text, format } = quantityParts(value)
  const own = [
    ...(amount === '0' ? [] : [item('value', amount)]),
    ...(scale === 0 ? [] : [item('scale', String(scale))]),
  ]
  const number = some(own, options.level - 1, (one) => one)
  const named = options.identical ? number : { prefix: 'resource.int64Amount', value: number, suffix: '' }
  const fields = [
    ...(own.length === 0 ? [] : [item('i', named)]),
    ...(text === '' ? [] : [item('s', textValue(text, options.level - 1))]),
    ...(format === '' ? [] : [item('Format', goQuote(format))]),
  ]
  return some(fields, options.level, (one) => one)
}
