// Upstream: pkg/apis/events/v1/conversion.go
import type { EventSeries, EventSource } from '../../../api/core-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'

/** What validation looks at, by the names of core/v1, whichever API the event came through. */
export interface EventView {
  namespace: string
  involvedObject: Record<string, unknown>
  reason: string
  message: string
  source: EventSource
  firstTimestamp: unknown
  lastTimestamp: unknown
  count: number
  type: string
  eventTime: string | undefined
  series: EventSeries | undefined
  action: string
  related: unknown
  reportingController: string
  reportingInstance: string
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** An Event by the names of core/v1, whatever its apiVersion. */
export function eventView(event: KubeObject): EventView {
  const isCore = event.apiVersion === 'v1'
  const pick = (core: string, events: string): unknown => event[isCore ? core : events] ?? undefined
  return {
    namespace: event.metadata.namespace ?? '',
    involvedObject: (pick('involvedObject', 'regarding') as Record<string, unknown> | undefined) ?? {},
    reason: text(event['reason']),
    message: text(pick('message', 'note')),
    source: (pick('source', 'deprecatedSource') as EventView['source'] | undefined) ?? {},
    firstTimestamp: pick('firstTimestamp', 'deprecatedFirstTimestamp'),
    lastTimestamp: pick('lastTimestamp', 'deprecatedLastTimestamp'),
    count: (pick('count', 'deprecatedCount') as number | undefined) ?? 0,
    type: text(event['type']),
    eventTime: (event['eventTime'] as string | null | undefined) ?? undefined,
    series: (event['series'] as EventView['series'] | null) ?? undefined,
    action: text(event['action']),
    related: event['related'] ?? undefined,
    reportingController: text(pick('reportingComponent', 'reportingController')),
    reportingInstance: text(event['reportingInstance']),
  }
}
