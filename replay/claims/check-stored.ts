// How objects are encoded in etcd.
import { isCbor } from '../../apimachinery/scheme/cbor/serializer.ts'
import type { Claim, StoredEncoding } from './claim.ts'
import { targetOf } from './command-target.ts'
import { toldObjects } from './told-objects.ts'
import {
  type ClaimResult,
  type ClaimWorld,
  holds,
  type SeenCommand,
  type StoredObject,
  unknown,
} from './world.ts'

type StoredClaim = Extract<Claim, { kind: 'stored' }>

/** What bytes in etcd are. */
function encodingOf(bytes: Buffer): StoredEncoding | undefined {
  if (isCbor(bytes)) return 'CBOR'
  if (bytes.toString('latin1', 0, 4) === 'k8s\0') return 'protobuf'
  return bytes[0] === 0x7b ? 'JSON' : undefined
}

/** The resource under which a document last made or named something of the name; undefined where it did not. */
function resourceMeant(
  name: string,
  found: readonly StoredObject[],
  commands: readonly SeenCommand[],
): string | undefined {
  const byKey = new Map(found.map(({ key, resource }) => [key, resource]))
  for (const command of commands.toReversed()) {
    const made = toldObjects(command.stdout).findLast((one) => one.name === name)
    if (made !== undefined) return made.resource
    const target = targetOf(command)
    if (target?.names.includes(name) === true) return target.resource
    // Of etcdctl.
    const key = command.text.split(/[\s"']+/).find((word) => byKey.has(word))
    if (key !== undefined) return byKey.get(key)
  }
  return undefined
}

/** Whether all objects of the name are stored in the encoding, or none of them is. */
export async function checkStored(
  { name, as, negated }: StoredClaim,
  world: ClaimWorld,
): Promise<ClaimResult> {
  const all = (await world.stored?.(name)) ?? []
  const meant = resourceMeant(name, all, world.commands)
  const found = meant === undefined ? all : all.filter(({ resource }) => resource === meant)
  if (found.length === 0) return unknown(`nothing of the name ${name} is stored`)
  const resources = new Set(found.map(({ resource }) => resource))
  if (resources.size > 1) return unknown(`${[...resources].join(' and ')} of the name ${name} are stored`)
  const encodings = found.map(({ bytes }) => encodingOf(bytes))
  return holds(
    encodings.every((encoding) => (encoding === as) !== negated),
    `${name} is stored as ${[...new Set(encodings.map((one) => one ?? 'other bytes'))].join(' and ')}`,
  )
}
