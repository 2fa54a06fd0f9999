// The objects that a server makes for itself, without what differs from one start to the next.

import { isDeepStrictEqual } from 'node:util'
import { withSortedKeys } from '../../../apimachinery/json.ts'
import type { DiscoveryFacts } from '../../../component-base/release-facts.ts'
import { RecordError } from '../record-error.ts'
import { type FactSource, json } from '../server/server-client.ts'
import { pathOf } from './discovery.ts'

type Objects = Record<string, Record<string, unknown>[]>

/** They come and go, are computed, or follow from discovery. */
const passing = new Set(['events', 'leases', 'componentstatuses', 'apiservices'])
const ofOneStart = new Set(['uid', 'resourceVersion', 'creationTimestamp', 'managedFields'])
/** In place of the port and the time of a recording, so that two recordings are equal. Servers put their own there. */
const recordedPort = 17300
const recordedDay = '2026-11-21'
const recordedTime = `${recordedDay}T00:00:00Z`

/** An object as facts hold it: without prose and identity. @param port that the server listens on */
export function objectFacts(object: Record<string, unknown>, port: number): Record<string, unknown> {
  const metadata = Object.entries(object['metadata'] ?? {}).filter(([key]) => !ofOneStart.has(key))
  const own = { ...object, metadata: Object.fromEntries(metadata) }
  return withSortedKeys(settled(own, port)) as Record<string, unknown>
}

function settled(value: unknown, port: number): unknown {
  if (Array.isArray(value)) return value.map((entry) => settled(entry, port))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => key !== 'description')
  return Object.fromEntries(entries.map(([key, entry]) => [key, settledEntry(key, entry, port)]))
}

function settledEntry(key: string, value: unknown, port: number): unknown {
  if ((key === 'port' || key === 'targetPort') && value === port) return recordedPort
  // The first day of a server that tracks tokens.
  if (key === 'since' && /^\d{4}-\d\d-\d\d$/.test(String(value))) return recordedDay
  return key === 'lastTransitionTime' ? recordedTime : settled(value, port)
}

const listPaths = ({ groupVersions, preferredVersions }: DiscoveryFacts): string[] =>
  groupVersions
    .filter(({ group, version }) => group === '' || preferredVersions[group] === version)
    .flatMap(({ group, version, resources }) =>
      resources
        .filter(({ name, verbs }) => verbs.includes('list') && !passing.has(name))
        .map(({ name }) => `${pathOf(group, version)}/${name}`),
    )

async function objectsNow(source: FactSource, paths: readonly string[], port: number): Promise<Objects> {
  const objects: Objects = {}
  for (const path of [...paths].sort()) {
    const { items } = await json<{ items?: Record<string, unknown>[] }>(source, path)
    if (items !== undefined && items.length > 0) objects[path] = items.map((item) => objectFacts(item, port))
  }
  return objects
}

/** How often, and with which pause in between, a server is asked whether it has made all objects. */
export interface Asking {
  times: number
  pause(): Promise<unknown>
}

/**
 * The objects of all lists of preferred versions, by the list's path. A server makes them while it already answers: it is asked
 * until it gives the same answer twice. Rejects with RecordError where it never does.
 */
export async function recordBootstrapObjects(
  source: FactSource,
  discovery: DiscoveryFacts,
  port: number,
  asking: Asking,
): Promise<Objects> {
  const paths = listPaths(discovery)
  let last = await objectsNow(source, paths, port)
  for (let asked = 1; asked < asking.times; asked++) {
    await asking.pause()
    const now = await objectsNow(source, paths, port)
    if (isDeepStrictEqual(now, last)) return now
    last = now
  }
  throw new RecordError(`kube-apiserver still changes its objects after being asked ${asking.times} times`)
}
