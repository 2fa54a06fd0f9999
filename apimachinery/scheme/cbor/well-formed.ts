// Upstream: github.com/fxamacker/cbor/v2 (valid.go)
import { DecodeError } from '../decode-error.ts'
import { breakByte, CborItems, indefinite } from './items.ts'
import { halfFloat } from './numbers.ts'
import { majorTypes, notAccepted, problemError } from './problem.ts'

/** The limits of nesting, and of the sizes of lists and maps. */
export interface CborLimits {
  readonly levels: number
  readonly elements: number
  readonly pairs: number
}

/** An item that others are in: `left` are still to come (pairs count twice). */
interface Open {
  readonly type: number
  left: number
  /** The items that have been read of an indefinite length. */
  seen: number
  readonly depth: number
}

const maxLength = 2 ** 63

/**
 * Checks that all of the data is one well-formed item, in one pass. Throws a {@link DecodeError} with upstream's text.
 * @returns how many lists, maps and nulls it holds
 */
export function checkWellFormed(data: Buffer, limits: CborLimits): number {
  if (data.length === 0) throw new DecodeError('EOF')
  const check = new WellFormedCheck(data, limits)
  check.run()
  const rest = data.length - check.at
  if (rest > 0) throw new DecodeError(`cbor: ${rest} bytes of extraneous data starting at index ${check.at}`)
  return check.values
}

class WellFormedCheck extends CborItems {
  values = 0
  private readonly limits: CborLimits
  private readonly open: Open[] = []

  constructor(data: Buffer, limits: CborLimits) {
    super(data)
    this.limits = limits
  }

  run(): void {
    const { open } = this
    do {
      const around = open.at(-1)
      if (around?.left === Number.POSITIVE_INFINITY && this.ends(around)) open.pop()
      else if (this.begins(around?.depth ?? 0, around)) continue
      this.ended()
    } while (open.length > 0)
  }

  /** An item has ended, and with it those that it was the last of. */
  private ended(): void {
    for (let around = this.open.at(-1); around !== undefined; around = this.open.at(-1)) {
      around.seen++
      if (around.left === Number.POSITIVE_INFINITY) this.checkSeen(around)
      if (--around.left > 0) return
      this.open.pop()
    }
  }

  private ends({ type, seen }: Open): boolean {
    if (this.at >= this.data.length) throw unexpectedEnd()
    if (!this.foundBreak()) return false
    if (type === 5 && seen % 2 === 1) throw new DecodeError('cbor: unexpected "break" code')
    return true
  }

  private checkSeen({ type, seen }: Open): void {
    if (type === 4 && seen > this.limits.elements) throw this.tooMany(4)
    if (type === 5 && seen % 2 === 0 && seen / 2 > this.limits.pairs) throw this.tooMany(5)
  }

  private tooMany(type: 4 | 5): DecodeError {
    return new DecodeError(
      type === 4
        ? `cbor: exceeded max number of elements ${this.limits.elements} for CBOR array`
        : `cbor: exceeded max number of key-value pairs ${this.limits.pairs} for CBOR map`,
    )
  }

  /** Reads a head with its tags, and the bytes of a string. Whether items follow that belong to it. */
  private begins(depth: number, around: Open | undefined): boolean {
    if (around !== undefined && (around.type === 2 || around.type === 3)) this.checkChunk(around.type)
    let [type, level] = [this.checkedHead(), depth]
    if (type === 6) {
      ;[type, level] = this.tags(depth)
    }
    if (type === 2 || type === 3) return this.string(type, level)
    if (type === 4 || type === 5) return this.container(type, level + 1)
    if (type === 7 && this.info === 22) this.values++
    return false
  }

  /** Goes past tags. @returns the type of their content, whose head is read, and its depth */
  private tags(depth: number): [type: number, depth: number] {
    let level = depth
    for (;;) {
      if (this.at >= this.data.length) throw unexpectedEnd()
      if (this.argument === 2 || this.argument === 3) throw problemError(notAccepted(6, 'bignum'))
      const type = this.checkedHead()
      if (type !== 6) return [type, level]
      if (++level > this.limits.levels) throw this.tooDeep()
    }
  }

  private string(type: number, depth: number): boolean {
    if (this.info === indefinite) {
      this.open.push({ type, left: Number.POSITIVE_INFINITY, seen: 0, depth })
      return true
    }
    const length = this.exact
    if (length >= maxLength)
      throw new DecodeError(
        `cbor: ${majorTypes[type]} length ${length} is too large, causing integer overflow`,
      )
    if (this.data.length - this.at < this.argument) throw unexpectedEnd()
    this.at += this.argument
    return false
  }

  private container(type: 4 | 5, depth: number): boolean {
    this.values++
    if (depth > this.limits.levels) throw this.tooDeep()
    if (this.info === indefinite) {
      this.open.push({ type, left: Number.POSITIVE_INFINITY, seen: 0, depth })
      return true
    }
    const length = this.exact
    if (length >= maxLength)
      throw new DecodeError(
        `cbor: ${majorTypes[type]} length ${length} is too large, it would cause integer overflow`,
      )
    if (this.argument > (type === 4 ? this.limits.elements : this.limits.pairs)) throw this.tooMany(type)
    if (length === 0) return false
    this.open.push({ type, left: this.argument * (type - 3), seen: 0, depth })
    return true
  }

  private tooDeep(): DecodeError {
    return tooDeep(this.limits)
  }

  private checkChunk(type: number): void {
    const next = this.data[this.at]!
    if (next >> 5 !== type)
      throw new DecodeError(
        `cbor: wrong element type ${majorTypes[next >> 5]} for indefinite-length ${majorTypes[type]}`,
      )
    if ((next & 31) === indefinite)
      throw new DecodeError(`cbor: indefinite-length ${majorTypes[type]} chunk is not definite-length`)
  }

  private checkedHead(): number {
    const { data, at } = this
    if (at >= data.length) throw unexpectedEnd()
    const first = data[at]!
    const [type, info] = [first >> 5, first & 31]
    if (info > 27) this.checkLongHead(first, type, info)
    else if (info > 23 && data.length - at - 1 < 1 << (info - 24)) throw unexpectedEnd()
    this.head()
    if (type === 7) this.checkPrimitive(info)
    return type
  }

  private checkLongHead(first: number, type: number, info: number): void {
    if (first === breakByte) throw new DecodeError('cbor: unexpected "break" code')
    if (info === indefinite && type > 1 && type < 6) return
    throw new DecodeError(`cbor: invalid additional information ${info} for type ${majorTypes[type]}`)
  }

  private checkPrimitive(info: number): void {
    const { argument } = this
    if (info === 24 && argument < 32)
      throw new DecodeError(`cbor: invalid simple value ${argument} for type ${majorTypes[7]}`)
    if (info < 25) return
    const value = info === 25 ? halfFloat(argument) : this.floatAtEnd(info)
    if (Number.isNaN(value)) throw problemError(notAccepted(7, 'floating-point NaN'))
    if (!Number.isFinite(value)) throw problemError(notAccepted(7, 'floating-point infinity'))
  }

  private floatAtEnd(info: number): number {
    return info === 26 ? this.data.readFloatBE(this.at - 4) : this.data.readDoubleBE(this.at - 8)
  }
}

/** The error of data that is nested deeper than allowed. */
export const tooDeep = ({ levels }: CborLimits): DecodeError =>
  new DecodeError(`cbor: exceeded max nested level ${levels}`)

const unexpectedEnd = (): DecodeError => new DecodeError('unexpected EOF')
