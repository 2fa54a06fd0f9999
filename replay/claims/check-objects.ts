// Claims about objects: their state, how many there are, where they run.
import { isObject, type KubeObject } from '../../apimachinery/json.ts'
import { amountOf } from './amounts.ts'
import { checkEvicted, evictedOf } from './check-evicted.ts'
import { checkRecreated } from './check-recreated.ts'
import type { Claim } from './claim.ts'
import { compares, same } from './field-test.ts'
import { kindTable } from './kind-table.ts'
import { isInState, stateText } from './object-states.ts'
import type { Resolution, Resolved } from './resolved.ts'
import { isNamed, resolveSubject } from './subjects.ts'
import { unreadScript, unsimulatedProgram } from './unsimulated-program.ts'
import { type ClaimResult, type ClaimWorld, holds, noSuch, type SeenCommand, unknown } from './world.ts'

const listed = ({ kind, objects }: Resolved): string =>
  objects.length === 0
    ? `there is no such ${kind}`
    : objects
        .slice(0, 5)
        .map((object) => `${kind} ${object.metadata.name}: ${stateText(object)}`)
        .join('; ') + (objects.length > 5 ? `; and ${objects.length - 5} more` : '')

/** What is there of the objects, where that decides. */
const bySight = (yes: boolean, resolved: Resolved): ClaimResult =>
  !yes && resolved.objects.length === 0 ? noSuch(resolved.kind) : holds(yes, listed(resolved))

type StateClaim = Extract<Claim, { kind: 'state' }>

/** Checks the state of objects: whether they exist, run, are gone, changed or restarted. */
export async function checkState(claim: StateClaim, world: ClaimWorld): Promise<ClaimResult> {
  const resolved = await resolveOthers(claim, world)
  if ('why' in resolved) return unknown(resolved.why)
  if (claim.state === 'deleted' || claim.state === 'terminated') return checkGone(claim, resolved)
  if (claim.state === 'changed') return checkChanged(claim, resolved, world)
  if (claim.state === 'restarted') return checkRestarted(claim, resolved)
  if (claim.state === 'recreated') return checkRecreated(claim, resolved, world)
  const evicted = claim.state === 'evicted' ? checkEvicted(claim, resolved, world) : undefined
  if (evicted !== undefined) return evicted
  const { objects, kind, ambiguous } = resolved
  const device = await byDevices(claim, resolved, world)
  if (device !== undefined) return device
  const closed = await whereNoneIsTaken(claim, resolved, world)
  if (closed !== undefined) return closed
  if (claim.state === 'existing' && claim.negated && isOneThatWent(claim, resolved))
    return holds(true, 'it is gone')
  if (objects.length === 0 && claim.negated && claim.subject?.which === 'old')
    return unknown(`which ${kind} was there before is not known`)
  if (objects.length === 0)
    return bySight(claim.state === 'existing' && claim.negated && hasBeen(claim, resolved, world), resolved)
  if (claim.state === 'existing' && claim.negated) return bySight(false, resolved)
  const absent = claim.negated ? undefined : claim.subject?.names?.find((name) => !isOneOf(objects, name))
  if (absent !== undefined) return holds(false, `there is no ${kind} ${absent}`)
  if (claim.subject?.number === 'both' && objects.length !== 2)
    return holds(false, `there are ${objects.length} of ${kind}, not two`)
  if (typeof claim.subject?.number === 'number' && objects.length !== claim.subject.number)
    return bySight(false, resolved)
  if (claim.state === 'existing')
    return (await neverGone(claim, resolved, world)) ?? checkThere(claim, resolved)
  if (claim.state === 'failed' && kind === 'Pod' && objects.some(restarts))
    return unknown('a Pod whose container is restarted may be meant by that it failed')
  const results = new Set(objects.map((object) => isInState(object, claim.state)))
  if (results.has(undefined)) return unknown(`what "${claim.state}" means for a ${kind} is not known`)
  if (ambiguous && results.size > 1) return unknown(`which ${kind} is meant? ${listed(resolved)}`)
  const fails = results.has(claim.negated)
  return (fails ? endsUnseen(claim, resolved) : runsUnseen(claim, resolved)) ?? bySight(!fails, resolved)
}

/** Of claims to devices that somebody published, and of pods with such: no scheduler allocates them here. */
async function byDevices(
  { state }: StateClaim,
  { kind, objects }: Resolved,
  world: ClaimWorld,
): Promise<ClaimResult | undefined> {
  const hang = objects.some(
    ({ spec }) =>
      kind === 'ResourceClaim' || (kind === 'Pod' && isObject(spec) && spec['resourceClaims'] !== undefined),
  )
  if (!hang || state === 'existing' || state === 'deleted') return undefined
  const slices = await world.objects('resourceslices.resource.k8s.io')
  return slices.length === 0
    ? undefined
    : {
        verdict: 'unknown',
        why: 'devices are not allocated to claims',
        notSimulated: true,
        leavesNothing: true,
      }
}

/** Whether pods are (still) scheduled, where every node is cordoned: what is new is not, and which others are meant is not said. */
async function whereNoneIsTaken(
  { state, subject, negated, time }: StateClaim,
  { kind }: Resolved,
  world: ClaimWorld,
): Promise<ClaimResult | undefined> {
  if (kind !== 'Pod' || state !== 'scheduled' || subject?.names !== undefined) return undefined
  const isNew = subject?.which === 'new'
  if (!isNew && (time === undefined || subject?.number !== 'many')) return undefined
  const nodes = await world.objects('nodes')
  const isClosed = nodes.length > 0 && nodes.every((node) => isInState(node, 'cordoned') === true)
  if (!isClosed) return undefined
  return isNew
    ? holds(negated, 'every node is cordoned')
    : unknown('are those meant that are there, or new ones?')
}

/** "The Pods `a` and `b` are there": each of them. */
const isOneOf = (objects: readonly KubeObject[], name: string): boolean =>
  objects.some((object) => isNamed(object, name))

const restarts = (pod: KubeObject): boolean => (amountOf(pod, 'restarts')?.[0] ?? 0) > 0

/** What was restarted before the step, or came in place of another, may be what is meant or not. */
function checkRestarted({ negated }: StateClaim, { objects, earlier, kind }: Resolved): ClaimResult {
  if (objects.length === 0) return noSuch(kind)
  const counts = objects.map((object) => amountOf(object, 'restarts'))
  if (counts.includes(undefined)) return unknown(`how often a ${kind} was restarted is not known`)
  const saw = objects
    .map(({ metadata }, i) => `${kind} ${metadata.name}: ${counts[i]![0]} restarts`)
    .join('; ')
  const isGone = (one: KubeObject): boolean =>
    !objects.some(({ metadata }) => metadata.uid === one.metadata.uid)
  const states = objects.map((object, i) => {
    const past = earlier.find(({ metadata }) => metadata.uid === object.metadata.uid)
    const before = past === undefined ? undefined : amountOf(past, 'restarts')?.[0]
    const now = counts[i]![0]!
    return now === 0 ? false : (before ?? 0) < now ? true : undefined
  })
  if (states.includes(undefined)) return unknown(`it was before this step: ${saw}`)
  if (negated && earlier.some(isGone)) return unknown(`another ${kind} is there than before this step`)
  return new Set(states).size > 1 ? unknown(saw) : holds(states[0] !== negated, saw)
}

/** Without those of which the sentence says something else. */
async function resolveOthers(
  { subject, state, negated, but = [] }: StateClaim,
  world: ClaimWorld,
): Promise<Resolution> {
  const resolved = await resolveSubject(subject, world, {
    none: negated && state === 'existing' && subject?.which === 'new',
  })
  if ('why' in resolved || but.length === 0) return resolved
  const named = new Set<KubeObject['metadata']['uid']>()
  for (const one of but) {
    const found = await resolveSubject(one, world)
    if ('why' in found) return found
    for (const { metadata } of found.objects) named.add(metadata.uid)
  }
  return { ...resolved, objects: resolved.objects.filter(({ metadata }) => !named.has(metadata.uid)) }
}

/** Whether a program ends that is not run cannot be told. */
function endsUnseen({ state, negated }: StateClaim, { objects, kind }: Resolved): ClaimResult | undefined {
  if (kind !== 'Pod' || negated || !['succeeded', 'failed', 'finished'].includes(state)) return undefined
  const [program] = objects.map(unsimulatedProgram).filter((one) => one !== undefined)
  if (program === undefined) return undefined
  const why = `programs in containers are not run, so that nobody knows when ${program} ends`
  return { verdict: 'unknown', why, notSimulated: true }
}

/** Nor whether one still runs that may have ended. */
function runsUnseen({ state, negated }: StateClaim, { objects, kind }: Resolved): ClaimResult | undefined {
  if (kind !== 'Pod' || negated || (state !== 'running' && state !== 'ready')) return undefined
  const [program] = objects.map(unreadScript).filter((one) => one !== undefined)
  if (program === undefined) return undefined
  const why = `what the image has is not known, so that nobody knows whether its script for ${program} has ended`
  return { verdict: 'unknown', why, notSimulated: true }
}

const isBack =
  /\b(?:is|are|was|were|be|comes?|came|get|gets|got)\s+(?:\w+ly\s+|now\s+|then\s+|there\s+)?back\b/i
/** "The Service is back", where the one that is there was there all the time: nothing came back. */
async function neverGone(
  { text }: StateClaim,
  { objects, earlier, kind, resource }: Resolved,
  world: ClaimWorld,
): Promise<ClaimResult | undefined> {
  if (!isBack.test(text) || kind === 'Node') return undefined
  const uids = (some: readonly KubeObject[]): Set<string | undefined> =>
    new Set(some.map(({ metadata }) => metadata.uid))
  const before = uids(earlier)
  if (!objects.every(({ metadata }) => before.has(metadata.uid))) return undefined
  const there = uids(await world.objects(resource))
  const isGone = (one: KubeObject): boolean => one.kind === kind && !there.has(one.metadata.uid)
  return [...(world.everMade?.() ?? [])].some(isGone)
    ? undefined
    : unknown(`no ${kind} is known to have been gone`)
}

/** "is still there" is about the same objects: those of the step before are none fewer. */
function checkThere(claim: StateClaim, resolved: Resolved): ClaimResult {
  const still =
    /\bstill\b|\bstays\b|\bsurviv|\bnot\b.*\bdeleted\b|\bkept\b|\bpreserved\b|\bretained\b|\bpersist/i.test(
      claim.text,
    )
  const gone = resolved.earlier.filter(
    (one) => !resolved.objects.some((now) => now.metadata.uid === one.metadata.uid),
  )
  if (
    still &&
    claim.subject?.which !== 'new' &&
    gone.length > 0 &&
    resolved.objects.length < resolved.earlier.length
  )
    return holds(false, `${resolved.kind} ${gone.map((one) => one.metadata.name).join(', ')} is gone`)
  return holds(true, listed(resolved))
}

/** What an object is asked to be, its labels and annotations: as they were at the end of the step before. */
function checkChanged(
  { negated, ever }: StateClaim,
  { objects, earlier, kind, ambiguous }: Resolved,
  world: ClaimWorld,
): ClaimResult {
  if (objects.length === 0) return noSuch(kind)
  const changed = objects.map((object) => {
    const { uid } = object.metadata
    const before =
      (ever === true ? world.asMade?.(uid ?? '') : undefined) ??
      earlier.find((one) => one.metadata.uid === uid)
    return before === undefined ? undefined : !same(asked(object), asked(before))
  })
  const results = new Set(changed)
  if (results.has(undefined)) return unknown(`a ${kind} was not there before this step`)
  if (ambiguous && results.size > 1) return unknown(`which ${kind} is meant?`)
  return holds(!results.has(negated), `${kind} ${results.has(true) ? 'changed' : 'is as it was'}`)
}
const asked = ({ metadata, spec, data }: KubeObject): unknown => ({
  spec: spec ?? null,
  data: data ?? null,
  labels: metadata.labels ?? {},
})

/** "The Pod is gone", where one of two is. */
function isOneThatWent({ subject }: StateClaim, { objects, earlier }: Resolved): boolean {
  if (subject?.number !== 'one' || 'names' in subject || 'which' in subject) return false
  const there = new Set(objects.map(({ metadata }) => metadata.uid))
  return earlier.filter(({ metadata }) => !there.has(metadata.uid)).length === 1
}

/** What was never there is not gone. */
function checkGone(claim: StateClaim, resolved: Resolved): ClaimResult {
  const { objects, earlier, kind } = resolved
  const ended = (object: KubeObject): boolean =>
    claim.state === 'terminated' && isInState(object, 'finished') === true
  const left = objects.filter((object) => !ended(object))
  if (!claim.negated && left.length > 0 && isOneThatWent(claim, resolved))
    return holds(true, `one ${kind} is gone`)
  if (claim.negated)
    return objects.length === 0
      ? noSuch(kind)
      : holds(
          left.length > 0 && left.every((one) => one.metadata.deletionTimestamp === undefined),
          listed(resolved),
        )
  if (left.length > 0) return bySight(false, resolved)
  if (objects.length > 0 || earlier.length > 0)
    return holds(
      true,
      objects.length > 0
        ? listed(resolved)
        : `${kind} ${earlier.map((one) => one.metadata.name).join(', ')} is gone`,
    )
  if (claim.subject?.names !== undefined) return holds(true, `no ${kind} ${claim.subject.names.join(', ')}`)
  return unknown(`no such ${kind} was there before`)
}

const hasBeen = (claim: StateClaim, { earlier, resource }: Resolved, world: ClaimWorld): boolean =>
  earlier.length > 0 ||
  claim.subject?.which === 'new' ||
  world.documented.some((one) => one.resource === resource) ||
  claim.subject?.names !== undefined ||
  world.commands.some((command) => wasRefused(command, resource))

/** Whether a command was to make one of a kind, and failed. */
const wasRefused = ({ text, stderr, exitCode }: SeenCommand, resource: string): boolean => {
  const [plural = ''] = resource.split('.')
  const kind = kindTable.find((entry) => entry.resource === resource)?.kind ?? plural
  return (
    exitCode !== 0 &&
    /\b(?:create|apply|run|expose|replace)\b/.test(text) &&
    new RegExp(`\\b(?:${plural}|${kind})\\b`).test(stderr)
  )
}

type CountClaim = Extract<Claim, { kind: 'count' }>

/** Of each of several owners, where they are several. */
export async function checkCount(claim: CountClaim, world: ClaimWorld): Promise<ClaimResult> {
  if (claim.subject.ofIt === true) return unknown('it does not say of which objects')
  if (claim.comes === true) return checkCame(claim, world)
  const { of } = claim.subject
  if (of === undefined || of.number === 'one' || of.number === 1) return checkSum(claim, world)
  const owners = await resolveSubject(of, world)
  if ('why' in owners) return unknown(owners.why)
  if (of.number === 'both' && owners.objects.length !== 2)
    return unknown(`there are ${owners.objects.length} of ${owners.kind}, not two`)
  const results: ClaimResult[] = []
  for (const { metadata } of owners.objects) {
    const { namespace } = metadata
    const named = {
      kind: owners.kind,
      resource: owners.resource,
      number: 'one',
      names: [metadata.name ?? ''],
    } as const
    const own = namespace === undefined ? named : { ...named, namespace }
    results.push(
      await checkSum(
        { ...claim, subject: { ...claim.subject, of: { ...own, names: [...own.names] } } },
        world,
      ),
    )
  }
  const each = results.find(({ verdict }) => verdict !== 'holds') ?? results[0]
  const all = await checkSum(claim, world)
  if (each === undefined || of.number !== 'many') return each ?? all
  return each.verdict === all.verdict
    ? all
    : unknown(`of each, or of all together? ${'saw' in all ? all.saw : ''}`)
}

/** "Three Pods come up": of those that the step made, where it made some; else of all that there are. */
async function checkCame({ comes: _, ...claim }: CountClaim, world: ClaimWorld): Promise<ClaimResult> {
  const { state: __, ...ofAnyState } = claim.subject
  const all = await checkCount(claim, world)
  if (compares(0, claim.comparison, claim.number)) {
    const none = await checkCount({ ...claim, subject: ofAnyState }, world)
    return none.verdict === all.verdict ? all : unknown(`which do not run: ${'saw' in none ? none.saw : ''}`)
  }
  const made = await checkCount({ ...claim, subject: { ...claim.subject, which: 'new' } }, world)
  if (made.verdict === all.verdict) return made
  const some = { comparison: '>=', number: 1 } as const
  const madeSome = await checkCount({ ...claim, subject: { ...ofAnyState, which: 'new' }, ...some }, world)
  if (madeSome.verdict === 'fails') return all
  return made.verdict === 'holds' ? made : unknown('are those meant that are there, or new ones?')
}

async function checkSum(claim: CountClaim, world: ClaimWorld): Promise<ClaimResult> {
  if (claim.subject.which === 'other') return unknown('it does not say beside which others')
  const none = compares(0, claim.comparison, claim.number)
  const resolved = await resolveSubject(claim.subject, world, { counted: true, none })
  if ('why' in resolved) return unknown(resolved.why)
  const { state } = claim.subject
  const gone = state === 'evicted' ? evictedOf(resolved, world) : undefined
  if (typeof gone === 'string') return unknown(gone)
  if (gone !== undefined)
    return holds(
      compares(gone.length, claim.comparison, claim.number),
      `${gone.length} of ${resolved.kind} gone`,
    )
  const inState = resolved.objects.map((object) => (state === undefined ? true : isInState(object, state)))
  if (inState.includes(undefined)) return unknown(`what "${state}" means for a ${resolved.kind} is not known`)
  const count = inState.filter((one) => one === true).length
  return holds(
    compares(count, claim.comparison, claim.number),
    `${count} of ${resolved.kind}${state === undefined ? '' : ` ${state}`}: ${listed(resolved)}`,
  )
}
