// Upstream, until 1.24: pkg/registry/policy/podsecuritypolicy/strategy.go, pkg/apis/policy/v1beta1/defaults.go
import type { PodSecurityPolicySpec } from '../../../api/policy-v1beta1.ts'
import { subObject } from '../core/sub-object.ts'
import { extendedStrategy } from '../generic/extended-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'
import { validatePolicySpec } from './validation.ts'

/** The strategy of PodSecurityPolicies. */
export const securityPolicyRules: RulesFor = (traits) => ({
  strategy: extendedStrategy(traits, {
    setDefaults(object) {
      subObject<PodSecurityPolicySpec>(object, 'spec').allowPrivilegeEscalation ??= true
    },
    validate: ({ server }, object) => validatePolicySpec(subObject(object, 'spec'), server.release.minor),
    validateUpdate: ({ server }, object) =>
      validatePolicySpec(subObject(object, 'spec'), server.release.minor),
  }),
})
