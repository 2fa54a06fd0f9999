// Upstream: pkg/apis/batch/validation/validation.go (validatePodFailurePolicy, validateSuccessPolicy, validatePodReplacementPolicy)
import type {
  JobSpec,
  PodFailurePolicyOnExitCodesRequirement,
  PodFailurePolicyOnPodConditionsPattern,
  PodFailurePolicyRule,
  SuccessPolicyRule,
} from '../../../api/batch-v1.ts'
import {
  eachFinding,
  type FieldError,
  type FieldPath,
  field,
  omittedValue,
} from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { validateNonnegativeField } from '../../../apimachinery/validation/immutable.ts'
import { byteLength, tooLong, tooMany } from '../../../apimachinery/validation/messages.ts'
import { validateQualifiedName } from '../core/names.ts'
import { registryDialect } from '../dialect.ts'
import { countIndexes, IndexError } from './job-indexes.ts'

const actions = ['Count', 'FailIndex', 'FailJob', 'Ignore']
const earlierActions = actions.filter((action) => action !== 'FailIndex')
const operators = ['In', 'NotIn']
const statuses = ['False', 'True', 'Unknown']
const [mostRules, mostPatterns, mostExitCodes, mostIndexes] = [20, 20, 255, 64 * 1024]

const quoted = (values: readonly string[]): string => values.map((value) => `"${value}"`).join(' ')

/** The error of a value that is one of several. */
function choice(value: string, values: readonly string[], path: FieldPath): FieldError[] {
  if (value === '') return [field.required(path, `valid values: [${quoted(values)}]`)]
  return values.includes(value) ? [] : [field.notSupported(path, value, values)]
}

function actionErrors(
  { action = '' }: PodFailurePolicyRule,
  spec: JobSpec,
  path: FieldPath,
  minor: number,
): FieldError[] {
  if (!registryDialect(minor).knowsFailIndex) return choice(action, earlierActions, path)
  if (action !== 'FailIndex' || spec.backoffLimitPerIndex != null) return choice(action, actions, path)
  return [field.invalid(path, action, 'requires the backoffLimitPerIndex to be set')]
}

function exitCodeErrors(
  { operator = '', containerName, values }: PodFailurePolicyOnExitCodesRequirement,
  names: ReadonlySet<string>,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const codes = values ?? []
  const at = path.child('values')
  const shown = badValue(values ?? null, '[]int32', minor)
  const seen = new Set<number>()
  const isOrdered = codes.every((code, i) => i === 0 || codes[i - 1]! <= code)
  return [
    ...choice(operator, operators, path.child('operator')),
    ...(containerName == null || names.has(containerName)
      ? []
      : [
          field.invalid(
            path.child('containerName'),
            containerName,
            'must be one of the container or initContainer names in the pod template',
          ),
        ]),
    ...(codes.length === 0 ? [field.invalid(at, shown, 'at least one value is required')] : []),
    ...(codes.length > mostExitCodes ? [tooMany(at, codes.length, mostExitCodes, minor)] : []),
    ...eachFinding(codes, (code, i) => [
      ...(operator === 'In' && code === 0
        ? [field.invalid(at.index(i), code, 'must not be 0 for the In operator')]
        : []),
      ...(seen.size === seen.add(code).size ? [field.duplicate(at.index(i), code)] : []),
    ]),
    ...(isOrdered ? [] : [field.invalid(at, shown, 'must be ordered')]),
  ]
}

const conditionErrors = (
  patterns: readonly PodFailurePolicyOnPodConditionsPattern[],
  path: FieldPath,
  minor: number,
): FieldError[] => [
  ...(patterns.length > mostPatterns ? [tooMany(path, patterns.length, mostPatterns, minor)] : []),
  ...eachFinding(patterns, ({ type = '', status = '' }, i) => [
    ...validateQualifiedName(type, path.index(i).child('type'), minor),
    ...choice(status, statuses, path.index(i).child('status')),
  ]),
]

function failureRuleErrors(
  rule: PodFailurePolicyRule,
  spec: JobSpec,
  names: ReadonlySet<string>,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const { onExitCodes, onPodConditions } = rule
  const patterns = onPodConditions ?? []
  const [hasCodes, hasPatterns] = [onExitCodes != null, patterns.length > 0]
  return [
    ...actionErrors(rule, spec, path.child('action'), minor),
    ...(onExitCodes != null ? exitCodeErrors(onExitCodes, names, path.child('onExitCodes'), minor) : []),
    ...conditionErrors(patterns, path.child('onPodConditions'), minor),
    ...(hasCodes && hasPatterns
      ? [
          field.invalid(
            path,
            omittedValue,
            'specifying both OnExitCodes and OnPodConditions is not supported',
          ),
        ]
      : []),
    ...(!hasCodes && !hasPatterns
      ? [field.invalid(path, omittedValue, 'specifying one of OnExitCodes and OnPodConditions is required')]
      : []),
  ]
}

/** The errors of when a failed pod fails its job. */
export function validatePodFailurePolicy(spec: JobSpec, path: FieldPath, minor: number): FieldError[] {
  if (spec.podFailurePolicy == null) return []
  const rules = spec.podFailurePolicy.rules ?? []
  const { containers, initContainers } = spec.template?.spec ?? {}
  const names = new Set([...(containers ?? []), ...(initContainers ?? [])].map(({ name = '' }) => name))
  const at = path.child('podFailurePolicy', 'rules')
  return [
    ...(rules.length > mostRules ? [tooMany(at, rules.length, mostRules, minor)] : []),
    ...eachFinding(rules, (rule, i) => failureRuleErrors(rule, spec, names, at.index(i), minor)),
  ]
}

function indexErrors(
  text: string,
  completions: number,
  path: FieldPath,
  minor: number,
): [FieldError[], number] {
  const errors = byteLength(text) > mostIndexes ? [tooLong(path, mostIndexes, minor)] : []
  try {
    return [errors, countIndexes(text, completions)]
  } catch (error) {
    if (!(error instanceof IndexError)) throw error
    return [[...errors, field.invalid(path, text, `error parsing succeededIndexes: ${error.message}`)], 0]
  }
}

function successRuleErrors(
  rule: SuccessPolicyRule,
  completions: number,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const { succeededCount: count, succeededIndexes: indexes } = rule
  if (count == null && indexes == null)
    return [field.required(path, 'at least one of succeededCount or succeededIndexes must be specified')]
  const [errors, total] =
    indexes == null ? [[], 0] : indexErrors(indexes, completions, path.child('succeededIndexes'), minor)
  if (count == null) return errors
  const at = path.child('succeededCount')
  const atMost = (most: number, what: string): FieldError[] =>
    count > most ? [field.invalid(at, count, `must be less than or equal to ${most} (${what})`)] : []
  return [
    ...errors,
    ...validateNonnegativeField(count, at),
    ...atMost(completions, 'the number of specified completions'),
    ...(indexes == null
      ? []
      : atMost(total, 'the number of indexes in the specified succeededIndexes field')),
  ]
}

/** The errors of when a job has succeeded before all its indexes did. */
export function validateSuccessPolicy(spec: JobSpec, path: FieldPath, minor: number): FieldError[] {
  const policy = spec.successPolicy
  const at = path.child('successPolicy')
  if (policy == null) return []
  if (spec.completionMode !== 'Indexed')
    return [
      field.invalid(at, badValue(policy, 'batch.SuccessPolicy', minor), 'requires indexed completion mode'),
    ]
  const rules = policy.rules ?? []
  const place = at.child('rules')
  return [
    ...(rules.length === 0
      ? [field.required(place, 'at least one rules must be specified when the successPolicy is specified')]
      : []),
    ...(rules.length > mostRules ? [tooMany(place, rules.length, mostRules, minor)] : []),
    ...eachFinding(rules, (rule, i) => successRuleErrors(rule, spec.completions ?? 0, place.index(i), minor)),
  ]
}

/** The errors of when a job's pods are replaced. */
export function validatePodReplacementPolicy(
  { podReplacementPolicy: policy, podFailurePolicy }: JobSpec,
  path: FieldPath,
): FieldError[] {
  if (policy == null) return []
  const allowed = podFailurePolicy == null ? ['Failed', 'TerminatingOrFailed'] : ['Failed']
  return allowed.includes(policy)
    ? []
    : [field.notSupported(path.child('podReplacementPolicy'), policy, allowed)]
}
