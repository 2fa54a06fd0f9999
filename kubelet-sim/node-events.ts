// Upstream: staging/src/k8s.io/client-go/tools/record (event_recorder.go, event.go)
import { toTime } from '../component-base/clock.ts'
import type { KubeObject } from '../server/apimachinery/json.ts'
import type { KubeletOptions } from './kubelet-options.ts'

const collection = '/api/v1/namespaces/default/events'

/** The node as events name it: since 1.35 with its API version in place of a uid that is none. */
const nodeReference = ({ nodeName, minor }: KubeletOptions): object =>
  minor >= 35
    ? { kind: 'Node', name: nodeName, apiVersion: 'v1' }
    : { kind: 'Node', name: nodeName, uid: nodeName }

function newEvent(options: KubeletOptions, reason: string, message: string): KubeObject {
  const { clock, nodeName, random } = options
  const now = toTime(clock.now())
  const suffix = (BigInt(clock.now()) * 1_000_000n + BigInt(random.int(1_000_000))).toString(16)
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${nodeName}.${suffix}`, namespace: 'default' },
    involvedObject: nodeReference(options),
    reason,
    message,
    source: { component: 'kubelet', host: nodeName },
    firstTimestamp: now,
    lastTimestamp: now,
    count: 1,
    type: 'Normal',
    eventTime: null,
    reportingComponent: 'kubelet',
    reportingInstance: nodeName,
  }
}

/**
 * Records an Event about the node in namespace default; `times` more than once bumps its count by patches, as the recorder
 * does with what it has told already. A failure is logged, never thrown.
 */
export async function recordNodeEvent(
  options: KubeletOptions,
  reason: string,
  message: string,
  times = 1,
): Promise<void> {
  const { clock, client, logger } = options
  try {
    const event = newEvent(options, reason, message)
    await client.create(collection, event)
    for (let count = 2; count <= times; count++) {
      const lastTimestamp = toTime(clock.now())
      const changed = lastTimestamp === event['lastTimestamp'] ? {} : { lastTimestamp }
      await client.patch(`${collection}/${event.metadata.name}`, { count, ...changed })
    }
  } catch (error) {
    logger.logS('E', 'Server rejected event (will not retry!)', { err: (error as Error).message })
  }
}
