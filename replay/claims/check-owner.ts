// Claims about who owns what: its owner, the owner of that, and what it belongs to otherwise.
import type { KubeObject } from '../../apimachinery/json.ts'
import { belongs } from './belongs.ts'
import type { Claim, Subject } from './claim.ts'
import { entryOfKind } from './kinds.ts'
import { resolveSubject } from './subjects.ts'
import { type ClaimResult, type ClaimWorld, holds, noSuch, unknown } from './world.ts'

type OwnerClaim = Extract<Claim, { kind: 'owner' }>

/** An owner as a reference names it. */
interface Owner {
  kind: string
  name: string
}

/** Checks whether an object of the kind, or of the name, owns each of the objects; without one: that nobody does. */
export async function checkOwner(claim: OwnerClaim, world: ClaimWorld): Promise<ClaimResult> {
  const resolved = await resolveSubject(claim.subject, world)
  if ('why' in resolved) return unknown(resolved.why)
  const { objects, kind, ambiguous } = resolved
  if (objects.length === 0) return noSuch(kind)
  if (claim.subject?.number === 'both' && objects.length !== 2)
    return holds(false, `there are ${objects.length} of ${kind}, not two`)
  const judged = await Promise.all(objects.map((object) => judge(object, claim.owner, world)))
  const results = new Set(judged.map(({ owned }) => owned !== claim.negated))
  const saw = judged
    .slice(0, 4)
    .map((one, i) => `${kind} ${objects[i]!.metadata.name}: ${one.saw}`)
    .join('; ')
  if (judged.some(({ owned }) => owned === undefined)) return unknown(`its owner is not known: ${saw}`)
  if (ambiguous && results.size > 1) return unknown(`which ${kind} is meant? ${saw}`)
  return holds(!results.has(false), saw)
}

async function judge(
  object: KubeObject,
  owner: Subject | undefined,
  world: ClaimWorld,
): Promise<{ owned: boolean | undefined; saw: string }> {
  const owners = await ownersOf(object, world)
  const saw =
    owners.length === 0 ? 'nobody owns it' : owners.map(({ kind, name }) => `${kind} ${name}`).join(', ')
  if (owner === undefined) return { owned: owners.length === 0, saw }
  const named = owners.some((one) => isOne(one, owner))
  if (named) return { owned: true, saw }
  const other = await belongsOtherwise(object, owner, world)
  return { owned: other, saw }
}

const isOne = ({ kind, name }: Owner, { kind: wanted, names }: Subject): boolean =>
  (wanted === undefined || kind === wanted) && (names === undefined || names.includes(name))

/** What an object is selected by, runs on, or lies in; undefined where nobody can tell who is meant. */
async function belongsOtherwise(
  object: KubeObject,
  owner: Subject,
  world: ClaimWorld,
): Promise<boolean | undefined> {
  if (owner.kind === undefined || !/^(?:Service|Node|Namespace|PersistentVolume)/.test(owner.kind))
    return false
  const resolved = await resolveSubject(owner, world)
  if ('why' in resolved) return undefined
  return resolved.objects.some((one) => belongs(object, one, new Set()))
}

/** Its owners, and theirs. */
async function ownersOf(object: KubeObject, world: ClaimWorld): Promise<Owner[]> {
  const found: Owner[] = []
  let next: KubeObject[] = [object]
  for (let depth = 0; depth < 5 && next.length > 0; depth++) {
    const references = next.flatMap(({ metadata }) => metadata.ownerReferences ?? [])
    found.push(...references.map(({ kind, name }) => ({ kind, name })))
    const owners: KubeObject[] = []
    for (const { kind, uid } of references) {
      const resource = entryOfKind(kind)?.resource
      const all = resource === undefined ? [] : await world.objects(resource)
      owners.push(...all.filter(({ metadata }) => metadata.uid === uid))
    }
    next = owners
  }
  return found
}
