// Values as the program that records the real ones prints them (scripts/record/go/programs/cel).

import { formatGoDuration } from '../../apimachinery/scheme/go-duration.ts'
import { CelType } from '../types/type.ts'
import { formatG } from '../values/go-format.ts'
import { formatTime } from '../values/time.ts'
import { type CelValue, Duration, isList, isMap, Optional, Timestamp, Uint } from '../values/value.ts'

/** The value with its type, in a form that is the same for equal values. */
export function printed(value: CelValue): string {
  if (typeof value === 'string') return goJSON(value)
  if (typeof value === 'number') return `double ${formatG(value)}`
  if (value === null) return 'null'
  if (value instanceof Uint8Array) return `b${Buffer.from(value).toString('hex')}`
  if (value instanceof Uint) return `${value.value}u`
  if (value instanceof CelType) return `type ${value}`
  if (value instanceof Optional) return value.value === undefined ? 'none' : `of ${printed(value.value)}`
  if (value instanceof Timestamp) return `time ${formatTime(value)}`
  if (value instanceof Duration) return `duration ${formatGoDuration(Number(value.nanos))}`
  if (isMap(value))
    return `{${[...value.keys()]
      .map((key) => `${printed(key)}: ${printed(value.get(key)!)}`)
      .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      .join(', ')}}`
  if (isList(value)) return `[${[...value].map(printed).join(', ')}]`
  return typeof value === 'object' && 'type' in value ? `${value.type} ${value}` : `${value}`
}

const goJSON = (text: string): string =>
  JSON.stringify(text).replace(
    /[<>&\u2028\u2029]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
