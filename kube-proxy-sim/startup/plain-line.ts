import { formatStructured } from '../../component-base/klog.ts'

/** Values that are written unquoted, by key. */
type PlainValues = Readonly<Record<string, string>>

/** A structured line with plain values in front: `"message" ipFamily=IPv4 mark="0x00004000"`. */
export function plainLine(message: string, plain: PlainValues, rest: Record<string, unknown> = {}): string {
  const values = Object.entries(plain).map(([key, value]) => ` ${key}=${value}`)
  return `${formatStructured(message)}${values.join('')}${formatStructured('', rest).slice(2)}`
}
