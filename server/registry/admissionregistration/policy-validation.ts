// Upstream: pkg/apis/admissionregistration/validation/validation.go (ValidateValidatingAdmissionPolicy and …Binding)

import type {
  AuditAnnotation,
  MatchResources,
  NamedRuleWithOperations,
  ParamKind,
  ParamRef,
  ValidatingAdmissionPolicyBindingSpec,
  ValidatingAdmissionPolicySpec,
  ValidatingAdmissionPolicyStatus,
  Validation,
  Variable,
} from '../../../api/admissionregistration-v1.ts'
import { eachFinding, type FieldError, FieldPath, field, repeats } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { semanticEqual } from '../../../apimachinery/json.ts'
import { parseJsonPath } from '../../../apimachinery/jsonpath/parser.ts'
import { groupVersionError, parseApiVersion } from '../../../apimachinery/scheme/api-version.ts'
import { validateLabelSelector } from '../../../apimachinery/validation/labels.ts'
import {
  isDNS1035Label,
  isDNS1123Subdomain,
  isValidPathSegmentName,
  nameIsDNSSubdomain,
} from '../../../apimachinery/validation/names.ts'
import type { ExpressionKind } from '../../../cel/environment.ts'
import { validateConditions } from '../core/meta-conditions.ts'
import { validateQualifiedName } from '../core/names.ts'
import { registryDialect } from '../dialect.ts'
import { ExpressionValidation, expressionTypes, type StoredExpressions } from './expressions.ts'
import { validateRuleWithOperations } from './rule.ts'
import { validateMatchConditions } from './webhook-validation.ts'

const path = FieldPath.of('spec')

/** The error of a value that is missing or none of those allowed. */
export const oneOf = (
  value: string | null | undefined,
  at: FieldPath,
  allowed: readonly string[],
): FieldError[] => {
  if (value == null) return [field.required(at, '')]
  return allowed.includes(value) ? [] : [field.notSupported(at, value, allowed)]
}

function validateGroupVersion(apiVersion: string, at: FieldPath): FieldError[] {
  if (apiVersion === '') return [field.required(at, '')]
  const wrong = groupVersionError(apiVersion)
  if (wrong !== undefined) return [field.invalid(at, apiVersion, wrong)]
  const { group, version } = parseApiVersion(apiVersion)
  const told = (value: string, texts: readonly string[]): FieldError[] =>
    texts.length === 0 ? [] : [field.invalid(at, value, texts.join(','))]
  return [
    ...(group === '' ? [] : told(group, isDNS1123Subdomain(group))),
    ...(version === ''
      ? [field.invalid(at, apiVersion, 'version must be specified')]
      : told(version, isDNS1035Label(version))),
  ]
}

/** The errors of the kind of a policy's parameters. */
export function validateParamKind({ apiVersion = '', kind = '' }: ParamKind, at: FieldPath): FieldError[] {
  const wrong = kind === '' ? [] : isDNS1035Label(kind.toLowerCase())
  const why = 'may have mixed case, but should otherwise match: '
  return [
    ...validateGroupVersion(apiVersion, at.child('apiVersion')),
    ...(kind === '' ? [field.required(at.child('kind'), '')] : []),
    ...(wrong.length === 0 ? [] : [field.invalid(at.child('kind'), kind, `${why}${wrong.join(',')}`)]),
  ]
}

function validateNamedRule(rule: NamedRuleWithOperations, at: FieldPath, minor: number): FieldError[] {
  const isRepeated = repeats()
  const names = at.child('resourceNames')
  return [
    ...eachFinding(rule.resourceNames ?? [], (name, i) => [
      ...isValidPathSegmentName(name).map((text) => field.invalid(names.index(i), name, text)),
      ...(isRepeated(name) ? [field.duplicate(names.index(i), name)] : []),
    ]),
    ...validateRuleWithOperations(rule, at, minor),
  ]
}

/** The errors of what a policy applies to. */
export function validateMatchResources(match: MatchResources, at: FieldPath, minor: number): FieldError[] {
  const rules = (name: 'resourceRules' | 'excludeResourceRules'): FieldError[] =>
    eachFinding(match[name] ?? [], (rule, i) => validateNamedRule(rule, at.child(name).index(i), minor))
  const selector = (value: MatchResources['objectSelector'], to: FieldPath): FieldError[] =>
    value == null ? [field.required(to, '')] : validateLabelSelector(value, {}, to, minor)
  return [
    ...oneOf(match.matchPolicy, at.child('matchPolicy'), ['Equivalent', 'Exact']),
    ...selector(match.namespaceSelector, at.child('namespaceSelector')),
    ...selector(match.objectSelector, at.child(registryDialect(minor).objectSelectorField)),
    ...rules('resourceRules'),
    ...rules('excludeResourceRules'),
  ]
}

const reasons = ['Forbidden', 'Invalid', 'RequestEntityTooLarge']

function validateMessage(message: string, at: FieldPath, minor: number): FieldError[] {
  const trimmed = message.trim()
  const subject = registryDialect(minor).spellsOutNames ? 'message ' : ''
  if (message !== '' && trimmed === '')
    return [field.invalid(at, message, `${subject}must be non-empty if specified`)]
  return /[\n\r]/.test(trimmed) ? [field.invalid(at, message, `${subject}must not contain line breaks`)] : []
}

/** What the parts of a policy are checked with. */
interface PolicyContext {
  readonly minor: number
  readonly name: string
  readonly params: boolean
  readonly expressions: ExpressionValidation
  readonly stored: PolicyExpressions
}

/** Expressions of a policy by their use. */
interface PolicyExpressions {
  readonly conditions: StoredExpressions
  readonly validations: StoredExpressions
  readonly messages: StoredExpressions
  readonly annotations: StoredExpressions
}

const expressionsOf = (spec: ValidatingAdmissionPolicySpec): PolicyExpressions => ({
  conditions: new Set((spec.matchConditions ?? []).map(({ expression = '' }) => expression)),
  validations: new Set((spec.validations ?? []).map(({ expression = '' }) => expression)),
  messages: new Set((spec.validations ?? []).map(({ messageExpression = '' }) => messageExpression)),
  annotations: new Set((spec.auditAnnotations ?? []).map(({ valueExpression = '' }) => valueExpression)),
})

function validateExpression(expression: string, at: FieldPath, context: PolicyContext): FieldError[] {
  const { expressions, params, stored } = context
  if (expression.trim() === '') return [field.required(at, 'expression is not specified')]
  const compiled = expressions.compiledText(expression)
  const options = { stored: stored.validations, shown: expression }
  return expressions.errors(compiled, at, { params, authorizer: true }, expressionTypes.condition, options)
}

function validateMessageExpression(message: string, at: FieldPath, context: PolicyContext): FieldError[] {
  const { expressions, params, stored, minor } = context
  if (message === '') return []
  if (message.trim() === '') return [field.invalid(at, message, 'must be non-empty if specified')]
  if (!registryDialect(minor).compilesMessages) return []
  const variables = { params, authorizer: false }
  return expressions.errors(message, at, variables, expressionTypes.message, { stored: stored.messages })
}

function validateValidation(one: Validation, at: FieldPath, context: PolicyContext): FieldError[] {
  const { expression = '', message = '', messageExpression = '', reason } = one
  return [
    ...validateExpression(expression, at.child('expression'), context),
    ...validateMessageExpression(messageExpression, at.child('messageExpression'), context),
    ...validateMessage(message, at.child('message'), context.minor),
    ...(reason == null ? [] : oneOf(reason, at.child('reason'), reasons)),
  ]
}

const celIdentifier = /^[_a-zA-Z][_a-zA-Z0-9]*$/
const celReserved = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
)

/** The errors of a variable, which later expressions can name. */
export function validateVariable(
  { name = '', expression = '' }: Variable,
  at: FieldPath,
  context: Pick<PolicyContext, 'expressions' | 'minor' | 'params'> & {
    readonly stored: Pick<PolicyExpressions, 'validations'>
  },
): FieldError[] {
  const { expressions, minor, params, stored } = context
  const why = registryDialect(minor).spellsOutNames
    ? 'name is not a valid CEL identifier'
    : 'must be a valid CEL identifier'
  const named =
    celIdentifier.test(name) && !celReserved.has(name) ? [] : [field.invalid(at.child('name'), name, why)]
  const to = at.child('expression')
  const variables = { params, authorizer: true }
  return [
    ...(name.trim() === '' ? [field.required(at.child('name'), 'name is not specified')] : named),
    ...(expression.trim() === ''
      ? [field.required(to, 'expression is not specified')]
      : expressions.variableErrors(name, expression, to, variables, stored.validations)),
  ]
}

const maxAnnotations = 20
/** Bytes. */
const maxAnnotationExpression = 5 * 1024

function validateValueExpression(expression: string, at: FieldPath, context: PolicyContext): FieldError[] {
  const { expressions, params, stored, minor } = context
  const trimmed = expression.trim()
  if (trimmed === '') return [field.required(at, 'valueExpression is not specified')]
  if (Buffer.byteLength(trimmed) > maxAnnotationExpression)
    return [field.required(at, `must not exceed ${maxAnnotationExpression} bytes in length`)]
  if (!registryDialect(minor).compilesMessages) return []
  const options = { stored: stored.annotations, shown: expression }
  const variables = { params, authorizer: true }
  return expressions.errors(trimmed, at, variables, expressionTypes.annotation, options)
}

function validateAuditAnnotations(
  annotations: readonly AuditAnnotation[],
  context: PolicyContext,
): FieldError[] {
  const { name: policy, minor } = context
  const at = path.child('auditAnnotations')
  const isRepeated = repeats()
  const tooMany = (): FieldError =>
    field.invalid(
      at,
      badValue(annotations, '[]admissionregistration.AuditAnnotation', minor),
      `must not have more than ${maxAnnotations} auditAnnotations`,
    )
  return [
    ...(annotations.length > maxAnnotations ? [tooMany()] : []),
    ...eachFinding(annotations, ({ key = '', valueExpression = '' }, i) => [
      ...(policy === ''
        ? [field.invalid(at.index(i).child('key'), key, 'requires metadata.name be non-empty')]
        : validateQualifiedName(`${policy}/${key}`, at.index(i).child('key'), minor)),
      ...validateValueExpression(valueExpression, at.index(i).child('valueExpression'), context),
      ...(isRepeated(key) ? [field.duplicate(at.index(i).child('key'), key)] : []),
    ]),
  ]
}

/** Whether a policy says anything: validations, and in later releases annotations. */
function validatePresence(spec: ValidatingAdmissionPolicySpec, minor: number): FieldError[] {
  const { actsByBinding } = registryDialect(minor)
  if (spec.validations?.length || (actsByBinding && spec.auditAnnotations?.length)) return []
  if (!actsByBinding) return [field.required(path.child('validations'), '')]
  const why = 'validations or auditAnnotations must contain at least one item'
  return [field.required(path.child('validations'), why), field.required(path.child('auditAnnotations'), why)]
}

/** The errors of a ValidatingAdmissionPolicy's status. */
export function validatePolicyStatus(status: ValidatingAdmissionPolicyStatus, minor: number): FieldError[] {
  const warnings = FieldPath.of('status', 'typeChecking', 'expressionWarnings')
  return [
    ...eachFinding(status.typeChecking?.expressionWarnings ?? [], ({ fieldRef = '', warning = '' }, i) => [
      ...(warning === '' ? [field.required(warnings.index(i).child('warning'), '')] : []),
      ...validateFieldRef(fieldRef.trim(), warnings.index(i).child('fieldRef')),
    ]),
    ...validateConditions(status.conditions, FieldPath.of('status', 'conditions'), minor),
  ]
}

function validateFieldRef(fieldRef: string, at: FieldPath): FieldError[] {
  if (fieldRef === '') return [field.required(at, '')]
  try {
    parseJsonPath(`{${fieldRef}}`)
    return []
  } catch (error) {
    return [field.invalid(at, fieldRef, `invalid JSONPath: ${(error as Error).message}`)]
  }
}

/** Whether match conditions are as they are stored, and name the same. */
export const keepsConditions = (spec: PolicyConditions, old: PolicyConditions | undefined): boolean =>
  old !== undefined &&
  semanticEqual(spec.paramKind, old.paramKind) &&
  semanticEqual(spec.matchConditions, old.matchConditions)

type PolicyConditions = Pick<ValidatingAdmissionPolicySpec, 'paramKind' | 'matchConditions'>

/** The errors of a ValidatingAdmissionPolicy. @param policy its name @param old the stored policy, on an update @param fresh the kind of expressions that it lacks */
export function validatePolicy(
  spec: ValidatingAdmissionPolicySpec,
  policy: string,
  minor: number,
  old?: ValidatingAdmissionPolicySpec,
  fresh: ExpressionKind = 'new',
): FieldError[] {
  const { failurePolicy, paramKind, matchConstraints: match } = spec
  const variables = spec.variables ?? []
  const matchPath = path.child('matchConstraints')
  const stored = expressionsOf(old ?? {})
  const params = paramKind != null
  const expressions = new ExpressionValidation(minor, variables.length > 0, fresh)
  const context: PolicyContext = { minor, name: policy, params, expressions, stored }
  const conditionOptions = { minor, params, stored: stored.conditions, fresh }
  return [
    ...oneOf(failurePolicy, path.child('failurePolicy'), ['Fail', 'Ignore']),
    ...(paramKind ? validateParamKind(paramKind, path.child('paramKind')) : []),
    ...(match ? validateMatchResources(match, matchPath, minor) : [field.required(matchPath, '')]),
    ...(match && !match.resourceRules?.length ? [field.required(matchPath.child('resourceRules'), '')] : []),
    ...(keepsConditions(spec, old)
      ? []
      : validateMatchConditions(spec.matchConditions ?? [], path.child('matchConditions'), conditionOptions)),
    ...eachFinding(variables, (one, i) => validateVariable(one, path.child('variables').index(i), context)),
    ...validatePresence(spec, minor),
    ...eachFinding(spec.validations ?? [], (one, i) =>
      validateValidation(one, path.child('validations').index(i), context),
    ),
    ...validateAuditAnnotations(spec.auditAnnotations ?? [], context),
  ]
}

function validateParamRef(ref: ParamRef, minor: number): FieldError[] {
  const at = path.child('paramRef')
  const { name = '', selector, parameterNotFoundAction: action } = ref
  const named = isValidPathSegmentName(name).map((text) => field.invalid(at.child('name'), name, text))
  if (!registryDialect(minor).selectsParams) return named
  const both = 'name and selector are mutually exclusive'
  const isBoth = name !== '' && selector != null
  return [
    ...named,
    ...(isBoth ? [field.forbidden(at.child('name'), both)] : []),
    ...(selector ? validateLabelSelector(selector, {}, at.child('selector'), minor) : []),
    ...(isBoth ? [field.forbidden(at.child('selector'), both)] : []),
    ...(name === '' && selector == null
      ? [field.required(at, 'one of name or selector must be specified')]
      : []),
    ...oneOf(action || undefined, at.child('parameterNotFoundAction'), ['Deny', 'Allow']),
  ]
}

const actions = ['Audit', 'Deny', 'Warn']

function validateActions(given: readonly string[], minor: number): FieldError[] {
  const at = path.child('validationActions')
  const isRepeated = repeats()
  const shown = badValue(given, '[]admissionregistration.ValidationAction', minor)
  const why =
    'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)'
  return [
    ...eachFinding(given, (action, i) => [
      ...oneOf(action, at.index(i), actions),
      ...(isRepeated(action) ? [field.duplicate(at.index(i), action)] : []),
    ]),
    ...(given.includes('Deny') && given.includes('Warn') ? [field.invalid(at, shown, why)] : []),
    ...(given.length === 0 ? [field.required(at, 'at least one validation action is required')] : []),
  ]
}

/** The errors of what bindings of both kinds have. */
export function validateBoundPolicy(
  spec: Omit<ValidatingAdmissionPolicyBindingSpec, 'validationActions'>,
  minor: number,
): FieldError[] {
  const { policyName = '', paramRef, matchResources } = spec
  const matchName = registryDialect(minor).misspellsMatchResources ? 'matchResouces' : 'matchResources'
  const at = path.child('policyName')
  return [
    ...(policyName === ''
      ? [field.required(at, '')]
      : nameIsDNSSubdomain(policyName, false).map((text) => field.invalid(at, policyName, text))),
    ...(paramRef ? validateParamRef(paramRef, minor) : []),
    ...(matchResources ? validateMatchResources(matchResources, path.child(matchName), minor) : []),
  ]
}

/** The errors of a ValidatingAdmissionPolicyBinding. */
export const validateBinding = (spec: ValidatingAdmissionPolicyBindingSpec, minor: number): FieldError[] => [
  ...validateBoundPolicy(spec, minor),
  ...(registryDialect(minor).actsByBinding ? validateActions(spec.validationActions ?? [], minor) : []),
]
