// Upstream: staging/src/k8s.io/client-go/tools/events (event_broadcaster.go, event_recorder.go)
import { toMicroTime } from '../../component-base/clock.ts'
import { isNotFound } from '../rest-client.ts'
import { EventQueue, type RequestRate } from './event-queue.ts'
import { EventNames, type EventText, type ObjectReference, type RecorderParts } from './event-recorder.ts'

interface Told {
  event: { metadata: { name: string; namespace: string } }
  /** The time of the newest equal event, in milliseconds since the epoch. */
  at: number
  /** The number of equal events; 1: there is no series yet. */
  count: number
}

/** The milliseconds without an equal event after which a series is over. */
const finishMs = 360_000

/** Sends events of events.k8s.io about objects, in the background; equal events become a series. */
export class SeriesRecorder {
  private readonly parts: RecorderParts
  private readonly controller: string
  private readonly instance: string
  private readonly names: EventNames
  private readonly queue: EventQueue
  private readonly told = new Map<string, Told>()
  private cancelFinish: (() => void) | undefined

  /** @param controller as `default-scheduler`. @param host where it runs */
  constructor(parts: RecorderParts, controller: string, host: string, rate: RequestRate) {
    this.parts = parts
    this.names = new EventNames(parts, 0)
    this.controller = controller
    this.instance = `${controller}-${host}`
    this.queue = new EventQueue(parts.clock, parts.logger, rate)
  }

  /** @param action what was done or tried, as `Binding` */
  record(regarding: ObjectReference, action: string, { type, reason, message }: EventText): void {
    const now = this.parts.clock.now()
    const key = JSON.stringify([type, action, reason, regarding])
    const before = this.told.get(key)
    if (before !== undefined) {
      before.at = now
      before.count++
      if (before.count === 2) this.tellSeries(before)
      return
    }
    const event = {
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      metadata: { name: this.names.next(regarding.name), namespace: regarding.namespace ?? 'default' },
      eventTime: toMicroTime(now),
      reportingController: this.controller,
      reportingInstance: this.instance,
      action,
      reason,
      regarding,
      note: message,
      type,
    }
    this.told.set(key, { event, at: now, count: 1 })
    this.finishLater()
    this.queue.add(async () => {
      await this.parts.client.create(collectionOf(event), event)
    })
  }

  stop(): Promise<void> {
    this.cancelFinish?.()
    return this.queue.stop()
  }

  private tellSeries({ event, at, count }: Told): void {
    const series = { count, lastObservedTime: toMicroTime(at) }
    const collection = collectionOf(event)
    this.queue.add(async () => {
      const { client } = this.parts
      try {
        await client.patch(`${collection}/${event.metadata.name}`, { series })
      } catch (error) {
        if (!isNotFound(error)) throw error
        await client.create(collection, { ...event, series })
      }
    })
  }

  /** Now and then the last counts of series that are over are told. */
  private finishLater(): void {
    this.cancelFinish ??= this.parts.clock.setTimeout(() => {
      this.cancelFinish = undefined
      const now = this.parts.clock.now()
      for (const [key, told] of this.told) {
        if (now - told.at < finishMs) continue
        if (told.count > 2) this.tellSeries(told)
        this.told.delete(key)
      }
      if (this.told.size > 0) this.finishLater()
    }, finishMs)
  }
}

const collectionOf = ({ metadata }: Told['event']): string =>
  `/apis/events.k8s.io/v1/namespaces/${metadata.namespace}/events`
