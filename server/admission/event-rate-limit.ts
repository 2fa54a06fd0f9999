// Upstream: plugin/pkg/admission/eventratelimit/{admission,limitenforcer,cache}.go, client-go/util/flowcontrol

import type { EventSource, ObjectReference } from '../../api/core-v1.ts'
import { StatusError } from '../../apimachinery/status-error.ts'
import type { Clock } from '../../component-base/clock.ts'
import { aggregate } from '../../featuregates/aggregate.ts'
import type { AdmissionAttributes, AdmissionPlugin } from './chain.ts'

/** A limit of the plugin's configuration; all limits must let an event pass. */
export interface EventLimit {
  readonly type: 'Server' | 'Namespace' | 'User' | 'SourceAndObject'
  /** Events a second once the burst is used up. */
  readonly qps: number
  readonly burst: number
  readonly cacheSize?: number
}
const defaultCacheSize = 4096

/** The plugin EventRateLimit: refuses Events (429) above the configured rates. */
export function eventRateLimit(clock: Clock, limits: readonly EventLimit[]): AdmissionPlugin {
  const enforcers = limits.map((limit) => new Enforcer(clock, limit))
  return {
    name: 'EventRateLimit',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    validate(attributes) {
      const { kind, request } = attributes
      // @note Events of events.k8s.io are not limited.
      if (kind.group !== '' || kind.kind !== 'Event' || request.dryRun) return
      const refusals = enforcers.flatMap((enforcer) => enforcer.refusal(attributes) ?? [])
      if (refusals.length > 0)
        throw new StatusError(429, 'TooManyRequests', `Too many requests: ${aggregate(refusals)}`)
    },
  }
}

interface Bucket {
  tokens: number
  /** Milliseconds since the epoch. */
  filled: number
}

/** One limit: a bucket for each key, of which those that were used last are kept. */
class Enforcer {
  private readonly buckets = new Map<string, Bucket>()
  private readonly clock: Clock
  private readonly limit: EventLimit

  constructor(clock: Clock, limit: EventLimit) {
    this.clock = clock
    this.limit = limit
  }

  refusal(attributes: AdmissionAttributes): string | undefined {
    const key = keys[this.limit.type](attributes)
    const bucket = this.filledBucket(key)
    if (bucket.tokens < 1) return `limit reached on type ${this.limit.type} for key ${key}`
    bucket.tokens -= 1
    return undefined
  }

  private filledBucket(key: string): Bucket {
    const { qps, burst, cacheSize = 0 } = this.limit
    const now = this.clock.now()
    const bucket = this.buckets.get(key) ?? { tokens: burst, filled: now }
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.filled) / 1000) * qps)
    bucket.filled = now
    this.buckets.delete(key)
    this.buckets.set(key, bucket)
    if (this.buckets.size > (cacheSize || defaultCacheSize))
      this.buckets.delete(this.buckets.keys().next().value!)
    return bucket
  }
}

const keys: Readonly<Record<EventLimit['type'], (attributes: AdmissionAttributes) => string>> = {
  Server: () => '',
  Namespace: ({ request }) => request.namespace,
  User: ({ request }) => request.user.name,
  SourceAndObject({ object }) {
    const source = (object?.['source'] ?? {}) as EventSource
    const { kind, namespace, name, uid, apiVersion } = (object?.['involvedObject'] ?? {}) as ObjectReference
    return [source.component, source.host, kind, namespace, name, uid, apiVersion]
      .map((t) => t ?? '')
      .join('')
  },
}
