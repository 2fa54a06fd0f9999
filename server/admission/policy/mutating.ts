// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/mutating/plugin.go
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { Authorizer } from '../../endpoints/authorization/attributes.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import type { MutatingPolicySpec } from '../../registry/admissionregistration/mutating-validation.ts'
import type { AdmissionPlugin } from '../chain.ts'
import type { ManifestFolder } from '../manifest/manifest-folder.ts'
import { isConfiguration, isReview } from './matching.ts'
import { Mutation } from './mutation.ts'
import { compileMutator } from './mutator.ts'
import type { Named } from './policy.ts'
import { PolicySource } from './source.ts'

/** Changes objects as MutatingAdmissionPolicies say. */
export function mutatingAdmissionPolicy(
  apiserver: GenericAPIServer,
  authorizer: Authorizer,
  manifests?: ManifestFolder,
): AdmissionPlugin {
  const { release, gates } = apiserver.context
  const resources = { policies: 'mutatingadmissionpolicies', bindings: 'mutatingadmissionpolicybindings' }
  const compile = (policy: Named<MutatingPolicySpec>) => compileMutator(policy, release.minor)
  const source = new PolicySource(apiserver, resources, compile, manifests)
  const enabled = gateEnabled(gates, 'MutatingAdmissionPolicy')
  return {
    name: 'MutatingAdmissionPolicy',
    handles: (operation) => enabled && operation !== 'DELETE' && !source.isEmpty,
    async admit(attributes) {
      if (isReview(attributes)) return
      const hooks = isConfiguration(attributes) ? source.fixed : await source.hooks()
      if (hooks.length > 0) await new Mutation(apiserver, authorizer, attributes).run(hooks)
    },
  }
}
