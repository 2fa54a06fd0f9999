// Upstream: pkg/apis/resource/validation/validation.go (validateDeviceClassSpec)
import type { NodeSelector } from '../../../api/core-v1.ts'
import type { DeviceClassSpec } from '../../../api/resource-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { semanticEqual } from '../../../apimachinery/json.ts'
import { isExtendedResource } from '../../../apimachinery/resource-names.ts'
import { validateNodeSelector } from '../pod/affinity.ts'
import { deviceDialect } from './dialect.ts'
import { validateSlice } from './lists.ts'
import { type DeviceRules, validateConfiguration, validateSelectors } from './selectors.ts'

/** The errors of a class. @param old as it is stored: what has not changed may use what a rollback would not understand */
export function validateDeviceClass(
  spec: DeviceClassSpec,
  old: DeviceClassSpec | undefined,
  path: FieldPath,
  rules: DeviceRules,
): FieldError[] {
  const { selectors, config, extendedResourceName } = spec
  const { minor } = rules
  const keeps = (name: 'selectors' | 'config'): DeviceRules => ({
    ...rules,
    stored: old !== undefined && semanticEqual(spec[name], old[name]),
  })
  const isForeign = extendedResourceName != null && !isExtendedResource(extendedResourceName, minor)
  const { suitableNodes } = spec as { suitableNodes?: NodeSelector | null }
  const checksNodes = deviceDialect(minor).claimsHaveControllers && suitableNodes != null
  return [
    ...validateSelectors(selectors, path.child('selectors'), keeps('selectors')),
    ...validateSlice(config, path.child('config'), {
      max: 32,
      minor,
      each: (one, at) => validateConfiguration(one, at, keeps('config')),
    }),
    // Upstream tells them without `spec`.
    ...(checksNodes ? validateNodeSelector(suitableNodes, false, FieldPath.of('suitableNodes'), minor) : []),
    ...(isForeign
      ? [
          field.invalid(
            path.child('extendedResourceName'),
            extendedResourceName,
            'must be a valid extended resource name',
          ),
        ]
      : []),
  ]
}
