// Upstream: pkg/api/pod/warnings.go, pkg/api/persistentvolumeclaim/util.go (fractional byte values)

import type { PersistentVolumeClaimSpec } from '../../../api/core-v1.ts'
import { type FieldPath, goQuote } from '../../../apimachinery/field-error.ts'
import { getOwn } from '../../../apimachinery/json.ts'
import { quantityOf, type ResourceList } from './resource-list.ts'

/** The warnings about amounts that are no whole number of bytes, of the named resources. */
export function fractionalByteWarnings(
  list: ResourceList | undefined,
  path: FieldPath,
  names: readonly string[] = ['memory', 'ephemeral-storage'],
): string[] {
  return names.flatMap((name) => {
    const quantity = quantityOf(getOwn(list, name))
    if (quantity.milliValue() % 1000n === 0n) return []
    return [
      `${path.key(name)}: fractional byte value ${goQuote(quantity.toString())} is invalid, must be an integer`,
    ]
  })
}

/** The warnings about fractional bytes in a claim's requests and limits of storage. */
export const claimSpecWarnings = (path: FieldPath, spec: PersistentVolumeClaimSpec): string[] =>
  (['requests', 'limits'] as const).flatMap((kind) =>
    fractionalByteWarnings(spec.resources?.[kind], path.child('resources', kind), ['storage']),
  )
