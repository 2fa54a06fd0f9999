// Claims about what servers and containers tell of themselves: the API versions that are served, logs.

import type { KubeObject } from '../../apimachinery/json.ts'
import { minorOf } from '../../component-base/minor.ts'
import type { Claim } from './claim.ts'
import { compares } from './field-test.ts'
import { resolveSubject } from './subjects.ts'
import { unsimulatedProgram } from './unsimulated-program.ts'
import { type ClaimResult, type ClaimWorld, holds, noSuch, unknown } from './world.ts'

/** Whether the server serves a group version. */
export async function checkServed(
  { version, negated, release }: Extract<Claim, { kind: 'served' }>,
  world: ClaimWorld,
): Promise<ClaimResult> {
  const served = release === undefined ? await world.served?.() : world.servedIn?.(release)
  if (served === undefined)
    return unknown(
      release === undefined ? 'no server answers what it serves' : `release ${release} is not known`,
    )
  // What is off by default may be served all the same.
  if (release !== undefined && !negated && !served.includes(version) && /(?:alpha|beta)\d+$/.test(version))
    return wasServed(version, release, world)
      ? holds(false, `${release} does not serve ${version} any more`)
      : unknown(`${release} does not serve ${version} by default`)
  const [group = ''] = version.split('/')
  const others = served.filter((one) => one.split('/')[0] === group)
  return holds(
    served.includes(version) !== negated,
    others.length === 0 ? `nothing of ${group} is served` : `${others.join(' and ')} is served`,
  )
}

/** Whether an older release served it by default: then it has gone. */
function wasServed(version: string, release: string, world: ClaimWorld): boolean {
  for (let minor = minorOf(release) - 1; minor > 0; minor--) {
    const served = world.servedIn?.(`1.${minor}`)
    if (served === undefined) return false
    if (served.includes(version)) return true
  }
  return false
}

/** How many resources a group version has. */
export async function checkResources(
  { version, comparison, number }: Extract<Claim, { kind: 'resources' }>,
  world: ClaimWorld,
): Promise<ClaimResult> {
  const all = await world.resources?.()
  if (all === undefined) return unknown('no server answers what it serves')
  const found = all.filter((one) => one.version === version)
  if (found.length === 0) return holds(false, `${version} is not served`)
  return holds(compares(found.length, comparison, number), `${version} has ${found.length} resources`)
}

/** Whether a kind or a resource is served. */
export async function checkKnown(
  { name, version, negated }: Extract<Claim, { kind: 'known' }>,
  world: ClaimWorld,
): Promise<ClaimResult> {
  const all = await world.resources?.()
  if (all === undefined) return unknown('no server answers what it serves')
  const found = all.filter((one) => one.kind === name || one.name === name)
  // `v1` without its group is that of any.
  const isOf = (one: string): boolean => one === version || one.split('/').at(-1) === version
  const isThere = found.some((one) => version === undefined || isOf(one.version))
  return holds(
    isThere !== negated,
    found.length === 0 ? `nothing is served as ${name}` : found.map((one) => one.version).join(', '),
  )
}

/** Whether all that containers log is what commands of theirs print. */
function logsInFull(pod: KubeObject): boolean {
  const { containers = [], initContainers = [] } = (pod['spec'] ?? {}) as {
    containers?: { command?: unknown }[]
    initContainers?: { command?: unknown }[]
  }
  return (
    [...containers, ...initContainers].every(({ command }) => command !== undefined) &&
    unsimulatedProgram(pod) === undefined
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
  if (has.has(false) && !resolved.objects.every(logsInFull))
    return unknown('what the program of an image logs by itself is not known in full')
  const last = logs[0]!.trimEnd().split('\n').at(-1)!
  return holds(
    !has.has(negated),
    last === '' ? 'the log is empty' : `the log ends with: ${last.slice(0, 200)}`,
  )
}
