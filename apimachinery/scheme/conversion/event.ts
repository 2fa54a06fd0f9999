// Upstream: pkg/apis/events/v1/conversion.go
import type { Conversion } from './conversion.ts'

/** events.k8s.io's name → core's; the core form is the hub. */
const names: readonly (readonly [string, string])[] = [
  ['note', 'message'],
  ['regarding', 'involvedObject'],
  ['deprecatedSource', 'source'],
  ['deprecatedCount', 'count'],
  ['deprecatedFirstTimestamp', 'firstTimestamp'],
  ['deprecatedLastTimestamp', 'lastTimestamp'],
  ['reportingController', 'reportingComponent'],
]

function rename(object: Record<string, unknown>, from: string, to: string): void {
  if (object[from] === undefined) return
  object[to] = object[from]
  delete object[from]
}

/** Converts an Event from events.k8s.io to the hub, whose fields have the names of core/v1: `note` becomes `message`. */
export const eventToHub: Conversion = (object, apiVersion) => {
  if (apiVersion !== 'v1') for (const [name, core] of names) rename(object, name, core)
}
/** Converts an Event from the hub to events.k8s.io: `message` becomes `note`. */
export const eventFromHub: Conversion = (object, apiVersion) => {
  if (apiVersion !== 'v1') for (const [name, core] of names) rename(object, core, name)
}
