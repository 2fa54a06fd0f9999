// Values in messages, as %v shows them.
import { formatG } from './go-format.ts'
import { formatSpan, formatTime } from './time.ts'
import { type CelValue, Duration, isList, isMap, Optional, Timestamp, typeOf, Uint } from './value.ts'

/** The value in Go's %v form. */
export function shown(value: CelValue): string {
  if (typeof value === 'number') return formatG(value)
  if (typeof value === 'string') return value
  if (value === null) return 'null'
  if (value instanceof Uint) return String(value.value)
  if (value instanceof Uint8Array) return `[${[...value].join(' ')}]`
  if (value instanceof Timestamp) return formatTime(value)
  if (value instanceof Duration) return formatSpan(value)
  if (value instanceof Optional)
    return value.value === undefined ? 'optional.none()' : `optional(${shown(value.value)})`
  if (isList(value)) return `[${[...value].map(shown).join(', ')}]`
  if (isMap(value))
    return `{${[...value.keys()].map((key) => `${shown(key)}: ${shown(value.get(key)!)}`).join(', ')}}`
  return `${value}`
}

/** The name of the value's Go type, which some errors show: `types.Int`. */
export const goTypeName = (value: CelValue): string => {
  const { name } = typeOf(value)
  const last = name.split('.').at(-1)!.replace('null_type', 'null')
  return `types.${last[0]!.toUpperCase()}${last.slice(1)}`
}
