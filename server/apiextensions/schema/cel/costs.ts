// Upstream: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/{cel_validation,validation}.go
import type { JSONSchemaProps } from '../../../../api/apiextensions-v1.ts'
import type { CompiledRule } from './compile.ts'

/** The highest estimated cost of one rule, in CEL cost units. */
export const ruleCostLimit = 10_000_000n
/** The highest estimated cost of all rules of a definition together, in CEL cost units. */
export const schemaCostLimit = 100_000_000n

const maxUint64 = (1n << 64n) - 1n
const product = (a: bigint, b: bigint): bigint => (a * b > maxUint64 ? maxUint64 : a * b)

/** The limit of values of each child of a schema; undefined where nothing limits them. */
function maxElements(schema: JSONSchemaProps): bigint | undefined {
  const limit = (count: number | undefined): bigint | undefined =>
    count === undefined ? undefined : BigInt(Math.max(count, 0))
  if (schema.type === 'array') return limit(schema.maxItems)
  if (schema.type === 'object' && schema.additionalProperties != null) return limit(schema.maxProperties)
  return 1n
}

/** How often a child of a schema can be in one object. @param cardinality how often the schema itself can be: 1n at the root */
export function childCardinality(
  schema: JSONSchemaProps,
  cardinality: bigint | undefined,
): bigint | undefined {
  const elements = maxElements(schema)
  return cardinality === undefined || elements === undefined ? undefined : product(cardinality, elements)
}

/** The estimated cost of a rule in a whole object. */
export const ruleCost = (
  { maxCost, maxCardinality }: CompiledRule,
  cardinality: bigint | undefined,
): bigint => product(maxCost, cardinality ?? maxCardinality)

/** `estimated rule cost exceeds budget by factor of 3.4x (…)`. */
export function costErrorText(what: string, cost: bigint, limit: bigint): string {
  const factor = Number(cost) / Number(limit)
  const shown = factor > 100 ? 'more than 100x' : `${factor.toFixed(factor < 1.5 ? 6 : 1)}x`
  return `${what} exceeds budget by factor of ${shown} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`
}

/** The estimated costs of all rules of a definition. */
export class TotalCost<Path> {
  total = 0n
  /** The four most expensive rules, the most expensive first, of those that cost a hundredth of the limit. */
  mostExpensive: readonly { readonly path: Path; readonly cost: bigint }[] = []

  observe(path: Path, cost: bigint): void {
    this.total = this.total + cost > maxUint64 ? maxUint64 : this.total + cost
    if (cost < schemaCostLimit / 100n) return
    const sorted = [...this.mostExpensive, { path, cost }].sort((a, b) => (a.cost > b.cost ? -1 : 1))
    this.mostExpensive = sorted.slice(0, 4)
  }
}
