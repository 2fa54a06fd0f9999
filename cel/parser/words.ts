// Words and numbers of the language.
import { bigIntUpTo64Bits } from '../../component-base/go/numbers.ts'

/** Words that are no names of variables or functions. */
export const reserved = new Set(
  'as break const continue else false for function if import in let loop package namespace null return true var void while'.split(
    ' ',
  ),
)

/** The functions of operators. */
export const operators: Readonly<Record<string, string>> = {
  '+': '_+_',
  '/': '_/_',
  '==': '_==_',
  '>': '_>_',
  '>=': '_>=_',
  in: '@in',
  '<': '_<_',
  '<=': '_<=_',
  '%': '_%_',
  '*': '_*_',
  '!=': '_!=_',
  '-': '_-_',
}

/** The bounds of numbers of 64 bits. */
export const [int64Min, int64Max, uint64Max] = [-(1n << 63n), (1n << 63n) - 1n, (1n << 64n) - 1n]

/** A whole number, in decimal or hexadecimal; undefined where it is none. */
export function integer(text: string): bigint | undefined {
  const negative = text.startsWith('-')
  const digits = negative ? text.slice(1) : text
  if (!/^(0x[0-9a-fA-F]+|\d+)$/.test(digits)) return undefined
  return negative ? -bigIntUpTo64Bits(digits) : bigIntUpTo64Bits(digits)
}
