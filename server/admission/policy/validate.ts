// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/{plugin,validator}.go
import type { ValidatingAdmissionPolicySpec } from '../../../api/admissionregistration-v1.ts'
import { boolType, nullType, stringType } from '../../../cel/types/type.ts'
import { type Activation, activate, type EvaluationInput } from './activation.ts'
import { type CompiledExpression, type Composition, compose } from './compile.ts'
import { Budget, type Evaluation, evaluate, OutOfBudget, runtimeCostBudget } from './evaluate.ts'
import { matchConditions } from './match-conditions.ts'
import { requestedVersion } from './matching.ts'
import { ignoresFailures, type Named } from './policy.ts'

/** The reasons of refusals, with their codes. */
export type Reason = 'Unauthorized' | 'Forbidden' | 'Invalid' | 'RequestEntityTooLarge'

/** The refusal of a request by a validation; `index` is its place in `spec.validations`. */
export interface Refusal {
  readonly index: number
  readonly message: string
  readonly reason: Reason
}

/** The result of a ValidatingAdmissionPolicy with one parameter object. */
export interface Verdict {
  readonly refusals: readonly Refusal[]
  /** Errors of expressions that count for nothing, as the policy ignores failures. */
  readonly ignored: readonly string[]
  /** The audit annotations: keys and values. */
  readonly annotations: readonly (readonly [string, string])[]
  /** Errors of annotations, which refuse whatever the binding's actions are. */
  readonly annotationErrors: readonly string[]
}

interface CompiledValidation extends CompiledExpression {
  readonly message: string
  readonly messageExpression: CompiledExpression | undefined
  readonly reason: Reason
}

interface CompiledAnnotation extends CompiledExpression {
  readonly key: string
}

/** A ValidatingAdmissionPolicy that is compiled. */
export interface Validator {
  readonly composition: Composition
  readonly validations: readonly CompiledValidation[]
  readonly annotations: readonly CompiledAnnotation[]
  readonly ignores: boolean
}

/** Compiles a policy. @param minor the server's */
export function compileValidator({ spec }: Named<ValidatingAdmissionPolicySpec>, minor: number): Validator {
  const composition = compose(spec, minor)
  return {
    composition,
    validations: (spec.validations ?? []).map(
      ({ expression = '', message = '', messageExpression, reason }) => ({
        ...composition.compile(expression, {}, [boolType]),
        message,
        messageExpression: messageExpression
          ? composition.compile(messageExpression, { authorizer: false }, [stringType])
          : undefined,
        reason: (reason as Reason | undefined) ?? 'Invalid',
      }),
    ),
    annotations: (spec.auditAnnotations ?? []).map(({ key = '', valueExpression = '' }) => ({
      key,
      ...composition.compile(valueExpression, {}, [stringType, nullType]),
    })),
    ignores: ignoresFailures(spec),
  }
}

const nothing: Verdict = { refusals: [], ignored: [], annotations: [], annotationErrors: [] }

const failure = (message: string, ignores: boolean): Verdict =>
  ignores
    ? { ...nothing, ignored: [message] }
    : { ...nothing, refusals: [{ index: 0, message, reason: 'Invalid' }] }

/** Evaluates a policy for a request, with one parameter object. @param noted as of matchConditions */
export function validate(
  validator: Validator,
  input: EvaluationInput,
  noted?: (errors: number) => void,
): Verdict {
  const { composition, ignores } = validator
  const own = { ...input, matched: { ...input.matched, resource: requestedVersion(input.attributes) } }
  const meant = matchConditions(composition.conditions, own, ignores, noted)
  if ('error' in meant) return failure(meant.error, ignores)
  if (!meant.matches) return nothing
  try {
    return { ...nothing, ...refusalsOf(validator, input), ...annotationsOf(validator, input) }
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error
    return failure(error.message, ignores)
  }
}

function refusalsOf(
  { validations, ignores }: Validator,
  input: EvaluationInput,
): Pick<Verdict, 'refusals' | 'ignored'> {
  const budget = new Budget(runtimeCostBudget)
  const activation = activate(input, { namespace: true, authorizer: true })
  const results = validations.map((one) => evaluate(one, activation, budget))
  const messages = messagesOf(validations, input, budget)
  const ignored: string[] = []
  const refusals = validations.flatMap((validation, index): Refusal[] => {
    const result = results[index]!
    if (result.error === undefined && messages.error === undefined && result.value === true) return []
    const error = result.error ?? messages.error
    if (error !== undefined && ignores) ignored.push(error)
    if (error !== undefined) return ignores ? [] : [{ index, message: error, reason: 'Invalid' }]
    return [{ index, message: messageOf(validation, messages.results?.[index]), reason: validation.reason }]
  })
  return { refusals, ignored }
}

/** The messages of all validations, also of those that hold: what they cost together counts. */
function messagesOf(
  validations: readonly CompiledValidation[],
  input: EvaluationInput,
  budget: Budget,
): { results?: readonly (Evaluation | undefined)[]; error?: string } {
  const activation: Activation = activate(input, { namespace: true, authorizer: false })
  try {
    const results = validations.map(
      ({ messageExpression }) => messageExpression && evaluate(messageExpression, activation, budget),
    )
    return { results }
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error
    return { error: `failed messageExpression: ${error.message}` }
  }
}

const maxMessage = 5 * 1024

function messageOf({ message, text }: CompiledValidation, told: Evaluation | undefined): string {
  const value = told?.error === undefined ? told?.value : undefined
  const made = typeof value === 'string' ? value.trim() : ''
  const fits = Buffer.byteLength(made) <= maxMessage && !made.includes('\n')
  return (fits ? made : '') || message.trim() || `failed expression: ${text.trim()}`
}

function annotationsOf(
  { annotations, ignores }: Validator,
  input: EvaluationInput,
): Pick<Verdict, 'annotations' | 'annotationErrors'> {
  const budget = new Budget(runtimeCostBudget)
  const activation = activate(input, { namespace: true, authorizer: false })
  const values: (readonly [string, string])[] = []
  const errors: string[] = []
  for (const annotation of annotations) {
    const result = evaluate(annotation, activation, budget)
    if (result.error !== undefined) errors.push(result.error)
    else if (typeof result.value === 'string' && result.value.trim() !== '')
      values.push([annotation.key, result.value.trim()])
  }
  return { annotations: values, annotationErrors: ignores ? [] : errors }
}
