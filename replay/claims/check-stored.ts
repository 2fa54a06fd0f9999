// How objects are encoded in etcd.
import { isCbor } from '../../apimachinery/scheme/cbor/serializer.ts'
import type { Claim, StoredEncoding } from './claim.ts'
import { type ClaimResult, type ClaimWorld, holds, unknown } from './world.ts'

type StoredClaim = Extract<Claim, { kind: 'stored' }>

/** What bytes in etcd are. */
function encodingOf(bytes: Buffer): StoredEncoding | undefined {
  if (isCbor(bytes)) return 'CBOR'
  if (bytes.toString('latin1', 0, 4) === 'k8s\0') return 'protobuf'
  return bytes[0] === 0x7b ? 'JSON' : undefined
}

/** Whether all objects of the name are stored in the encoding. */
export async function checkStored({ name, as }: StoredClaim, world: ClaimWorld): Promise<ClaimResult> {
  const found = await world.stored?.(name)
  if (found === undefined || found.length === 0) return unknown(`nothing of the name ${name} is stored`)
  const encodings = found.map(encodingOf)
  return holds(
    encodings.every((encoding) => encoding === as),
    `${name} is stored as ${[...new Set(encodings.map((one) => one ?? 'other bytes'))].join(' and ')}`,
  )
}
