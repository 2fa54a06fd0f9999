import { bigIntUpTo64Bits, shortestFloat32 } from '../../component-base/go/numbers.ts'
import { goJsonKind } from '../go-json-kind.ts'
import { type Codec, type DecodeState, type Frame, saveError } from './codec.ts'
import { DecodeError, WrongType } from './decode-error.ts'
import type { IntegerKind } from './go-type-compiler.ts'
import { goNumber, notedLiteral } from './number-literal.ts'

const wrong = (value: unknown, goType: string, state: DecodeState, frame: Frame | undefined): void =>
  saveError(state, () => new WrongType(goJsonKind(value), goType), frame)

/** Decodes a Go string; null becomes the empty one. `goType` is its name in errors. */
export function stringCodec(goType: string): Codec {
  return {
    decode(value, state, frame) {
      if (typeof value === 'string') return value
      if (value !== null) wrong(value, goType, state, frame)
      return ''
    },
    zero: () => '',
    isEmpty: (encoded) => encoded === '',
    isZero: (encoded) => encoded === '',
  }
}

/** Decodes a Go bool; null becomes false. `goType` is its name in errors. */
export function boolCodec(goType: string): Codec {
  return {
    decode(value, state, frame) {
      if (typeof value === 'boolean') return value
      if (value !== null) wrong(value, goType, state, frame)
      return false
    },
    zero: () => false,
    isEmpty: (encoded) => encoded === false,
    isZero: (encoded) => encoded === false,
  }
}

/** The smallest and the largest number of each of Go's integer types. */
export const integerBounds: Readonly<Record<IntegerKind, readonly [bigint, bigint]>> = {
  int: [-(2n ** 63n), 2n ** 63n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int16: [-32768n, 32767n],
  uint16: [0n, 65535n],
  uint8: [0n, 255n],
  byte: [0n, 255n],
  uint32: [0n, 2n ** 32n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
}
/** `kind`: Go's basic type; `goType`: the name in error texts. */
export function integerCodec(kind: IntegerKind, goType: string): Codec {
  const [low, high] = integerBounds[kind]
  const [min, max] = [Number(low), Number(high)]
  return {
    decode(value, state, frame) {
      if (value === null) return 0
      if (typeof value !== 'number') {
        wrong(value, goType, state, frame)
        return 0
      }
      const noted = frame === undefined ? undefined : notedLiteral(frame.container, frame.key)
      // Beyond 2^53 the number is the nearest double; it stays what it is when an object is decoded anew.
      if (noted === undefined && Number.isInteger(value) && value >= min && value <= max)
        return Object.is(value, -0) ? 0 : value
      const text = noted ?? goNumber(value)
      const whole = /^-?\d+$/.test(text) ? bigIntUpTo64Bits(text) : undefined
      if (whole !== undefined && whole >= low && whole <= high) return Number(text)
      saveError(state, () => new WrongType(`number ${text}`, goType), frame)
      return 0
    },
    zero: () => 0,
    isEmpty: (encoded) => encoded === 0,
    isZero: (encoded) => encoded === 0,
  }
}

/** Decodes a Go float; a float32 becomes the number that Go prints for the nearest one. null becomes 0. */
export function floatCodec(size: 'float32' | 'float64', goType: string): Codec {
  return {
    decode(value, state, frame) {
      if (typeof value === 'number') return size === 'float32' ? shortestFloat32(value) : value
      if (value !== null) wrong(value, goType, state, frame)
      return 0
    },
    zero: () => 0,
    isEmpty: (encoded) => encoded === 0,
    isZero: (encoded) => encoded === 0,
  }
}

/** Decodes interface{}: any value, unchanged. */
export const anyCodec: Codec = {
  decode: (value) => value,
  zero: () => null,
  isEmpty: (encoded) => encoded === null,
  isZero: (encoded) => encoded === null,
}

const isBase64: readonly boolean[] = Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9+/]/.test(String.fromCharCode(code)),
)

const [lineFeed, carriageReturn, equalsSign] = [10, 13, 61]

/** The position of the first byte that Go's strict standard base64 does not take; undefined for good data. */
function badBase64(text: string): number | undefined {
  let quantum = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (isBase64[code] !== true) {
      if (code === lineFeed || code === carriageReturn) continue
      return code === equalsSign ? badPadding(text, i, quantum) : i
    }
    quantum = (quantum + 1) % 4
  }
  // Too short: the position of the unfinished quantum.
  return quantum === 0 ? undefined : text.length - quantum
}

function badPadding(text: string, at: number, quantum: number): number | undefined {
  if (quantum < 2) return at
  let i = at + 1
  const skip = (): void => {
    while (text[i] === '\n' || text[i] === '\r') i++
  }
  skip()
  if (quantum === 2) {
    if (i >= text.length) return text.length
    if (text[i] !== '=') return i - 1
    i++
    skip()
  }
  return i < text.length ? i : undefined
}

/** Why Go's strict standard base64 does not take a text; undefined: it does. */
export function base64Problem(text: string): string | undefined {
  const at = badBase64(text)
  return at === undefined ? undefined : `illegal base64 data at input byte ${at}`
}

/** Decodes []byte: base64 in JSON. `missing`: the value of null; a map's values come back from the store as empty ones. */
export function bytesCodec(goType: string, element: Codec, missing: '' | null = null): Codec {
  return {
    decode(value, state, frame) {
      if (value === null) return missing
      if (typeof value === 'string') {
        const again = Buffer.from(value, 'base64').toString('base64')
        const problem = again === value ? undefined : base64Problem(value)
        if (problem === undefined) return again
        saveError(state, () => new DecodeError(problem), frame)
        return null
      }
      if (Array.isArray(value))
        return Buffer.from(value.map((v) => element.decode(v, state, frame) as number)).toString('base64')
      wrong(value, goType, state, frame)
      return null
    },
    zero: () => null,
    isEmpty: (encoded) => encoded === null || encoded === '',
    isZero: (encoded) => encoded === null,
  }
}
