// How go-spew prints the values of types that hide their fields: times, quantities, and numbers that may be texts.
// Upstream: apimachinery/pkg/api/resource/quantity.go (ParseQuantity), pkg/util/intstr

import { decimalSuffixes } from '../quantity.ts'

/** What a zero v1.Time is printed as. Deviates: others are printed as this one; templates have none. */
export const dumpTime = (): string =>
  '{Time:(time.Time){wall:(uint64)0 ext:(int64)0 loc:(*time.Location)<nil>}}'

/** Of an IntOrString: `80`, `http`. */
export const dumpIntOrString = (value: unknown): string =>
  typeof value === 'string'
    ? `{Type:(intstr.Type)1 IntVal:(int32)0 StrVal:(string)${value}}`
    : `{Type:(intstr.Type)0 IntVal:(int32)${Number(value ?? 0)} StrVal:(string)}`

const binary: readonly string[] = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']
const quantity = (value: string, scale: number, text: string, format: string): string =>
  `{i:(resource.int64Amount){value:(int64)${value} scale:(resource.Scale)${scale}} d:(resource.infDecAmount){Dec:(*inf.Dec)<nil>} s:(string)${text} Format:(resource.Format)${format}}`

/** Of a Quantity: `100m`, `1Gi`. Deviates: one that does not fit into 64 bits is printed as if it did. */
export function dumpQuantity(value: unknown): string {
  const text = String(value ?? '')
  if (text === '' || text === '0') return quantity('0', 0, text, '')
  const [, sign = '', whole = '', fraction = '', suffix = ''] = /^([+-]?)(\d*)\.?(\d*)(.*)$/.exec(text) ?? []
  const number = whole.replace(/^0+(?=\d)/, '')
  const shifted = `${number}${fraction}` || '0'
  const signed = (amount: bigint): string => String(sign === '-' ? -amount : amount)
  const power = binary.indexOf(suffix)
  if (power > 0 && fraction === '') {
    // A multiple of 8 may have a shorter form: its text is not kept.
    const isShort = (BigInt(shifted) & 7n) !== 0n
    return quantity(signed(BigInt(shifted) << BigInt(10 * power)), 0, isShort ? text : '', 'BinarySI')
  }
  const exponent = decimalSuffixes[suffix] ?? Number(suffix.slice(1))
  const scale = (Number.isFinite(exponent) ? exponent : 0) - fraction.length
  const isShort = scale % 3 === 0 && !shifted.endsWith('000') && !shifted.startsWith('0')
  const format = Object.hasOwn(decimalSuffixes, suffix) ? 'DecimalSI' : 'DecimalExponent'
  return quantity(signed(BigInt(shifted)), scale, isShort ? text : '', format)
}
