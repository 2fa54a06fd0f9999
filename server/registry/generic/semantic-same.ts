import { type KubeObject, semanticEqual } from '../../../apimachinery/json.ts'

/** No change but the order of keys. */
export function semanticSame(a: KubeObject, b: KubeObject): boolean {
  if (!semanticEqual(a, b)) return false
  return JSON.stringify(a) === JSON.stringify(b) || JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .filter(([, v]) => v !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([k, v]) => [k, sorted(v)])
}
