// Upstream: client-go/tools/events (event_recorder.go): events.k8s.io/v1
import type { ObjectReference } from '../api/core-v1.ts'
import type { With } from '../apimachinery/with.ts'
import type { RestClient } from '../client/rest-client.ts'
import { type Clock, toMicroTime } from '../component-base/clock.ts'
import type { Logger } from '../component-base/klog.ts'
import type { Random } from '../component-base/random.ts'

/** The object that an event is about. */
export type EventSubject = With<ObjectReference, 'kind' | 'name'>

/** An Event of kube-proxy, with the fields that events.k8s.io/v1 names. */
export interface ProxyEvent {
  about: EventSubject
  type: 'Normal' | 'Warning'
  reason: string
  action: string
  note: string
}

/** Sends events; a failure is logged, never thrown. */
export class EventRecorder {
  private readonly options: {
    client: RestClient
    clock: Clock
    random: Random
    logger: Logger
    nodeName: string
  }
  /** Writes that are under way. */
  private pending: Promise<unknown> = Promise.resolve()

  constructor(options: EventRecorder['options']) {
    this.options = options
  }

  record(event: ProxyEvent): void {
    const sent = this.send(event)
    this.pending = Promise.all([this.pending, sent])
  }

  /** Resolves when everything that was recorded has been answered. */
  flushed(): Promise<unknown> {
    return this.pending
  }

  private async send({ about, type, reason, action, note }: ProxyEvent): Promise<void> {
    const { client, clock, random, logger, nodeName } = this.options
    const namespace = about.namespace || 'default'
    const nanos = BigInt(Math.floor(clock.now())) * 1_000_000n + BigInt(random.int(1_000_000))
    try {
      const body = {
        apiVersion: 'events.k8s.io/v1',
        kind: 'Event',
        metadata: { name: `${about.name}.${nanos.toString(16)}`, namespace },
        eventTime: toMicroTime(clock.now()),
        reportingController: 'kube-proxy',
        reportingInstance: `kube-proxy-${nodeName}`,
        action,
        reason,
        regarding: about,
        note,
        type,
      }
      const path = `/apis/events.k8s.io/v1/namespaces/${namespace}/events`
      await client.json({ method: 'POST', path, body, unread: true })
    } catch (error) {
      logger.logS('E', 'Server rejected event (will not retry!)', { err: (error as Error).message })
    }
  }
}
