// Upstream: staging/src/k8s.io/client-go/tools/record (event_recorder.go, event.go)
import { toTime } from '../component-base/clock.ts'
import type { KubeletOptions } from './kubelet-options.ts'

/** Records an Event about the node in namespace default. A failure is logged, never thrown. */
export async function recordNodeEvent(
  options: KubeletOptions,
  reason: string,
  message: string,
): Promise<void> {
  const { clock, client, nodeName, logger } = options
  const now = toTime(clock.now())
  const suffix = (BigInt(clock.now()) * 1_000_000n + BigInt(options.random.int(1_000_000))).toString(16)
  try {
    await client.create('/api/v1/namespaces/default/events', {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: `${nodeName}.${suffix}`, namespace: 'default' },
      involvedObject: { kind: 'Node', name: nodeName, apiVersion: 'v1' },
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
    })
  } catch (error) {
    logger.logS('E', 'Server rejected event (will not retry!)', { err: (error as Error).message })
  }
}
