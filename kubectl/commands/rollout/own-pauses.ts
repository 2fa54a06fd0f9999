import type { Container, PodTemplateSpec, Probe } from '../../../api/core-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'

/**
 * The longest time in milliseconds that nothing of a rollout changes while it goes on, as the workload itself has its pods wait: until
 * probes ask and answer, and for minReadySeconds.
 */
export function ownPauses({ spec }: KubeObject): number {
  const { minReadySeconds = 0, template = {} } = (spec ?? {}) as {
    minReadySeconds?: number
    template?: PodTemplateSpec
  }
  const probes = (template.spec?.containers ?? []).map(untilReady)
  return (minReadySeconds + Math.max(0, ...probes)) * 1000
}

/** Seconds from the start of a container until its probes can have succeeded. */
const untilReady = ({ startupProbe, readinessProbe }: Container): number =>
  untilSuccess(startupProbe) + untilSuccess(readinessProbe)

function untilSuccess(probe: Probe | null | undefined): number {
  if (probe == null) return 0
  const { initialDelaySeconds, periodSeconds, successThreshold } = probe
  return (initialDelaySeconds ?? 0) + (periodSeconds ?? 10) * (successThreshold ?? 1)
}
