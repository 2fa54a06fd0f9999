// Upstream: github.com/fxamacker/cbor/v2 (diagnose.go) with ByteStringText
import { isUtf8 } from 'node:buffer'
import { CborItems, indefinite } from './items.ts'
import { halfFloat } from './numbers.ts'

/** Well-formed CBOR in the notation that people read (RFC 8949, section 8), as errors show it. */
export function diagnosticNotation(data: Buffer): string {
  const notation = new Notation(data)
  notation.item()
  return notation.text()
}

/** Words that become one text at once: a list of millions of them costs more than to join them. */
const pieceLength = 1024

const brackets = { 4: ['[', ']'], 5: ['{', '}'] } as const

class Notation extends CborItems {
  private readonly pieces: string[] = []
  private readonly words: string[] = []

  /** What was written. */
  text(): string {
    return this.pieces.join('') + this.words.join('')
  }

  private write(word: string): void {
    if (this.words.push(word) < pieceLength) return
    this.pieces.push(this.words.join(''))
    this.words.length = 0
  }

  item(): void {
    const type = this.head()
    if (type < 2) this.write(String(this.whole(type)))
    else if (type === 2 || type === 3) this.string(type)
    else if (type === 4 || type === 5) this.container(type)
    else if (type === 6) this.tag()
    else this.primitive()
  }

  private string(type: 2 | 3): void {
    if (this.info === indefinite) {
      if (this.foundBreak()) this.write(type === 2 ? "''_" : '""_')
      else this.separated('(_ ', ')', Number.POSITIVE_INFINITY)
      return
    }
    const bytes = this.data.subarray(this.at, this.at + this.argument)
    this.at += this.argument
    if (type === 3) this.write(quoted(bytes.toString(), '"'))
    else if (bytes.length > 0 && isUtf8(bytes)) this.write(quoted(bytes.toString(), "'"))
    else this.write(`h'${bytes.toString('hex')}'`)
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
    this.write(open)
    for (let i = 0; i < count; i++) {
      if (count === Number.POSITIVE_INFINITY && this.foundBreak()) break
      if (i > 0) this.write(', ')
      this.item()
      if (!pairs) continue
      this.write(': ')
      this.item()
    }
    this.write(close)
  }

  private tag(): void {
    this.write(`${this.exact}(`)
    this.item()
    this.write(')')
  }

  private primitive(): void {
    const { info, argument, at, data } = this
    if (info < 25) this.write(simpleValues[argument] ?? `simple(${argument})`)
    else if (info === 25) this.write(float(halfFloat(argument)))
    else this.write(float(info === 26 ? data.readFloatBE(at - 4) : data.readDoubleBE(at - 8)))
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
