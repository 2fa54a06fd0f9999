import { hunksOf } from './hunks.ts'
import type { Variant } from './proxy-variants.ts'

/** The variants of a release that its kube-proxy knows, and golden files. */
export interface RecordedRules {
  variants: Variant[]
  files: Record<string, string>
}

/** The first of each kind stays a file; of others what differs stands with the variant. */
export function shortened(
  variants: readonly Variant[],
  files: Readonly<Record<string, string>>,
): RecordedRules {
  const kept: Record<string, string> = {}
  const told = variants.map((variant): Variant => {
    const name = variant.golden[0]!
    const kind = name.slice(variant.variant.length)
    const from = Object.keys(kept).find((one) => one.endsWith(kind))
    if (from !== undefined) return { ...variant, from, hunks: { [name]: hunksOf(kept[from]!, files[name]!) } }
    kept[name] = files[name]!
    return variant
  })
  return { variants: told, files: kept }
}
