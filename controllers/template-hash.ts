// Upstream: pkg/controller/controller_utils.go (ComputeHash), apimachinery/pkg/util/rand (SafeEncodeString)

import { goJSON, sortKeys } from '../apimachinery/go-print/marshal.ts'

/** The digits of a number in an alphabet that forms no words. */
export const safeDigits = (number: number): string =>
  [...String(number)].map((digit) => '456789bcdf'[Number(digit)]).join('')

/**
 * The hash of a pod template in names and labels.
 * Deviates: upstream hashes Go's print of the template, which cannot be had here; this is the same hash of its JSON (FNV-1a
 * of 32 bits), in the same alphabet.
 */
export function templateHash(template: object, collisionCount = 0): string {
  let hash = 0x811c9dc5
  const suffix = collisionCount === 0 ? '' : String(collisionCount)
  for (const byte of Buffer.from(`${goJSON(sortKeys(template))}${suffix}`))
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return safeDigits(hash)
}
