// Upstream: staging/src/k8s.io/apiserver/pkg/audit/types.go (Backend), union.go
import { goJSON } from '../../apimachinery/go-print/marshal.ts'
import type { AuditEvent } from './event.ts'

/** A destination of audit events: a log, a webhook, or several of them. */
export interface AuditBackend {
  /** Keeps events as they are now; false where that failed and requests have to know it. */
  process(events: readonly AuditEvent[]): boolean | Promise<boolean>
  /** Waits until the events that are still to be sent have been sent. */
  close(): Promise<void>
}

/** A backend that gives events to all backends; a request fails where any of them fails. */
export function unionBackend(backends: readonly AuditBackend[]): AuditBackend {
  if (backends.length === 1) return backends[0]!
  return {
    async process(events) {
      const kept = await Promise.all(backends.map((backend) => backend.process(events)))
      return kept.every((one) => one)
    },
    async close() {
      await Promise.all(backends.map((backend) => backend.close()))
    },
  }
}

/** A backend whose failures no request is told of (mode blocking). */
export const ignoringErrors = (backend: AuditBackend): AuditBackend => ({
  process(events) {
    const kept = backend.process(events)
    return kept instanceof Promise ? kept.then(() => true) : true
  },
  close: () => backend.close(),
})

const annotationKey = 'audit.k8s.io/truncated'

/** Leaves out the objects of events that are too large, and the events that are too large without them. */
export function truncating(
  backend: AuditBackend,
  { maxEventSize, maxBatchSize }: { maxEventSize: number; maxBatchSize: number },
  log: (text: string) => void,
): AuditBackend {
  const fitting = (event: AuditEvent): AuditEvent | undefined => {
    if (sizeOf(event) <= maxEventSize) return event
    const { requestObject: _, responseObject: __, ...rest } = event
    const cut = { ...rest, annotations: { ...event.annotations, [annotationKey]: 'true' } }
    if (sizeOf(cut) <= maxEventSize) return cut
    log(`Error in audit plugin 'truncate' affecting 1 audit events: event is too large even after truncating`)
    return undefined
  }
  return {
    async process(events) {
      let kept = true
      for (const batch of batchesOf(
        events.map(fitting).filter((one) => one !== undefined),
        maxBatchSize,
      ))
        kept = (await backend.process(batch)) && kept
      return kept
    },
    close: () => backend.close(),
  }
}

const sizeOf = (event: AuditEvent): number => Buffer.byteLength(goJSON(event)) + 1

function* batchesOf(events: readonly AuditEvent[], max: number): Generator<AuditEvent[]> {
  let [batch, size] = [[] as AuditEvent[], 0]
  for (const event of events) {
    const own = sizeOf(event)
    if (batch.length > 0 && size + own > max) {
      yield batch
      ;[batch, size] = [[], 0]
    }
    batch.push(event)
    size += own
  }
  if (batch.length > 0) yield batch
}
