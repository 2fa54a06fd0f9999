import type { Clock } from '../../../../component-base/clock.ts'
import type { Storage } from '../../../storage/interface.ts'

/** The milliseconds for which custom resources are waited for. Upstream: crd_finalizer.go (PollUntilContextTimeout) */
const patience = 60_000

/** The store and prefix of custom resources, and the clock that waiting for their deletion is timed by. */
export interface InstancePlace {
  readonly clock: Clock
  readonly storage: Storage
  readonly prefix: string
}

/** `gone`: whether all were gone in time. `end` lets go of waiting. */
export interface Waiting {
  readonly gone: Promise<boolean>
  readonly end: () => void
}

/** Asks again after each change below the prefix, until nothing is there or patience is at its end. */
export function waitUntilGone(place: InstancePlace, isGone: () => Promise<boolean>): Waiting {
  let finish: (gone: boolean) => void = () => {}
  let fail: (error: unknown) => void = () => {}
  const told = new Promise<boolean>((resolve, reject) => {
    finish = resolve
    fail = reject
  })
  const look = (): void => void isGone().then((gone) => gone && finish(true), fail)
  const watcher = place.storage.watch(place.prefix, undefined, look)
  const cancel = place.clock.setTimeout(() => finish(false), patience)
  look()
  const gone = told.finally(() => {
    watcher.stop()
    cancel()
  })
  return { gone, end: () => finish(false) }
}
