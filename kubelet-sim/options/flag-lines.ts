// Upstream: component-base/cli/flag/flags.go (PrintFlags)

import { goQuote } from '../../apimachinery/field-error.ts'
import type { ParsedFlags } from '../../component-base/flags/parse-flags.ts'

function text(value: unknown): string {
  if (value instanceof Map)
    return [...value]
      .map(([k, v]) => `${k}=${v}`)
      .sort()
      .join(',')
  return Array.isArray(value) ? `[${value.join(',')}]` : String(value ?? '')
}

/** `FLAG: --name="value"` for every flag, as --v=1 and more print them. Durations show as they were given, or as 0. */
export const flagLines = ({ values, given }: ParsedFlags): string[] =>
  values
    .names()
    .map((name) => `FLAG: --${name}=${goQuote(given.get(name)?.at(-1) ?? text(values.get(name)))}`)
