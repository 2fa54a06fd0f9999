// Upstream: pkg/apis/resource/validation/validation.go (validateDeviceTaint, validateDeviceToleration, validateDeviceTaintRuleSpec)
import type { DeviceSelector, DeviceTaint, DeviceToleration } from '../../../api/resource-v1.ts'
import type { DeviceTaintRuleSpec, DeviceTaintSelector } from '../../../api/resource-v1beta2.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { semanticEqual } from '../../../apimachinery/json.ts'
import { validateLabelName } from '../../../apimachinery/validation/labels.ts'
import { validateCsiDriverName } from '../core/csi-driver-name.ts'
import { validateDns1123Label, validateDns1123Subdomain } from '../core/names.ts'
import { validateLabelValue, validatePoolName } from './device-names.ts'
import { deviceDialect } from './dialect.ts'
import { type DeviceRules, validateSelectors } from './selectors.ts'

const effectsOf = (minor: number): readonly string[] => deviceDialect(minor).deviceTaintEffects

const notAnEffect = (effect: string, path: FieldPath, minor: number): FieldError[] =>
  effectsOf(minor).includes(effect) ? [] : [field.notSupported(path, effect, [...effectsOf(minor)].sort())]

/** The errors of a taint. @param old as it is stored: an effect that stays is not looked at */
export function validateDeviceTaint(
  taint: DeviceTaint,
  old: DeviceTaint | undefined,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const { key = '', value = '', effect = '' } = taint
  const at = path.child('effect')
  const keepsEffect =
    old !== undefined && (old.effect ?? '') === effect && deviceDialect(minor).keepsTaintEffects
  return [
    ...validateLabelName(key, path.child('key'), minor),
    ...(value === '' ? [] : validateLabelValue(value, path.child('value'), minor)),
    ...(keepsEffect ? [] : effect === '' ? [field.required(at, '')] : notAnEffect(effect, at, minor)),
  ]
}

function tolerationOperatorErrors(
  toleration: DeviceToleration,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const { operator = '', value = '' } = toleration
  switch (operator) {
    case 'Exists':
      return value === ''
        ? []
        : [field.invalid(path.child('value'), value, 'must be empty for operator `Exists`')]
    case 'Equal':
      return validateLabelValue(value, path.child('value'), minor)
    case '':
      return [field.required(path.child('operator'), '')]
    default:
      return [field.notSupported(path.child('operator'), operator, ['Equal', 'Exists'])]
  }
}

/** The errors of a toleration. */
export function validateDeviceToleration(
  toleration: DeviceToleration,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const { key = '', effect = '' } = toleration
  return [
    ...(key === '' ? [] : validateLabelName(key, path.child('key'), minor)),
    ...tolerationOperatorErrors(toleration, path, minor),
    ...(effect === '' ? [] : notAnEffect(effect, path.child('effect'), minor)),
  ]
}

/** How devices were chosen up to 1.34, beside what is there now. Later releases do not know these fields. */
interface OldSelector extends DeviceTaintSelector {
  deviceClassName?: string
  selectors?: DeviceSelector[] | null
}

/** The errors of a rule that taints devices. */
export function validateTaintRule(
  { deviceSelector, taint }: DeviceTaintRuleSpec,
  old: DeviceTaintRuleSpec | undefined,
  path: FieldPath,
  rules: DeviceRules,
): FieldError[] {
  const { minor } = rules
  const at = path.child('deviceSelector')
  const { driver, pool, device, deviceClassName, selectors }: OldSelector = deviceSelector ?? {}
  const stored = semanticEqual(selectors, (old?.deviceSelector as OldSelector | undefined)?.selectors)
  return [
    ...(deviceClassName == null
      ? []
      : validateDns1123Subdomain(deviceClassName, at.child('deviceClassName'))),
    ...(driver == null ? [] : validateCsiDriverName(driver, at.child('driver'), minor)),
    ...(pool == null ? [] : validatePoolName(pool, at.child('pool'), minor)),
    ...(device == null ? [] : validateDns1123Label(device, at.child('device'), minor)),
    ...validateSelectors(selectors, at.child('selectors'), { ...rules, stored }),
    ...validateDeviceTaint(
      taint ?? {},
      old === undefined ? undefined : (old.taint ?? {}),
      path.child('taint'),
      minor,
    ),
  ]
}
