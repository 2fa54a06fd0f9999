import type { Clock } from '../../component-base/clock.ts'

const repeatMs = 60_000

/** Passes on a message that differs from the last one, and an equal one once a minute, since retries repeat it. */
export function toldOnce(clock: Clock, tell: (message: string) => void): (message: string) => void {
  let last = ''
  let toldAt = 0
  return (message) => {
    if (message === last && clock.now() - toldAt < repeatMs) return
    last = message
    toldAt = clock.now()
    tell(message)
  }
}
