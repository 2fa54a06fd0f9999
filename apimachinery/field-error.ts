// Upstream: staging/src/k8s.io/apimachinery/pkg/util/validation/field/{path,errors}.go
import { goQuote as quoteText } from '../component-base/go/quote.ts'

/** A path to a field, as `spec.ports[0].name` or `metadata.labels[a/b]`. Immutable. */
export class FieldPath {
  private readonly text: string
  private constructor(text: string) {
    this.text = text
  }
  static of(name: string, ...more: string[]): FieldPath {
    return new FieldPath([name, ...more].join('.'))
  }
  /** A path that stands for the object itself (prints as `<nil>` upstream; here as the empty text). */
  static readonly root = new FieldPath('')
  child(name: string, ...more: string[]): FieldPath {
    const tail = more.length === 0 ? name : [name, ...more].join('.')
    return new FieldPath(this.text === '' ? tail : `${this.text}.${tail}`)
  }
  index(i: number): FieldPath {
    return new FieldPath(`${this.text}[${i}]`)
  }
  key(key: string): FieldPath {
    return new FieldPath(`${this.text}[${key}]`)
  }
  toString(): string {
    return this.text
  }
}

/** The kind of a field error; `reason` of the Status cause that it becomes. */
export type FieldErrorType =
  | 'FieldValueNotFound'
  | 'FieldValueRequired'
  | 'FieldValueDuplicate'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueTypeInvalid'
  | 'InternalError'

const texts: Record<FieldErrorType, string> = {
  FieldValueNotFound: 'Not found',
  FieldValueRequired: 'Required value',
  FieldValueDuplicate: 'Duplicate value',
  FieldValueInvalid: 'Invalid value',
  FieldValueNotSupported: 'Unsupported value',
  FieldValueForbidden: 'Forbidden',
  FieldValueTooLong: 'Too long',
  FieldValueTooMany: 'Too many',
  FieldValueTypeInvalid: 'Invalid value',
  InternalError: 'Internal error',
}
const withoutValue = new Set<FieldErrorType>([
  'FieldValueRequired',
  'FieldValueForbidden',
  'FieldValueTooLong',
  'InternalError',
])

/**
 * A text that an error message shows unquoted, where upstream prints a Go value that JSON cannot express. A long text may be
 * given as a function, which is called only where the message is shown.
 */
export class Literal {
  private made: string | (() => string)
  constructor(text: string | (() => string)) {
    this.made = text
  }
  get text(): string {
    if (typeof this.made !== 'string') this.made = this.made()
    return this.made
  }
}

/** Stands for a value that the message does not show. Upstream: field.OmitValueType */
export const omittedValue = Symbol('omitted')

/** An error of a validator about a field. `badValue`: JSON data, a {@link Literal} or {@link omittedValue}. */
export interface FieldError {
  readonly type: FieldErrorType
  readonly field: string
  readonly badValue: unknown
  readonly detail: string
}

/** The text without the field, as in a Status cause: `Invalid value: 0: must be between 1 and 65535, inclusive`. */
export function errorBody(error: FieldError): string {
  let text = texts[error.type]
  if (!withoutValue.has(error.type) && error.badValue !== omittedValue)
    text += `: ${showValue(error.badValue)}`
  return error.detail === '' ? text : `${text}: ${error.detail}`
}

/** The whole text: `spec.ports[0].port: Invalid value: …`. */
export function errorText(error: FieldError): string {
  return `${error.field}: ${errorBody(error)}`
}

/** The text of a list, as utilerrors.Aggregate prints it: one text alone, several as `[a, b]`, without repetitions. */
export const aggregateText = (errors: readonly FieldError[]): string => listText(errors.map(errorText))

/** The texts as utilerrors.Aggregate prints them: one text alone, several as `[a, b]`, without repetitions. */
export function listText(texts: readonly string[]): string {
  const unique = [...new Set(texts)]
  return unique.length === 1 ? unique[0]! : `[${unique.join(', ')}]`
}

function showValue(value: unknown): string {
  if (value instanceof Literal) return value.text
  if (value === undefined || value === null) return 'null'
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : quote(value)
}

function quote(value: unknown): string {
  return goQuote(typeof value === 'string' ? value : undefined) ?? JSON.stringify(value)
}

/** Matches texts of which nothing has to be escaped between quotes. */
const plainText = /^[ !#-[\]-~]*$/

/** A text in quotes, as Go's strconv.Quote writes it. */
export function goQuote(text: string): string
export function goQuote(text: string | undefined): string | undefined
export function goQuote(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  return plainText.test(text) ? `"${text}"` : quoteText(text)
}

/** The most characters of findings that an answer shows; later findings are left out. */
export const maxToldCharacters = 1024 * 1024
/** A function that says of each text whether it was called with that text before. */
export function repeats(): (text: string) => boolean {
  const seen = new Set<string>()
  return (text) => seen.size === seen.add(text).size
}

/** The most findings that an answer can show: none is shorter than 16 characters. */
export const mostFindings = maxToldCharacters / 16

/**
 * The findings of all items, in order, until there are more than an answer shows: of endless lists only the first items
 * count.
 * @param find gives the findings of one item, or nothing
 */
export function eachFinding<T>(
  items: Iterable<T>,
  find: (item: T, index: number) => readonly FieldError[],
): FieldError[] {
  const found: FieldError[] = []
  let [i, characters] = [0, 0]
  for (const item of items) {
    for (const error of find(item, i++)) {
      found.push(error)
      characters += error.field.length + error.detail.length
    }
    if (characters > maxToldCharacters) break
  }
  return found
}

type Path = FieldPath | string
const make = (type: FieldErrorType, path: Path, badValue: unknown, detail: string): FieldError => ({
  type,
  field: String(path),
  badValue,
  detail,
})

/** Constructors named as upstream's (field.Required, field.Invalid, …). */
export const field = {
  required: (path: Path, detail: string) => make('FieldValueRequired', path, '', detail),
  invalid: (path: Path, value: unknown, detail: string) => make('FieldValueInvalid', path, value, detail),
  typeInvalid: (path: Path, value: unknown, detail: string) =>
    make('FieldValueTypeInvalid', path, value, detail),
  duplicate: (path: Path, value: unknown) => make('FieldValueDuplicate', path, value, ''),
  notFound: (path: Path, value: unknown) => make('FieldValueNotFound', path, value, ''),
  forbidden: (path: Path, detail: string) => make('FieldValueForbidden', path, '', detail),
  notSupported: (path: Path, value: unknown, supported: readonly string[]) =>
    make(
      'FieldValueNotSupported',
      path,
      value,
      supported.length === 0 ? '' : `supported values: ${supported.map((s) => goQuote(s)).join(', ')}`,
    ),
  /** @param max bytes; the wording of `detail` changed between releases, so the caller may give it. */
  tooLong: (path: Path, value: unknown, max: number, detail = `may not be more than ${max} bytes`) =>
    make('FieldValueTooLong', path, value, detail),
  tooMany: (path: Path, actual: number, max: number) =>
    make('FieldValueTooMany', path, actual, `must have at most ${max} item${max === 1 ? '' : 's'}`),
  internal: (path: Path, text: string) => make('InternalError', path, undefined, text),
}
