// How go-spew prints the values of types that hide their fields: times and quantities.
// Upstream: apimachinery/pkg/api/resource/quantity.go (ParseQuantity)

import { decimalSuffixes } from '../quantity.ts'

/** go-spew's text of a zero v1.Time. Deviates: other times are printed as this one; pod templates have none. */
export const dumpTime = (): string =>
  '{Time:(time.Time){wall:(uint64)0 ext:(int64)0 loc:(*time.Location)<nil>}}'

const binary: readonly string[] = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']

/** The hidden fields of a Quantity: a number and its power of ten, the text that it came with where that is kept, its format. */
export interface QuantityParts {
  readonly value: string
  readonly scale: number
  readonly text: string
  readonly format: string
}

/** go-spew's text of a Quantity. @param of `100m`, `1Gi` */
export function dumpQuantity(of: unknown): string {
  const { value, scale, text, format } = quantityParts(of)
  return `{i:(resource.int64Amount){value:(int64)${value} scale:(resource.Scale)${scale}} d:(resource.infDecAmount){Dec:(*inf.Dec)<nil>} s:(string)${text} Format:(resource.Format)${format}}`
}

/** The fields of a Quantity as it is parsed. Deviates: one that does not fit into 64 bits has those that it would have. */
export function quantityParts(of: unknown): QuantityParts {
  const text = String(of ?? '')
  if (text === '') return { value: '0', scale: 0, text, format: '' }
  if (text === '0') return { value: '0', scale: 0, text, format: 'DecimalSI' }
  const [, sign = '', whole = '', fraction = '', suffix = ''] =
    /^([+-]?)(\d*)(?:\.(\d*))?(.*)$/s.exec(text) ?? []
  const number = whole.replace(/^0+(?=\d)/, '')
  const shifted = `${number}${fraction}` || '0'
  const signed = (amount: bigint): string => String(sign === '-' ? -amount : amount)
  const power = binary.indexOf(suffix)
  if (power > 0 && fraction === '') {
    // A multiple of 8 may have a shorter form: its text is not kept.
    const isShort = (BigInt(shifted) & 7n) !== 0n
    const value = signed(BigInt(shifted) << BigInt(10 * power))
    return { value, scale: 0, text: isShort ? text : '', format: 'BinarySI' }
  }
  const exponent = decimalSuffixes[suffix] ?? Number(suffix.slice(1))
  const scale = (Number.isFinite(exponent) ? exponent : 0) - fraction.length
  const isShort = scale % 3 === 0 && !shifted.endsWith('000') && !shifted.startsWith('0')
  const format = Object.hasOwn(decimalSuffixes, suffix) ? 'DecimalSI' : 'DecimalExponent'
  return { value: signed(BigInt(shifted)), scale, text: isShort ? text : '', format }
}
