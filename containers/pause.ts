// What SIGSTOP holds.
import type { PodTime } from './pod-time.ts'

/** Whether a process is held, by SIGSTOP until SIGCONT. */
export class Pause {
  private readonly time: Pick<PodTime, 'outside' | 'sleep'>
  private readonly signal: AbortSignal
  private held: AbortController | undefined

  /** @param signal aborts when the process is killed */
  constructor(time: Pick<PodTime, 'outside' | 'sleep'>, signal: AbortSignal) {
    this.time = time
    this.signal = signal
  }

  get holds(): boolean {
    return this.held !== undefined
  }

  hold(): void {
    this.held ??= new AbortController()
  }

  release(): void {
    this.held?.abort(new Error('continued'))
    this.held = undefined
  }

  /** Resolves when the process is not held; others go on meanwhile. Rejects with the signal's reason when it is killed. */
  async passed(): Promise<void> {
    while (this.held !== undefined) {
      const either = AbortSignal.any([this.signal, this.held.signal])
      await this.time.sleep(Number.POSITIVE_INFINITY, either).catch(() => this.signal.throwIfAborted())
    }
  }

  /** What `PodTime` has, for a process that may be held when it ends. */
  async outside<T>(work: Promise<T>): Promise<T> {
    const found = await this.time.outside(work)
    await this.passed()
    return found
  }
}
