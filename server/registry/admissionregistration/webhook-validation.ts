// Upstream: pkg/apis/admissionregistration/validation/validation.go (webhook configurations)

import type { MatchCondition, MutatingWebhook } from '../../../api/admissionregistration-v1.ts'
import { eachFinding, type FieldError, FieldPath, field, repeats } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { semanticEqual } from '../../../apimachinery/json.ts'
import { validateLabelSelector } from '../../../apimachinery/validation/labels.ts'
import { isDNS1035Label, isDNS1123Subdomain } from '../../../apimachinery/validation/names.ts'
import type { ExpressionKind } from '../../../cel/environment.ts'
import { validateQualifiedName } from '../core/names.ts'
import { validateClientConfig } from './client-config.ts'
import { ExpressionValidation, expressionTypes, type StoredExpressions } from './expressions.ts'
import { validateRuleWithOperations } from './rule.ts'

/** A webhook of either kind; only mutating ones have a policy of reinvocation. */
export type Webhook = MutatingWebhook

/** What the stored configuration has already and so may keep. */
export interface WebhookOptions {
  readonly minor: number
  readonly fresh: ExpressionKind
  readonly sameMatchConditions: boolean
  readonly storedConditions: StoredExpressions
  readonly requireNoSideEffects: boolean
  readonly requireRecognizedReviewVersion: boolean
  readonly requireUniqueNames: boolean
  readonly allowInvalidLabelValueInSelector: boolean
}

const noSideEffects = ['None', 'NoneOnDryRun']
const sideEffectClasses = ['None', 'NoneOnDryRun', 'Some', 'Unknown']
const reviewVersions = ['v1', 'v1beta1']
const maxMatchConditions = 64

/** The invalid parts of webhooks that are allowed, since the stored configuration has such parts already. */
export function webhookOptions(
  minor: number,
  webhooks: readonly Webhook[],
  old?: readonly Webhook[],
  fresh: ExpressionKind = 'new',
): WebhookOptions {
  const before = old ?? []
  const names = before.map(({ name = '' }) => name)
  const selectors = before.flatMap((hook) => [hook.namespaceSelector, hook.objectSelector])
  return {
    minor,
    fresh,
    sameMatchConditions:
      old !== undefined &&
      old.length === webhooks.length &&
      old.every((hook, i) => semanticEqual(hook.matchConditions, webhooks[i]!.matchConditions)),
    storedConditions: new Set(
      before.flatMap(({ matchConditions }) =>
        (matchConditions ?? []).map(({ expression = '' }) => expression),
      ),
    ),
    requireNoSideEffects: before.every(({ sideEffects = '' }) => noSideEffects.includes(sideEffects)),
    requireRecognizedReviewVersion: before.every(
      ({ admissionReviewVersions: versions }) =>
        !versions?.length || versions.some((version) => reviewVersions.includes(version)),
    ),
    requireUniqueNames: new Set(names).size === names.length,
    allowInvalidLabelValueInSelector: selectors.some(
      (selector) => validateLabelSelector(selector, {}, FieldPath.root, minor).length > 0,
    ),
  }
}

/** The errors of a configuration's webhooks. */
export function validateWebhooks(webhooks: readonly Webhook[], options: WebhookOptions): FieldError[] {
  const repeated = repeats()
  return eachFinding(webhooks, (hook, i) => {
    const path = FieldPath.of('webhooks').index(i)
    const { name = '' } = hook
    const isRepeated = repeated(name) && name !== ''
    return [
      ...validateWebhook(hook, path, options),
      ...validateReviewVersions(hook.admissionReviewVersions, path.child('admissionReviewVersions'), options),
      ...(options.requireUniqueNames && isRepeated ? [field.duplicate(path.child('name'), name)] : []),
    ]
  })
}

function validateWebhook(hook: Webhook, path: FieldPath, options: WebhookOptions): FieldError[] {
  const { timeoutSeconds: timeout } = hook
  const selectors = (['namespaceSelector', 'objectSelector'] as const).flatMap((name) =>
    validateLabelSelector(hook[name], options, path.child(name), options.minor),
  )
  return [
    ...validateFullyQualifiedName(hook.name ?? '', path.child('name')),
    ...(hook.rules ?? []).flatMap((rule, i) =>
      validateRuleWithOperations(rule, path.child('rules').index(i), options.minor),
    ),
    ...oneOf(hook.failurePolicy, path.child('failurePolicy'), ['Fail', 'Ignore']),
    ...oneOf(hook.matchPolicy, path.child('matchPolicy'), ['Equivalent', 'Exact']),
    ...validateSideEffects(hook.sideEffects, path.child('sideEffects'), options),
    ...(timeout != null && (timeout > 30 || timeout < 1)
      ? [
          field.invalid(
            path.child('timeoutSeconds'),
            timeout,
            'the timeout value must be between 1 and 30 seconds',
          ),
        ]
      : []),
    ...selectors,
    ...oneOf(hook.reinvocationPolicy, path.child('reinvocationPolicy'), ['IfNeeded', 'Never']),
    ...validateClientConfig(hook.clientConfig ?? {}, path.child('clientConfig'), options.minor),
    ...(options.sameMatchConditions
      ? []
      : validateMatchConditions(hook.matchConditions ?? [], path.child('matchConditions'), {
          minor: options.minor,
          params: false,
          stored: options.storedConditions,
          fresh: options.fresh,
        })),
  ]
}

const oneOf = (value: string | undefined, path: FieldPath, allowed: readonly string[]): FieldError[] =>
  value == null || allowed.includes(value) ? [] : [field.notSupported(path, value, allowed)]

function validateFullyQualifiedName(name: string, path: FieldPath): FieldError[] {
  if (name === '') return [field.required(path, '')]
  const texts = isDNS1123Subdomain(name)
  if (texts.length > 0) return [field.invalid(path, name, texts.join(','))]
  return name.split('.').length < 3
    ? [field.invalid(path, name, 'should be a domain with at least three segments separated by dots')]
    : []
}

function validateSideEffects(
  value: string | undefined,
  path: FieldPath,
  { requireNoSideEffects }: WebhookOptions,
): FieldError[] {
  const allowed = requireNoSideEffects ? noSideEffects : sideEffectClasses
  if (value == null) return [field.required(path, `must specify one of ${allowed.join(', ')}`)]
  return oneOf(value, path, allowed)
}

function validateReviewVersions(
  versions: readonly string[] | undefined,
  path: FieldPath,
  { minor, requireRecognizedReviewVersion }: WebhookOptions,
): FieldError[] {
  if (!versions?.length) return [field.required(path, `must specify one of ${reviewVersions.join(', ')}`)]
  const isRepeated = repeats()
  const errors = eachFinding(versions, (version, i) =>
    isRepeated(version)
      ? [field.invalid(path.index(i), version, 'duplicate version')]
      : isDNS1035Label(version).map((text) => field.invalid(path.index(i), version, text)),
  )
  if (requireRecognizedReviewVersion && !versions.some((version) => reviewVersions.includes(version)))
    errors.push(
      field.invalid(
        path,
        badValue(versions, '[]string', minor),
        `must include at least one of ${reviewVersions.join(', ')}`,
      ),
    )
  return errors
}

/** What match conditions are checked with. */
export interface MatchConditionOptions {
  readonly minor: number
  /** Whether they can name params. */
  readonly params: boolean
  readonly stored: StoredExpressions
  /** The kind of expressions that are not stored. */
  readonly fresh: ExpressionKind
}

/** The errors of match conditions: their number, names and expressions. */
export function validateMatchConditions(
  conditions: readonly MatchCondition[],
  path: FieldPath,
  options: MatchConditionOptions,
): FieldError[] {
  const repeated = repeats()
  return [
    ...(conditions.length > maxMatchConditions
      ? [field.tooMany(path, conditions.length, maxMatchConditions)]
      : []),
    ...eachFinding(conditions, ({ name = '', expression = '' }, i) => {
      const at = path.index(i).child('name')
      const isRepeated = repeated(name) && name !== ''
      return [
        ...validateConditionExpression(expression.trim(), path.index(i).child('expression'), options),
        ...(name === '' ? [field.required(at, '')] : validateQualifiedName(name, at, options.minor)),
        ...(isRepeated ? [field.duplicate(at, name)] : []),
      ]
    }),
  ]
}

function validateConditionExpression(
  expression: string,
  at: FieldPath,
  { minor, params, stored, fresh }: MatchConditionOptions,
): FieldError[] {
  if (expression === '') return [field.required(at, '')]
  const variables = { params, authorizer: true }
  const expressions = new ExpressionValidation(minor, false, fresh)
  return expressions.errors(expression, at, variables, expressionTypes.condition, { stored })
}
