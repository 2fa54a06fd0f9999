// Upstream: pkg/controller/controller_utils.go (ComputeHash), apimachinery/pkg/util/rand (SafeEncodeString)

import { goDump } from '../apimachinery/go-print/dump.ts'
import { goType } from '../apimachinery/go-print/go-type.ts'

/** The digits of a number in an alphabet that forms no words. */
export const safeDigits = (number: number): string =>
  [...String(number)].map((digit) => '456789bcdf'[Number(digit)]).join('')

/**
 * The hash of a pod template in names and labels: FNV-1a of 32 bits of Go's print of it.
 * @param minor the release, whose templates may have fields that others do not know
 */
export function templateHash(template: object, collisionCount: number | undefined, minor: number): string {
  let hash = 0x811c9dc5
  const text = Buffer.from(goDump(template, goType('core/v1.PodTemplateSpec', minor)))
  for (const byte of Buffer.concat([text, countBytes(collisionCount)]))
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return safeDigits(hash)
}

/** Eight bytes, of which Go fills four. */
function countBytes(count: number | undefined): Buffer {
  if (count === undefined) return Buffer.alloc(0)
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32LE(count)
  return bytes
}
