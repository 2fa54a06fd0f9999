import type { Clock } from '../../component-base/clock.ts'

const repeatMs = 60_000

/** Hands on what differs from the message before, and the same one once a minute: retries go on saying it. */
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
