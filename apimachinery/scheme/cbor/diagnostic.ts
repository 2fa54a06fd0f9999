// Upstream: github.com/fxamacker/cbor/v2 (diagnose.go) with ByteStringText
import { isUtf8 } from 'node:buffer'
import { CborItems, indefinite } from './items.ts'
import { halfFloat } from './numbers.ts'

/** Well-formed CBOR in the notation that people read (RFC 8949, section 8), as errors show it. */
export function diagnosticNotation(data: Buffer): string {
  const notation = new Notation(data)
  notation.item()
  return notation.text.join('')
}

const brackets = { 4: ['[', ']'], 5: ['{', '}'] } as const

class Notation extends CborItems {
  readonly text: string[] = []

  item(): void {
    const type = this.head()
    if (type < 2) this.text.push(String(this.whole(type)))
    else if (type === 2 || type === 3) this.string(type)
    else if (type === 4 || type === 5) this.container(type)
    else if (type === 6) this.tag()
    else this.primitive()
  }

  private string(type: 2 | 3): void {
    if (this.info === indefinite) {
      if (this.foundBreak()) this.text.push(type === 2 ? "''_" : '""_')
      else this.separated('(_ ', ')', Number.POSITIVE_INFINITY)
      return
    }
    const bytes = this.data.subarray(this.at, this.at + this.argument)
    this.at += this.argument
    if (type === 3) this.text.push(quoted(bytes.toString(), '"'))
    else if (bytes.length > 0 && isUtf8(bytes)) this.text.push(quoted(bytes.toString(), "'"))
    else this.text.push(`h'${bytes.toString('hex')}'`)
  }

  private container(type: 4 | 5): void {
    const [open, close] = brackets[type]
    const endless = this.info === indefinite
    this.separated(
      endless ? `${open}_ ` : open,
      close,
      endless ? Number.POSITIVE_INFINITY : this.argument,
      type === 5,
    )
  }

  private separated(open: string, close: string, count: number, pairs = false): void {
    this.text.push(open)
    for (let i = 0; i < count; i++) {
      if (count === Number.POSITIVE_INFINITY && this.foundBreak()) break
      if (i > 0) this.text.push(', ')
      this.item()
      if (!pairs) continue
      this.text.push(': ')
      this.item()
    }
    this.text.push(close)
  }

  private tag(): void {
    this.text.push(`${this.exact}(`)
    this.item()
    this.text.push(')')
  }

  private primitive(): void {
    const { info, argument, at, data } = this
    if (info < 25) this.text.push(simpleValues[argument] ?? `simple(${argument})`)
    else if (info === 25) this.text.push(float(halfFloat(argument)))
    else this.text.push(float(info === 26 ? data.readFloatBE(at - 4) : data.readDoubleBE(at - 8)))
  }
}

const simpleValues: Readonly<Record<number, string>> = {
  20: 'false',
  21: 'true',
  22: 'null',
  23: 'undefined',
}

const escapes: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\' }

function quoted(text: string, quote: string): string {
  const inner = text.replace(
    /[^ -[\]-~]|["']/g,
    (char) =>
      escapes[char] ??
      (char === quote
        ? `\\${char}`
        : char === '"' || char === "'"
          ? char
          : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )
  return `${quote}${inner}${quote}`
}

/** The number in JavaScript's form, always with a decimal point. */
function float(value: number): string {
  const text = Object.is(value, -0) ? '-0' : String(value)
  if (text.includes('.')) return text
  const at = text.indexOf('e')
  return at < 0 ? `${text}.0` : `${text.slice(0, at)}.0${text.slice(at)}`
}
