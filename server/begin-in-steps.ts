// Upstream: apiserver/pkg/server/hooks.go (post start hooks, which try again until they succeed)
import { DecodeError } from '../apimachinery/scheme/decode-error.ts'
import type { Foundation } from './apiserver-parts/foundation.ts'

/** Milliseconds from a step that failed to the next try. */
const again = 1000

/** A step of a beginning. */
export interface Step {
  /** What the log says where it fails. */
  readonly failure: string
  run(): Promise<void>
}

/** What a server does before it is ready. */
export interface Beginning {
  readonly ready: Promise<void>
  /** Resolves where a step waits for an object of the store that cannot be decoded. */
  readonly blocked: Promise<void>
  /** Ends it. A step that is under way ends by itself, and then `ready` is settled. */
  stop(): void
}

/**
 * Takes one step after the other. `ready` rejects where one fails, but for objects that cannot be decoded: from the first of these on,
 * whatever fails is tried again each second. After `stop` no step begins, and `ready` rejects.
 */
export function beginInSteps(
  steps: readonly Step[],
  { clock, logger }: Pick<Foundation, 'clock' | 'logger'>,
): Beginning {
  let endPause = (): void => {}
  let stopped = false
  let isBlocked = false
  let tellBlocked = (): void => {}
  const blocked = new Promise<void>((resolve) => {
    tellBlocked = resolve
  })
  const checkGoesOn = (): void => {
    if (stopped) throw new Error('the server was closed before it was ready')
  }
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const cancel = clock.setTimeout(resolve, again)
      endPause = () => {
        cancel()
        resolve()
      }
    })
  const untilDone = async ({ failure, run }: Step): Promise<void> => {
    for (;;)
      try {
        await run()
        return checkGoesOn()
      } catch (error) {
        checkGoesOn()
        logger.logS('E', failure, { err: (error as Error).message })
        // Who was told that it is blocked serves already, and does not look at `ready` any more.
        isBlocked ||= error instanceof DecodeError
        if (!isBlocked) throw error
        tellBlocked()
        await pause()
        checkGoesOn()
      }
  }
  const all = async (): Promise<void> => {
    for (const step of steps) await untilDone(step)
  }
  const ready = all()
  ready.catch(() => {})
  return {
    ready,
    blocked,
    stop() {
      stopped = true
      endPause()
    },
  }
}
