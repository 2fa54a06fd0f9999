// Upstream: pkg/kubelet/kubelet.go (newCrashLoopBackOff), client-go/util/flowcontrol/backoff.go
import { gateEnabled } from '../../featuregates/reader.ts'
import type { KubeletOptions } from '../kubelet-options.ts'
import { type Pod, podText } from './pod.ts'

/** The wait of a container that ended before it starts again: the first time none, then twice as long each time. */
class RestartBackoff {
  private readonly firstMs: number
  private readonly longestMs: number
  private nextMs = 0
  private endedAt = Number.NEGATIVE_INFINITY

  constructor({ gates, settings }: Pick<KubeletOptions, 'gates' | 'settings'>) {
    const reduced = gateEnabled(gates, 'ReduceDefaultCrashLoopBackOffDecay')
    const usualMs = reduced ? 60_000 : 300_000
    const given = gateEnabled(gates, 'KubeletCrashLoopBackOffMax') ? settings.longestRestartWait : undefined
    this.longestMs = given ?? usualMs
    this.firstMs = Math.min(reduced ? 1000 : 10_000, this.longestMs)
  }

  /** Milliseconds to wait after an end at `now`; one that ran for long begins anew. */
  wait(now: number): number {
    const rested = now - this.endedAt > 2 * this.longestMs
    const ms = rested ? 0 : this.nextMs
    this.endedAt = now + ms
    this.nextMs = ms === 0 ? this.firstMs : Math.min(2 * ms, this.longestMs)
    return ms
  }
}

/** The waits of a pod's containers, by their names. */
export class RestartBackoffs {
  private readonly options: Pick<KubeletOptions, 'gates' | 'settings'>
  private readonly known = new Map<string, RestartBackoff>()

  constructor(options: Pick<KubeletOptions, 'gates' | 'settings'>) {
    this.options = options
  }

  /** Milliseconds that a container waits after an end at `now`. */
  wait(container: string, now: number): number {
    const backoff = this.known.get(container) ?? new RestartBackoff(this.options)
    this.known.set(container, backoff)
    return backoff.wait(now)
  }
}

/** Why a container waits, in the kubelet's words. */
export const backoffMessage = (ms: number, container: string, pod: Pod): string =>
  `back-off ${goSeconds(ms)} restarting failed container=${container} pod=${podText(pod)}`

/** `10s`, `1m20s`, as Go prints durations. */
const goSeconds = (ms: number): string => {
  const seconds = ms / 1000
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`
}
