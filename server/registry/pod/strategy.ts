// Upstream: pkg/registry/core/pod/strategy.go

import type {
  AppArmorProfile,
  Container,
  Pod,
  PodAffinityTerm,
  PodCondition,
  PodSpec,
} from '../../../api/core-v1.ts'
import type { LabelSelector } from '../../../api/meta-v1.ts'
import { FieldPath } from '../../../apimachinery/field-error.ts'
import { deepCopy, getOwn, type KubeObject } from '../../../apimachinery/json.ts'
import { validationDialect } from '../../../apimachinery/validation/dialect.ts'
import { isDNS1123Label, nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { getWarningsForIP } from '../../../apimachinery/validation/strict-ip.ts'
import { toTime } from '../../../component-base/clock.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { StorageEvent } from '../../storage/interface.ts'
import { metaOnCreate, metaOnUpdate, metaOnUpdateAndAgain } from '../core/object-meta-validation.ts'
import { semanticDeepEqual } from '../core/semantic-deep-equal.ts'
import type { ResourceRules } from '../generic/resource-row.ts'
import type { RequestContext, ServerContext, Strategy } from '../generic/strategy.ts'
import { appArmorPrefix } from './annotations.ts'
import { convertPod } from './conversion.ts'
import { setPodDefaults } from './defaults.ts'
import { podDialect } from './dialect.ts'
import { dropDisabledPodFields } from './dropped-fields.ts'
import { podAffinityTerms } from './fields-in-use.ts'
import { podOptions } from './options.ts'
import { appArmorForAnnotation } from './profile-annotations.ts'
import { podQOS } from './qos.ts'
import { validatePodResize } from './resize-validation.ts'
import { proposeResize, resized, resizedByName } from './resized-pod.ts'
import { applySeccompSkew } from './seccomp-skew.ts'
import { validatePodStatusUpdate } from './status-validation.ts'
import { validateEphemeralContainersUpdate, validatePodUpdate } from './update-validation.ts'
import { validatePodCreate } from './validation.ts'
import { allContainers } from './visit.ts'
import { podWarnings } from './warnings.ts'

const asPod = (object: KubeObject): Pod => object as unknown as Pod

/** Puts the stored value of a top-level field back. */
function keep(object: KubeObject, old: KubeObject, ...names: string[]): void {
  for (const name of names) {
    if (old[name] === undefined) delete object[name]
    else object[name] = deepCopy(old[name])
  }
}

/** The generation of a pod counts the changes of its spec. */
function countGeneration({ server }: RequestContext, object: KubeObject, old: KubeObject): void {
  if (podDialect(server.release.minor).countsGenerations && !semanticDeepEqual(object['spec'], old['spec']))
    object.metadata.generation = (old.metadata.generation ?? 0) + 1
}

const common: Strategy = {
  setDefaults(object, server) {
    setPodDefaults(object, server)
    convertPod(object)
  },
  validateName: (name, prefix) => nameIsDNSSubdomain(name, prefix),
  allowUnconditionalUpdate: true,
  selectableFields,
  indexedField: { label: 'spec.nodeName', keysOf: nodesOf },
}

/** The strategy of Pods. */
export const podStrategy: Strategy = {
  ...common,
  resetFields: [['status']],
  prepareForCreate(ctx, object) {
    const pod = asPod(object)
    if (podDialect(ctx.server.release.minor).countsGenerations) object.metadata.generation = 1
    pod.status = { phase: 'Pending', qosClass: podQOS(pod, ctx.server) }
    dropDisabledPodFields(pod, undefined, ctx.server)
    if (pod.spec?.schedulingGates?.length) pod.status.conditions = [gatedCondition(ctx.server)]
    mergeMatchLabelKeys(pod, ctx.server)
    applySeccompSkew(pod, ctx.server.release.minor)
    applyAppArmor(pod, ctx)
  },
  prepareForUpdate(ctx, object, old) {
    keep(object, old, 'status')
    const { gates, release } = ctx.server
    if (gateEnabled(gates, 'InPlacePodVerticalScaling') && podDialect(release.minor).resizesByUpdate)
      proposeResize(asPod(object), asPod(old), release.minor)
    dropDisabledPodFields(asPod(object), asPod(old), ctx.server)
    countGeneration(ctx, object, old)
  },
  validate: (ctx, object) => [
    ...metaOnCreate(object),
    ...validatePodCreate(asPod(object), podOptions(ctx.server, asPod(object))),
  ],
  validateUpdate: (ctx, object, old) => [
    ...metaOnUpdateAndAgain(ctx, object),
    ...validatePodUpdate(asPod(object), asPod(old), podOptions(ctx.server, asPod(object), asPod(old))),
  ],
  warningsOnCreate(ctx, object) {
    const { minor } = ctx.server.release
    const texts = podDialect(minor).warnsOfDottedNames
      ? isDNS1123Label(object.metadata.name ?? '', minor)
      : []
    const hostname =
      "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended"
    return [
      ...(texts.length === 0 ? [] : [`${hostname}: [${texts.join(' ')}]`]),
      ...podWarnings(asPod(object), ctx.server),
    ]
  },
  gracefulDelete(_ctx, object, requested) {
    const { spec, status } = asPod(object)
    const ended = status?.phase === 'Failed' || status?.phase === 'Succeeded'
    const period = !spec?.nodeName || ended ? 0 : (requested ?? spec.terminationGracePeriodSeconds ?? 0)
    return period < 0 ? 1 : period
  },
}

function gatedCondition(server: ServerContext) {
  const time = podDialect(server.release.minor).timesGatedCondition
    ? { lastTransitionTime: toTime(server.clock.now()) }
    : {}
  return {
    type: 'PodScheduled',
    status: 'False',
    ...time,
    reason: 'SchedulingGated',
    message: 'Scheduling is blocked due to non-empty scheduling gates',
  }
}

function addKeys(
  selector: LabelSelector | undefined,
  keys: readonly string[] | undefined,
  operator: string,
  labels: Record<string, string> | undefined,
): void {
  if (selector == null) return
  for (const key of keys ?? []) {
    const value = getOwn(labels, key)
    if (value !== undefined)
      selector.matchExpressions = [...(selector.matchExpressions ?? []), { key, operator, values: [value] }]
  }
}

/** Keys of labels become part of the selectors, with the values that the pod has. */
function mergeMatchLabelKeys({ spec, metadata }: Pod, { gates }: ServerContext): void {
  if (gateEnabled(gates, 'MatchLabelKeysInPodAffinity')) {
    for (const term of podAffinityTerms(spec) as PodAffinityTerm[]) {
      addKeys(term.labelSelector, term.matchLabelKeys, 'In', metadata?.labels)
      addKeys(term.labelSelector, term.mismatchLabelKeys, 'NotIn', metadata?.labels)
    }
  }
  if (
    !gateEnabled(gates, 'MatchLabelKeysInPodTopologySpread') ||
    !gateEnabled(gates, 'MatchLabelKeysInPodTopologySpreadSelectorMerge')
  )
    return
  for (const constraint of spec?.topologySpreadConstraints ?? [])
    addKeys(constraint.labelSelector, constraint.matchLabelKeys, 'In', metadata?.labels)
}

/** Annotations of AppArmor become fields, and in some releases fields become annotations too. */
function applyAppArmor(pod: Pod, ctx: RequestContext): void {
  const { server } = ctx
  if (pod.spec?.os?.name === 'windows' || !gateEnabled(server.gates, 'AppArmorFields')) return
  const ofPod = pod.spec?.securityContext?.appArmorProfile
  for (const container of allContainers(pod.spec)) {
    const key = `${appArmorPrefix}${container.name ?? ''}`
    const annotation = getOwn(pod.metadata?.annotations, key)
    const profile = container.securityContext?.appArmorProfile
    if (annotation !== undefined && profile == null) adoptAnnotation(container, annotation, ofPod, key, ctx)
    else if (podDialect(server.release.minor).writesAppArmorAnnotations && annotation === undefined)
      annotate(pod, key, profile ?? ofPod)
  }
}

function adoptAnnotation(
  container: Container,
  annotation: string,
  ofPod: unknown,
  key: string,
  ctx: RequestContext,
): void {
  const profile = appArmorForAnnotation(annotation)
  const changes = profile !== undefined && !semanticDeepEqual(profile, ofPod)
  if (changes) container.securityContext = { ...container.securityContext, appArmorProfile: profile }
  if (profile !== undefined && !changes) return
  const warn = (ctx as RequestContext & { warn?: (text: string) => void }).warn
  warn?.call(
    ctx,
    `${FieldPath.of('metadata', 'annotations').key(key)}: deprecated since v1.30; use the "appArmorProfile" field instead`,
  )
}

function annotate(pod: Pod, key: string, profile: AppArmorProfile | undefined): void {
  if (profile == null) return
  const values: Record<string, string | undefined> = {
    Unconfined: 'unconfined',
    RuntimeDefault: 'runtime/default',
    Localhost: profile.localhostProfile == null ? undefined : `localhost/${profile.localhostProfile}`,
  }
  const value = getOwn(values, profile.type ?? '')
  if (value === undefined) return
  pod.metadata ??= {}
  pod.metadata.annotations = { ...pod.metadata.annotations, [key]: value }
}

/** The strategy of Pods' status. */
export const podStatusStrategy: Strategy = {
  ...common,
  resetFields: [['spec'], ['metadata', 'deletionTimestamp'], ['metadata', 'ownerReferences']],
  prepareForUpdate(ctx, object, old) {
    const pod = asPod(object)
    const before = asPod(old)
    keep(object, old, 'spec')
    delete object.metadata.deletionTimestamp
    if (old.metadata.deletionTimestamp !== undefined)
      object.metadata.deletionTimestamp = old.metadata.deletionTimestamp
    if (old.metadata.ownerReferences === undefined) delete object.metadata.ownerReferences
    else object.metadata.ownerReferences = deepCopy(old.metadata.ownerReferences)
    pod.status ??= {}
    const release = podDialect(ctx.server.release.minor)
    if (release.keepsQOSClass && !pod.status.qosClass && before.status?.qosClass)
      pod.status.qosClass = before.status.qosClass
    if (release.countsGenerations) keepGenerations(pod, before)
    if (release.dropsFieldsOfStatusUpdates) dropDisabledPodFields(pod, before, ctx.server)
  },
  validateUpdate: (ctx, object, old) => [
    ...metaOnUpdate(object),
    ...validatePodStatusUpdate(asPod(object), asPod(old), podOptions(ctx.server, asPod(object), asPod(old))),
  ],
  warningsOnUpdate(ctx, object) {
    if (!validationDialect(ctx.server.release.minor).warnsOfOddIPs) return []
    const status = asPod(object).status
    return (['podIPs', 'hostIPs'] as const).flatMap((name) =>
      (status?.[name] ?? []).flatMap((item, i) =>
        getWarningsForIP(
          FieldPath.of('status', name).index(i).child('ip'),
          item.ip ?? '',
          ctx.server.release.minor,
        ),
      ),
    )
  },
}

/** Clients that do not know the observed generations must not drop them. */
function keepGenerations(pod: Pod, old: Pod): void {
  const status = pod.status!
  if (!status.observedGeneration && old.status?.observedGeneration)
    status.observedGeneration = old.status.observedGeneration
  const left = new Map<string | undefined, PodCondition[]>()
  for (const condition of [...(old.status?.conditions ?? [])].reverse()) {
    const same = left.get(condition.type)
    if (same === undefined) left.set(condition.type, [condition])
    else same.push(condition)
  }
  for (const condition of status.conditions ?? []) {
    const before = left.get(condition.type)?.pop()
    if (!condition.observedGeneration && before?.observedGeneration)
      condition.observedGeneration = before.observedGeneration
  }
}

/** Only `change` of the new spec counts; all else is as stored. */
function onlySpec(object: KubeObject, old: KubeObject, change: (spec: PodSpec, now: PodSpec) => void): void {
  const spec = deepCopy(asPod(old).spec ?? {})
  change(spec, asPod(object).spec ?? {})
  object['spec'] = spec
  keep(object, old, 'status')
  for (const name of [
    'labels',
    'annotations',
    'finalizers',
    'ownerReferences',
    'deletionTimestamp',
    'generation',
    'selfLink',
  ] as const) {
    if (old.metadata[name] === undefined) delete object.metadata[name]
    else Object.assign(object.metadata, { [name]: deepCopy(old.metadata[name]) })
  }
}

/** All metadata stays as it is stored; the preconditions of the write count. */
function keepMetadata(object: KubeObject, old: KubeObject): void {
  const { resourceVersion, uid } = object.metadata
  object.metadata = {
    ...deepCopy(old.metadata),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
    ...(uid === undefined ? {} : { uid }),
  }
}

/** The strategy of the subresource ephemeralcontainers, which changes these only. */
export const ephemeralContainersStrategy: Strategy = {
  ...common,
  prepareForUpdate(ctx, object, old) {
    onlySpec(object, old, (spec, now) => {
      if (now.ephemeralContainers === undefined) delete spec.ephemeralContainers
      else spec.ephemeralContainers = now.ephemeralContainers
    })
    if (podDialect(ctx.server.release.minor).keepsMetadataOfParts) keepMetadata(object, old)
    dropDisabledPodFields(asPod(object), asPod(old), ctx.server)
    countGeneration(ctx, object, old)
  },
  validateUpdate: (ctx, object, old) => [
    ...metaOnUpdateAndAgain(ctx, object),
    ...validateEphemeralContainersUpdate(
      asPod(object),
      asPod(old),
      podOptions(ctx.server, asPod(object), asPod(old)),
    ),
  ],
}

/** The strategy of the subresource resize, which changes resources only. */
export const resizeStrategy: Strategy = {
  ...common,
  prepareForUpdate(ctx, object, old) {
    const { gates, release } = ctx.server
    const now = asPod(object).spec ?? {}
    const before = asPod(old).spec ?? {}
    const { resizesSidecars } = podDialect(release.minor)
    const same = (['containers', 'initContainers'] as const).every(
      (kind) => (now[kind]?.length ?? 0) === (before[kind]?.length ?? 0),
    )
    if (!resizesSidecars)
      onlySpec(object, old, (spec) => {
        spec.containers = resizedByName(now.containers ?? [], before.containers ?? [])
      })
    else if (same)
      onlySpec(object, old, (spec) => {
        if (gateEnabled(gates, 'InPlacePodLevelResourcesVerticalScaling')) {
          if (now.resources === undefined) delete spec.resources
          else spec.resources = now.resources
        }
        for (const kind of ['containers', 'initContainers'] as const)
          if (now[kind]?.length) spec[kind] = resized(now[kind], before[kind] ?? [])
      })
    proposeResize(asPod(object), asPod(old), release.minor)
    dropDisabledPodFields(asPod(object), asPod(old), ctx.server)
    countGeneration(ctx, object, old)
  },
  validateUpdate: (ctx, object, old) => [
    ...metaOnUpdateAndAgain(ctx, object),
    ...validatePodResize(asPod(object), asPod(old), podOptions(ctx.server, asPod(object), asPod(old))),
  ],
}

/** The node before a change and after it: a pod comes to its node once. */
function nodesOf({ record, previous }: StorageEvent): string[] {
  const node = asPod(record.object).spec?.nodeName ?? ''
  const before = previous === undefined ? node : (asPod(previous.object).spec?.nodeName ?? '')
  return node === before ? [node] : [before, node]
}

function selectableFields(object: KubeObject, { release }: ServerContext): Record<string, string> {
  const { spec, status } = asPod(object)
  return {
    'spec.nodeName': spec?.nodeName ?? '',
    'spec.host': spec?.nodeName ?? '',
    'spec.restartPolicy': spec?.restartPolicy ?? '',
    'spec.schedulerName': spec?.schedulerName ?? '',
    'spec.serviceAccountName': spec?.serviceAccountName ?? '',
    ...(podDialect(release.minor).selectsByHostNetwork
      ? { 'spec.hostNetwork': String(spec?.hostNetwork ?? false) }
      : {}),
    'status.phase': status?.phase ?? '',
    'status.podIP': status?.podIPs?.[0]?.ip ?? status?.podIP ?? '',
    // Accepted, but never set.
    'status.podIPs': '',
    'status.nominatedNodeName': status?.nominatedNodeName ?? '',
  }
}

/** The strategies of Pods and their subresources. */
export const podRules: ResourceRules = {
  strategy: podStrategy,
  subresources: {
    status: podStatusStrategy,
    ephemeralcontainers: ephemeralContainersStrategy,
    resize: resizeStrategy,
  },
}
