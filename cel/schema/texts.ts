// Texts in formats as values. Upstream: k8s.io/apiserver/pkg/cel/common/valuesunstructured.go, k8s.io/kube-openapi/pkg/validation/strfmt
import { DecodeError } from '../../apimachinery/scheme/decode-error.ts'
import { fullDate, localTime, parseGoTime } from '../../apimachinery/scheme/go-time.ts'
import { parseTime, spanOf, timeOf } from '../values/time.ts'
import { CelError, type CelValue } from '../values/value.ts'
import { parseDuration } from './duration.ts'

/** Go's error for a text that does not have the layout; empty: it has. */
function timeError(text: string, layout: typeof fullDate | typeof localTime): string {
  try {
    parseGoTime(text, layout)
    return ''
  } catch (error) {
    if (error instanceof DecodeError) return error.message
    throw error
  }
}

function durationValue(text: string): CelValue {
  const nanos = parseDuration(text)
  return nanos === undefined
    ? new CelError(`Invalid duration ${text}: unable to parse ${text} as duration`)
    : spanOf(nanos)
}

function dateValue(text: string): CelValue {
  const nanos = parseTime(`${text}T00:00:00Z`)
  return nanos === undefined
    ? new CelError(`Invalid date formatted string ${text}: ${timeError(text, fullDate)}`)
    : timeOf(nanos)
}

function dateTimeValue(text: string): CelValue {
  const nanos = text === '' ? 0n : (parseTime(text) ?? parseTime(`${text}Z`))
  return nanos === undefined
    ? new CelError(`Invalid date-time formatted string ${text}: ${timeError(text, localTime)}`)
    : timeOf(nanos)
}

/** Where a text is no base64 of URLs, as Go counts; undefined where it is. */
function base64Error(text: string): number | undefined {
  const odd = /[^A-Za-z0-9_-]/.exec(text)?.index ?? text.length
  const rest = text.slice(odd)
  const inQuantum = odd % 4
  if (rest === '' || (inQuantum >= 2 && rest === '='.repeat(4 - inQuantum)))
    return rest === '' && inQuantum !== 0 ? odd - inQuantum : undefined
  if (inQuantum === 2 && rest === '=') return text.length
  const afterPadding = inQuantum >= 2 ? odd + (rest.startsWith('==') ? 2 : 1) : odd
  return rest.startsWith('=') ? afterPadding : odd
}

function bytesValue(text: string): CelValue {
  const at = base64Error(text.replace(/[\r\n]/g, ''))
  return at === undefined
    ? Buffer.from(text, 'base64url')
    : new CelError(`Invalid byte formatted string ${text}: illegal base64 data at input byte ${at}`)
}

/** A text as the value that its format says; an error where it is none. */
export function formattedValue(text: string, format: string | undefined): CelValue {
  switch (format) {
    case 'duration':
      return durationValue(text)
    case 'date':
      return dateValue(text)
    case 'date-time':
      return dateTimeValue(text)
    default:
      return format === 'byte' ? bytesValue(text) : text
  }
}
