// Upstream: staging/src/k8s.io/client-go/tools/record/events_cache.go
import type { Event } from '../../api/core-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'

/** An Event of core/v1 with the fields that a recorder sets. */
export type CoreEvent = KubeObject &
  Required<Omit<Event, 'metadata' | 'eventTime' | 'action' | 'related' | 'series'>>

/** The outcome for an event: a new object, a patch of an earlier event's count, or nothing. */
export interface Correlated {
  event: CoreEvent
  /** The patch of the earlier Event that has `event`'s name; undefined: `event` is new. */
  patch?: object
}

const cacheSize = 4096
const spamBurst = 25
const spamRefillMs = 300_000
const similarEvents = 10
const similarWithinMs = 600_000

/** A map that forgets what was not asked for longest. */
class RecentMap<V> {
  private readonly items = new Map<string, V>()
  get(key: string): V | undefined {
    return this.items.get(key)
  }
  set(key: string, value: V): void {
    this.items.delete(key)
    this.items.set(key, value)
    if (this.items.size > cacheSize) this.items.delete(this.items.keys().next().value!)
  }
}

interface Seen {
  name: string
  count: number
  firstTimestamp: string
}

/** Keeps a component from flooding the server: equal events are counted, similar ones combined, too many dropped. */
export class EventCorrelator {
  private readonly tokens = new RecentMap<{ left: number; at: number }>()
  private readonly similar = new RecentMap<{ messages: readonly string[]; at: number }>()
  private readonly seen = new RecentMap<Seen>()

  /** @param now milliseconds since the epoch. @returns undefined: not to be told */
  correlate(event: CoreEvent, now: number): Correlated | undefined {
    const about = aboutOf(event)
    if (!this.allowed(about, now)) return undefined
    const { event: told, key } = this.combined(event, about, now)
    const before = this.seen.get(key)
    if (before === undefined) {
      this.seen.set(key, {
        name: told.metadata.name!,
        count: told.count,
        firstTimestamp: told.firstTimestamp,
      })
      return { event: told }
    }
    const count = before.count + 1
    this.seen.set(key, { ...before, count })
    const { lastTimestamp, message } = told
    return {
      event: {
        ...told,
        metadata: { ...told.metadata, name: before.name },
        firstTimestamp: before.firstTimestamp,
        count,
      },
      patch: { count, lastTimestamp, message },
    }
  }

  /** 25 events of a type about an object at once, then one in five minutes. */
  private allowed(about: string, now: number): boolean {
    const before = this.tokens.get(about) ?? { left: spamBurst, at: now }
    const left = Math.min(spamBurst, before.left + (now - before.at) / spamRefillMs)
    this.tokens.set(about, { left: left >= 1 ? left - 1 : left, at: now })
    return left >= 1
  }

  /** From the tenth message of a reason on, all of them are one event. */
  private combined(event: CoreEvent, about: string, now: number): { event: CoreEvent; key: string } {
    const group = `${about}${event.reason}`
    const before = this.similar.get(group)
    const told = before === undefined || now - before.at > similarWithinMs ? [] : before.messages
    const messages = told.includes(event.message) ? told : [...told, event.message]
    const isOne = messages.length < similarEvents
    // Of those that are one event, one is forgotten for each that comes.
    this.similar.set(group, { messages: isOne ? messages : messages.slice(1), at: now })
    if (isOne)
      return { event, key: group + JSON.stringify([event.message, event.involvedObject.fieldPath ?? '']) }
    return {
      event: { ...event, message: `(combined from similar events): ${event.message}` },
      key: group,
    }
  }
}

/** Who tells of which object, and whether it is a warning: what all keys begin with. */
const aboutOf = ({ source, involvedObject: about, type }: CoreEvent): string =>
  JSON.stringify([
    source.component,
    source.host,
    about.kind,
    about.namespace,
    about.name,
    about.uid,
    about.apiVersion,
    type,
  ])
