// Upstream: pkg/apis/core/validation/validation.go (ValidatePodResize)

import type { Container, Pod, PodSpec, ResourceRequirements } from '../../../api/core-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { deepCopy } from '../../../apimachinery/json.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { ResourceList } from '../core/resource-list.ts'
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
    errors.push(...validatePodLevel(spec, before, munged))
  }
  const order = validateOrder(spec, before)
  if (order.length > 0) return [...errors, ...order]
  errors.push(...validateRemovals(spec, before, options), ...validateContainers(munged, before, options))
  if (errors.length === 0 && !semanticDeepEqual(munged, before))
    errors.push(field.forbidden(specPath, 'only cpu and memory resources are mutable'))
  return errors
}

const hasResources = (r: ResourceRequirements | undefined): boolean =>
  Object.keys({ ...r?.requests, ...r?.limits }).length > 0

function isSupported(pod: Pod): boolean {
  const running = (pod.status?.containerStatuses ?? []).find((c) => c.state?.running)
  return running === undefined || running.resources != null
}

function validatePodLevel(spec: PodSpec, before: PodSpec, munged: PodSpec): FieldError[] {
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
  keepCpuAndMemory(holder, { resources: before.resources ?? {} })
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

function validateRemovals(spec: PodSpec, before: PodSpec, { server }: PodValidationOptions): FieldError[] {
  const anyInit = gateEnabled(server.gates, 'InPlacePodVerticalScalingInitContainers')
  return (['initContainers', 'containers'] as const).flatMap((kind) =>
    (before[kind] ?? []).flatMap((old, i) => {
      if (kind === 'initContainers' && !anyInit && old.restartPolicy !== 'Always') return []
      const path = specPath.child(kind).index(i).child('resources')
      return (['requests', 'limits'] as const)
        .filter((what) => removed(spec[kind]![i]!.resources?.[what], old.resources?.[what]))
        .map((what) => field.forbidden(path.child(what), `resource ${what} cannot be removed`))
    }),
  )
}

function validateContainers(
  munged: PodSpec,
  before: PodSpec,
  { server }: PodValidationOptions,
): FieldError[] {
  const errors: FieldError[] = []
  munged.containers?.forEach((container, i) => {
    keepCpuAndMemory(container, before.containers![i]!)
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
    keepCpuAndMemory(container, old)
    if (!semanticDeepEqual(container, old))
      errors.push(
        field.forbidden(path, 'only cpu and memory resources for init or sidecar containers are mutable'),
      )
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
export function keepCpuAndMemory(container: Container, old: Container): void {
  const list = (kind: 'limits' | 'requests'): ResourceList => {
    const { cpu: _cpu, memory: _memory, ...rest } = container.resources?.[kind] ?? {}
    const { cpu, memory } = old.resources?.[kind] ?? {}
    return { ...rest, ...(cpu === undefined ? {} : { cpu }), ...(memory === undefined ? {} : { memory }) }
  }
  const resources: ResourceRequirements = {}
  for (const kind of ['limits', 'requests'] as const) {
    const kept = list(kind)
    if (Object.keys(kept).length > 0 || old.resources?.[kind] !== undefined) resources[kind] = kept
  }
  container.resources = resources
}
