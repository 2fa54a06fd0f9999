// Upstream: staging/src/k8s.io/apiserver/pkg/apis/apiserver/validation/validation.go (ValidateAuthorizationConfiguration)
import { isAbsolute } from 'node:path'
import { type FieldError, FieldPath, field, goQuote, Literal } from '../../apimachinery/field-error.ts'
import { someAddress } from '../../apimachinery/go-print/syntax.ts'
import { validationDialect } from '../../apimachinery/validation/dialect.ts'
import { nameIsDNSSubdomain } from '../../apimachinery/validation/names.ts'
import { compileMatchCondition } from '../../cel/authorization/match-condition.ts'
import { formatDuration } from '../../component-base/go/duration.ts'
import type {
  AuthorizationConfiguration,
  AuthorizationReading,
  WebhookAuthorizerConfiguration,
} from './authorizer-types.ts'

/** Authorizers that kube-apiserver has, in the order of their names. */
export const authorizerTypes = ['ABAC', 'AlwaysAllow', 'AlwaysDeny', 'Node', 'RBAC', 'Webhook']

interface Validation extends AuthorizationReading {
  /** AuthorizeWithSelectors */
  readonly selectors: boolean
}

/** The errors of a configuration, in upstream's order. */
export function validateAuthorizationConfiguration(
  { authorizers }: AuthorizationConfiguration,
  validation: Validation,
): FieldError[] {
  const list = FieldPath.of('authorizers')
  const errors: FieldError[] =
    authorizers.length > 0 ? [] : [field.required(list, 'at least one authorization mode must be defined')]
  const [types, names] = [new Set<string>(), new Set<string>()]
  for (const [i, { type, name, webhook }] of authorizers.entries()) {
    const path = list.index(i)
    const wrong = typeError(path.child('type'), type, types)
    if (wrong !== undefined) {
      errors.push(wrong)
      continue
    }
    types.add(type)
    errors.push(...nameErrors(path.child('name'), name, names))
    names.add(name)
    if (type !== 'Webhook') {
      if (webhook !== undefined)
        errors.push(
          field.invalid(path.child('webhook'), 'non-null', 'may only be specified when type=Webhook'),
        )
    } else if (webhook === undefined)
      errors.push(field.required(path.child('webhook'), 'required when type=Webhook'))
    else errors.push(...validateWebhook(path, webhook, validation))
  }
  return errors
}

function typeError(path: FieldPath, type: string, seen: ReadonlySet<string>): FieldError | undefined {
  if (type === '') return field.required(path, '')
  if (!authorizerTypes.includes(type)) return field.notSupported(path, type, authorizerTypes)
  return seen.has(type) && type !== 'Webhook' ? field.duplicate(path, type) : undefined
}

function nameErrors(path: FieldPath, name: string, seen: ReadonlySet<string>): FieldError[] {
  if (name === '') return [field.required(path, '')]
  if (seen.has(name)) return [field.duplicate(path, name)]
  const texts = nameIsDNSSubdomain(name, false)
  return texts.length === 0
    ? []
    : [field.invalid(path, name, `authorizer name is invalid: ${texts.join(', ')}`)]
}

const longestTimeout = 30_000

function validateWebhook(
  path: FieldPath,
  webhook: WebhookAuthorizerConfiguration,
  validation: Validation,
): FieldError[] {
  const { timeout, matchConditions, failurePolicy, matchConditionSubjectAccessReviewVersion: asked } = webhook
  return [
    ...(timeout === 0
      ? [field.required(path.child('timeout'), '')]
      : timeout > longestTimeout || timeout < 0
        ? [field.invalid(path.child('timeout'), formatDuration(timeout), 'must be > 0s and <= 30s')]
        : []),
    ...(['authorizedTTL', 'unauthorizedTTL'] as const).flatMap((key) =>
      webhook[key] < 0 ? [field.invalid(path.child(key), formatDuration(webhook[key]), 'must be > 0s')] : [],
    ),
    ...oneOf(path.child('subjectAccessReviewVersion'), webhook.subjectAccessReviewVersion, ['v1', 'v1beta1']),
    ...(asked === '' && matchConditions.length === 0
      ? []
      : oneOf(
          path.child('matchConditionSubjectAccessReviewVersion'),
          asked,
          ['v1'],
          'required if match conditions are specified',
        )),
    ...oneOf(path.child('failurePolicy'), failurePolicy, ['NoOpinion', 'Deny']),
    ...validateConnection(path.child('connectionInfo'), webhook.connectionInfo, validation),
    ...validateConditions(path.child('matchConditions'), matchConditions, validation),
  ]
}

function oneOf(path: FieldPath, value: string, known: readonly string[], missing = ''): FieldError[] {
  if (value === '') return [field.required(path, missing)]
  return known.includes(value) ? [] : [field.notSupported(path, value, known)]
}

function validateConnection(
  path: FieldPath,
  { type, kubeConfigFile }: WebhookAuthorizerConfiguration['connectionInfo'],
  { readFile, minor }: Validation,
): FieldError[] {
  const file = path.child('kubeConfigFile')
  if (type === '') return [field.required(path.child('type'), '')]
  if (type === 'InClusterConfig')
    return kubeConfigFile === undefined
      ? []
      : [field.invalid(file, kubeConfigFile, 'can only be set when type=KubeConfigFile')]
  if (type !== 'KubeConfigFile') {
    const value = new Literal(connectionText(type, kubeConfigFile, minor))
    return [field.notSupported(path.child('type'), value, ['InClusterConfig', 'KubeConfigFile'])]
  }
  if (!kubeConfigFile) return [field.required(file, '')]
  if (!isAbsolute(kubeConfigFile)) return [field.invalid(file, kubeConfigFile, 'must be an absolute path')]
  const why = fileError(kubeConfigFile, readFile)
  return why === undefined ? [] : [field.invalid(file, kubeConfigFile, why)]
}

/** The connection as Go prints it; the address of a text in older releases is any. */
function connectionText(type: string, file: string | undefined, minor: number): string {
  if (validationDialect(minor).printsValuesAsJSON)
    return JSON.stringify({ Type: type, KubeConfigFile: file ?? null })
  const pointer = file === undefined ? 'nil' : someAddress
  return `apiserver.WebhookConnectionInfo{Type:${goQuote(type)}, KubeConfigFile:(*string)(${pointer})}`
}

/** The error of a kubeconfig that is not there. A file without permission is reported later, when it is read. */
function fileError(path: string, readFile: Validation['readFile']): string | undefined {
  try {
    readFile(path)
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES') return undefined
    return code === 'EISDIR'
      ? 'must be a regular file'
      : `error loading file: stat ${path}: no such file or directory`
  }
}

const mostConditions = 64

function validateConditions(
  path: FieldPath,
  conditions: WebhookAuthorizerConfiguration['matchConditions'],
  { minor, selectors }: Validation,
): FieldError[] {
  if (conditions.length > mostConditions) return [field.tooMany(path, conditions.length, mostConditions)]
  const seen = new Set<string>()
  return conditions.flatMap(({ expression }, i) => {
    const at = path.index(i).child('expression')
    if (expression.trim() === '') return [field.required(at, '')]
    if (seen.has(expression)) return [field.duplicate(at, expression)]
    seen.add(expression)
    const { error } = compileMatchCondition(expression, minor, selectors)
    return error === undefined ? [] : [field.invalid(at, expression, error)]
  })
}
