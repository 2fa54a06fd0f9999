// Upstream: pkg/api/pod/util.go (…InUse): does the stored pod have a field that a gate guards?

import type { Container, PodSpec, PodStatus, ResourceFieldSelector } from '../../../api/core-v1.ts'
import { podDialect } from './dialect.ts'
import { isHugePages } from './field-selectors.ts'
import { allContainers } from './visit.ts'

type Spec = PodSpec | undefined
const some = (spec: Spec, test: (container: Container) => boolean): boolean => allContainers(spec).some(test)
const handlers = (c: Container) => [c.lifecycle?.preStop, c.lifecycle?.postStart]

/** Whether a lifecycle hook sleeps 0 seconds. */
export const zeroSleep = (spec: Spec): boolean =>
  some(spec, (c) => handlers(c).some((h) => h?.sleep && (h.sleep.seconds ?? 0) === 0))
/** Whether a lifecycle hook sleeps. */
export const sleep = (spec: Spec): boolean => some(spec, (c) => handlers(c).some((h) => h?.sleep != null))
/** Whether a container has a stop signal. */
export const stopSignal = (spec: Spec): boolean => some(spec, (c) => c.lifecycle?.stopSignal != null)
/** Whether an environment variable comes from a file. */
export const fileKeyRef = (spec: Spec): boolean =>
  some(spec, (c) => (c.env ?? []).some((e) => e.valueFrom?.fileKeyRef != null))
const ofHugePages = (ref: ResourceFieldSelector | null | undefined): boolean =>
  isHugePages(ref?.resource ?? '')
/** Whether an environment variable or a downwardAPI volume tells an amount of huge pages. */
export const hugePagesInDownwardAPI = (spec: Spec): boolean =>
  some(spec, (c) => (c.env ?? []).some((e) => ofHugePages(e.valueFrom?.resourceFieldRef))) ||
  (spec?.volumes ?? []).some((v) => (v.downwardAPI?.items ?? []).some((f) => ofHugePages(f.resourceFieldRef)))
/** Whether the pod or a container says whether it is a HostProcess container. */
export const hostProcess = (spec: Spec): boolean =>
  spec?.securityContext?.windowsOptions?.hostProcess != null ||
  some(spec, (c) => c.securityContext?.windowsOptions?.hostProcess != null)
/** Whether a container's procMount is other than Default. */
export const procMount = (spec: Spec): boolean =>
  some(spec, (c) => c.securityContext?.procMount != null && c.securityContext.procMount !== 'Default')
/** Whether a volume mount says whether it is recursively read-only. */
export const recursiveReadOnly = (spec: Spec): boolean =>
  some(spec, (c) => (c.volumeMounts ?? []).some((m) => m.recursiveReadOnly != null))
/** Whether the pod has an seLinuxChangePolicy. */
export const seLinuxChangePolicy = (spec: Spec): boolean => spec?.securityContext?.seLinuxChangePolicy != null
/** Whether a container has a resize policy; init containers count only in the releases that look at theirs. */
export const resizePolicy = (spec: Spec, minor: number): boolean =>
  [
    ...(spec?.containers ?? []),
    ...(podDialect(minor).keepsResizePolicyOfInitContainers ? (spec?.initContainers ?? []) : []),
  ].some((c) => (c.resizePolicy?.length ?? 0) > 0)
/** Whether the pod has sidecars. */
export const sidecars = (spec: Spec): boolean =>
  (spec?.initContainers ?? []).some((c) => c.restartPolicy === 'Always')
/** Whether a sidecar has a resize policy. */
export const sidecarResizePolicy = (spec: Spec): boolean =>
  (spec?.initContainers ?? []).some((c) => c.restartPolicy === 'Always' && (c.resizePolicy?.length ?? 0) > 0)
/** Whether a container has a restart policy or rules beside a sidecar's `Always`. */
export const containerRestartRules = (spec: Spec): boolean =>
  (spec?.initContainers ?? []).some(
    (c) =>
      (c.restartPolicy != null && c.restartPolicy !== 'Always') || (c.restartPolicyRules?.length ?? 0) > 0,
  ) || (spec?.containers ?? []).some((c) => c.restartPolicy != null)
/** Whether a restart rule restarts all containers, or a sidecar has any rule. */
export const restartAllContainers = (spec: Spec): boolean =>
  [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])].some((c) =>
    (c.restartPolicyRules ?? []).some((r) => r.action === 'RestartAllContainers'),
  ) ||
  (spec?.initContainers ?? []).some(
    (c) => c.restartPolicy === 'Always' && (c.restartPolicyRules?.length ?? 0) > 0,
  )
/** Whether an init container that is no sidecar has a resize policy RestartContainer. */
export const restartContainerOfInitContainer = (spec: Spec): boolean =>
  (spec?.initContainers ?? []).some(
    (c) =>
      c.restartPolicy !== 'Always' &&
      (c.resizePolicy ?? []).some((p) => p.restartPolicy === 'RestartContainer'),
  )
/** Whether the pod as a whole has requests or limits. */
export const podLevelResources = (spec: Spec): boolean =>
  Object.keys(spec?.resources?.requests ?? {}).length + Object.keys(spec?.resources?.limits ?? {}).length > 0
/** Whether a projected volume has a source of that kind. */
export const projections = (spec: Spec, kind: 'clusterTrustBundle' | 'podCertificate'): boolean =>
  (spec?.volumes ?? []).some((v) => (v.projected?.sources ?? []).some((s) => s[kind] != null))
/** Whether the pod has an image volume. */
export const imageVolumes = (spec: Spec): boolean => (spec?.volumes ?? []).some((v) => v.image != null)
/** Whether a topology spread constraint has matchLabelKeys. */
export const matchLabelKeysInSpread = (spec: Spec): boolean =>
  (spec?.topologySpreadConstraints ?? []).some((c) => (c.matchLabelKeys?.length ?? 0) > 0)
/** Whether the pod or a container has an appArmorProfile. */
export const appArmor = (spec: Spec): boolean =>
  spec?.securityContext?.appArmorProfile != null ||
  some(spec, (c) => c.securityContext?.appArmorProfile != null)

/** All terms of pod affinity and anti-affinity, required ones first. */
export const podAffinityTerms = (spec: Spec) =>
  [spec?.affinity?.podAffinity, spec?.affinity?.podAntiAffinity].flatMap((a) => [
    ...(a?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ...(a?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map((w) => w.podAffinityTerm ?? {}),
  ])
/** Whether a term of pod affinity has matchLabelKeys or mismatchLabelKeys. */
export const matchLabelKeysInAffinity = (spec: Spec): boolean =>
  podAffinityTerms(spec).some(
    (t) => (t.matchLabelKeys?.length ?? 0) > 0 || (t.mismatchLabelKeys?.length ?? 0) > 0,
  )

/** The statuses of all containers: of main, init and ephemeral ones in this order. */
export const containerStatuses = (status: PodStatus | undefined) =>
  [status?.containerStatuses, status?.initContainerStatuses, status?.ephemeralContainerStatuses].flatMap(
    (list) => list ?? [],
  )

/** Whether a liveness or startup probe has its own grace period. */
export const probeGracePeriod = (spec: Spec): boolean =>
  allContainers(spec ?? {}).some((c) =>
    [c.livenessProbe, c.startupProbe].some((probe) => probe?.terminationGracePeriodSeconds != null),
  )
