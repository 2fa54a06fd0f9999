// Query parameters → options. Upstream: apimachinery/pkg/conversion/queryparams, apis/meta/v1/conversion.go (Convert_Slice_string_To_*)

import { goQuote } from '../../../apimachinery/field-error.ts'
import { newBadRequest } from '../../../apimachinery/status-error.ts'
import { bigIntUpTo64Bits } from '../../../component-base/go/numbers.ts'

/** The first value of a parameter as an int64; undefined when it is absent. */
export function int64Of(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name)
  return text === null ? undefined : int64(text)
}

/** All values of a parameter as int64. */
export const int64sOf = (query: URLSearchParams, name: string): number[] => query.getAll(name).map(int64)

/** Throws 400. */
function int64(text: string): number {
  if (!/^[+-]?\d+$/.test(text))
    throw newBadRequest(`strconv.ParseInt: parsing ${goQuote(text)}: invalid syntax`)
  const value = bigIntUpTo64Bits(text)
  if (value > 9223372036854775807n || value < -9223372036854775808n)
    throw newBadRequest(`strconv.ParseInt: parsing ${goQuote(text)}: value out of range`)
  return Number(value)
}

/** A boolean as queryparams reads it: everything but `false` and `0` is true, also the empty text. */
export function boolOf(query: URLSearchParams, name: string): boolean | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  return !['false', '0'].includes(text.toLowerCase())
}

/** The first value of a parameter; empty where it is absent. */
export const textOf = (query: URLSearchParams, name: string): string => query.get(name) ?? ''
