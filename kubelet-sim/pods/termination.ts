// Upstream: pkg/kubelet/kuberuntime/{kuberuntime_container,kuberuntime_termination_order}.go
import { signalNumber } from '../../containers/signals.ts'
import type { Pod } from './pod.ts'
import { type PodContainer, stopSignalOf } from './pod-containers.ts'
import { stopOutcome } from './stop-outcome.ts'

/** The end of a container of a pod that is stopped. */
export interface ContainerEnd {
  container: PodContainer
  /** When it is told to, after its hook and those that go before it. */
  beginsMs: number
  afterMs: number
  exitCode: number
}

/** When the hooks of containers end, in milliseconds since the stop began; those that run have no end yet. */
export type HookEnds = Map<PodContainer, number>

/** A container has so long for its end, however little is left of the grace period. */
const shortestMs = 2000

/**
 * The ends of a pod's running containers in its grace period. @param now milliseconds since the epoch
 * @param heard those whose programs decide themselves what they do when they are told: they are killed at last
 * @param turnMs when the last one ended that ended before
 */
export function terminationPlan(
  pod: Pod,
  containers: readonly PodContainer[],
  graceMs: number,
  {
    now,
    hooks,
    heard,
    turnMs: before,
  }: { now: number; hooks: HookEnds; heard: (container: PodContainer) => boolean; turnMs: number },
): ContainerEnd[] {
  const running = containers.filter(({ state }) => state.running !== undefined)
  const end = (container: PodContainer, turnMs: number): ContainerEnd =>
    containerEnd(pod, container, {
      graceMs,
      turnMs,
      now,
      hookMs: hooks.get(container) ?? 0,
      heard: heard(container),
    })
  const ends = running.filter(({ kind }) => kind !== 'sidecar').map((container) => end(container, 0))
  // Sidecars wait for the others, then go one after the other, the last one first.
  for (const sidecar of running.filter(({ kind }) => kind === 'sidecar').reverse())
    ends.push(end(sidecar, Math.max(before, ...ends.map(({ afterMs }) => afterMs))))
  return ends
}

function containerEnd(
  { spec }: Pod,
  container: PodContainer,
  {
    graceMs,
    turnMs,
    now,
    hookMs,
    heard,
  }: { graceMs: number; turnMs: number; now: number; hookMs: number; heard: boolean },
): ContainerEnd {
  const begins = Math.min(Math.max(hookMs, turnMs), graceMs)
  const left = Math.max(shortestMs, graceMs - wholeSeconds(begins))
  const ranMs = Math.max(0, now + begins - Date.parse(container.state.running!.startedAt))
  const alone = spec.shareProcessNamespace !== true && spec.hostPID !== true
  const signal = signalNumber(stopSignalOf(container))
  const stopped = heard ? undefined : stopOutcome(container.spec, { signal, alone, ranMs })
  const reacts = stopped !== undefined && stopped.afterMs < left
  return {
    container,
    beginsMs: begins,
    afterMs: begins + (reacts ? stopped.afterMs : left),
    exitCode: reacts ? stopped.exitCode : 137,
  }
}

const wholeSeconds = (ms: number): number => Math.floor(ms / 1000) * 1000
