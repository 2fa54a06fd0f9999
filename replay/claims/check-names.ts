// Claims that say which objects of a kind there are, by their names.
import type { Claim, Subject } from './claim.ts'
import { resolveSubject } from './subjects.ts'
import { type ClaimResult, type ClaimWorld, holds, unknown } from './world.ts'

type NamesClaim = Extract<Claim, { kind: 'names' }>

/** Whether the objects that are meant, or without a kind all of the kind that the names are of, have these names and no others. */
export async function checkNames({ subject, names }: NamesClaim, world: ClaimWorld): Promise<ClaimResult> {
  if (subject === undefined) return unknown('it does not say of which objects')
  const meant = subject.resource === undefined ? await ofNames(names, world) : subject
  if ('why' in meant) return unknown(meant.why)
  const resolved = await resolveSubject(meant, world, { counted: true })
  if ('why' in resolved) return unknown(resolved.why)
  // What every namespace has is left out by whoever counts.
  const own = resolved.objects.filter(({ metadata }) => metadata.name !== 'kube-root-ca.crt')
  const found = own.map(({ metadata }) => metadata.name ?? '').sort()
  const saw = found.length === 0 ? `there is no ${resolved.kind}` : `${resolved.kind} ${found.join(', ')}`
  return holds(found.join() === [...names].sort().join(), saw)
}

/** All of the kind that objects with these names are of. */
async function ofNames(names: readonly string[], world: ClaimWorld): Promise<Subject | { why: string }> {
  const resolved = await resolveSubject({ names: [...names], number: 'all' }, world)
  if ('why' in resolved) return resolved
  const { kind, resource } = resolved
  return { kind, resource, number: 'many' }
}
