// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (validateCustomResourceConversion)
import type { CustomResourceConversion, WebhookClientConfig } from '../../../../api/apiextensions-v1.ts'
import { eachFinding, type FieldError, type FieldPath, field } from '../../../../apimachinery/field-error.ts'
import { badValue } from '../../../../apimachinery/go-print/bad-value.ts'
import { isDNS1035Label } from '../../../../apimachinery/validation/names.ts'
import { validateClientConfig } from '../../../registry/admissionregistration/client-config.ts'
import { caBundleProblem } from './ca-bundle.ts'
import { enumErrors } from './names.ts'
import type { ValidationOptions } from './options.ts'
import { shownTexts } from './shown-value.ts'

/** Versions of ConversionReview that the server can send. */
const reviewVersions = ['v1', 'v1beta1']

/** Whether one of the ConversionReview versions is known, or the list is empty. */
export const knowsReviewVersion = (versions: readonly string[]): boolean =>
  versions.length === 0 || versions.some((one) => reviewVersions.includes(one))

function reviewVersionErrors(
  versions: readonly string[],
  path: FieldPath,
  { minor, requiresKnownReviewVersion }: ValidationOptions,
): FieldError[] {
  if (versions.length === 0) return [field.required(path, '')]
  const seen = new Set<string>()
  const errors = eachFinding(versions, (version, i) => {
    if (seen.has(version)) return [field.invalid(path.index(i), version, 'duplicate version')]
    seen.add(version)
    return isDNS1035Label(version).map((text) => field.invalid(path.index(i), version, text))
  })
  if (!requiresKnownReviewVersion || knowsReviewVersion(versions)) return errors
  const text = `must include at least one of ${reviewVersions.join(', ')}`
  return [...errors, field.invalid(path, shownTexts(versions, minor), text)]
}

function bundleErrors(
  { caBundle }: WebhookClientConfig,
  path: FieldPath,
  { minor, allowsInvalidCABundle }: ValidationOptions,
): FieldError[] {
  const problem = allowsInvalidCABundle ? undefined : caBundleProblem(caBundle)
  return problem === undefined ? [] : [field.invalid(path, badValue(caBundle, '[]byte', minor), problem)]
}

function webhookErrors(
  client: WebhookClientConfig | null | undefined,
  path: FieldPath,
  options: ValidationOptions,
): FieldError[] {
  if (client == null) return [field.required(path, 'required when strategy is set to Webhook')]
  return [
    ...validateClientConfig(client, path, options.minor),
    ...bundleErrors(client, path.child('caBundle'), options),
  ]
}

/** The errors of spec.conversion; the webhook's parts are named as in Kubernetes' internal version. */
export function conversionErrors(
  { strategy = '', webhook }: CustomResourceConversion,
  path: FieldPath,
  options: ValidationOptions,
): FieldError[] {
  const client = path.child('webhookClientConfig')
  const versionsPath = path.child('conversionReviewVersions')
  const versions = webhook?.conversionReviewVersions ?? []
  const errors = enumErrors(path.child('strategy'), strategy, ['None', 'Webhook'])
  if (strategy === 'Webhook')
    return [
      ...errors,
      ...webhookErrors(webhook?.clientConfig, client, options),
      ...reviewVersionErrors(versions, versionsPath, options),
    ]
  const unwanted = 'should not be set when strategy is not set to Webhook'
  return [
    ...errors,
    ...(webhook?.clientConfig == null ? [] : [field.forbidden(client, unwanted)]),
    ...(versions.length === 0 ? [] : [field.forbidden(versionsPath, unwanted)]),
  ]
}
