// Formats by their names. Upstream: k8s.io/apiserver/pkg/cel/library/format.go

import { isQualifiedName, isValidLabelValue } from '../../../apimachinery/validation/label-names.ts'
import {
  isDNS1035Label,
  nameIsDNS1035Label,
  nameIsDNSLabel,
  nameIsDNSSubdomain,
} from '../../../apimachinery/validation/names.ts'
import { urlError } from '../../../component-base/go/parse-url.ts'
import { objectType } from '../../types/type.ts'
import { parseTime } from '../../values/time.ts'
import { type CelValue, type LibraryValue, Optional, ValueList } from '../../values/value.ts'
import type { Functions } from './functions.ts'

const formatType = objectType('kubernetes.NamedFormat')

/** A format that texts can be held against. */
export class NamedFormat implements LibraryValue {
  readonly kind = 'library'
  readonly type = formatType
  readonly name: string
  readonly validate: (text: string) => readonly string[]
  /** The length of the regular expression that the cost of a check is computed with. */
  readonly regexSize: number

  constructor(name: string, validate: (text: string) => readonly string[], regexSize: number) {
    this.name = name
    this.validate = validate
    this.regexSize = regexSize
  }
  equals(other: LibraryValue): boolean {
    return other instanceof NamedFormat && other.name === this.name
  }
  toString(): string {
    return this.name
  }
}

/** The words of names in the newest release, which is what a rule is written for. */
const newest = Number.POSITIVE_INFINITY

const test =
  (holds: (text: string) => boolean, message: string) =>
  (text: string): readonly string[] =>
    holds(text) ? [] : [message]

const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/

const isDate = (text: string): boolean => parseTime(`${text}T00:00:00Z`) !== undefined
const isDateTime = (text: string): boolean => parseTime(text.toUpperCase()) !== undefined

const rows: readonly [
  name: string,
  title: string,
  validate: (text: string) => readonly string[],
  size: number,
][] = [
  ['dns1123Label', 'DNS1123Label', (text) => nameIsDNSLabel(text, false, newest), 30],
  ['dns1123Subdomain', 'DNS1123Subdomain', (text) => nameIsDNSSubdomain(text, false), 60],
  ['dns1035Label', 'DNS1035Label', isDNS1035Label, 30],
  ['qualifiedName', 'QualifiedName', (text) => isQualifiedName(text, newest), 60],
  ['dns1123LabelPrefix', 'DNS1123LabelPrefix', (text) => nameIsDNSLabel(text, true, newest), 30],
  ['dns1123SubdomainPrefix', 'DNS1123SubdomainPrefix', (text) => nameIsDNSSubdomain(text, true), 60],
  ['dns1035LabelPrefix', 'DNS1035LabelPrefix', (text) => nameIsDNS1035Label(text, true), 30],
  ['labelValue', 'LabelValue', (text) => isValidLabelValue(text, newest), 40],
  ['uri', 'URI', (text) => [urlError(text)].filter((one) => one !== undefined), 1103],
  ['uuid', 'uuid', test((text) => uuid.test(text), 'does not match the UUID format'), 70],
  ['byte', 'byte', test((text) => base64.test(text), 'invalid base64'), 84],
  ['date', 'date', test(isDate, 'invalid date'), 71],
  ['datetime', 'datetime', test(isDateTime, 'invalid datetime'), 71],
]

const formats = new Map(
  rows.map(([name, title, validate, size]) => [name, new NamedFormat(title, validate, size)]),
)

function validate([format, text]: readonly CelValue[]): CelValue {
  const errors = (format as NamedFormat).validate(text as string)
  return errors.length === 0 ? Optional.none : new Optional(new ValueList([...errors]))
}

/** The functions on named formats, by the ids of their overloads. */
export const formatFunctions: Functions = {
  ...Object.fromEntries([...formats].map(([name, format]) => [`format.${name}`, () => format])),
  'format-named': ([name]) => {
    const format = formats.get(name as string)
    return format ? new Optional(format) : Optional.none
  },
  'format-validate': validate,
}
