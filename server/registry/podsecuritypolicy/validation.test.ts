import { expect, it } from 'vitest'
import type { PodSecurityPolicySpec } from '../../../api/policy-v1beta1.ts'
import { errorText } from '../../../apimachinery/field-error.ts'
import { validatePodSecurityPolicySpec } from './validation.ts'

const any = { rule: 'RunAsAny' }
const valid: PodSecurityPolicySpec = {
  runAsUser: any,
  seLinux: any,
  supplementalGroups: any,
  fsGroup: any,
}
const errors = (spec: PodSecurityPolicySpec): string[] =>
  validatePodSecurityPolicySpec({ ...valid, ...spec }, 24).map(errorText)

it('takes what its rules allow', () => {
  expect(errors({ volumes: ['*'], allowedUnsafeSysctls: ['kernel.*'], forbiddenSysctls: ['net.a'] })).toEqual(
    [],
  )
  expect(errors({ runAsGroup: { rule: 'MayRunAs', ranges: [{ min: 1, max: 2 }] } })).toEqual([])
})

it('checks rules about users and groups with their ranges', () => {
  expect(errors({ runAsUser: { rule: 'X', ranges: [{ min: 3, max: 2 }] } })).toEqual([
    'spec.runAsUser.rule: Unsupported value: "X": supported values: "MustRunAs", "MustRunAsNonRoot", "RunAsAny"',
    'spec.runAsUser.ranges[0].min: Invalid value: 3: min cannot be greater than max',
  ])
  expect(errors({ runAsGroup: { rule: 'MustRunAs' } })).toEqual([
    'spec.runAsGroup.ranges: Invalid value: []policy.IDRange(nil): must provide at least one range',
  ])
})

it('tells which of two sysctls is in the other one', () => {
  expect(errors({ allowedUnsafeSysctls: ['kernel.*'], forbiddenSysctls: ['kernel.shm', 'a.b'] })).toEqual([
    'spec.forbiddenSysctls[0]: Invalid value: "kernel.shm": sysctl overlaps with kernel.*',
  ])
  expect(errors({ allowedUnsafeSysctls: ['a.b'], forbiddenSysctls: ['a.*'] })).toEqual([
    'spec.allowedUnsafeSysctls[0]: Invalid value: "a.b": sysctl overlaps with a.*',
  ])
})

it('refuses capabilities that are dropped too, and the names of no runtime class', () => {
  expect(errors({ requiredDropCapabilities: ['A'], allowedCapabilities: ['A'] })).toEqual([
    'allowedCapabilities: Invalid value: "A": capability is listed in allowedCapabilities and requiredDropCapabilities',
  ])
  expect(errors({ runtimeClass: { defaultRuntimeClassName: 'r' } })).toEqual([
    'spec.runtimeClass.allowedRuntimeClassNames: Required value: default "r" must be allowed',
  ])
})
