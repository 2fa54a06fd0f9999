// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/mutating/compilation.go
import { listOf, objectType } from '../../../cel/types/type.ts'
import type { MutatingPolicySpec } from '../../registry/admissionregistration/mutating-validation.ts'
import { type CompiledExpression, type Composition, compose } from './compile.ts'
import type { Named } from './policy.ts'

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

/** Compiles a policy. @param minor the server's */
export function compileMutator({ spec }: Named<MutatingPolicySpec>, minor: number): Mutator {
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
