// Upstream: pkg/proxy/servicechangetracker.go, pkg/proxy/endpointschangetracker.go: what waits to be programmed, for one family

import { isDeepStrictEqual } from 'node:util'
import type { EndpointSlice } from '../api/discovery-v1.ts'
import type { KubeObject } from '../apimachinery/json.ts'

const nameOf = ({ metadata }: KubeObject): string => `${metadata.namespace}/${metadata.name}`

/** The Services that changed since they were last programmed; a change that is taken back no longer counts. */
export class ServiceChangeTracker {
  private readonly portsOf: (service: KubeObject) => readonly object[]
  private readonly changes = new Map<string, { before: readonly object[]; now: readonly object[] }>()

  /** @param portsOf what the rules are made of; none for a Service that is not of the family */
  constructor(portsOf: (service: KubeObject) => readonly object[]) {
    this.portsOf = portsOf
  }

  /** True where something waits to be programmed, be it by this change or by one before. */
  update(before: KubeObject | undefined, now: KubeObject | undefined): boolean {
    const name = nameOf((now ?? before)!)
    const ports = (service: KubeObject | undefined) => (service === undefined ? [] : this.portsOf(service))
    const change = { before: this.changes.get(name)?.before ?? ports(before), now: ports(now) }
    if (isDeepStrictEqual(change.before, change.now)) this.changes.delete(name)
    else this.changes.set(name, change)
    return this.pending > 0
  }

  get pending(): number {
    return this.changes.size
  }

  checkout(): void {
    this.changes.clear()
  }
}

/** The changes that a sync takes over from the tracker of EndpointSlices. */
export interface EndpointsUpdate {
  /** Milliseconds since the epoch of what caused the changes. */
  triggerTimes: readonly number[]
  /** Connections of UDP ports may have to be forgotten. */
  conntrackCleanup: boolean
}

const triggerAnnotation = 'endpoints.kubernetes.io/last-change-trigger-time'

/**
 * The EndpointSlices that changed since they were last programmed.
 * @note Every update of a slice counts as a change, also one that changes no endpoint.
 */
export class EndpointsChangeTracker {
  private readonly startedAt: number
  private readonly triggerTimes = new Map<string, number[]>()
  private conntrackCleanup = false

  /** @param startedAt milliseconds since the epoch: what was triggered before is not measured */
  constructor(startedAt: number) {
    this.startedAt = startedAt
  }

  update(before: KubeObject | undefined, now: KubeObject | undefined): void {
    const slice = (now ?? before)!
    const service = `${slice.metadata.namespace}/${slice.metadata.labels?.['kubernetes.io/service-name']}`
    if ([before, now].some(hasUDP)) this.conntrackCleanup = true
    const triggered = Date.parse(now?.metadata.annotations?.[triggerAnnotation] ?? '')
    if (now === undefined) this.triggerTimes.delete(service)
    else if (triggered > this.startedAt)
      this.triggerTimes.set(service, [...(this.triggerTimes.get(service) ?? []), triggered])
  }

  checkout(): EndpointsUpdate {
    const update = {
      triggerTimes: [...this.triggerTimes.values()].flat(),
      conntrackCleanup: this.conntrackCleanup,
    }
    this.triggerTimes.clear()
    this.conntrackCleanup = false
    return update
  }
}

function hasUDP(object: KubeObject | undefined): boolean {
  const { ports, endpoints } = (object ?? {}) as EndpointSlice
  return (endpoints ?? []).length > 0 && (ports ?? []).some(({ protocol }) => protocol === 'UDP')
}
