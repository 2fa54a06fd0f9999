// Upstream: pkg/apis/core/validation/validation.go (validateSysctls), pkg/util/sysctl (GetNamespace)

import type { PodSpec } from '../../../api/core-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { podDialect } from './dialect.ts'
import type { PodValidationOptions } from './validation-options.ts'

const segment = '[a-z0-9]([-_a-z0-9]*[a-z0-9])?'
const patterns = { dots: `(${segment}\\.)*${segment}`, 'dots and slashes': `^(${segment}[\\./])*${segment}$` }
const ipcNames = new Set(
  ['sem', 'shmall', 'shmmax', 'shmmni', 'shm_rmid_forced', 'shm', 'msgmax', 'msgmnb', 'msgmni', 'msg'].map(
    (name) => `kernel.${name}`,
  ),
)
const names = {
  dots: new RegExp(`^${patterns.dots}$`),
  'dots and slashes': new RegExp(patterns['dots and slashes']),
}

/** The errors of a pod's sysctls. */
export function validateSysctls(spec: PodSpec, path: FieldPath, options: PodValidationOptions): FieldError[] {
  const errors: FieldError[] = []
  const seen = new Set<string>()
  const { sysctlPattern } = podDialect(options.minor)
  spec.securityContext?.sysctls?.forEach(({ name = '' }, i) => {
    const at = path.index(i).child('name')
    if (name === '') errors.push(field.required(at, ''))
    else if (Buffer.byteLength(name) > 253 || !names[sysctlPattern].test(name))
      errors.push(
        field.invalid(
          at,
          name,
          `must have at most 253 characters and match regex ${patterns[sysctlPattern]}`,
        ),
      )
    else if (seen.has(name)) errors.push(field.duplicate(at, name))
    if (!options.allowNamespacedSysctlsForHostNetAndHostIPC)
      errors.push(...validateHostSysctl(name, spec, at))
    seen.add(name)
  })
  return errors
}

/** The error of a sysctl that the pod shares with the host. */
export function validateHostSysctl(name: string, spec: PodSpec, path: FieldPath): FieldError[] {
  const dotted = normalize(name)
  if (spec.hostNetwork && dotted.startsWith('net.'))
    return [field.invalid(path, name, "may not be specified when 'hostNetwork' is true")]
  const ipc = ipcNames.has(dotted.split('*')[0]!) || dotted.startsWith('fs.mqueue.')
  return spec.hostIPC && ipc ? [field.invalid(path, name, "may not be specified when 'hostIPC' is true")] : []
}

/** Dots and slashes swap their roles when the first separator is a slash. */
function normalize(name: string): string {
  const first = /[./]/.exec(name)?.[0]
  return first === '/' ? name.replace(/[./]/g, (c) => (c === '.' ? '/' : '.')) : name
}
