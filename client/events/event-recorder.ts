// Upstream: staging/src/k8s.io/client-go/tools/record (event.go, recorder)

import type { ObjectReference as ApiObjectReference, EventSource } from '../../api/core-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import type { With } from '../../apimachinery/with.ts'
import { type Clock, toTime } from '../../component-base/clock.ts'
import type { Logger } from '../../component-base/klog.ts'
import type { Random } from '../../component-base/random.ts'
import { isNotFound, type RestClient } from '../rest-client.ts'
import { type CoreEvent, EventCorrelator } from './event-correlator.ts'
import { EventQueue, type RequestRate } from './event-queue.ts'

/** The client and sources of time, chance and logs that a recorder works with. */
export interface RecorderParts {
  client: RestClient
  clock: Clock
  random: Random
  logger: Logger
}

/** The object that an Event is about, as v1 ObjectReference. */
export type ObjectReference = With<ApiObjectReference, 'kind' | 'name'>

type Source = With<EventSource, 'component'>

/** The type, reason and message of an Event. */
export interface EventText {
  type: 'Normal' | 'Warning'
  reason: string
  message: string
}

/** The ObjectReference of an object; `fieldPath` names a part of the object: `spec.containers{web}`. */
export function referenceTo({ kind, apiVersion, metadata }: KubeObject, fieldPath?: string): ObjectReference {
  const { name, namespace, uid, resourceVersion } = metadata
  return {
    kind,
    ...(namespace === undefined ? {} : { namespace }),
    name: name!,
    ...(uid === undefined ? {} : { uid }),
    apiVersion,
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
    ...(fieldPath === undefined ? {} : { fieldPath }),
  }
}

/** Names for a recorder's events: `<object>.<nanoseconds since the epoch, hexadecimal>`, in the order in which they happen. */
export class EventNames {
  private readonly parts: RecorderParts
  private readonly offset: bigint
  private last = 0n

  /** @param offset nanoseconds: whose events come later, where a clock stands still */
  constructor(parts: RecorderParts, offset: number) {
    this.parts = parts
    this.offset = BigInt(offset)
  }

  next(object: string): string {
    const { clock, random } = this.parts
    const now = BigInt(Math.floor(clock.now())) * 1_000_000n + this.offset
    this.last = (now > this.last ? now : this.last) + BigInt(1 + random.int(10_000))
    return `${object}.${this.last.toString(16)}`
  }
}

/** Sends Events about objects in the background; nobody waits for the request, and its failure is logged only. */
export class EventRecorder {
  private readonly parts: RecorderParts
  private readonly source: Source
  private readonly correlator = new EventCorrelator()
  private readonly names: EventNames
  private readonly queue: EventQueue

  constructor(parts: RecorderParts, source: Source, rate: RequestRate) {
    this.parts = parts
    this.source = source
    this.names = new EventNames(parts, source.host === undefined ? 0 : 500_000)
    this.queue = new EventQueue(parts.clock, parts.logger, rate)
  }

  /** An Event of core/v1 in the object's namespace, or in `default`. */
  record(about: ObjectReference, text: EventText): void {
    const event = this.newEvent(about, text)
    this.queue.add(() => this.tell(event))
  }

  stop(): Promise<void> {
    return this.queue.stop()
  }

  private newEvent(about: ObjectReference, { type, reason, message }: EventText): CoreEvent {
    const { component, host = '' } = this.source
    const now = toTime(this.parts.clock.now())
    return {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: this.names.next(about.name), namespace: about.namespace ?? 'default' },
      involvedObject: { ...about },
      reason,
      message,
      source: this.source,
      firstTimestamp: now,
      lastTimestamp: now,
      count: 1,
      type,
      eventTime: null,
      reportingComponent: component,
      reportingInstance: host,
    }
  }

  private async tell(newest: CoreEvent): Promise<void> {
    const { client, clock } = this.parts
    const told = this.correlator.correlate(newest, clock.now())
    if (told === undefined) return
    const { event, patch } = told
    const collection = `/api/v1/namespaces/${event.metadata.namespace}/events`
    if (patch !== undefined) {
      try {
        await client.json({
          method: 'PATCH',
          path: `${collection}/${event.metadata.name}`,
          body: patch,
          unread: true,
        })
        return
      } catch (error) {
        // The server deletes Events after an hour: then a new one is created.
        if (!isNotFound(error)) throw error
      }
    }
    await client.json({ method: 'POST', path: collection, body: event, unread: true })
  }
}
