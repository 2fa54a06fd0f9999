// Upstream: pkg/registry/policy/podsecuritypolicy/strategy.go, pkg/apis/policy/v1beta1/defaults.go, of releases until 1.24
import type { KubeObject } from '../../../apimachinery/json.ts'
import { subObject } from '../core/sub-object.ts'
import { extending } from '../generic/resource-row.ts'
import { type PodSecurityPolicySpec, validatePodSecurityPolicySpec } from './validation.ts'

const specOf = (object: KubeObject): PodSecurityPolicySpec =>
  (object['spec'] as PodSecurityPolicySpec | null | undefined) ?? {}

/** The strategy of PodSecurityPolicies. */
export const podSecurityPolicyRules = extending({
  setDefaults(object) {
    subObject<PodSecurityPolicySpec>(object, 'spec').allowPrivilegeEscalation ??= true
  },
  validate: (ctx, object) => validatePodSecurityPolicySpec(specOf(object), ctx.server.release.minor),
  validateUpdate: (ctx, object) => validatePodSecurityPolicySpec(specOf(object), ctx.server.release.minor),
})
