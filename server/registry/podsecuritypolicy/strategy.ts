// Upstream: pkg/registry/policy/podsecuritypolicy/strategy.go, pkg/apis/policy/v1beta1/defaults.go, of releases until 1.24
import type { PodSecurityPolicySpec } from '../../../api/policy-v1beta1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { subObject } from '../core/sub-object.ts'
import { extending } from '../generic/resource-row.ts'
import type { ServerContext } from '../generic/strategy.ts'
import { validatePodSecurityPolicySpec } from './validation.ts'

const specOf = (object: KubeObject): PodSecurityPolicySpec =>
  (object['spec'] as PodSecurityPolicySpec | null | undefined) ?? {}

/** Drops the types of proc mounts where their gate is off and the stored policy has none. */
function dropProcMounts({ gates }: ServerContext, object: KubeObject, old?: KubeObject): void {
  if (gateEnabled(gates, 'ProcMountType')) return
  if (old === undefined || specOf(old).allowedProcMountTypes == null)
    delete specOf(object).allowedProcMountTypes
}

/** The strategy of PodSecurityPolicies. */
export const podSecurityPolicyRules = extending({
  setDefaults(object) {
    subObject<PodSecurityPolicySpec>(object, 'spec').allowPrivilegeEscalation ??= true
  },
  prepareForCreate: (ctx, object) => dropProcMounts(ctx.server, object),
  prepareForUpdate: (ctx, object, old) => dropProcMounts(ctx.server, object, old),
  validate: (ctx, object) => validatePodSecurityPolicySpec(specOf(object), ctx.server.release.minor),
  validateUpdate: (ctx, object) => validatePodSecurityPolicySpec(specOf(object), ctx.server.release.minor),
})
