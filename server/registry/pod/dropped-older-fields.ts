// Upstream: pkg/api/pod/util.go (dropDisabledFields) of 1.24 … 1.29: fields whose gates have graduated since.

import type { Container, PodSpec } from '../../../api/core-v1.ts'
import { dropField } from '../../../apimachinery/given-empty.ts'
import { allContainers } from './visit.ts'

const probesOf = (c: Container) => [c.livenessProbe, c.startupProbe].filter((probe) => probe != null)

const hasProbeGracePeriod = (spec: PodSpec | undefined): boolean =>
  allContainers(spec).some((c) => probesOf(c).some((probe) => probe.terminationGracePeriodSeconds != null))

const hasMinDomains = (spec: PodSpec | undefined): boolean =>
  (spec?.topologySpreadConstraints ?? []).some((constraint) => constraint.minDomains != null)

const hasSizeLimit = (spec: PodSpec | undefined): boolean =>
  (spec?.volumes ?? []).some((volume) => volume.emptyDir?.sizeLimit != null)

/** Removes such fields, in place. @param off whether a gate is off, and the stored pod does not use what it guards */
export function dropOlderFields(
  spec: PodSpec,
  old: PodSpec | undefined,
  off: (gate: string, used: boolean) => boolean,
): void {
  if (off('LocalStorageCapacityIsolation', hasSizeLimit(old)))
    for (const volume of spec.volumes ?? []) delete volume.emptyDir?.sizeLimit
  if (off('EphemeralContainers', (old?.ephemeralContainers?.length ?? 0) > 0))
    dropField(spec, 'ephemeralContainers')
  if (off('ProbeTerminationGracePeriod', hasProbeGracePeriod(old)))
    for (const probe of allContainers(spec).flatMap(probesOf)) delete probe.terminationGracePeriodSeconds
  if (off('IdentifyPodOS', old?.os != null)) delete spec.os
  if (off('MinDomainsInPodTopologySpread', hasMinDomains(old)))
    for (const constraint of spec.topologySpreadConstraints ?? []) delete constraint.minDomains
  if (off('PodSchedulingReadiness', (old?.schedulingGates?.length ?? 0) > 0))
    dropField(spec, 'schedulingGates')
}
