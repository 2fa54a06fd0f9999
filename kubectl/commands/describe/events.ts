// The events of an object.
// Upstream: kubectl/pkg/describe/describe.go (DescribeEvents, searchEvents)
import type { Event } from '../../../api/core-v1.ts'
import { ageOf } from '../../../apimachinery/human-duration.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { With } from '../../../apimachinery/with.ts'
import type { Session } from '../../session.ts'
import { describeDialect } from './dialect.ts'

/** An Event of core/v1, as lists of the API hold it. */
export type EventObject = With<Event, 'metadata'>

/** The age of an event, and how often it occurred: `5m (x3 over 1h)`. */
export function intervalText(event: EventObject, now: number): string {
  const first = ageOf(event.eventTime ?? event.firstTimestamp, now)
  if (event.series !== undefined && event.series !== null)
    return `${ageOf(event.series.lastObservedTime, now)} (x${event.series.count} over ${first})`
  if ((event.count ?? 0) > 1) return `${ageOf(event.lastTimestamp, now)} (x${event.count} over ${first})`
  return first
}

/** The newest time of an event or its series, in milliseconds since the epoch; 0 where it has none. */
export const lastSeen = (event: EventObject): number =>
  Date.parse(
    event.series?.lastObservedTime ??
      event.lastTimestamp ??
      event.eventTime ??
      event.metadata.creationTimestamp ??
      '',
  ) || 0

/** Events of events.k8s.io have no last time: they come first. Upstream: kubectl/pkg/util/event/sorted_event_list.go */
const lastTime = (event: EventObject): number => Date.parse(event.lastTimestamp ?? '') || 0

/** The events about an object, by its uid; for a node also those that have its name in place of the uid. */
export async function eventsOf(
  session: Session,
  object: KubeObject,
  kind = object.kind,
): Promise<EventObject[]> {
  const { name = '', namespace, uid = '' } = object.metadata
  const search = async (ofUid: string): Promise<EventObject[]> => {
    const fields = [
      `involvedObject.name=${name}`,
      ...(namespace === undefined ? [] : [`involvedObject.namespace=${namespace}`]),
      ...(kind === '' ? [] : [`involvedObject.kind=${kind}`]),
      ...(ofUid === '' ? [] : [`involvedObject.uid=${ofUid}`]),
    ]
    const where = namespace === undefined ? '' : `/namespaces/${namespace}`
    const list = await (await session.transport()).json<{ items: EventObject[] }>(
      `/api/v1${where}/events?fieldSelector=${encodeURIComponent(fields.join(','))}`,
    )
    return list.items
  }
  return [...(await search(uid)), ...(kind === 'Node' ? await search(name) : [])]
}

/** The table of an object's events, oldest first. @param now milliseconds since the epoch @param minor of the kubectl */
export function eventsText(events: EventObject[], now: number, minor: number): string {
  const { eventsTellFields } = describeDialect(minor)
  if (events.length === 0) return 'Events:\t<none>\n'
  const rows = [...events]
    .sort((a, b) => lastTime(a) - lastTime(b))
    .map((e) => {
      const source = e.source?.component || (e.reportingComponent ?? '')
      const field = eventsTellFields ? (e.involvedObject?.fieldPath ?? '') : ''
      const message = `${field === '' ? '' : `${field}: `}${(e.message ?? '').trim()}`
      return `  ${e.type ?? ''}\t${e.reason ?? ''}\t${intervalText(e, now)}\t${source}\t${message}\n`
    })
  return `Events:\n  Type\tReason\tAge\tFrom\tMessage\n  ----\t------\t----\t----\t-------\n${rows.join('')}`
}
