// Upstream: pkg/api/pod/util.go (…InUse): does the stored pod have a field that a gate guards?

import type { Container, PodSpec, PodStatus } from '../../../api/core-v1.ts'
import { podDialect } from './dialect.ts'
import { allContainers } from './visit.ts'

type Spec = PodSpec | undefined
const some = (spec: Spec, test: (container: Container) => boolean): boolean => allContainers(spec).some(test)
const handlers = (c: Container) => [c.lifecycle?.preStop, c.lifecycle?.postStart]

export const zeroSleep = (spec: Spec): boolean =>
  some(spec, (c) => handlers(c).some((h) => h?.sleep && (h.sleep.seconds ?? 0) === 0))
export const sleep = (spec: Spec): boolean => some(spec, (c) => handlers(c).some((h) => h?.sleep != null))
export const stopSignal = (spec: Spec): boolean => some(spec, (c) => c.lifecycle?.stopSignal != null)
export const fileKeyRef = (spec: Spec): boolean =>
  some(spec, (c) => (c.env ?? []).some((e) => e.valueFrom?.fileKeyRef != null))
export const procMount = (spec: Spec): boolean =>
  some(spec, (c) => c.securityContext?.procMount != null && c.securityContext.procMount !== 'Default')
export const recursiveReadOnly = (spec: Spec): boolean =>
  some(spec, (c) => (c.volumeMounts ?? []).some((m) => m.recursiveReadOnly != null))
export const seLinuxChangePolicy = (spec: Spec): boolean => spec?.securityContext?.seLinuxChangePolicy != null
export const resizePolicy = (spec: Spec, minor: number): boolean =>
  [
    ...(spec?.containers ?? []),
    ...(podDialect(minor).keepsResizePolicyOfInitContainers ? (spec?.initContainers ?? []) : []),
  ].some((c) => (c.resizePolicy?.length ?? 0) > 0)
export const sidecars = (spec: Spec): boolean =>
  (spec?.initContainers ?? []).some((c) => c.restartPolicy === 'Always')
export const sidecarResizePolicy = (spec: Spec): boolean =>
  (spec?.initContainers ?? []).some((c) => c.restartPolicy === 'Always' && (c.resizePolicy?.length ?? 0) > 0)
export const containerRestartRules = (spec: Spec): boolean =>
  (spec?.initContainers ?? []).some(
    (c) =>
      (c.restartPolicy != null && c.restartPolicy !== 'Always') || (c.restartPolicyRules?.length ?? 0) > 0,
  ) || (spec?.containers ?? []).some((c) => c.restartPolicy != null)
export const restartAllContainers = (spec: Spec): boolean =>
  [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])].some((c) =>
    (c.restartPolicyRules ?? []).some((r) => r.action === 'RestartAllContainers'),
  ) ||
  (spec?.initContainers ?? []).some(
    (c) => c.restartPolicy === 'Always' && (c.restartPolicyRules?.length ?? 0) > 0,
  )
export const restartContainerOfInitContainer = (spec: Spec): boolean =>
  (spec?.initContainers ?? []).some(
    (c) =>
      c.restartPolicy !== 'Always' &&
      (c.resizePolicy ?? []).some((p) => p.restartPolicy === 'RestartContainer'),
  )
export const podLevelResources = (spec: Spec): boolean =>
  Object.keys(spec?.resources?.requests ?? {}).length + Object.keys(spec?.resources?.limits ?? {}).length > 0
export const projections = (spec: Spec, kind: 'clusterTrustBundle' | 'podCertificate'): boolean =>
  (spec?.volumes ?? []).some((v) => (v.projected?.sources ?? []).some((s) => s[kind] != null))
export const imageVolumes = (spec: Spec): boolean => (spec?.volumes ?? []).some((v) => v.image != null)
export const matchLabelKeysInSpread = (spec: Spec): boolean =>
  (spec?.topologySpreadConstraints ?? []).some((c) => (c.matchLabelKeys?.length ?? 0) > 0)
export const appArmor = (spec: Spec): boolean =>
  spec?.securityContext?.appArmorProfile != null ||
  some(spec, (c) => c.securityContext?.appArmorProfile != null)

export const podAffinityTerms = (spec: Spec) =>
  [spec?.affinity?.podAffinity, spec?.affinity?.podAntiAffinity].flatMap((a) => [
    ...(a?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ...(a?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map((w) => w.podAffinityTerm ?? {}),
  ])
export const matchLabelKeysInAffinity = (spec: Spec): boolean =>
  podAffinityTerms(spec).some(
    (t) => (t.matchLabelKeys?.length ?? 0) > 0 || (t.mismatchLabelKeys?.length ?? 0) > 0,
  )

export const containerStatuses = (status: PodStatus | undefined) =>
  [status?.containerStatuses, status?.initContainerStatuses, status?.ephemeralContainerStatuses].flatMap(
    (list) => list ?? [],
  )
