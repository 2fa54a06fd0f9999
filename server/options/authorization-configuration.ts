// Upstream: pkg/kubeapiserver/authorizer/config.go (LoadAndValidateData), staging/src/k8s.io/apiserver/pkg/apis/apiserver/{load,v1}
import { aggregateText } from '../../apimachinery/field-error.ts'
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { parseDuration } from '../../component-base/go/duration.ts'
import { readOr } from '../../component-base/secure-serving.ts'
import { aggregate } from '../../featuregates/aggregate.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import type {
  AuthorizationConfiguration,
  AuthorizationReading,
  AuthorizerConfiguration,
  WebhookAuthorizerConfiguration,
} from './authorizer-types.ts'
import { optionsDialect } from './dialect.ts'
import { type ConfigurationKind, decodeServerConfiguration } from './server-configuration.ts'
import { validateAuthorizationConfiguration } from './validate-authorization-configuration.ts'

const duration = '~apimachinery.pkg.apis.meta.v1.Duration'
const authorizationKind = (minor: number): ConfigurationKind => ({
  kind: 'AuthorizationConfiguration',
  types: {
    AuthorizationConfiguration: [
      ' TypeMeta ~apimachinery.pkg.apis.meta.v1.TypeMeta i',
      'authorizers Authorizers []AuthorizerConfiguration',
    ],
    AuthorizerConfiguration: [
      'type Type string',
      'name Name string',
      'webhook Webhook *WebhookConfiguration o',
    ],
    WebhookConfiguration: [
      `authorizedTTL AuthorizedTTL ${duration}`,
      `unauthorizedTTL UnauthorizedTTL ${duration}`,
      ...(optionsDialect(minor).disablesAuthorizationCaches
        ? [
            'cacheAuthorizedRequests CacheAuthorizedRequests *bool o',
            'cacheUnauthorizedRequests CacheUnauthorizedRequests *bool o',
          ]
        : []),
      `timeout Timeout ${duration}`,
      'subjectAccessReviewVersion SubjectAccessReviewVersion string',
      'matchConditionSubjectAccessReviewVersion MatchConditionSubjectAccessReviewVersion string',
      'failurePolicy FailurePolicy string',
      'connectionInfo ConnectionInfo WebhookConnectionInfo',
      'matchConditions MatchConditions []WebhookMatchCondition',
    ],
    WebhookConnectionInfo: ['type Type string', 'kubeConfigFile KubeConfigFile *string'],
    WebhookMatchCondition: ['expression Expression string'],
  },
  strict: true,
  instead: ({ type }) => `expected AuthorizationConfiguration, got *apiserver.${type}`,
})

/**
 * What the file of --authorization-config says. Throws an Error with upstream's text.
 * @param required types that have to stay in a file that is read again
 */
export function loadAuthorization(
  path: string,
  reading: AuthorizationReading,
  required: readonly string[] = [],
): AuthorizationConfiguration {
  return parseAuthorization(readText(path, reading), reading, required)
}

/** The text of the file. Throws an Error with upstream's text. */
export function readText(path: string, { readFile, minor }: AuthorizationReading): string {
  const file = readOr(path, readFile)
  if ('text' in file) return file.text
  throw new Error(optionsDialect(minor).readsAuthorizationFirst ? file.error : `${loading}${file.error}`)
}

const loading = 'failed to load AuthorizationConfiguration from file: '

/** The configuration in a file's text. Throws an Error with upstream's text. */
export function parseAuthorization(
  text: string,
  reading: AuthorizationReading,
  required: readonly string[] = [],
): AuthorizationConfiguration {
  const configuration = decoded(text, reading.minor)
  const errors = validateAuthorizationConfiguration(configuration, {
    ...reading,
    selectors: gateEnabled(reading.gates, 'AuthorizeWithSelectors'),
  })
  if (errors.length > 0) throw new Error(aggregateText(errors))
  const others = configuration.authorizers.filter(({ type }) => type !== 'Webhook')
  const missing = required.filter((type) => !others.some((one) => one.type === type)).toSorted()
  const wrong = [
    ...others.flatMap(({ type, name }) =>
      type.toLowerCase() === name
        ? []
        : [`expected name ${type.toLowerCase()} for authorizer ${type} instead of ${name}`],
    ),
    ...(missing.length > 0 ? [`missing required types: [${missing.join(' ')}]`] : []),
  ]
  if (wrong.length > 0) throw new Error(aggregate(wrong))
  return configuration
}

function decoded(text: string, minor: number): AuthorizationConfiguration {
  if (text === '') return { authorizers: [] }
  try {
    const value = decodeServerConfiguration(text, authorizationKind(minor), minor)
    const { authorizers } = value as { authorizers?: Written[] | null }
    return { authorizers: (authorizers ?? []).map(completed) }
  } catch (error) {
    throw new Error(loading + (error as Error).message, { cause: error })
  }
}

/** An authorizer as the file writes it, before defaults. */
interface Written {
  readonly type?: string
  readonly name?: string
  readonly webhook?: WrittenWebhook | null
}
interface WrittenWebhook extends Readonly<Record<string, unknown>> {
  readonly connectionInfo?: { type?: string; kubeConfigFile?: string | null } | null
  readonly matchConditions?: { expression?: string }[] | null
}

const completed = ({ type = '', name = '', webhook }: Written): AuthorizerConfiguration =>
  webhook == null ? { type, name } : { type, name, webhook: completedWebhook(webhook) }

/** The webhook with the defaults of fields that the file leaves out. Upstream: SetDefaults_WebhookConfiguration */
function completedWebhook(webhook: WrittenWebhook): WebhookAuthorizerConfiguration {
  const { connectionInfo, matchConditions } = webhook
  const text = (key: string): string => (webhook[key] as string | undefined) ?? ''
  const time = (key: string): number => (text(key) === '' ? 0 : parseDuration(text(key)))
  return {
    authorizedTTL: time('authorizedTTL') || 5 * 60_000,
    cacheAuthorizedRequests: webhook['cacheAuthorizedRequests'] !== false,
    unauthorizedTTL: time('unauthorizedTTL') || 30_000,
    cacheUnauthorizedRequests: webhook['cacheUnauthorizedRequests'] !== false,
    timeout: time('timeout'),
    subjectAccessReviewVersion: text('subjectAccessReviewVersion'),
    matchConditionSubjectAccessReviewVersion: text('matchConditionSubjectAccessReviewVersion'),
    failurePolicy: text('failurePolicy'),
    connectionInfo: {
      type: connectionInfo?.type ?? '',
      kubeConfigFile: connectionInfo?.kubeConfigFile ?? undefined,
    },
    matchConditions: (matchConditions ?? []).map(({ expression = '' }) => ({ expression })),
  }
}

/** The timeout of a webhook of --authorization-webhook-config-file, in milliseconds. */
const timeoutOfFlags = 30_000

/** The chain that the flags ask for: of a file, or of modes. Throws an Error with upstream's text. */
export function authorizationOf(
  flags: FlagValues,
  reading: AuthorizationReading,
): AuthorizationConfiguration {
  const file = flags.string('authorization-config')
  if (file !== '') return loadAuthorization(file, reading)
  const modes = flags.strings('authorization-mode').filter((mode) => mode !== '')
  return {
    authorizers: (modes.length === 0 ? ['AlwaysAllow'] : modes).map((type) =>
      type === 'Webhook'
        ? { type, name: 'default', webhook: webhookOfFlags(flags) }
        : { type, name: type.toLowerCase() },
    ),
  }
}

function webhookOfFlags(flags: FlagValues): WebhookAuthorizerConfiguration {
  const [authorizedTTL, unauthorizedTTL] = [
    flags.duration('authorization-webhook-cache-authorized-ttl'),
    flags.duration('authorization-webhook-cache-unauthorized-ttl'),
  ]
  return {
    authorizedTTL,
    cacheAuthorizedRequests: authorizedTTL !== 0,
    unauthorizedTTL,
    cacheUnauthorizedRequests: unauthorizedTTL !== 0,
    timeout: timeoutOfFlags,
    subjectAccessReviewVersion: flags.string('authorization-webhook-version'),
    matchConditionSubjectAccessReviewVersion: '',
    failurePolicy: 'NoOpinion',
    connectionInfo: {
      type: 'KubeConfigFile',
      kubeConfigFile: flags.string('authorization-webhook-config-file'),
    },
    matchConditions: [],
  }
}
