// Upstream: pkg/api/persistentvolumeclaim/util.go (GetWarningsForPersistentVolumeClaimSpec)

import type { PersistentVolumeClaimSpec } from '../../../api/core-v1.ts'
import { type FieldPath, goQuote } from '../../../apimachinery/field-error.ts'
import { getOwn } from '../../../apimachinery/json.ts'
import { Quantity } from '../../../apimachinery/quantity.ts'

/** Storage is counted in whole bytes. */
export function claimWarnings(spec: PersistentVolumeClaimSpec, path: FieldPath): string[] {
  return (['requests', 'limits'] as const).flatMap((name) => {
    const text = getOwn(spec.resources?.[name] ?? {}, 'storage')
    if (text === undefined || Quantity.parse(String(text)).milliValue() % 1000n === 0n) return []
    const at = path.child('resources').child(name).key('storage')
    return [`${at}: fractional byte value ${goQuote(String(text))} is invalid, must be an integer`]
  })
}
