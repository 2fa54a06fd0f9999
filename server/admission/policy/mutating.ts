// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/mutating/plugin.go
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { Authorizer } from '../../endpoints/authorization/attributes.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import type { MutatingPolicySpec } from '../../registry/admissionregistration/mutating-validation.ts'
import type { AdmissionPlugin } from '../chain.ts'
import { isExempt } from './matching.ts'
import { Mutation } from './mutation.ts'
import { compileMutator } from './mutator.ts'
import type { Named } from './policy.ts'
import { PolicySource } from './source.ts'

/** Changes objects as MutatingAdmissionPolicies say. */
export function mutatingAdmissionPolicy(
  apiserver: GenericAPIServer,
  authorizer: Authorizer,
): AdmissionPlugin {
  const { release, gates } = apiserver.context
  const resources = { policies: 'mutatingadmissionpolicies', bindings: 'mutatingadmissionpolicybindings' }
  const source = new PolicySource(apiserver, resources, (policy: Named<MutatingPolicySpec>) =>
    compileMutator(policy, release.minor),
  )
  const enabled = gateEnabled(gates, 'MutatingAdmissionPolicy')
  return {
    name: 'MutatingAdmissionPolicy',
    handles: (operation) => enabled && operation !== 'DELETE' && !source.isEmpty,
    async admit(attributes) {
      if (isExempt(attributes)) return
      const hooks = await source.hooks()
      if (hooks.length > 0) await new Mutation(apiserver, authorizer, attributes).run(hooks)
    },
  }
}
