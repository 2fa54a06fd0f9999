// Upstream: pkg/apis/core/validation/validation.go (validateStopSignal)

import type { PodOS } from '../../../api/core-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'

const range = (length: number, text: (i: number) => string): string[] =>
  Array.from({ length }, (_, i) => text(i + 1))
const linux = [
  ...'ABRT ALRM BUS CHLD CLD CONT FPE HUP ILL INT IO IOT KILL PIPE POLL PROF PWR QUIT SEGV STKFLT STOP SYS TERM TRAP TSTP TTIN TTOU URG USR1 USR2 VTALRM WINCH XCPU XFSZ RTMIN RTMAX'
    .split(' ')
    .map((name) => `SIG${name}`),
  ...range(15, (i) => `SIGRTMIN+${i}`),
  ...range(14, (i) => `SIGRTMAX-${i}`),
].sort()
const windows = ['SIGKILL', 'SIGTERM']

/** The error of a stop signal that the pod's operating system does not have; it must be named. */
export function validateStopSignal(signal: string, path: FieldPath, os: PodOS | undefined): FieldError[] {
  if (os == null) return [field.forbidden(path, 'may not be set for containers with empty `spec.os.name`')]
  const supported = os.name === 'windows' ? windows : os.name === 'linux' ? linux : undefined
  return supported === undefined || supported.includes(signal)
    ? []
    : [field.notSupported(path, signal, supported)]
}
