// Upstream: pkg/apis/core/validation/validation.go (validateHandler, probes, lifecycle)

import type {
  HTTPGetAction,
  Lifecycle,
  LifecycleHandler,
  PodOS,
  Probe,
  SleepAction,
} from '../../../api/core-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { validateNonnegativeField } from '../../../apimachinery/validation/immutable.ts'
import { isHTTPHeaderName } from '../../../apimachinery/validation/keys.ts'
import { validatePortNumOrName } from '../core/port-validation.ts'
import { podDialect } from './dialect.ts'
import { validateStopSignal } from './stop-signal.ts'
import type { PodValidationOptions } from './validation-options.ts'

const schemes = ['HTTP', 'HTTPS']

function validateHttpGet(action: HTTPGetAction, path: FieldPath, minor: number): FieldError[] {
  const errors = action.path ? [] : [field.required(path.child('path'), '')]
  errors.push(...validatePortNumOrName(action.port, path.child('port'), minor))
  if (!schemes.includes(action.scheme ?? ''))
    errors.push(field.notSupported(path.child('scheme'), action.scheme ?? '', schemes))
  for (const { name = '' } of action.httpHeaders ?? []) {
    errors.push(...isHTTPHeaderName(name).map((text) => field.invalid(path.child('httpHeaders'), name, text)))
  }
  return errors
}

function validateSleep(
  action: SleepAction,
  gracePeriod: number | undefined,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const seconds = action.seconds ?? 0
  const grace = gracePeriod ?? (podDialect(options.minor).takesNoGraceAsZero ? 0 : undefined)
  if (
    grace === undefined ||
    (seconds <= grace && (seconds > 0 || (seconds === 0 && options.allowPodLifecycleSleepActionZeroValue)))
  )
    return []
  if (options.allowPodLifecycleSleepActionZeroValue) {
    return [
      field.invalid(
        path,
        seconds,
        `must be non-negative and less than terminationGracePeriodSeconds (${grace})`,
      ),
    ]
  }
  const hint = podDialect(options.minor).knowsZeroSleep
    ? '. Enable AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep.'
    : ''
  return [
    field.invalid(
      path,
      seconds,
      `must be greater than 0 and less than terminationGracePeriodSeconds (${grace})${hint}`,
    ),
  ]
}

function validateHandler(
  handler: LifecycleHandler & Probe,
  gracePeriod: number | undefined,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const errors: FieldError[] = []
  let count = 0
  const check = (
    name: 'exec' | 'httpGet' | 'tcpSocket' | 'grpc' | 'sleep',
    validate: (at: FieldPath) => FieldError[],
  ): void => {
    if (handler[name] == null) return
    const at = path.child(name)
    errors.push(
      ...(count++ > 0 ? [field.forbidden(at, 'may not specify more than 1 handler type')] : validate(at)),
    )
  }
  check('exec', (at) => (handler.exec?.command?.length ? [] : [field.required(at.child('command'), '')]))
  check('httpGet', (at) => validateHttpGet(handler.httpGet!, at, options.minor))
  check('tcpSocket', (at) => validatePortNumOrName(handler.tcpSocket!.port, at.child('port'), options.minor))
  check('grpc', (at) => validatePortNumOrName(handler.grpc!.port, at.child('port'), options.minor))
  check('sleep', (at) => validateSleep(handler.sleep!, gracePeriod, at, options))
  if (count === 0) errors.push(field.required(path, 'must specify a handler type'))
  return errors
}

/** The probes of a container. */
export type ProbeKind = 'livenessProbe' | 'readinessProbe' | 'startupProbe'

/** The errors of a probe. `gracePeriod`: the pod's, in seconds. */
export function validateProbe(
  kind: ProbeKind,
  probe: Probe | undefined,
  gracePeriod: number | undefined,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  if (probe == null) return []
  const errors = validateHandler(probe, gracePeriod, path, options)
  for (const name of [
    'initialDelaySeconds',
    'timeoutSeconds',
    'periodSeconds',
    'successThreshold',
    'failureThreshold',
  ] as const) {
    errors.push(...validateNonnegativeField(probe[name] ?? 0, path.child(name)))
  }
  const grace = probe.terminationGracePeriodSeconds
  const gracePath = path.child('terminationGracePeriodSeconds')
  if (grace !== undefined && grace <= 0)
    errors.push(field.invalid(gracePath, grace, 'must be greater than 0'))
  if (kind === 'readinessProbe') {
    if (grace !== undefined)
      errors.push(field.invalid(gracePath, grace, 'must not be set for readinessProbes'))
  } else if ((probe.successThreshold ?? 0) !== 1)
    errors.push(field.invalid(path.child('successThreshold'), probe.successThreshold ?? 0, 'must be 1'))
  return errors
}

/** The errors of a container's lifecycle hooks and stop signal. `gracePeriod`: the pod's, in seconds. */
export function validateLifecycle(
  lifecycle: Lifecycle,
  gracePeriod: number | undefined,
  path: FieldPath,
  options: PodValidationOptions,
  os: PodOS | undefined,
): FieldError[] {
  const errors: FieldError[] = []
  if (lifecycle.postStart)
    errors.push(...validateHandler(lifecycle.postStart, gracePeriod, path.child('postStart'), options))
  if (lifecycle.preStop)
    errors.push(...validateHandler(lifecycle.preStop, gracePeriod, path.child('preStop'), options))
  if (lifecycle.stopSignal != null)
    errors.push(...validateStopSignal(lifecycle.stopSignal, path.child('stopSignal'), os))
  return errors
}
