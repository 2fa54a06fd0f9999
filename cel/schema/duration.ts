// Durations in texts, as the format of schemas has them. Upstream: k8s.io/kube-openapi/pkg/validation/strfmt/duration.go
import { bigIntUpTo64Bits } from '../../component-base/go/numbers.ts'
import { parseSpan } from '../values/time.ts'

const [second, hour] = [1_000_000_000n, 3_600_000_000_000n]

/** Units by their names; what begins with the last name is one, too. */
const units: readonly (readonly [names: readonly string[], nanos: bigint])[] = [
  [['ns', 'nano'], 1n],
  [['us', 'µs', 'micro'], 1000n],
  [['ms', 'milli'], 1_000_000n],
  [['s', 'sec'], second],
  [['m', 'min'], 60n * second],
  [['h', 'hr', 'hour'], hour],
  [['d', 'day'], 24n * hour],
  [['w', 'wk', 'week'], 168n * hour],
]

const unitOf = (text: string): bigint | undefined =>
  units.find(([names]) => names.includes(text) || text.startsWith(names.at(-1)!))?.[1]

/** Nanoseconds of a text as Go reads it, or with units by their names (`3 days 2 hours`); undefined where it is none. */
export function parseDuration(text: string): bigint | undefined {
  const span = parseSpan(text)
  if (span !== undefined) return span
  const parts = [...text.matchAll(/(?<!\d)(\d+)[\t\n\f\r ]*([A-Za-zµ]+)/g)]
  if (parts.some(([, count]) => bigIntUpTo64Bits(count!) >= 1n << 63n)) return undefined
  const known = parts.flatMap(([, count, name]) => {
    const unit = unitOf(name!.toLowerCase())
    return unit === undefined ? [] : [bigIntUpTo64Bits(count!) * unit]
  })
  return known.length === 0
    ? undefined
    : BigInt.asIntN(
        64,
        known.reduce((sum, one) => sum + one, 0n),
      )
}
