// Upstream: staging/src/k8s.io/client-go/tools/record/event.go
import { toTime } from '../component-base/clock.ts'
import type { KubeObject } from '../server/apimachinery/json.ts'
import type { ControllerContext } from './controller.ts'

/** Records an Event of `component` about an object, in its namespace or in `default`. A failure is logged, never thrown. */
export async function recordEvent(
  { client, clock, logger, random }: ControllerContext,
  component: string,
  object: KubeObject,
  event: { type: 'Normal' | 'Warning'; reason: string; message: string },
): Promise<void> {
  const { name, namespace, uid, resourceVersion } = object.metadata
  const where = namespace ?? 'default'
  const now = toTime(clock.now())
  const suffix = (BigInt(clock.now()) * 1_000_000n + BigInt(random.int(1_000_000))).toString(16)
  try {
    await client.create(`/api/v1/namespaces/${where}/events`, {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: `${name}.${suffix}`, namespace: where },
      involvedObject: {
        kind: object.kind,
        namespace,
        name,
        uid,
        apiVersion: object.apiVersion,
        resourceVersion,
      },
      ...event,
      source: { component },
      firstTimestamp: now,
      lastTimestamp: now,
      count: 1,
      eventTime: null,
      reportingComponent: component,
      reportingInstance: '',
    })
  } catch (error) {
    logger.logS('E', 'Server rejected event (will not retry!)', { err: (error as Error).message })
  }
}
