// od, in the forms that scripts look at stored bytes by. Upstream: coreutils (src/od.c)
import { FlagError } from '../../component-base/flags/flag-definition.ts'
import { dumper, flag, numberOf } from './dump-tools.ts'

const flags = [
  flag('A', 'address-radix', 'string', 'o'),
  flag('N', 'read-bytes', 'string'),
  flag('j', 'skip-bytes', 'string'),
  flag('t', 'format', 'stringArray'),
  flag('v', 'output-duplicates'),
  flag('w', 'width', 'string'),
  ...['a', 'b', 'c', 'd', 'o', 'x'].map((letter) => flag(letter, `traditional-${letter}`)),
]

/** What the letters of old stand for. */
const traditional: Readonly<Record<string, string>> = { a: 'a', b: 'o1', c: 'c', d: 'u2', o: 'o2', x: 'x2' }

const names =
  'nul soh stx etx eot enq ack bel bs ht nl vt ff cr so si dle dc1 dc2 dc3 dc4 nak syn etb can em sub esc fs gs rs us sp'.split(
    ' ',
  )
const escapes: Readonly<Record<number, string>> = {
  0: '\\0',
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
}

/** How some bytes are shown. */
interface Form {
  /** Bytes a number. */
  size: number
  /** Characters of the widest one. */
  width: number
  show(bytes: Buffer): string
  /** `z`: the text stands at the end of each line. */
  text: boolean
}

const widths: Readonly<Record<string, readonly number[]>> = {
  x: [0, 2, 4, 0, 8, 0, 0, 0, 16],
  o: [0, 3, 6, 0, 11, 0, 0, 0, 22],
  u: [0, 3, 5, 0, 10, 0, 0, 0, 20],
  d: [0, 4, 6, 0, 11, 0, 0, 0, 20],
}
const sizes: Readonly<Record<string, number>> = { C: 1, S: 2, I: 4, L: 8 }

function formsOf(text: string): Form[] {
  const parts = [...text.matchAll(/([acdoux])(\d+|[CSIL])?(z)?/g)]
  if (parts.length === 0 || parts.map(([whole]) => whole).join('') !== text)
    throw new FlagError(`invalid type string '${text}'`)
  return parts.map(([, type = '', size = '', z]) => ({ ...formOf(type, size), text: z !== undefined }))
}

function formOf(type: string, given: string): Omit<Form, 'text'> {
  if (type === 'c') return { size: 1, width: 3, show: ([byte = 0]) => character(byte) }
  if (type === 'a') return { size: 1, width: 3, show: ([byte = 0]) => named(byte % 128) }
  const size = given === '' ? 4 : (sizes[given] ?? Number(given))
  const width = widths[type]![size]
  if (width === undefined || width === 0) throw new FlagError(`invalid type string '${type}${given}'`)
  const shown = { x: 16, o: 8 }[type]
  return {
    size,
    width,
    show: (bytes) => {
      const value = numberIn(bytes, type === 'd')
      return shown === undefined ? String(value) : value.toString(shown).padStart(width, '0')
    },
  }
}

function numberIn(bytes: Buffer, signed: boolean): bigint {
  const value = BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)
  return signed ? BigInt.asIntN(bytes.length * 8, value) : value
}

function character(byte: number): string {
  const text = escapes[byte]
  if (text !== undefined) return text
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : byte.toString(8).padStart(3, '0')
}

const named = (byte: number): string => names[byte] ?? (byte === 127 ? 'del' : String.fromCharCode(byte))

function lineOf(row: Buffer, form: Form, perByte: number, width: number): string {
  let line = ''
  for (let at = 0; at < row.length; at += form.size) {
    const piece = Buffer.alloc(form.size)
    row.copy(piece, 0, at, at + form.size)
    line += form.show(piece).padStart(perByte * form.size)
  }
  if (!form.text) return line
  const text = [...row]
    .map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.'))
    .join('')
  return `${line.padEnd(perByte * width)}  >${text}<`
}

/** Of a place in the file, by `-A`. */
function address(radix: string): (at: number) => string {
  const base = { d: 10, o: 8, x: 16, n: 0 }[radix]
  if (base === undefined)
    throw new FlagError(`invalid output address radix '${radix}'; it must be one character from [doxn]`)
  return (at) => (base === 0 ? '' : at.toString(base).padStart(base === 16 ? 6 : 7, '0'))
}

/** `od`: numbers, characters and names of bytes. */
export const od = dumper('od', flags, (all, parsed) => {
  const { values, given } = parsed
  const from = numberOf(parsed, 'skip-bytes') ?? 0
  const bytes = all.subarray(from, from + (numberOf(parsed, 'read-bytes') ?? all.length))
  const asked = [...given.keys()].flatMap((name) => {
    if (name === 'format') return given.get(name)!
    const letter = /^traditional-(.)$/.exec(name)?.[1]
    return letter === undefined ? [] : [traditional[letter]!]
  })
  const forms = (asked.length === 0 ? ['o2'] : asked).flatMap(formsOf)
  const perByte = Math.max(...forms.map(({ size, width }) => (width + 1) / size))
  const width = numberOf(parsed, 'width') ?? 16
  const place = address(values.string('address-radix'))
  const lines: string[] = []
  let before: Buffer | undefined
  for (let at = 0; at < bytes.length; at += width) {
    const row = bytes.subarray(at, at + width)
    const same = before?.equals(row) === true && !values.bool('output-duplicates') && row.length === width
    before = row
    if (same && lines.at(-1) !== '*') lines.push('*')
    if (same) continue
    const own = place(from + at)
    for (const [i, form] of forms.entries())
      lines.push(`${i === 0 ? own : ' '.repeat(own.length)}${lineOf(row, form, perByte, width)}`)
  }
  const end = place(from + bytes.length)
  if (end !== '') lines.push(end)
  return { stdout: lines.map((line) => `${line}\n`).join(''), stderr: '', exitCode: 0 }
})
