// Upstream: pkg/apis/admissionregistration/validation/validation.go (ValidateMutatingAdmissionPolicy)

import type {
  MatchResources,
  ValidatingAdmissionPolicyBindingSpec,
  ValidatingAdmissionPolicySpec,
} from '../../../api/admissionregistration-v1.ts'
import { eachFinding, type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import type { ExpressionKind } from '../../../cel/environment.ts'
import { listOf, objectType } from '../../../cel/types/type.ts'
import { ExpressionValidation, type StoredExpressions } from './expressions.ts'
import {
  keepsConditions,
  oneOf,
  validateBoundPolicy,
  validateMatchResources,
  validateParamKind,
  validateVariable,
} from './policy-validation.ts'
import { validateMatchConditions } from './webhook-validation.ts'

/** A change to an object: a patch or a configuration that an expression gives. */
interface Mutation {
  readonly patchType?: string
  readonly jsonPatch?: { readonly expression?: string } | null
  readonly applyConfiguration?: { readonly expression?: string } | null
}

/** The spec of a MutatingAdmissionPolicy. */
export type MutatingPolicySpec = Omit<ValidatingAdmissionPolicySpec, 'validations' | 'auditAnnotations'> & {
  readonly mutations?: readonly Mutation[]
  readonly reinvocationPolicy?: string
}

const path = FieldPath.of('spec')
const operations = ['*', 'CONNECT', 'CREATE', 'UPDATE']

interface Context {
  readonly expressions: ExpressionValidation
  readonly params: boolean
  readonly stored: StoredExpressions
}

/** The ways to change an object: what its expression gives, and the other one, which is not given beside. */
const patches = {
  JSONPatch: { name: 'jsonPatch', other: 'applyConfiguration', type: listOf(objectType('JSONPatch')) },
  ApplyConfiguration: { name: 'applyConfiguration', other: 'jsonPatch', type: objectType('Object') },
} as const

function validateMutation(mutation: Mutation, at: FieldPath, context: Context): FieldError[] {
  const { patchType = '' } = mutation
  const typePath = at.child('patchType')
  if (patchType === '') return [field.required(typePath, '')]
  if (!Object.hasOwn(patches, patchType))
    return [field.notSupported(typePath, patchType, ['ApplyConfiguration', 'JSONPatch'])]
  const { name, other, type } = patches[patchType as keyof typeof patches]
  const patch = mutation[name]
  const without = `must not be specified when patchType is ${patchType}`
  return [
    ...(patch == null
      ? [field.required(at.child(name), `must be specified when patchType is ${patchType}`)]
      : validatePatch(patch.expression ?? '', at.child(name).child('expression'), type, context)),
    ...(mutation[other] == null ? [] : [field.invalid(at.child(other), `{${other}}`, without)]),
  ]
}

function validatePatch(
  expression: string,
  at: FieldPath,
  type: (typeof patches)[keyof typeof patches]['type'],
  { expressions, params, stored }: Context,
): FieldError[] {
  const trimmed = expression.trim()
  if (trimmed === '') return [field.required(at, '')]
  return expressions.errors(trimmed, at, { params, authorizer: true, patchTypes: true }, [type], { stored })
}

const expressionsOf = ({ mutations }: MutatingPolicySpec): StoredExpressions =>
  new Set((mutations ?? []).map(({ applyConfiguration }) => applyConfiguration?.expression ?? ''))

function validateMatch(spec: MutatingPolicySpec, minor: number): FieldError[] {
  const { matchConstraints: match } = spec
  const at = path.child('matchConstraints')
  if (!match) return [field.required(at, '')]
  return [
    ...validateMatchResources(match, at, minor),
    ...(match.resourceRules?.length ? [] : [field.required(at.child('resourceRules'), '')]),
    ...validateOperations(match, at),
  ]
}

/** A request without an object cannot be changed. */
const validateOperations = ({ resourceRules }: MatchResources, at: FieldPath): FieldError[] =>
  (resourceRules ?? [])
    .flatMap((rule) => rule.operations ?? [])
    .filter((operation) => !operations.includes(operation))
    .map((operation) =>
      field.notSupported(at.child('resourceRules').child('operations'), operation, operations),
    )

/** The errors of a MutatingAdmissionPolicyBinding. */
export const validateMutatingBinding = (
  spec: ValidatingAdmissionPolicyBindingSpec,
  minor: number,
): FieldError[] => [
  ...validateBoundPolicy(spec, minor),
  ...(spec.matchResources ? validateOperations(spec.matchResources, path.child('matchResources')) : []),
]

function validateMutations(spec: MutatingPolicySpec, context: Context): FieldError[] {
  const at = path.child('mutations')
  if (!spec.mutations?.length) return [field.required(at, 'mutations must contain at least one item')]
  return eachFinding(spec.mutations, (one, i) => validateMutation(one, at.index(i), context))
}

function validateReinvocation(policy = ''): FieldError[] {
  const at = path.child('reinvocationPolicy')
  if (policy === '') return [field.required(at, '')]
  return oneOf(policy, at, ['IfNeeded', 'Never'])
}

/** The errors of a MutatingAdmissionPolicy. @param old the stored policy, on an update @param fresh the kind of expressions that it lacks */
export function validateMutatingPolicy(
  spec: MutatingPolicySpec,
  minor: number,
  old?: MutatingPolicySpec,
  fresh: ExpressionKind = 'new',
): FieldError[] {
  const params = spec.paramKind != null
  const expressions = new ExpressionValidation(minor, true, fresh)
  const context: Context = { expressions, params, stored: expressionsOf(old ?? {}) }
  const conditions = new Set((old?.matchConditions ?? []).map(({ expression = '' }) => expression))
  const variables = { minor, params, expressions, stored: { validations: new Set<string>() } }
  return [
    ...oneOf(spec.failurePolicy, path.child('failurePolicy'), ['Fail', 'Ignore']),
    ...(spec.paramKind ? validateParamKind(spec.paramKind, path.child('paramKind')) : []),
    ...validateMatch(spec, minor),
    ...(keepsConditions(spec, old)
      ? []
      : validateMatchConditions(spec.matchConditions ?? [], path.child('matchConditions'), {
          minor,
          params,
          stored: conditions,
          fresh,
        })),
    ...eachFinding(spec.variables ?? [], (one, i) =>
      validateVariable(one, path.child('variables').index(i), variables),
    ),
    ...validateMutations(spec, context),
    ...validateReinvocation(spec.reinvocationPolicy),
  ]
}
