// Upstream: apiserver/pkg/server/hooks.go (post start hooks, which try again until they succeed)
import { DecodeError } from '../apimachinery/scheme/decode-error.ts'
import type { Foundation } from './apiserver-parts/foundation.ts'

/** Milliseconds from a step that failed to the next try. */
const again = 1000

/** What a server does before it is ready. */
export interface Beginning {
  readonly ready: Promise<void>
  /** Resolves where a step waits for an object of the store that cannot be decoded. */
  readonly blocked: Promise<void>
  stop(): void
}

/** Takes one step after the other. `ready` rejects where one fails, but for objects that cannot be decoded: then it is tried again. */
export function beginInSteps(
  steps: readonly (() => Promise<void>)[],
  { clock, logger }: Pick<Foundation, 'clock' | 'logger'>,
): Beginning {
  let stop = (): void => {}
  let stopped = false
  let tellBlocked = (): void => {}
  const blocked = new Promise<void>((resolve) => {
    tellBlocked = resolve
  })
  const untilDone = async (step: () => Promise<void>): Promise<void> => {
    for (;;)
      try {
        return await step()
      } catch (error) {
        logger.logS('E', 'Bootstrap objects could not be written', { err: (error as Error).message })
        if (!(error instanceof DecodeError) || stopped) throw error
        tellBlocked()
        await new Promise<void>((resolve) => {
          const cancel = clock.setTimeout(resolve, again)
          stop = () => {
            cancel()
            resolve()
          }
        })
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
      stop()
    },
  }
}
