// Policies and bindings, as far as both kinds have the same fields. Upstream: apiserver/pkg/admission/plugin/policy/generic/accessor.go
import type {
  MatchCondition,
  MatchResources,
  ParamKind,
  ParamRef,
  ValidatingAdmissionPolicyBindingSpec,
  Variable,
} from '../../../api/admissionregistration-v1.ts'

/** The fields that the specs of both kinds of admission policies have. */
export interface PolicySpec {
  readonly paramKind?: ParamKind | null
  readonly matchConstraints?: MatchResources | null
  readonly matchConditions?: readonly MatchCondition[] | null
  readonly variables?: readonly Variable[] | null
  readonly failurePolicy?: string | null
}

/** The spec of a binding of either kind. */
export type BindingSpec = Pick<ValidatingAdmissionPolicyBindingSpec, 'policyName' | 'matchResources'> & {
  readonly paramRef?: ParamRef | null
  readonly validationActions?: readonly string[]
}

/** The name and spec of a policy or of a binding. */
export interface Named<S> {
  readonly name: string
  readonly spec: S
}

/** A policy with its bindings and its compiled expressions. */
export interface Hook<S extends PolicySpec, E> {
  readonly policy: Named<S>
  readonly bindings: readonly Named<BindingSpec>[]
  readonly evaluator: E
}

/** Whether the policy's failurePolicy is Ignore: errors of its expressions let a request pass. */
export const ignoresFailures = ({ failurePolicy }: PolicySpec): boolean => failurePolicy === 'Ignore'
