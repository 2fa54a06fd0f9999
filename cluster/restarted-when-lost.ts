import type { Elected } from '../controllers/leader-election.ts'

/** A component that takes part in an election, as it runs at present. */
export interface Restarted {
  now(): Elected
  /** Stops the component, and resolves when none of its work goes on. */
  stop(): Promise<void>
}

/**
 * Starts a component, and anew each time it has lost its lease: when what it did has stopped, which ends at once with a real process.
 * @param lost is told of each loss, before that
 */
export function restartedWhenLost(start: () => Elected, lost: () => void): Restarted {
  let current: Elected
  let stopped = false
  const begin = (): void => {
    current = start()
    void current.ended.then(async (isLost) => {
      if (!isLost) return
      lost()
      await current.idle().catch(() => {})
      if (!stopped) begin()
    })
  }
  begin()
  return {
    now: () => current,
    async stop() {
      stopped = true
      await current.stop()
      await current.idle()
    },
  }
}
