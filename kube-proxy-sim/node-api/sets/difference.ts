// What a client of the delta form is told after it was told something before. Upstream: kpng server/jobs/store2localdiff
import type { StateSnapshot } from '../node-state.ts'
import type { EncodedEndpoint, ServiceSets } from './encoded-sets.ts'
import type { OpItem, SetName } from './messages.ts'

type State = Pick<StateSnapshot, 'keys' | 'items'>

const nothing: ServiceSets = { service: Buffer.alloc(0), endpoints: new Map() }

const put = (set: SetName, Path: string, Bytes: Buffer): OpItem => ({
  Set: { Ref: { Set: set, Path }, Bytes },
})
const remove = (set: SetName, Path: string): OpItem => ({ Delete: { Set: set, Path } })

/**
 * The operations from an old state to a new one in upstream's order, in which no endpoint ever lacks its service; without
 * Sync.
 */
export function difference(old: State, now: State): OpItem[] {
  const ops = {
    services: [] as OpItem[],
    anonymousDeletes: [] as OpItem[],
    endpoints: [] as OpItem[],
    endpointDeletes: [] as OpItem[],
    anonymous: [] as OpItem[],
    serviceDeletes: [] as OpItem[],
  }
  for (const { key, before, after } of changedServices(old, now)) {
    if (after === nothing) ops.serviceDeletes.push(remove('ServicesSet', key))
    else if (before === nothing || !before.service.equals(after.service))
      ops.services.push(put('ServicesSet', key, after.service))
    for (const [path, { anonymous }] of before.endpoints)
      if (!after.endpoints.has(path))
        ops[anonymous ? 'anonymousDeletes' : 'endpointDeletes'].push(remove('EndpointsSet', path))
    for (const [path, endpoint] of after.endpoints)
      if (!same(before.endpoints.get(path), endpoint))
        ops[endpoint.anonymous ? 'anonymous' : 'endpoints'].push(put('EndpointsSet', path, endpoint.bytes))
  }
  return Object.values(ops).flat()
}

const same = (old: EncodedEndpoint | undefined, now: EncodedEndpoint): boolean =>
  old?.bytes.equals(now.bytes) === true

function* changedServices(
  old: State,
  now: State,
): Generator<{ key: string; before: ServiceSets; after: ServiceSets }> {
  const known = new Map(old.keys.map((key, i) => [key, old.items[i]!]))
  for (const [i, key] of now.keys.entries()) {
    const [before, after] = [known.get(key), now.items[i]!]
    known.delete(key)
    if (before !== after) yield { key, before: before?.sets() ?? nothing, after: after.sets() }
  }
  for (const [key, item] of known) yield { key, before: item.sets(), after: nothing }
}
