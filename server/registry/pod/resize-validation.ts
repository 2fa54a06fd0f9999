// Upstream: pkg/apis/core/validation/validation.go (ValidatePodResize)

import type { Container, Pod, PodSpec, ResourceRequirements } from '../../../api/core-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { deepCopy, getOwn } from '../../../apimachinery/json.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { internalDiff } from '../core/internal-object.ts'
import { quantityOf, type ResourceList } from '../core/resource-list.ts'
import { semanticDeepEqual } from '../core/semantic-deep-equal.ts'
import { podDialect } from './dialect.ts'
import { computePodQOS, podQOS } from './qos.ts'
import { mirrorAnnotation } from './spec-validation.ts'
import { validatePodMetadataAndSpec } from './validation.ts'
import type { PodValidationOptions } from './validation-options.ts'

const specPath = FieldPath.of('spec')

/** The errors of a write to the subresource resize, which may change requests and limits only. */
export function validatePodResize(pod: Pod, old: Pod, options: PodValidationOptions): FieldError[] {
  const { server, minor } = options
  const spec = pod.spec ?? {}
  const before = old.spec ?? {}
  const levelSet = hasResources(spec.resources) || hasResources(before.resources)
  if (levelSet && !podDialect(minor).resizesPodLevelResources)
    return [field.forbidden('[]', 'pods with pod-level resources cannot be resized')]
  if (Object.hasOwn(old.metadata?.annotations ?? {}, mirrorAnnotation))
    return [field.forbidden('[]', 'static pods cannot be resized')]
  if (before.os?.name === 'windows') return [field.forbidden('[]', 'windows pods cannot be resized')]
  const errors = validatePodMetadataAndSpec(pod, options)
  if (podQOS(old, server) !== computePodQOS(pod, server))
    errors.push(
      field.invalid(
        specPath,
        pod.status?.qosClass ?? '',
        'Pod QOS Class may not change as a result of resizing',
      ),
    )
  if (!isSupported(old))
    errors.push(field.forbidden(specPath, 'Pod running on node without support for resize'))
  const munged = deepCopy(spec)
  if (levelSet) {
    if (!gateEnabled(server.gates, 'InPlacePodLevelResourcesVerticalScaling')) {
      const text =
        'resize of pods with pod-level resources is forbidden when InPlacePodLevelResourcesVerticalScalingEnabled feature gate is disabled'
      return [...errors, field.forbidden('[]', text)]
    }
    errors.push(...validatePodLevel(munged, spec, before, minor))
  }
  if (old.status?.nodeAllocatableResourceClaimStatuses?.length)
    errors.push(field.forbidden(specPath, 'pods with node allocatable resource claims cannot be resized'))
  const order = validateOrder(spec, before)
  if (order.length > 0) return [...errors, ...order]
  errors.push(...validateChanges(spec, before, options))
  if (!podDialect(minor).resizesSidecars) return [...errors, ...validateByDifference(munged, before, options)]
  errors.push(...validateContainers(munged, before, options))
  if (errors.length === 0 && !semanticDeepEqual(munged, before))
    errors.push(field.forbidden(specPath, 'only cpu and memory resources are mutable'))
  return errors
}

/** The first form of the rule: policies may change too, and what may not is told as a difference. */
function validateByDifference(
  munged: PodSpec,
  before: PodSpec,
  { minor, server }: PodValidationOptions,
): FieldError[] {
  munged.containers?.forEach((container, i) => {
    const old = before.containers![i]!
    keepCpuAndMemory(container, old, minor)
    if (old.resizePolicy === undefined) delete container.resizePolicy
    else container.resizePolicy = old.resizePolicy
  })
  if (semanticDeepEqual(munged, before)) return []
  const difference = internalDiff(before, munged, 'core.PodSpec', server.release.minor)
  return [field.forbidden(specPath, `only cpu and memory resources are mutable\n${difference}`)]
}

const hasResources = (r: ResourceRequirements | undefined): boolean =>
  Object.keys({ ...r?.requests, ...r?.limits }).length > 0

function isSupported(pod: Pod): boolean {
  const running = (pod.status?.containerStatuses ?? []).find((c) => c.state?.running)
  return running === undefined || running.resources != null
}

function validatePodLevel(munged: PodSpec, spec: PodSpec, before: PodSpec, minor: number): FieldError[] {
  const path = specPath.child('resources')
  if (before.resources != null && spec.resources == null)
    return [field.forbidden(path, 'pod-level resources cannot be removed')]
  const errors: FieldError[] = []
  for (const kind of ['requests', 'limits'] as const) {
    if (before.resources != null && removed(spec.resources?.[kind], before.resources[kind])) {
      errors.push(field.forbidden(path.child(kind), `pod-level resource ${kind} cannot be removed`))
    }
  }
  const holder: Container = munged.resources === undefined ? {} : { resources: munged.resources }
  keepCpuAndMemory(holder, { resources: before.resources ?? {} }, minor)
  if (before.resources == null && !hasResources(holder.resources)) delete munged.resources
  else munged.resources = holder.resources ?? {}
  if (!semanticDeepEqual(munged.resources, before.resources))
    errors.push(field.forbidden(specPath, 'only cpu and memory resources are mutable at pod-level'))
  return errors
}

function validateOrder(spec: PodSpec, before: PodSpec): FieldError[] {
  return (['containers', 'initContainers'] as const).flatMap((kind) => {
    const now = spec[kind] ?? []
    const then = before[kind] ?? []
    if (now.length !== then.length)
      return [field.forbidden(specPath.child(kind), `${kind} may not be added or removed on resize`)]
    return then.flatMap((c, i) =>
      now[i]!.name === c.name
        ? []
        : [
            field.forbidden(
              specPath.child(kind).index(i).child('name'),
              `${kind} may not be renamed or reordered on resize`,
            ),
          ],
    )
  })
}

const removed = (now: ResourceList | undefined, then: ResourceList | undefined): boolean =>
  Object.keys(then ?? {}).some((name) => !Object.hasOwn(now ?? {}, name))

/** No amount may go, and before 1.34 no limit of memory may sink while the container runs. */
function validateChanges(spec: PodSpec, before: PodSpec, options: PodValidationOptions): FieldError[] {
  const { server, minor } = options
  const { refusesLowerMemoryLimits } = podDialect(minor)
  const anyInit = gateEnabled(server.gates, 'InPlacePodVerticalScalingInitContainers')
  return (['initContainers', 'containers'] as const).flatMap((kind) =>
    (before[kind] ?? []).flatMap((old, i) => {
      if (kind === 'initContainers' && !anyInit && old.restartPolicy !== 'Always') return []
      const path = specPath.child(kind).index(i).child('resources')
      const now = spec[kind]![i]!
      const removals = (['requests', 'limits'] as const)
        .filter((what) => removed(now.resources?.[what], old.resources?.[what]))
        .map((what) => field.forbidden(path.child(what), `resource ${what} cannot be removed`))
      return refusesLowerMemoryLimits ? [...removals, ...validateMemoryLimit(now, old, path)] : removals
    }),
  )
}

function validateMemoryLimit(now: Container, old: Container, path: FieldPath): FieldError[] {
  const policy = now.resizePolicy?.find(({ resourceName }) => resourceName === 'memory')
  if (policy?.restartPolicy === 'RestartContainer') return []
  const [limit, before] = [now, old].map(({ resources }) => getOwn(resources?.limits, 'memory'))
  if (limit === undefined) return []
  if (before !== undefined && quantityOf(limit).compare(quantityOf(before)) >= 0) return []
  const done = before === undefined ? 'added' : 'decreased'
  const text = `memory limits cannot be ${done} unless resizePolicy is RestartContainer`
  return [field.forbidden(path.child('limits').key('memory'), text)]
}

function validateContainers(
  munged: PodSpec,
  before: PodSpec,
  { server, minor }: PodValidationOptions,
): FieldError[] {
  const errors: FieldError[] = []
  munged.containers?.forEach((container, i) => {
    keepCpuAndMemory(container, before.containers![i]!, minor)
    if (!semanticDeepEqual(container, before.containers![i]))
      errors.push(field.forbidden(specPath, 'only cpu and memory resources are mutable'))
  })
  const anyInit = gateEnabled(server.gates, 'InPlacePodVerticalScalingInitContainers')
  munged.initContainers?.forEach((container, i) => {
    const old = before.initContainers![i]!
    const modified = !semanticDeepEqual(container, old)
    const sidecar = container.restartPolicy === 'Always'
    const path = specPath.child('initContainers').index(i)
    if (!sidecar && !anyInit) {
      if (modified)
        errors.push(field.forbidden(specPath, 'resources for non-sidecar init containers are immutable'))
      return
    }
    keepCpuAndMemory(container, old, minor)
    if (!semanticDeepEqual(container, old)) {
      const which = podDialect(minor).namesResizedInitContainer
        ? field.forbidden(path, 'only cpu and memory resources for init or sidecar containers are mutable')
        : field.forbidden(specPath, 'only cpu and memory resources for sidecar containers are mutable')
      errors.push(which)
    }
    if (modified && !sidecar && container.resizePolicy?.some((p) => p.restartPolicy === 'RestartContainer')) {
      errors.push(
        field.forbidden(
          path,
          'non-sidecar init containers with a resize policy of RestartContainer cannot be resized',
        ),
      )
    }
  })
  return errors
}

/** Puts back cpu and memory as the stored container has them, so that only other changes stay visible. */
export function keepCpuAndMemory(container: Container, old: Container, minor: number): void {
  const list = (kind: 'limits' | 'requests'): ResourceList => {
    const { cpu: _cpu, memory: _memory, ...rest } = container.resources?.[kind] ?? {}
    const { cpu, memory } = old.resources?.[kind] ?? {}
    return { ...rest, ...(cpu === undefined ? {} : { cpu }), ...(memory === undefined ? {} : { memory }) }
  }
  const { seesNewResourceLists } = podDialect(minor)
  const resources: ResourceRequirements = {}
  for (const kind of ['limits', 'requests'] as const) {
    const kept = list(kind)
    const isNew = seesNewResourceLists && Object.keys(kept).length > 0
    if (isNew || old.resources?.[kind] !== undefined) resources[kind] = kept
  }
  container.resources = resources
}
