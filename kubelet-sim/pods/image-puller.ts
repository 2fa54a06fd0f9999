// Upstream: pkg/kubelet/images/puller.go, image_manager.go
import type { Clock } from '../../component-base/clock.ts'
import type { Pause } from '../pause.ts'

/** The times of an image's pull, in milliseconds. */
export interface Pull {
  /** The time of the pull itself, without the wait for other pulls. */
  ms: number
  waitedMs: number
}

/** The speed of the simulated registry in bytes per millisecond: 250 MB in a second. */
const bytesPerMs = 250_000
const units: Readonly<Record<string, number>> = { MB: 1e6, GB: 1e9 }

/**
 * The size of an image that tells it in its tag (`web:5GB`), in bytes; undefined for others, which come at once: their pull is
 * within the time that a pod takes to start.
 */
export function sizeTold(image: string): number | undefined {
  const [, number, unit] = /:(\d{1,4})(MB|GB)$/.exec(image) ?? []
  return unit === undefined ? undefined : Number(number) * units[unit]!
}

/** Brings images to a node: as many at a time as its configuration lets, in the order in which they are asked for. */
export class ImagePuller {
  private readonly clock: Clock
  private readonly pause: Pause
  private readonly atOnce: number
  private readonly waiting: (() => void)[] = []
  private active = 0
  /** The images on the node, newest first. */
  readonly images: string[]

  /** @param atOnce how many are pulled at the same time @param images that are there; those that come are put before them */
  constructor(clock: Clock, pause: Pause, atOnce: number, images: string[] = []) {
    this.clock = clock
    this.pause = pause
    this.atOnce = atOnce
    this.images = images
  }

  /** @returns whether the image is there; a promise where it takes its time, which resolves when it is */
  pull(image: string): boolean | Promise<Pull> {
    if (this.images.includes(image) || image === '') return image !== ''
    const size = sizeTold(image)
    if (size !== undefined) return this.pulled(image, size / bytesPerMs)
    this.images.unshift(image)
    return false
  }

  private async pulled(image: string, ms: number): Promise<Pull> {
    const asked = this.clock.now()
    if (this.active >= this.atOnce) await new Promise<void>((resolve) => void this.waiting.push(resolve))
    else this.active++
    const waitedMs = this.clock.now() - asked
    await this.pause.for(ms)
    if (!this.pause.stopped && !this.images.includes(image)) this.images.unshift(image)
    const next = this.waiting.shift()
    if (next === undefined) this.active--
    else next()
    return { ms, waitedMs }
  }
}
