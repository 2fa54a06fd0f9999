// Claims about how many objects are no more: of those that there were at the end of the step before.
import type { Claim } from './claim.ts'
import { targetOf } from './command-target.ts'
import { compares } from './field-test.ts'
import { goneFrom, stays } from './replaced.ts'
import { resolveSubject } from './subjects.ts'
import { type ClaimResult, type ClaimWorld, holds, unknown } from './world.ts'

type GoneClaim = Extract<Claim, { kind: 'gone' }>

/** Counts the objects that there were before and are not any more, or are being deleted; unknown where nothing was there, or nothing was done since. */
export async function checkGoneCount(claim: GoneClaim, world: ClaimWorld): Promise<ClaimResult> {
  const resolved = await resolveSubject(claim.subject, world)
  if ('why' in resolved) return unknown(resolved.why)
  const { kind, resource } = resolved
  const gone = goneFrom(resolved.earlier, await world.objects(resource))
  const saw =
    gone.length === 0
      ? `no ${kind} is gone since the step before`
      : `${kind} ${gone.map(({ metadata }) => metadata.name).join(', ')} is gone`
  if (!resolved.earlier.some(stays)) return unknown(`no ${kind} was there before this step`)
  if (gone.length === 0 && !world.commands.some((one) => one.step === world.step && changes(one)))
    return unknown('when it was is not said')
  return holds(compares(gone.length, claim.comparison, claim.number), saw)
}

const changes = (command: Parameters<typeof targetOf>[0]): boolean =>
  !/^(?:get|describe|logs|explain|wait|version)$/.test(targetOf(command)?.verb ?? 'other')
