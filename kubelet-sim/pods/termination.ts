// Upstream: pkg/kubelet/kuberuntime/{kuberuntime_container,kuberuntime_termination_order}.go
import { commandOutcome } from './command-outcome.ts'
import type { Container, Pod } from './pod.ts'
import type { PodContainer } from './pod-containers.ts'
import { stopOutcome } from './stop-outcome.ts'

/** The end of a container of a pod that is stopped. */
export interface ContainerEnd {
  container: PodContainer
  afterMs: number
  exitCode: number
  preStopFails: boolean
}

/** A container has so long for its end, however little is left of the grace period. */
const shortestMs = 2000

/** The ends of a pod's running containers in its grace period. @param now milliseconds since the epoch */
export function terminationPlan(
  pod: Pod,
  containers: readonly PodContainer[],
  graceMs: number,
  now: number,
): ContainerEnd[] {
  const running = containers.filter(({ state }) => state.running !== undefined)
  const end = (container: PodContainer, turnMs: number): ContainerEnd =>
    containerEnd(pod, container, { graceMs, turnMs, now })
  const ends = running.filter(({ kind }) => kind !== 'sidecar').map((container) => end(container, 0))
  // Sidecars wait for the others, then go one after the other, the last one first.
  for (const sidecar of running.filter(({ kind }) => kind === 'sidecar').reverse())
    ends.push(end(sidecar, Math.max(0, ...ends.map(({ afterMs }) => afterMs))))
  return ends
}

function containerEnd(
  { spec }: Pod,
  container: PodContainer,
  { graceMs, turnMs, now }: { graceMs: number; turnMs: number; now: number },
): ContainerEnd {
  const hook = graceMs > 0 ? preStop(container.spec) : { afterMs: 0, exitCode: 0 }
  const begins = Math.min(Math.max(hook.afterMs, turnMs), graceMs)
  const left = Math.max(shortestMs, graceMs - wholeSeconds(begins))
  const ranMs = now + begins - Date.parse(container.state.running!.startedAt)
  const alone = spec.shareProcessNamespace !== true && spec.hostPID !== true
  const stopped = stopOutcome(container.spec, alone, ranMs)
  const reacts = stopped !== undefined && stopped.afterMs < left
  return {
    container,
    afterMs: begins + (reacts ? stopped.afterMs : left),
    exitCode: reacts ? stopped.exitCode : 137,
    preStopFails: hook.exitCode !== 0,
  }
}

const wholeSeconds = (ms: number): number => Math.floor(ms / 1000) * 1000

/** What is not known here is done at once. */
function preStop({ lifecycle }: Container): { afterMs: number; exitCode: number } {
  const { sleep, exec } = lifecycle?.preStop ?? {}
  if (sleep !== undefined) return { afterMs: (sleep.seconds ?? 0) * 1000, exitCode: 0 }
  const outcome =
    exec?.command === undefined ? undefined : commandOutcome({ name: '', command: exec.command })
  return outcome ?? { afterMs: 0, exitCode: 0 }
}
