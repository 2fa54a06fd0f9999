// Upstream: pkg/apis/core/validation/validation.go (validateObjectFieldSelector, validateContainerResourceFieldSelector), pkg/apis/core/pods/helpers.go

import type {
  DownwardAPIVolumeFile,
  ObjectFieldSelector,
  ResourceFieldSelector,
} from '../../../api/core-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { validateQualifiedName } from '../core/names.ts'
import { validateLocalNonReservedPath } from '../core/paths.ts'
import { quantityOf } from '../core/resource-list.ts'
import { podDialect } from './dialect.ts'
import { validateFileMode } from './file-mode.ts'
import type { PodValidationOptions } from './validation-options.ts'

const volumePaths = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
]
/** The fields that environment variables can refer to, beside labels and annotations. */
export const envPaths = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
]
const knownPaths = new Set([
  ...volumePaths,
  ...envPaths,
  'spec.restartPolicy',
  'spec.schedulerName',
  'status.phase',
])
const resources = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
]

/** The errors of a file of a downwardAPI volume. */
export function validateDownwardApiFile(
  file: DownwardAPIVolumeFile,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const errors = file.path ? [] : [field.required(path.child('path'), '')]
  errors.push(...validateLocalNonReservedPath(file.path ?? '', path.child('path')))
  if (file.fieldRef) {
    errors.push(...validateFieldRef(file.fieldRef, volumePaths, path.child('fieldRef'), options.minor))
    if (file.resourceFieldRef)
      errors.push(
        field.invalid(path, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously'),
      )
    errors.push(...validateHostIPs(file.fieldRef, path.child('fieldRef'), options))
  } else if (file.resourceFieldRef)
    errors.push(
      ...validateResourceFieldRef(file.resourceFieldRef, path.child('resourceFieldRef'), true, options),
    )
  else errors.push(field.required(path, 'one of fieldRef and resourceFieldRef is required'))
  return [...errors, ...validateFileMode(file.mode, path.child('mode'))]
}

/** The path in a pod that the downward API reads. `allowed`: sorted. */
export function validateFieldRef(
  ref: ObjectFieldSelector,
  allowed: readonly string[],
  path: FieldPath,
  minor: number,
): FieldError[] {
  if (!ref.apiVersion) return [field.required(path.child('apiVersion'), '')]
  if (!ref.fieldPath) return [field.required(path.child('fieldPath'), '')]
  const unconvertible = (why: string): FieldError[] => [
    field.invalid(path.child('fieldPath'), ref.fieldPath, `error converting fieldPath: ${why}`),
  ]
  if (ref.apiVersion !== 'v1') return unconvertible(`unsupported pod version: ${ref.apiVersion}`)
  const open = ref.fieldPath.indexOf("['")
  if (open > 0 && ref.fieldPath.length > open + 3 && ref.fieldPath.endsWith("']")) {
    const name = ref.fieldPath.slice(0, open)
    const subscript = ref.fieldPath.slice(open + 2, -2)
    if (name === 'metadata.annotations') return validateQualifiedName(subscript.toLowerCase(), path, minor)
    if (name === 'metadata.labels') return validateQualifiedName(subscript, path, minor)
    return unconvertible(`field label does not support subscript: ${ref.fieldPath}`)
  }
  const internal = ref.fieldPath === 'spec.host' ? 'spec.nodeName' : ref.fieldPath
  const unknown = internal === 'status.hostIPs' && !podDialect(minor).knowsHostIPs
  if (unknown || !knownPaths.has(internal))
    return unconvertible(`field label not supported: ${ref.fieldPath}`)
  return allowed.includes(internal)
    ? []
    : [
        field.notSupported(
          path.child('fieldPath'),
          internal,
          podDialect(minor).knowsHostIPs ? allowed : allowed.filter((name) => name !== 'status.hostIPs'),
        ),
      ]
}

/** In 1.30 `status.hostIPs` could still be off. */
export function validateHostIPs(
  ref: ObjectFieldSelector,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  if (
    options.allowHostIPsField ||
    ref.fieldPath !== 'status.hostIPs' ||
    !podDialect(options.minor).knowsHostIPs
  )
    return []
  return [field.forbidden(path, "may not be set when feature gate 'PodHostIPs' is not enabled")]
}

/** The errors of a reference to a container's resource. `inVolume`: the container must be named. */
export function validateResourceFieldRef(
  ref: ResourceFieldSelector,
  path: FieldPath,
  inVolume: boolean,
  options: PodValidationOptions,
): FieldError[] {
  const errors: FieldError[] = []
  const resource = ref.resource ?? ''
  if (inVolume && !ref.containerName) errors.push(field.required(path.child('containerName'), ''))
  else if (resource === '') errors.push(field.required(path.child('resource'), ''))
  else if (!resources.includes(resource) && !(options.allowDownwardAPIHugePages && isHugePages(resource)))
    errors.push(field.notSupported(path.child('resource'), resource, resources))
  return [...errors, ...validateDivisor(resource, ref.divisor, path)]
}

/** Whether a resource of the downward API is one of huge pages. */
export const isHugePages = (resource: string): boolean => /^(requests|limits)\.hugepages-/.test(resource)
const sizes = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei']

function validateDivisor(resource: string, divisor: string | undefined, path: FieldPath): FieldError[] {
  const quantity = quantityOf(divisor)
  if (quantity.sign === 0) return []
  const wrong = (what: string): FieldError[] => [
    field.invalid(path.child('divisor'), resource, `only divisor's values ${what} resource`),
  ]
  const text = quantity.toString()
  if (/^(limits|requests)\.cpu$/.test(resource))
    return ['1m', '1'].includes(text) ? [] : wrong('1m and 1 are supported with the cpu')
  if (sizes.includes(text)) return []
  const supported = `${sizes.join(', ')} are supported with the`
  if (/^(limits|requests)\.memory$/.test(resource)) return wrong(`${supported} memory`)
  if (/^(limits|requests)\.ephemeral-storage$/.test(resource))
    return wrong(`${supported} local ephemeral storage`)
  return isHugePages(resource) ? wrong(`${supported} hugepages`) : []
}
