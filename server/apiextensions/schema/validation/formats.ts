// Upstream: k8s.io/apiextensions-apiserver/pkg/apiserver/validation/formats.go, k8s.io/kube-openapi/pkg/validation/strfmt
import { parseCIDRSloppy, parseIPSloppy } from '../../../../apimachinery/validation/ip-address.ts'
import { regexOf } from '../../../../cel/library/regex.ts'
import { parseDuration } from '../../../../cel/schema/duration.ts'
import { parseTime } from '../../../../cel/values/time.ts'
import { CelError } from '../../../../cel/values/value.ts'
import { urlError } from '../../../../component-base/go/parse-url.ts'
import { schemaDialect } from '../dialect.ts'
import { isMailAddress } from './mail-address.ts'

type Check = (text: string) => boolean

const matches =
  (pattern: RegExp): Check =>
  (text) =>
    pattern.test(text)

const hex = (count: number): string => `[0-9a-f]{${count}}`
const uuid = (version: string, variant = hex(4)): RegExp =>
  new RegExp(`^${hex(8)}-?${hex(4)}-?${version}-?${variant}-?${hex(12)}$`, 'i')

const hostnamePattern =
  '^([a-zA-Z0-9\\p{S}\\p{L}]((-?[a-zA-Z0-9\\p{S}\\p{L}]{0,62})?)|([a-zA-Z0-9\\p{S}\\p{L}](([a-zA-Z0-9-\\p{S}\\p{L}]{0,61}[a-zA-Z0-9\\p{S}\\p{L}])?)(\\.)){1,}([a-zA-Z\\p{L}]){2,63})$'

/** Of RE2: JavaScript's takes a time that grows faster than the text. */
function isHostname(text: string): boolean {
  if (Buffer.byteLength(text) > 255) return false
  const pattern = regexOf(hostnamePattern)
  return (
    !(pattern instanceof CelError) &&
    pattern.matches(text) &&
    text.split('.').every((label) => Buffer.byteLength(label) <= 63)
  )
}

const cards =
  /^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\d{3})\d{11})$/

function isCreditCard(text: string): boolean {
  const digits = text.replace(/[^0-9]+/g, '')
  if (!cards.test(digits)) return false
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

const withoutDashes = (text: string): string => text.replace(/[\t\n\f\r -]+/g, '')

function isISBN10(text: string): boolean {
  const digits = withoutDashes(text)
  if (!/^(?:[0-9]{9}X|[0-9]{10})$/.test(digits)) return false
  const values = [...digits].map((digit) => (digit === 'X' ? 10 : Number(digit)))
  return values.reduce((sum, value, i) => sum + (i + 1) * value, 0) % 11 === 0
}

function isISBN13(text: string): boolean {
  const digits = withoutDashes(text)
  if (!/^[0-9]{13}$/.test(digits)) return false
  const sum = [...digits.slice(0, 12)].reduce((total, digit, i) => total + Number(digit) * (i % 2 ? 3 : 1), 0)
  return Number(digits[12]) === (10 - (sum % 10)) % 10
}

const macSizes = [6, 8, 20]
const repeated = (first: string, rest: string, count: number): string => `${first}(?:${rest}){${count - 1}}`
const mac = new RegExp(
  `^(?:${macSizes
    .flatMap((size) => [
      repeated(hex(2), `:${hex(2)}`, size),
      repeated(hex(2), `-${hex(2)}`, size),
      repeated(hex(4), `\\.${hex(4)}`, size / 2),
      hex(2 * size),
    ])
    .join('|')})$`,
  'i',
)

const colorPart = '(0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])'
const gap = '[\\t\\n\\f\\r ]*'
const rgb = new RegExp(
  `^rgb\\(${gap}${colorPart}${gap},${gap}${colorPart}${gap},${gap}${colorPart}${gap}\\)$`,
)

const isDate: Check = (text) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && parseTime(`${text}T00:00:00Z`) !== undefined

const timeOfDay = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$/

function isDateTime(text: string): boolean {
  const [date = '', time] = text.toLowerCase().split('t')
  const match = time === undefined || !isDate(date) ? null : timeOfDay.exec(time)
  return match !== null && match[1]! <= '23' && match[2]! <= '59' && match[3]! <= '59'
}

const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const shortName = new RegExp(`^${label}$`)
const longName = new RegExp(`^${label}(\\.${label})*$`)

/** The checks of texts by the names of formats, without dashes. */
const checks: ReadonlyMap<string, Check> = new Map([
  ['bsonobjectid', matches(/^[0-9a-f]{24}$/i)],
  ['uri', (text) => urlError(text) === undefined],
  ['email', isMailAddress],
  ['hostname', isHostname],
  ['ipv4', (text) => text.includes('.') && parseIPSloppy(text) !== undefined],
  ['ipv6', (text) => text.includes(':') && parseIPSloppy(text) !== undefined],
  ['cidr', (text) => parseCIDRSloppy(text) !== undefined],
  ['mac', matches(mac)],
  ['uuid', matches(uuid(hex(4)))],
  ['uuid3', matches(uuid(`3${hex(3)}`))],
  ['uuid4', matches(uuid(`4${hex(3)}`, `[89ab]${hex(3)}`))],
  ['uuid5', matches(uuid(`5${hex(3)}`, `[89ab]${hex(3)}`))],
  ['isbn', (text) => isISBN10(text) || isISBN13(text)],
  ['isbn10', isISBN10],
  ['isbn13', isISBN13],
  ['creditcard', isCreditCard],
  ['ssn', (text) => text.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text)],
  ['hexcolor', matches(/^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/)],
  ['rgbcolor', matches(rgb)],
  ['byte', (text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)],
  ['password', () => true],
  ['date', isDate],
  ['duration', (text) => parseDuration(text) !== undefined],
  ['datetime', isDateTime],
  ['k8sshortname', (text) => text.length <= 63 && shortName.test(text)],
  ['k8slongname', (text) => text.length <= 253 && longName.test(text)],
])

const laterFormats = new Set(['k8sshortname', 'k8slongname'])
const formatsOfNumbers: Readonly<Record<string, readonly string[]>> = {
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
}

const normalized = (format: string): string => format.replaceAll('-', '')

/** Whether a release knows a format of a type; `''` stands for no type, or several. */
export function isKnownFormat(format: string, type: string, minor: number): boolean {
  const { formatsByType, knowsKubernetesNames } = schemaDialect(minor)
  if (formatsByType && type !== '' && type !== 'string')
    return Object.hasOwn(formatsOfNumbers, type) && formatsOfNumbers[type]!.includes(format)
  const name = normalized(format)
  return checks.has(name) && (knowsKubernetesNames || !laterFormats.has(name))
}

/** The format; empty where the release does not check it for these types. */
export const checkedFormat = (format: string, types: readonly string[], minor: number): string =>
  format !== '' && isKnownFormat(format, types.length === 1 ? types[0]! : '', minor) ? format : ''

/** The check of texts of a format; undefined where the release does not know it. */
export const formatCheck = (format: string, minor: number): Check | undefined =>
  isKnownFormat(format, 'string', minor) ? checks.get(normalized(format)) : undefined
