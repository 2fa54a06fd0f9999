import type { Clock } from '../../component-base/clock.ts'

/** Work that is done again and again. */
export interface Periodic {
  /** Fulfilled when the work has been done for the first time, even where it failed. */
  readonly first: Promise<void>
  /** Resolves when nothing is done any more. */
  stop(): Promise<void>
}

/**
 * Does the work now, and `every` milliseconds after it has ended. A failure, which `failed` is told, is no end: the store may be back by
 * then.
 */
export function periodically(
  clock: Clock,
  every: number,
  work: () => Promise<unknown>,
  failed: (error: unknown) => void,
): Periodic {
  let stopped = false
  let cancel = (): void => {}
  let running: Promise<void>
  const round = (): Promise<void> => {
    running = work()
      .catch(failed)
      .then(() => {
        if (!stopped) cancel = clock.setTimeout(() => void round(), every)
      })
    return running
  }
  const first = round()
  return {
    first,
    async stop() {
      stopped = true
      cancel()
      await running
    },
  }
}
