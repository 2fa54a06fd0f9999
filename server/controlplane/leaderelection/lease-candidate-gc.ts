// Upstream: pkg/controlplane/controller/leaderelection/leasecandidategc_controller.go
import type { Clock } from '../../../component-base/clock.ts'
import type { Logger } from '../../../component-base/klog.ts'
import { pause } from '../../../component-base/leaderelection/pause.ts'
import { ignoringConflicts, type OwnObjects } from '../own-objects.ts'
import { candidateOf, isCandidateExpired } from './candidates.ts'

const everyMs = 30 * 60_000

/** Deletes LeaseCandidates that have given no sign of life for half an hour, now and every half hour, until the signal. */
export async function collectCandidates(
  candidates: OwnObjects,
  { clock, logger }: { clock: Clock; logger: Logger },
  signal: AbortSignal,
): Promise<void> {
  logger.log('I', 'Starting apiserver leasecandidate garbage collector')
  do {
    try {
      await collectOnce(candidates, clock.now())
    } catch (error) {
      logger.logS('E', 'Error deleting lease', { err: (error as Error).message })
    }
  } while (await pause(clock, everyMs, signal))
  logger.log('I', 'Shutting down apiserver leasecandidate garbage collector')
}

async function collectOnce(candidates: OwnObjects, now: number): Promise<void> {
  const isExpired = (object: Parameters<typeof candidateOf>[0]): boolean =>
    isCandidateExpired(candidateOf(object), now)
  for (const { metadata } of (await candidates.list()).filter(isExpired)) {
    const { namespace = '', name = '' } = metadata
    const newest = await candidates.get(namespace, name)
    if (newest === undefined || !isExpired(newest)) continue
    await ignoringConflicts(candidates.delete(newest))
  }
}
