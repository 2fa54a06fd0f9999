// Upstream: pkg/apis/resource/validation/validation.go (validateSelector), staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go
import type { DeviceAllocationConfiguration, DeviceSelector } from '../../../api/resource-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { byteLength, tooLong } from '../../../apimachinery/validation/messages.ts'
import type { FeatureGateReader } from '../../../featuregates/reader.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { validateCsiDriverName } from '../core/csi-driver-name.ts'
import { validateRawObject } from './device-names.ts'
import { validateSlice } from './lists.ts'
import { DeviceCompiler } from './selector-compiler.ts'

/** What rules on devices depend on beside the object. */
export interface DeviceRules {
  readonly minor: number
  readonly gates: FeatureGateReader
  /** The object is stored like this already, whose expressions may use what a rollback would not understand. */
  readonly stored: boolean
  /** The minor of --min-compatibility-version, whose functions new expressions may use; undefined: that before the release. */
  readonly minCompatibility?: number | undefined
}

const mostExpression = 10 * 1024
const mostCost = 1000000n

function expressionErrors(
  expression: string,
  path: FieldPath,
  { minor, gates, stored, minCompatibility }: DeviceRules,
): FieldError[] {
  if (byteLength(expression) > mostExpression) return [tooLong(path, mostExpression, minor)]
  const compiler = DeviceCompiler.of(minor, stored ? 'stored' : (minCompatibility ?? 'new'), {
    sharesDevices: gateEnabled(gates, 'DRAConsumableCapacity'),
    listsAttributes: gateEnabled(gates, 'DRAListTypeAttributes'),
  })
  const { error, cost } = compiler.compile(expression)
  if (error !== undefined) return [field.invalid(path, expression, error)]
  return cost > mostCost ? [field.forbidden(path, 'too complex, exceeds cost limit')] : []
}

/** The errors of expressions that select devices. */
export const validateSelectors = (
  selectors: readonly DeviceSelector[] | null | undefined,
  path: FieldPath,
  rules: DeviceRules,
): FieldError[] =>
  validateSlice(selectors, path, {
    max: 32,
    minor: rules.minor,
    each: ({ cel }, at) =>
      cel == null
        ? [field.required(at.child('cel'), '')]
        : expressionErrors(cel.expression ?? '', at.child('cel', 'expression'), rules),
  })

/** The errors of what a driver gets. */
export function validateConfiguration(
  { opaque }: DeviceAllocationConfiguration,
  path: FieldPath,
  { minor, stored }: DeviceRules,
): FieldError[] {
  const at = path.child('opaque')
  if (opaque == null) return [field.required(at, '')]
  return [
    ...validateCsiDriverName(opaque.driver ?? '', at.child('driver'), minor),
    ...validateRawObject(opaque.parameters, at.child('parameters'), stored, minor),
  ]
}
