// The clauses of string.format. Upstream: cel-go ext/formatting.go

/** The error of a clause that cannot format its argument. @param id the expression, where it is known */
export class FormatError extends Error {
  readonly id: number | undefined
  constructor(message: string, id?: number) {
    super(message)
    this.id = id
  }
}

const needs: Readonly<Record<string, string>> = {
  s: 'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
  d: 'decimal clause can only be used on integers',
  f: 'fixed-point clause can only be used on doubles',
  e: 'scientific clause can only be used on doubles',
  b: 'only integers and bools can be formatted as binary',
  x: 'only integers, byte buffers, and strings can be formatted as hex',
  o: 'octal clause can only be used on integers',
}

/** The error of a formatting clause that does not take values of the type. */
export const wrongType = (letter: string, type: string, id?: number): FormatError =>
  new FormatError(`error during formatting: ${needs[letter.toLowerCase()]}, was given ${type}`, id)

/**
 * Calls back for each clause of a format, in order, and joins what it answers. Throws FormatError with upstream's message.
 * @param count how many arguments there are
 */
export function interpolate(
  format: string,
  count: number,
  clause: (index: number, letter: string, precision: number | undefined) => string,
): string {
  let [result, index, i] = ['', 0, 0]
  while (i < format.length) {
    if (format[i] !== '%') result += format[i++]
    else if (format[i + 1] === '%') {
      result += '%'
      i += 2
    } else {
      if (index >= count) throw new FormatError(`index ${index} out of range`)
      if (i + 1 >= format.length) throw new FormatError('unexpected end of string')
      const { letter, precision, length } = clauseAt(format, i + 1)
      result += clause(index++, letter, precision)
      i += 1 + length
    }
  }
  return result
}

function clauseAt(
  format: string,
  start: number,
): { letter: string; precision: number | undefined; length: number } {
  const [text, digits] = /^(?:\.(\d*))?/.exec(format.slice(start))!
  const letter = format[start + text.length]
  const unread = 'could not parse formatting clause'
  if (letter === undefined)
    throw new FormatError(
      `${unread}: error while parsing precision: could not find end of precision specifier`,
    )
  if (digits === '')
    throw new FormatError(
      `${unread}: error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax`,
    )
  if (!'sdfebxXo'.includes(letter))
    throw new FormatError(`${unread}: unrecognized formatting clause "${letter}"`)
  return {
    letter,
    precision: digits === undefined ? undefined : Number(digits),
    length: text.length + 1,
  }
}
