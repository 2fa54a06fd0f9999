import type { FlagDefinition } from '../../component-base/flags/flag-definition.ts'
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { durationText } from '../config/duration.ts'

/** The value of a flag as pflag's String method prints it. */
export function flagText(flag: FlagDefinition, values: FlagValues): string {
  const value = values.get(flag.name)
  if (flag.type === 'duration') return durationText(Number(value ?? 0))
  if (flag.type === 'quantity') return String(value || '0')
  if (value instanceof Map)
    return [...value]
      .map(([key, v]) => `${key}=${v}`)
      .sort()
      .join(',')
  if (Array.isArray(value)) return flag.type === 'strings' ? `[${value.join(',')}]` : value.join(',')
  return value === undefined ? '' : String(value)
}
