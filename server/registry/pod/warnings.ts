// Upstream: pkg/api/pod/warnings.go

import type { PodSpec, PodTemplateSpec, Volume } from '../../../api/core-v1.ts'
import { FieldPath, goQuote, repeats } from '../../../apimachinery/field-error.ts'
import { getOwn, type ObjectMeta, semanticEqual } from '../../../apimachinery/json.ts'
import { validationDialect } from '../../../apimachinery/validation/dialect.ts'
import { getWarningsForIP } from '../../../apimachinery/validation/strict-ip.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { claimSpecWarnings, fractionalByteWarnings } from '../core/fractional-bytes.ts'
import { nodeLabelDeprecation, warningsForNodeSelectorTerm } from '../core/node-labels.ts'
import type { ServerContext } from '../generic/strategy.ts'
import { appArmorPrefix, seccompContainerPrefix, seccompPodAnnotation } from './annotations.ts'
import { containerWarnings, portWarnings } from './container-warnings.ts'
import { podDialect } from './dialect.ts'
import { overlappingPathWarnings } from './overlapping-paths.ts'
import { appArmorForAnnotation } from './profile-annotations.ts'
import { containersWithPath } from './visit.ts'

/** The warnings about a pod. */
export const podWarnings = (pod: PodTemplateSpec, server: ServerContext): string[] =>
  warnings(FieldPath.root, false, pod.spec ?? {}, pod.metadata ?? {}, server)

/** The warnings about a pod template at a path; none where it is missing. */
export const templateWarnings = (
  path: FieldPath,
  template: PodTemplateSpec | undefined,
  server: ServerContext,
): string[] =>
  template === undefined ? [] : warnings(path, true, template.spec ?? {}, template.metadata ?? {}, server)

const deprecatedAnnotations: readonly (readonly [string, string])[] = [
  [
    'scheduler.alpha.kubernetes.io/critical-pod',
    'non-functional in v1.16+; use the "priorityClassName" field instead',
  ],
  ['security.alpha.kubernetes.io/sysctls', 'non-functional in v1.11+; use the "sysctls" field instead'],
  [
    'security.alpha.kubernetes.io/unsafe-sysctls',
    'non-functional in v1.11+; use the "sysctls" field instead',
  ],
]

function warnings(
  path: FieldPath,
  isTemplate: boolean,
  spec: PodSpec,
  meta: ObjectMeta,
  server: ServerContext,
): string[] {
  const at = path.child('spec')
  const annotationsAt = path.child('metadata', 'annotations')
  return [
    ...schedulingWarnings(spec, at, server.release.minor),
    ...deprecatedAnnotations
      .filter(([key]) => getOwn(meta.annotations, key) !== undefined)
      .map(([key, text]) => `${annotationsAt.key(key)}: ${text}`),
    ...(spec.volumes ?? []).flatMap((volume, i) =>
      volumeWarnings(volume, at.child('volumes').index(i), server),
    ),
    ...(podDialect(server.release.minor).warnsOfOverlappingPaths
      ? overlappingPathWarnings(spec.volumes ?? [], server.release.minor)
      : []),
    ...duplicateWarnings(spec, at),
    ...fractionalByteWarnings(spec.overhead, at.child('overhead')),
    ...profileWarnings(spec, meta, annotationsAt),
    ...containersWithPath(spec, at).flatMap(({ container, path: where }) => [
      ...containerProfileWarnings(
        container.name ?? '',
        container.securityContext,
        { spec, meta, isTemplate, minor: server.release.minor },
        annotationsAt,
      ),
      ...containerWarnings(container, where, server.release.minor),
    ]),
    ...portWarnings(spec, at, server.release.minor),
    ...lateWarnings(spec, at, server.release.minor),
  ]
}

function schedulingWarnings(spec: PodSpec, path: FieldPath, minor: number): string[] {
  const out: string[] = []
  for (const key of Object.keys(spec.nodeSelector ?? {})) {
    const text = nodeLabelDeprecation(key)
    if (text !== undefined) out.push(`${path.child('nodeSelector').key(key)}: ${text}`)
  }
  const node = spec.affinity?.nodeAffinity
  const required = path.child(
    'affinity',
    'nodeAffinity',
    'requiredDuringSchedulingIgnoredDuringExecution',
    'nodeSelectorTerms',
  )
  node?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms?.forEach((term, i) => {
    out.push(...warningsForNodeSelectorTerm(term, false, required.index(i), minor))
  })
  const preferred = path.child('affinity', 'nodeAffinity', 'preferredDuringSchedulingIgnoredDuringExecution')
  node?.preferredDuringSchedulingIgnoredDuringExecution?.forEach((term, i) => {
    out.push(
      ...warningsForNodeSelectorTerm(
        term.preference ?? {},
        podDialect(minor).warnsOfPreferredNodeAffinityValues,
        preferred.index(i).child('preference'),
        minor,
      ),
    )
  })
  spec.topologySpreadConstraints?.forEach((constraint, i) => {
    const at = path.child('topologySpreadConstraints').index(i)
    const text = nodeLabelDeprecation(constraint.topologyKey ?? '')
    if (text !== undefined) out.push(`${at.child('topologyKey')}: ${constraint.topologyKey} is ${text}`)
    if (constraint.labelSelector == null)
      out.push(`${at.child('labelSelector')}: a null labelSelector results in matching no pod`)
  })
  return out
}

const deprecatedVolumes: readonly (readonly [keyof Volume, string, string])[] = [
  ['photonPersistentDisk', 'photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['gitRepo', 'gitRepo', 'deprecated in v1.11'],
  ['scaleIO', 'scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['flocker', 'flocker', 'deprecated in v1.22, non-functional in v1.25+'],
  ['storageos', 'storageOS', 'deprecated in v1.22, non-functional in v1.25+'],
  ['quobyte', 'quobyte', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
]

function volumeWarnings(volume: Volume, path: FieldPath, server: ServerContext): string[] {
  const out: string[] = []
  for (const [name, shown, text] of deprecatedVolumes) {
    if (volume[name] == null) continue
    const disabled = name === 'gitRepo' && !gateEnabled(server.gates, 'GitRepoVolumeDriver')
    out.push(`${path.child(shown)}: ${text}${disabled ? ', and disabled by default in v1.33+' : ''}`)
  }
  const template = volume.ephemeral?.volumeClaimTemplate
  if (template != null)
    out.push(
      ...claimSpecWarnings(path.child('ephemeral', 'volumeClaimTemplate', 'spec'), template.spec ?? {}),
    )
  if (volume.cephfs != null)
    out.push(`${path.child('cephfs')}: deprecated in v1.28, non-functional in v1.31+`)
  if (volume.rbd != null) out.push(`${path.child('rbd')}: deprecated in v1.28, non-functional in v1.31+`)
  return out
}

/** Of so many different texts the last ones are not told: an answer takes 4,096 characters of them. */
const mostWarnings = 1000

function duplicateWarnings(spec: PodSpec, path: FieldPath): string[] {
  const aliases = spec.hostAliases ?? []
  const secrets = spec.imagePullSecrets ?? []
  const ipAt = (i: number): FieldPath => path.child('hostAliases').index(i).child('ip')
  const nameAt = (i: number): FieldPath => path.child('imagePullSecrets').index(i).child('name')
  return [
    ...duplicates(aliases, ({ ip = '' }, i) => [ip, () => `${ipAt(i)}: duplicate ip ${goQuote(ip)}`]),
    ...duplicates(secrets, ({ name = '' }, i) => [
      name,
      () => `${nameAt(i)}: duplicate name ${goQuote(name)}`,
    ]),
    ...firstOf(secrets, ({ name = '' }, i) =>
      name === '' ? `${nameAt(i)}: invalid empty name ""` : undefined,
    ),
  ]
}

/** @param keyOf what may stand there once, and what is said where it stands again */
function duplicates<T>(
  items: readonly T[],
  keyOf: (item: T, index: number) => [key: string, text: () => string],
): string[] {
  const isRepeated = repeats()
  return firstOf(items, (item, i) => {
    const [key, text] = keyOf(item, i)
    return isRepeated(key) ? text() : undefined
  })
}

/** The texts of the items that have one, as far as they are told. */
function firstOf<T>(items: readonly T[], textOf: (item: T, index: number) => string | undefined): string[] {
  const out: string[] = []
  for (const [i, item] of items.entries()) {
    const text = textOf(item, i)
    if (text !== undefined && out.push(text) === mostWarnings) break
  }
  return out
}

function profileWarnings(spec: PodSpec, meta: ObjectMeta, path: FieldPath): string[] {
  if (
    spec.securityContext?.seccompProfile != null ||
    getOwn(meta.annotations, seccompPodAnnotation) === undefined
  )
    return []
  return [
    `${path.key(seccompPodAnnotation)}: non-functional in v1.27+; use the "seccompProfile" field instead`,
  ]
}

function containerProfileWarnings(
  name: string,
  context: PodSpec['securityContext'],
  pod: { spec: PodSpec; meta: ObjectMeta; isTemplate: boolean; minor: number },
  path: FieldPath,
): string[] {
  const out: string[] = []
  const seccomp = `${seccompContainerPrefix}${name}`
  if (context?.seccompProfile == null && getOwn(pod.meta.annotations, seccomp) !== undefined) {
    out.push(`${path.key(seccomp)}: non-functional in v1.27+; use the "seccompProfile" field instead`)
  }
  const key = `${appArmorPrefix}${name}`
  const annotation = getOwn(pod.meta.annotations, key)
  if (!pod.isTemplate || context?.appArmorProfile != null || annotation === undefined) return out
  const ofPod = pod.spec.securityContext?.appArmorProfile
  const covered =
    ofPod != null &&
    (!podDialect(pod.minor).comparesAppArmorAnnotation ||
      semanticEqual(ofPod, appArmorForAnnotation(annotation)))
  if (!covered) out.push(`${path.key(key)}: deprecated since v1.30; use the "appArmorProfile" field instead`)
  return out
}

function lateWarnings(spec: PodSpec, path: FieldPath, minor: number): string[] {
  const out: string[] = []
  if ((spec.terminationGracePeriodSeconds ?? 0) < 0) {
    out.push(
      `${path.child('terminationGracePeriodSeconds')}: must be >= 0; negative values are invalid and will be treated as 1`,
    )
  }
  for (const kind of ['podAffinity', 'podAntiAffinity'] as const) {
    const at = path.child('affinity', kind)
    const missing = 'a null labelSelector results in matching no pod'
    spec.affinity?.[kind]?.requiredDuringSchedulingIgnoredDuringExecution?.forEach((term, i) => {
      if (term.labelSelector == null)
        out.push(
          `${at.child('requiredDuringSchedulingIgnoredDuringExecution').index(i).child('labelSelector')}: ${missing}`,
        )
    })
    spec.affinity?.[kind]?.preferredDuringSchedulingIgnoredDuringExecution?.forEach((term, i) => {
      if (term.podAffinityTerm?.labelSelector != null) return
      out.push(
        `${at.child('preferredDuringSchedulingIgnoredDuringExecution').index(i).child('podAffinityTerm', 'labelSelector')}: ${missing}`,
      )
    })
  }
  if (!validationDialect(minor).warnsOfOddIPs) return out
  spec.dnsConfig?.nameservers?.forEach((ip, i) => {
    out.push(...getWarningsForIP(path.child('dnsConfig', 'nameservers').index(i), ip, minor))
  })
  spec.hostAliases?.forEach((alias, i) => {
    out.push(...getWarningsForIP(path.child('hostAliases').index(i).child('ip'), alias.ip ?? '', minor))
  })
  return out
}
