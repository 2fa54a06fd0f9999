import { type Pod, podRef } from './pod.ts'
import type { PodSurroundings } from './pod-surroundings.ts'

/** Lets work for a pod go on by itself. A fault of ours ends this work only, and is logged: the pod is a stranger's. */
export function unawaited(
  { options: { logger }, pause }: Pick<PodSurroundings, 'options' | 'pause'>,
  pod: Pod,
  work: Promise<unknown>,
): void {
  work.catch((error: Error) => {
    if (!pause.stopped)
      logger.logS('E', 'Error syncing pod, skipping', { pod: podRef(pod), err: error.stack })
  })
}
