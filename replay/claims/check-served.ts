// Claims about what servers and containers tell of themselves: the API versions that are served, logs.
import type { Claim } from './claim.ts'
import { resolveSubject } from './subjects.ts'
import { unsimulatedProgram } from './unsimulated-program.ts'
import { type ClaimResult, type ClaimWorld, holds, noSuch, unknown } from './world.ts'

/** Whether the server serves a group version. */
export async function checkServed(
  { version, negated }: Extract<Claim, { kind: 'served' }>,
  world: ClaimWorld,
): Promise<ClaimResult> {
  const served = await world.served?.()
  if (served === undefined) return unknown('no server answers what it serves')
  const [group = ''] = version.split('/')
  const others = served.filter((one) => one.split('/')[0] === group)
  return holds(
    served.includes(version) !== negated,
    others.length === 0 ? `nothing of ${group} is served` : `${others.join(' and ')} is served`,
  )
}

/** Whether the logs of all pods that are meant have a text, or none of them has it. */
export async function checkLog(
  { subject, container, says, negated }: Extract<Claim, { kind: 'log' }>,
  world: ClaimWorld,
): Promise<ClaimResult> {
  const resolved = await resolveSubject(subject, world)
  if ('why' in resolved) return unknown(resolved.why)
  if (resolved.objects.length === 0) return noSuch(resolved.kind)
  const logs = await Promise.all(resolved.objects.map((pod) => world.log?.(pod, container)))
  if (logs.includes(undefined)) return unknown('there is no such log')
  const has = new Set(logs.map((log) => log!.includes(says)))
  if (resolved.ambiguous && has.size > 1) return unknown(`which ${resolved.kind} is meant?`)
  const [program] = resolved.objects.map(unsimulatedProgram).filter((one) => one !== undefined)
  if (has.has(negated) && program !== undefined)
    return unknown(`programs in containers are not run, so that nobody knows what ${program} logs`)
  const last = logs[0]!.trimEnd().split('\n').at(-1)!
  return holds(
    !has.has(negated),
    last === '' ? 'the log is empty' : `the log ends with: ${last.slice(0, 200)}`,
  )
}
