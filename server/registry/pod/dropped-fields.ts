// Upstream: pkg/api/pod/util.go (DropDisabledPodFields, DropDisabledTemplateFields)

import type { Container, Lifecycle, Pod, PodSpec, PodTemplateSpec } from '../../../api/core-v1.ts'
import { dropField } from '../../../apimachinery/given-empty.ts'
import { type FeatureGateReader, gateEnabled } from '../../../featuregates/reader.ts'
import type { ServerContext } from '../generic/strategy.ts'
import { appArmorPrefix } from './annotations.ts'
import { podDialect } from './dialect.ts'
import { dropOlderFields } from './dropped-older-fields.ts'
import { dropDisabledStatus } from './dropped-status-fields.ts'
import * as inUse from './fields-in-use.ts'
import { allContainers } from './visit.ts'

type Annotations = Record<string, string> | undefined

/** Removes fields of a pod, in place, whose gates are off and that the stored pod does not have. */
export function dropDisabledPodFields(pod: Pod, old: Pod | undefined, server: ServerContext): void {
  pod.spec ??= {}
  dropDisabled(pod.spec, pod.metadata?.annotations, old?.spec, old?.metadata?.annotations, server)
  if (pod.status) dropDisabledStatus(pod.status, old?.status, old?.spec, server)
}

/** Removes fields of a pod template, in place, whose gates are off and that the stored template does not have. */
export function dropDisabledTemplateFields(
  template: PodTemplateSpec | undefined,
  old: PodTemplateSpec | undefined,
  server: ServerContext,
): void {
  if (template?.spec)
    dropDisabled(template.spec, template.metadata?.annotations, old?.spec, old?.metadata?.annotations, server)
}

function dropDisabled(
  spec: PodSpec,
  annotations: Annotations,
  old: PodSpec | undefined,
  oldAnnotations: Annotations,
  server: ServerContext,
): void {
  const { gates } = server
  const { minor } = server.release
  const off = (gate: string, used: boolean): boolean => !used && !gateEnabled(gates, gate)
  const context = spec.securityContext
  dropAppArmor(spec, annotations, old, oldAnnotations, gates)
  if (off(podDialect(minor).hostUsersGate, old?.hostUsers != null)) delete spec.hostUsers
  if (off('SupplementalGroupsPolicy', old?.securityContext?.supplementalGroupsPolicy != null))
    delete context?.supplementalGroupsPolicy
  if (off('PodLevelResources', inUse.podLevelResources(old))) delete spec.resources
  if (off('ProcMountType', inUse.procMount(old))) {
    for (const c of allContainers(spec))
      if (c.securityContext?.procMount != null) c.securityContext.procMount = 'Default'
  }
  dropOlderFields(spec, old, off)
  dropSpreadFields(spec, old, gates)
  if (off('PodSchedulingReadiness', (old?.schedulingGates?.length ?? 0) > 0))
    dropField(spec, 'schedulingGates')
  if (off('MatchLabelKeysInPodAffinity', inUse.matchLabelKeysInAffinity(old))) {
    for (const term of inUse.podAffinityTerms(spec)) {
      dropField(term, 'matchLabelKeys')
      dropField(term, 'mismatchLabelKeys')
    }
  }
  if (off('DynamicResourceAllocation', (old?.resourceClaims?.length ?? 0) > 0)) {
    for (const c of allContainers(spec)) dropField(c.resources, 'claims')
    dropField(spec, 'resourceClaims')
  }
  dropProjections(spec, old, gates)
  if (off('GenericWorkload', old?.schedulingGroup != null)) delete spec.schedulingGroup
  if (off('GenericWorkload', old?.workloadRef != null)) delete spec.workloadRef
  if (off('InPlacePodVerticalScaling', inUse.resizePolicy(old, minor)))
    for (const c of allContainers(spec)) dropField(c, 'resizePolicy')
  dropContainerFields(spec, old, server, off)
  if (off('HostnameOverride', old?.hostnameOverride != null)) delete spec.hostnameOverride
  if (podDialect(minor).checksImageVolumes && off('ImageVolume', inUse.imageVolumes(old)))
    dropImageVolumes(spec)
  if (off('SELinuxChangePolicy', inUse.seLinuxChangePolicy(old))) delete context?.seLinuxChangePolicy
  if (off('ContainerStopSignals', inUse.stopSignal(old)))
    for (const c of allContainers(spec)) dropStopSignal(c)
}

function dropAppArmor(
  spec: PodSpec,
  annotations: Annotations,
  old: PodSpec | undefined,
  oldAnnotations: Annotations,
  gates: FeatureGateReader,
): void {
  const isOn = gateEnabled(gates, 'AppArmor')
  const inAnnotations = (a: Annotations): string[] =>
    Object.keys(a ?? {}).filter((key) => key.startsWith(appArmorPrefix))
  if (!isOn && inAnnotations(oldAnnotations).length === 0)
    for (const key of inAnnotations(annotations)) delete annotations![key]
  if ((isOn && gateEnabled(gates, 'AppArmorFields')) || inUse.appArmor(old)) return
  delete spec.securityContext?.appArmorProfile
  for (const c of allContainers(spec)) delete c.securityContext?.appArmorProfile
}

function dropSpreadFields(spec: PodSpec, old: PodSpec | undefined, gates: FeatureGateReader): void {
  const before = old?.topologySpreadConstraints ?? []
  const least =
    gateEnabled(gates, 'MinDomainsInPodTopologySpread') || before.some(({ minDomains }) => minDomains != null)
  const inclusion = gateEnabled(gates, 'NodeInclusionPolicyInPodTopologySpread')
  const keys = gateEnabled(gates, 'MatchLabelKeysInPodTopologySpread') || inUse.matchLabelKeysInSpread(old)
  for (const constraint of spec.topologySpreadConstraints ?? []) {
    for (const name of ['nodeTaintsPolicy', 'nodeAffinityPolicy'] as const) {
      if (!inclusion && !before.some((c) => c[name] != null)) delete constraint[name]
    }
    if (!keys) dropField(constraint, 'matchLabelKeys')
    if (!least) delete constraint.minDomains
  }
}

function dropProjections(spec: PodSpec, old: PodSpec | undefined, gates: FeatureGateReader): void {
  for (const [kind, gate] of [
    ['clusterTrustBundle', 'ClusterTrustBundleProjection'],
    ['podCertificate', 'PodCertificateRequest'],
  ] as const) {
    if (gateEnabled(gates, gate) || inUse.projections(old, kind)) continue
    for (const volume of spec.volumes ?? [])
      for (const source of volume.projected?.sources ?? []) delete source[kind]
  }
}

function dropContainerFields(
  spec: PodSpec,
  old: PodSpec | undefined,
  server: ServerContext,
  off: (gate: string, used: boolean) => boolean,
): void {
  if (off('SidecarContainers', inUse.sidecars(old)))
    for (const c of spec.initContainers ?? []) delete c.restartPolicy
  if (
    podDialect(server.release.minor).knowsRestartRules &&
    off('ContainerRestartRules', inUse.containerRestartRules(old))
  )
    dropRestartRules(spec)
  const recursive = off('RecursiveReadOnlyMounts', inUse.recursiveReadOnly(old))
  const files = off('EnvFiles', inUse.fileKeyRef(old))
  const sleep = off('PodLifecycleSleepAction', inUse.sleep(old))
  const grace = off('ProbeTerminationGracePeriod', inUse.probeGracePeriod(old))
  for (const c of allContainers(spec)) {
    if (grace)
      for (const probe of [c.livenessProbe, c.startupProbe]) delete probe?.terminationGracePeriodSeconds
    if (recursive) for (const mount of c.volumeMounts ?? []) delete mount.recursiveReadOnly
    if (files) for (const env of c.env ?? []) delete env.valueFrom?.fileKeyRef
    if (sleep) dropSleep(c, podDialect(server.release.minor).dropsEmptyHandlers)
  }
}

function dropRestartRules(spec: PodSpec): void {
  for (const c of spec.initContainers ?? []) if (c.restartPolicy !== 'Always') delete c.restartPolicy
  for (const c of [...(spec.containers ?? []), ...(spec.ephemeralContainers ?? [])]) delete c.restartPolicy
  for (const c of allContainers(spec)) dropField(c, 'restartPolicyRules')
}

const isEmpty = (lifecycle: Lifecycle): boolean =>
  lifecycle.preStop == null && lifecycle.postStart == null && lifecycle.stopSignal == null

function dropSleep(container: Container, withHandlers: boolean): void {
  const { lifecycle } = container
  if (lifecycle == null) return
  for (const name of ['preStop', 'postStart'] as const) {
    const handler = lifecycle[name]
    if (!handler?.sleep) continue
    delete handler.sleep
    if (withHandlers && !handler.exec && !handler.httpGet && !handler.tcpSocket) delete lifecycle[name]
  }
  if (withHandlers && isEmpty(lifecycle)) delete container.lifecycle
}

function dropStopSignal(container: Container): void {
  if (container.lifecycle?.stopSignal == null) return
  delete container.lifecycle.stopSignal
  if (isEmpty(container.lifecycle)) delete container.lifecycle
}

function dropImageVolumes(spec: PodSpec): void {
  const names = new Set((spec.volumes ?? []).filter((v) => v.image != null).map((v) => v.name ?? ''))
  // Upstream builds the lists anew: what was given empty, or becomes empty, is none.
  const volumes = (spec.volumes ?? []).filter((v) => v.image == null)
  if (volumes.length > 0) spec.volumes = volumes
  else dropField(spec, 'volumes')
  for (const c of allContainers(spec)) {
    const mounts = (c.volumeMounts ?? []).filter((m) => !names.has(m.name ?? ''))
    if (mounts.length > 0) c.volumeMounts = mounts
    else dropField(c, 'volumeMounts')
  }
}
