// Claims about events: of an object where they name one, of any that the document made where they do not.
import { isObject, type JsonObject, type KubeObject } from '../../apimachinery/json.ts'
import type { Claim } from './claim.ts'
import { eventReasons } from './event-reasons.ts'
import { resolveSubject } from './subjects.ts'
import { type ClaimResult, type ClaimWorld, holds, noSuch, unknown } from './world.ts'

type EventClaim = Extract<Claim, { kind: 'event' }>

/** Checks whether an event came since the end of the step before, or of a named object at any time. */
export async function checkEvent(claim: EventClaim, world: ClaimWorld): Promise<ClaimResult> {
  const about = await aboutWhom(claim, world)
  if (typeof about === 'string') return unknown(about)
  const [now, before] = (await Promise.all([world.objects('events'), world.before('events')])).map((all) =>
    all.filter((event) => about(event) && fits(event, claim)),
  )
  const isNew = (event: KubeObject): boolean =>
    !before!.some((one) => one.metadata.uid === event.metadata.uid && countOf(one) === countOf(event))
  const fresh = now!.filter(isNew)
  if (claim.times !== undefined) return checkTimes(claim.times, now!, before!)
  if (fresh.length > 0) return holds(claim.present, sawOf(fresh))
  // Of an object that is named it is there whenever it came; of any it may be another's.
  if (now!.length > 0)
    return claim.subject !== undefined && claim.present
      ? holds(true, sawOf(now!))
      : unknown(`it was there before this step: ${sawOf(now!)}`)
  if (claim.reason !== undefined && !eventReasons.has(claim.reason))
    return unknown(`no component that is simulated tells of ${claim.reason}`)
  return claim.present ? noSuch('event') : holds(true, 'there is no such event')
}

/** Of those that came since, or of all: where they differ, which are meant is not told. */
function checkTimes(times: number, now: readonly KubeObject[], before: readonly KubeObject[]): ClaimResult {
  const sum = (events: readonly KubeObject[]): number =>
    events.reduce((total, event) => total + Number(countOf(event)), 0)
  const [all, earlier] = [sum(now), sum(before)]
  const saw = `${all} such events`
  if (all !== times && all - earlier !== times) return holds(false, saw)
  return all === times || earlier === 0
    ? holds(all === times, saw)
    : unknown(`${saw}, ${earlier} of them before`)
}

const involved = (event: KubeObject): JsonObject => {
  const object = event['involvedObject'] ?? event['regarding']
  return isObject(object) ? object : {}
}
const textOf = (event: KubeObject, ...names: string[]): string =>
  String(names.map((name) => event[name]).find((one) => typeof one === 'string' && one !== '') ?? '')
const countOf = (event: KubeObject): unknown => {
  const series = event['series']
  return isObject(series) ? series['count'] : (event['count'] ?? event['deprecatedCount'] ?? 1)
}
const sawOf = (events: readonly KubeObject[]): string =>
  events
    .slice(-3)
    .map(
      (event) =>
        `${String(involved(event)['kind'])} ${String(involved(event)['name'])}: ${textOf(event, 'reason')} (${textOf(event, 'message', 'note')})`,
    )
    .join('; ')

/** Which events are meant; a text says why none can be. */
async function aboutWhom(
  { subject, ofIt }: EventClaim,
  world: ClaimWorld,
): Promise<((event: KubeObject) => boolean) | string> {
  if (subject === undefined && ofIt !== true) {
    const own = new Set(['kube-system', 'kube-public', 'kube-node-lease', 'local-path-storage'])
    return (event) => !own.has(event.metadata.namespace ?? '') && involved(event)['kind'] !== 'Node'
  }
  const resolved = await resolveSubject(subject, world)
  if ('why' in resolved) return resolved.why
  const objects = [...resolved.objects, ...resolved.earlier]
  if (objects.length === 0) return `there is no ${resolved.kind}`
  if (resolved.ambiguous) return `which ${resolved.kind} is meant?`
  return (event) => {
    const { kind, name, uid, namespace } = involved(event)
    return objects.some(
      ({ metadata }) =>
        kind === resolved.kind &&
        name === metadata.name &&
        (namespace ?? '') === (metadata.namespace ?? '') &&
        (uid === metadata.uid || resolved.kind === 'Node'),
    )
  }
}

function fits(event: KubeObject, { reason, type, message, by }: EventClaim): boolean {
  const source = isObject(event['source']) ? event['source']['component'] : undefined
  const told = `${String(source ?? '')} ${textOf(event, 'reportingComponent', 'reportingController')}`
  return (
    (reason === undefined || event['reason'] === reason) &&
    (type === undefined || event['type'] === type) &&
    (message === undefined || says(textOf(event, 'message', 'note'), message)) &&
    (by === undefined || isOf(told, by))
  )
}
/** With "..." for what is another each time. */
function says(text: string, message: string): boolean {
  let from = 0
  for (const part of message.split(/\.{3}|…|<[a-z][\w -]*>/)) {
    const at = text.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return true
}

/** `kube-scheduler` tells as `default-scheduler`, the controller manager as each of its controllers. */
const isOf = (told: string, component: string): boolean =>
  component === 'kube-controller-manager'
    ? /controller/.test(told)
    : told.includes(component.replace(/^kube-(?=scheduler)/, ''))
