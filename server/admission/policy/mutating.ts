// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/mutating/{plugin,compilation,dispatcher}.go
import { listOf, objectType } from '../../../cel/types/type.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { Authorizer } from '../../endpoints/authorization/attributes.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import type { MutatingPolicySpec } from '../../registry/admissionregistration/mutating-validation.ts'
import type { AdmissionPlugin } from '../chain.ts'
import { type CompiledExpression, type Composition, compose } from './compile.ts'
import { isExempt } from './matching.ts'
import { Mutation } from './mutation.ts'
import type { Named } from './policy.ts'
import { PolicySource } from './source.ts'

/** A change to an object, compiled. */
export interface CompiledMutation extends CompiledExpression {
  readonly patchType: 'ApplyConfiguration' | 'JSONPatch'
}

/** A MutatingAdmissionPolicy that is compiled. */
export interface Mutator {
  readonly composition: Composition
  readonly mutations: readonly CompiledMutation[]
}

const jsonPatch = listOf(objectType('JSONPatch'))
const applyConfiguration = objectType('Object')

function compileMutator({ spec }: Named<MutatingPolicySpec>, minor: number): Mutator {
  const composition = compose(spec, minor)
  const mutations = (spec.mutations ?? []).flatMap((one): CompiledMutation[] => {
    const isJson = one.patchType === 'JSONPatch'
    const patch = isJson ? one.jsonPatch : one.applyConfiguration
    if (patch == null) return []
    const returns = [isJson ? jsonPatch : applyConfiguration]
    const compiled = composition.compile(patch.expression ?? '', { patchTypes: true }, returns)
    return [{ ...compiled, patchType: isJson ? 'JSONPatch' : 'ApplyConfiguration' }]
  })
  return { composition, mutations }
}

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
