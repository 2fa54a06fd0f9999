// Upstream: pflag's Value.String(), component-base/cli/flag
import { formatDuration } from '../go/duration.ts'
import type { FlagValue } from './flag-values.ts'

/** Types of maps whose pairs stand in brackets. */
const bracketed: ReadonlySet<string> = new Set(['stringToString'])
/** Types of lists that are written as they are given, without brackets. */
const plainLists: ReadonlySet<string> = new Set(['pattern=N,...', 'moduleSpec'])

/** A flag's value as the flag itself writes it (`1h0m0s`, `30000-32767`, `[a,b]`). @param type as the release's flags name it */
export function flagText(value: FlagValue, type: string): string {
  if (value instanceof Map) {
    const pairs = mapPairs(value as ReadonlyMap<string, unknown>)
    return bracketed.has(type) ? `[${pairs}]` : pairs
  }
  if (Array.isArray(value)) {
    const items = value.join(type === 'namedCertKey' ? ';' : ',')
    return plainLists.has(type) ? items : `[${items}]`
  }
  if (typeof value === 'object' && 'base' in value) return `${value.base}-${value.base + value.size - 1}`
  if (type === 'duration' && typeof value === 'number') return formatDuration(value)
  if (type === 'quantity' && (value === '' || value === undefined)) return '0'
  return String(value ?? '')
}

/** `k=v,…` by key; of a multimap, whose values are lists, `k:v,…`. */
function mapPairs(map: ReadonlyMap<string, unknown>): string {
  const sorted = [...map].sort(([a], [b]) => (a < b ? -1 : 1))
  return sorted
    .flatMap(([key, value]) =>
      Array.isArray(value) ? value.map((one) => `${key}:${String(one)}`) : [`${key}=${String(value)}`],
    )
    .join(',')
}
