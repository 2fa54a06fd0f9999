// Upstream: pkg/kubelet/prober/{prober_manager,worker,prober}.go
import type { Probe } from '../../api/core-v1.ts'
import type { ProbeResult } from '../../containers/probe.ts'
import type { Pause } from '../pause.ts'
import type { PodContainer } from './pod.ts'

/** The kinds of probes. */
export type ProbeKind = 'Startup' | 'Readiness' | 'Liveness'

/** The container that is probed, and the functions that its probes call. */
export interface ProbeSurroundings {
  container: PodContainer
  pause: Pause
  /** Aborts when the pod is to end. */
  signal: AbortSignal
  /** Whether the run of the container that is probed is still the present one. */
  current(): boolean
  ask(probe: Probe): Promise<ProbeResult>
  /** Records an Event about a probe that did not succeed. */
  tell(message: string): void
  /** `ready` or `started` of the container have changed. */
  changed(): void
  /** The container is to be killed, as a probe of that kind has failed too often. */
  failed(kind: ProbeKind, probe: Probe): void
}

/** A container that has just started: neither ready nor started where there is a probe for it. */
export function awaitProbes(container: PodContainer): void {
  const { startupProbe, readinessProbe } = container.spec
  container.started = startupProbe === undefined
  container.ready = readinessProbe === undefined && startupProbe === undefined
}

/** Whether a container has probes. */
export const hasProbes = ({ spec }: PodContainer): boolean =>
  (spec.startupProbe ?? spec.readinessProbe ?? spec.livenessProbe) !== undefined

/** Runs the probes of a running container until it ends. */
export async function probeContainer(around: ProbeSurroundings): Promise<void> {
  const { container } = around
  const { startupProbe, readinessProbe, livenessProbe } = container.spec
  if (startupProbe !== undefined && !(await started(around, startupProbe))) return
  if (startupProbe !== undefined) {
    container.started = true
    container.ready = readinessProbe === undefined
    around.changed()
  }
  if (readinessProbe !== undefined)
    void repeat(around, 'Readiness', readinessProbe, (well) => {
      if (container.ready === well) return true
      container.ready = well
      around.changed()
      return true
    })
  if (livenessProbe !== undefined)
    void repeat(around, 'Liveness', livenessProbe, (well) => {
      if (!well) around.failed('Liveness', livenessProbe)
      return well
    })
}

async function started(around: ProbeSurroundings, probe: Probe): Promise<boolean> {
  let result = false
  await repeat(around, 'Startup', probe, (well) => {
    result = well
    if (!well) around.failed('Startup', probe)
    return false
  })
  return result
}

/**
 * Asks every period from the initial delay on, as long as `decide` wants it. It is given what the last answers of one kind decide,
 * when they are as many as the threshold says.
 */
async function repeat(
  around: ProbeSurroundings,
  kind: ProbeKind,
  probe: Probe,
  decide: (well: boolean) => boolean,
): Promise<void> {
  const { pause, signal } = around
  const periodMs = (probe.periodSeconds ?? 10) * 1000
  const delayMs = (probe.initialDelaySeconds ?? 0) * 1000
  let run = { well: true, times: 0 }
  if (delayMs > 0) await pause.for(Math.ceil(delayMs / periodMs) * periodMs, signal)
  for (;;) {
    if (signal.aborted || pause.stopped || !around.current()) return
    const { result, output } = await around.ask(probe)
    if (signal.aborted || pause.stopped || !around.current()) return
    const well = result !== 'failure'
    if (!well) around.tell(`${kind} probe failed: ${output}`)
    run = { well, times: run.well === well ? run.times + 1 : 1 }
    const enough = well ? (probe.successThreshold ?? 1) : (probe.failureThreshold ?? 3)
    if (run.times >= enough && !decide(well)) return
    await pause.for(periodMs, signal)
  }
}
