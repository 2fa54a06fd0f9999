// Upstream: component-base/featuregate featureGate.Set
import { parseBool, trimSpace } from './go-text.ts'

/** The values in `A=true,B=false`, or the message about the first item of another form. Of a gate given twice the last wins. */
export function parseGates(text: string): { values: Map<string, boolean> } | { error: string } {
  const values = new Map<string, boolean>()
  for (const item of text.split(',')) {
    if (item === '') continue
    const at = item.indexOf('=')
    const key = trimSpace(at < 0 ? item : item.slice(0, at))
    if (at < 0) return { error: `missing bool value for ${key}` }
    const word = trimSpace(item.slice(at + 1))
    try {
      values.set(key, parseBool(word))
    } catch (error) {
      return { error: `invalid value of ${key}=${word}, err: ${(error as Error).message}` }
    }
  }
  return { values }
}

/** As a map of gates: what is of another form is left out, and whoever is given the text complains of it. */
export function gatesIn(text: string): Record<string, boolean> {
  const gates = text.split(',').flatMap((item) => {
    const parsed = parseGates(item)
    return 'values' in parsed ? [...parsed.values] : []
  })
  return Object.fromEntries(gates.filter(([gate]) => /^[A-Za-z0-9]+$/.test(gate)))
}
