// Upstream: github.com/fxamacker/cbor/v2 (decode.go: parseToValue, fillPositiveInt, fillByteString …)
import { wrongType } from './problem.ts'
import type { CborReader } from './reader.ts'
import type { CborWriter } from './writer.ts'

/** Reads and writes one Go type. Values are those of JSON, as {@link Scheme.decode} takes and gives them. */
export interface CborCodec {
  read(r: CborReader): unknown
  write(value: unknown, out: CborWriter): void
}

/** A Go type, by what it takes: each reads an item of that kind, or what follows its head. */
export interface Destination {
  /** The name of the Go type in error texts. */
  readonly goType: string
  integer?(value: number | bigint, type: number, r: CborReader): unknown
  float?(value: number): unknown
  bool?(value: boolean): unknown
  bytes?(data: Buffer, r: CborReader): unknown
  text?(value: string): unknown
  list?(r: CborReader): unknown
  map?(r: CborReader): unknown
}

/** The JSON of the next item in a Go type. Null where it is nil, or where there is a problem. */
export function readInto(r: CborReader, to: Destination): unknown {
  if (!r.begin()) return null
  const { type } = r
  switch (type) {
    case 0:
    case 1:
      return readInteger(r, to)
    case 2: {
      const data = r.byteString()
      return to.bytes === undefined ? refused(r, type, to) : to.bytes(data, r)
    }
    case 3: {
      const text = r.textString()
      if (text === undefined) return null
      return to.text === undefined ? refused(r, type, to) : to.text(text.toString())
    }
    case 4:
      return to.list === undefined ? skipped(r, type, to) : to.list(r)
    case 5:
      return to.map === undefined ? skipped(r, type, to) : to.map(r)
    case 6:
      r.head()
      return r.tagged(() => readInto(r, to))
    default:
      return readPrimitive(r, to)
  }
}

function refused(r: CborReader, type: number, { goType }: Destination): null {
  r.problem = wrongType(type, goType)
  return null
}

function skipped(r: CborReader, type: number, to: Destination): null {
  r.skip()
  return refused(r, type, to)
}

const minInt64 = -(2 ** 63)

function readInteger(r: CborReader, to: Destination): unknown {
  const type = r.head()
  const value = r.whole(type)
  if (value < minInt64) {
    r.problem = wrongType(type, to.goType, `${value} overflows Go's int64`)
    return null
  }
  return to.integer === undefined ? refused(r, type, to) : to.integer(value, type, r)
}

function readPrimitive(r: CborReader, to: Destination): unknown {
  r.head()
  if (r.info > 24) {
    const value = r.float()
    return to.float === undefined ? refused(r, 7, to) : to.float(value)
  }
  const value = r.simple()
  if (value === null || value === undefined) return null
  return to.bool === undefined ? refused(r, 7, to) : to.bool(value)
}
