// Upstream: github.com/fxamacker/cbor/v2 (decode.go) as apimachinery/pkg/runtime/serializer/cbor/internal/modes/decode.go sets it up
import { isUtf8 } from 'node:buffer'
import { goQuote } from '../../field-error.ts'
import { type JsonObject, type JsonValue, setOwn } from '../../json.ts'
import { goNumber, noteLiteral } from '../number-literal.ts'
import { CborItems, indefinite } from './items.ts'
import { halfFloat } from './numbers.ts'
import { duplicateKey, majorTypes, notAccepted, type Problem, wrongType } from './problem.ts'
import { timeOfTag } from './times.ts'

/** The tags that say which text stands for the byte strings in them, and Node's name of it. */
const laterEncodings: ReadonlyMap<number, BufferEncoding> = new Map([
  [21, 'base64url'],
  [22, 'base64'],
  [23, 'hex'],
])

const selfDescribedTag = 55799
/** The first whole number that no int64 holds. */
const pastInt64 = 2 ** 63

/**
 * Reads well-formed data. What is wrong with an item is in `problem` after it was read, and the rest is read nevertheless: all of an
 * item is gone past in any case.
 */
export class CborReader extends CborItems {
  problem: Problem | undefined
  /** Whether a key without a field of that name is a problem. */
  strict = false
  /** What is wrong with data that is only kept while the rest is read: told where nothing else is. */
  late: Problem | undefined
  /** The text of the number that was read last, where it says more than the number. */
  literal: string | undefined
  private encodings: BufferEncoding[] = []
  /** The offset of the content behind the tags that were checked last. */
  private checkedTo = 0

  /** The text that byte strings stand for here; undefined: that of their bytes. */
  get encoding(): BufferEncoding | undefined {
    return this.encodings.at(-1)
  }

  /** The problem of the item that was read last, which is cleared. */
  take(): Problem | undefined {
    const { problem } = this
    this.problem = undefined
    return problem
  }

  /**
   * Goes past tags that mean nothing. Whether those that follow fit what they stand at; if not, the item is gone past. Each tag of
   * a row comes here when its content is read: the row is checked with the first.
   */
  begin(): boolean {
    while (this.type === 6) {
      const { at } = this
      this.head()
      if (this.argument === selfDescribedTag) continue
      this.at = at
      break
    }
    const { at } = this
    if (at < this.checkedTo) return true
    while (this.type === 6) {
      this.head()
      const wrong = misplacedTag(this.argument, this.data[this.at]!)
      if (wrong === undefined) continue
      this.skip()
      this.problem = { text: wrong }
      return false
    }
    this.checkedTo = this.at
    this.at = at
    return true
  }

  /** Reads the content of a tag whose head was read, with the text encoding that the tag gives byte strings. */
  tagged<T>(read: () => T): T {
    const encoding = laterEncodings.get(this.argument)
    if (encoding === undefined) return read()
    this.encodings.push(encoding)
    const value = read()
    this.encodings.pop()
    return value
  }

  /** What `read` makes of the next item, which knows nothing of the tags around it. */
  alone<T>(read: () => T): T {
    const { encodings } = this
    this.encodings = []
    const value = read()
    this.encodings = encodings
    return value
  }

  /** The bytes of a byte string. */
  byteString(): Buffer {
    this.head()
    if (this.info !== indefinite) return this.taken(this.argument)
    const chunks: Buffer[] = []
    while (!this.foundBreak()) {
      this.head()
      chunks.push(this.taken(this.argument))
    }
    return Buffer.concat(chunks)
  }

  /** The bytes of a text string; undefined where they are no text. */
  textString(): Buffer | undefined {
    this.head()
    if (this.info !== indefinite) return this.checkedText(this.taken(this.argument))
    const chunks: Buffer[] = []
    let good = true
    while (!this.foundBreak()) {
      this.head()
      const chunk = this.taken(this.argument)
      good &&= isUtf8(chunk)
      chunks.push(chunk)
    }
    return good ? Buffer.concat(chunks) : this.checkedText(undefined)
  }

  private taken(length: number): Buffer {
    const bytes = this.data.subarray(this.at, this.at + length)
    this.at += length
    return bytes
  }

  private checkedText(text: Buffer | undefined): Buffer | undefined {
    if (text !== undefined && isUtf8(text)) return text
    this.problem = { text: 'cbor: invalid UTF-8 string' }
    return undefined
  }

  /** A string of either kind, in the encoding of the tags around it. */
  string(): string {
    if (this.type === 3) return this.textString()?.toString() ?? ''
    return this.byteString().toString(this.encoding ?? 'utf8')
  }

  /** An integer of 64 bits; undefined where it is larger, with `goType` in the problem. */
  integer(goType: string, shownType = goType): number | bigint | undefined {
    const type = this.head()
    const value = this.whole(type)
    if (value < pastInt64 && value >= -pastInt64) return value
    this.problem = wrongType(type, goType, `${value} overflows ${shownType}`)
    return undefined
  }

  /** The number of a float whose head was read. */
  float(): number {
    if (this.info === 25) return halfFloat(this.argument)
    return this.info === 26 ? this.data.readFloatBE(this.at - 4) : this.data.readDoubleBE(this.at - 8)
  }

  /** The value of a primitive that is no float, whose head was read; undefined: it is not accepted. */
  simple(): boolean | null | undefined {
    if (this.argument === 22) return null
    if (this.argument === 20 || this.argument === 21) return this.argument === 21
    this.problem = notAccepted(7, `simple value ${this.argument} is not recognized`)
    return undefined
  }

  /** Reads an item of any type as JSON data. */
  any(): JsonValue {
    this.literal = undefined
    if (!this.begin()) return null
    switch (this.type) {
      case 0:
      case 1:
        return this.anyInteger()
      case 2:
      case 3:
        return this.string()
      case 4:
        return this.anyList()
      case 5:
        return this.anyMap()
      case 6:
        return this.anyTagged()
      default:
        this.head()
        return this.info > 24 ? this.anyFloat() : (this.simple() ?? null)
    }
  }

  private anyInteger(): number {
    const value = this.integer('int64', "Go's int64")
    if (value === undefined) return 0
    const number = Number(value)
    if (!Number.isSafeInteger(number)) this.literal = String(value)
    return number
  }

  private anyFloat(): number {
    const value = this.float()
    if (Number.isInteger(value) && Math.abs(value) < 1e21) this.literal = `${goNumber(value)}.0`
    return value
  }

  private anyTagged(): JsonValue {
    const { at } = this
    this.head()
    if (this.argument > 1) return this.tagged(() => this.any())
    this.at = at
    const time = timeOfTag(this)
    if (typeof time === 'string') return time
    this.problem = time
    return null
  }

  private anyList(): JsonValue[] {
    this.head()
    const out: JsonValue[] = []
    let first: Problem | undefined
    this.items((index) => {
      out.push(this.any())
      this.noted(out, index)
      first ??= this.take()
      this.problem = undefined
    })
    this.problem = first
    return out
  }

  /** A map with strings for keys. */
  anyMap(): JsonObject {
    const out: JsonObject = {}
    this.map('string', (key) => {
      setOwn(out, key, this.any())
      this.noted(out, key)
    })
    return out
  }

  private noted(container: object, key: string | number): void {
    if (this.literal !== undefined) noteLiteral(container, key, this.literal)
    this.literal = undefined
  }

  /**
   * The pairs of a map whose keys are strings; `member` reads a value. The first problem is told; a key that comes again is one
   * that goes before others, and what follows it is not read. @param goType of the keys
   */
  map(goType: string, member: (key: string) => void): void {
    this.head()
    const keys = new Set<string>()
    let [first, ended] = [undefined as Problem | undefined, false]
    let last = ''
    this.items((index) => {
      if (ended) {
        this.skip()
        this.skip()
        return
      }
      const key = this.key(goType, last)
      const wrong = this.take()
      if (key === undefined || wrong !== undefined) {
        first ??= wrong
        this.skip()
        return
      }
      last = key
      member(key)
      const inner = this.take()
      if (inner !== undefined) {
        first ??= inner
        return
      }
      ended = keys.has(key)
      if (ended) first = duplicateKey(goQuote(key), index)
      keys.add(key)
    })
    this.problem = first
  }

  /** @param last the key before */
  private key(goType: string, last: string): string | undefined {
    if (!this.begin()) return undefined
    const { type } = this
    if (type === 2 || type === 3) return this.string()
    if (type === 6) {
      this.head()
      return this.tagged(() => this.key(goType, last))
    }
    return this.noKey(type, goType, last)
  }

  /** @note Upstream leaves a key as it was where the next one is null. */
  private noKey(type: number, goType: string, last: string): string | undefined {
    if (type < 2) {
      if (this.integer(goType, "Go's int64") !== undefined || type === 0)
        this.problem = wrongType(type, goType)
    } else if (type === 7) {
      this.head()
      const value = this.info > 24 ? true : this.simple()
      if (value === null) return last
      if (value !== undefined) this.problem = wrongType(type, goType)
    } else {
      this.skip()
      this.problem = wrongType(type, goType)
    }
    return undefined
  }
}

/** Why a tag with a meaning cannot stand at an item that begins with this byte. Upstream: validBuiltinTag */
function misplacedTag(tag: number, first: number): string | undefined {
  const type = first >> 5
  const found = (wanted: string): string =>
    `cbor: tag number ${tag} must be followed by ${wanted}, got ${majorTypes[type]}`
  if (tag === 0 && type !== 3) return found('text string')
  if (tag === 1 && type > 1 && !(first >= 0xf9 && first <= 0xfb))
    return found('integer or floating-point number')
  return undefined
}
