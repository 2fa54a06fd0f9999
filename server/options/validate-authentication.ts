// Upstream: pkg/kubeapiserver/options/authentication.go (Validate), pkg/controlplane/apiserver/options/{options,validation}.go
import { goQuote } from '../../apimachinery/field-error.ts'
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import type { ParsedFlags } from '../../component-base/flags/parse-flags.ts'
import { formatDuration } from '../../component-base/go/duration.ts'
import { urlError } from '../../component-base/go/parse-url.ts'
import { fingerprints } from '../../component-base/go/x509.ts'
import type { Logger } from '../../component-base/klog.ts'
import { requestHeaderErrors } from '../../component-base/request-header-flags.ts'
import { type ReadText, readOr } from '../../component-base/secure-serving.ts'
import { type FeatureGateReader, gateEnabled } from '../../featuregates/reader.ts'
import { optionsDialect } from './dialect.ts'

/** The gates, release, log and files that the checks need beside the flags. */
export interface AuthenticationContext {
  gates: FeatureGateReader
  minor: number
  logger: Logger
  readFile: ReadText
}

/** The errors of the authentication flags; warns in the log of request headers that no aggregated server knows. */
export const validateAuthentication = (parsed: ParsedFlags, context: AuthenticationContext): string[] => [
  ...oidcErrors(parsed, context),
  ...issuerErrors(parsed.values.strings('service-account-issuer')),
  ...keySetErrors(parsed.values.string('service-account-jwks-uri')),
  ...requestHeaderErrors(parsed.values, context),
  ...overlapErrors(parsed.values, context),
]

function oidcErrors({ values, set }: ParsedFlags, { gates, minor }: AuthenticationContext): string[] {
  const [issuer, client] = [values.string('oidc-issuer-url'), values.string('oidc-client-id')]
  if (!optionsDialect(minor).anyOidcFlag)
    return (issuer === '') === (client === '')
      ? []
      : ['oidc-issuer-url and oidc-client-id should be specified together']
  const any = [...set].some((flag) => flag.startsWith('oidc-'))
  if (values.string('authentication-config') === '')
    return any && (issuer === '' || client === '')
      ? ['oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set']
      : []
  const gate = 'StructuredAuthenticationConfiguration'
  return [
    ...(gateEnabled(gates, gate)
      ? []
      : [`set --feature-gates=${gate}=true to use authentication-config file`]),
    ...(any ? ['authentication-config file and oidc-* flags are mutually exclusive'] : []),
  ]
}

function issuerErrors(issuers: readonly string[]): string[] {
  const seen = new Set<string>()
  return issuers.flatMap((name) => {
    const error = name.includes(':') ? urlError(name, false) : undefined
    if (error !== undefined)
      return [`service-account-issuer ${goQuote(name)} contained a ':' but was not a valid URL: ${error}`]
    if (name === '') return ['service-account-issuer should not be an empty string']
    if (seen.has(name)) return [`service-account-issuer ${goQuote(name)} is already specified`]
    seen.add(name)
    return []
  })
}

function keySetErrors(uri: string): string[] {
  if (uri === '') return []
  const error = urlError(uri, false)
  if (error !== undefined) return [`service-account-jwks-uri must be a valid URL: ${error}`]
  return /^https:/i.test(uri) ? [] : [`service-account-jwks-uri requires https scheme, parsed as: ${uri}`]
}

/** Two bundles with a certificate in common let any client set the headers of others. */
function overlapErrors(flags: FlagValues, { minor, readFile }: AuthenticationContext): string[] {
  const [clients, proxies] = [flags.string('client-ca-file'), flags.string('requestheader-client-ca-file')]
  if (!optionsDialect(minor).comparesAuthorities || clients === '' || proxies === '') return []
  if (flags.strings('requestheader-allowed-names').length > 0) return []
  const [own, others] = [clients, proxies].map((path) => {
    const file = readOr(path, readFile)
    return 'error' in file ? [] : fingerprints(file.text)
  })
  return own!.some((one) => others!.includes(one))
    ? [
        '--requestheader-client-ca-file and --client-ca-file contain overlapping certificates; --requestheader-allowed-names must be specified to ensure regular client certificates cannot set authenticating proxy headers for arbitrary users',
      ]
    : []
}

const abstractSocket = /^@([a-zA-Z0-9_-]+\.)*[a-zA-Z0-9_-]+$/

/** The errors of --service-account-signing-endpoint. */
export function validateSigningEndpoint(
  flags: FlagValues,
  { gates, minor }: Pick<AuthenticationContext, 'gates' | 'minor'>,
): string[] {
  const name = 'service-account-signing-endpoint'
  const endpoint = flags.string(name)
  if (endpoint === '') return []
  const keys =
    flags.string('service-account-signing-key-file') !== '' ||
    flags.strings('service-account-key-file').length > 0
  return [
    ...(keys
      ? [
          `can't set \`--service-account-signing-key-file\` and/or \`--service-account-key-file\` with \`--${name}\` (They are mutually exclusive)`,
        ]
      : []),
    ...(gateEnabled(gates, 'ExternalServiceAccountTokenSigner')
      ? []
      : [`setting \`--${name}\` requires enabling ExternalServiceAccountTokenSigner feature gate`]),
    ...(endpoint.startsWith('@') && !abstractSocket.test(endpoint)
      ? [
          `invalid value ${goQuote(endpoint)} passed for \`--${name}\`, ${optionsDialect(minor).endpointError}`,
        ]
      : []),
  ]
}

/** Seconds that a bound token lives at least so that its holders are warned, and that an extended one lives. */
const [warnedLife, extendedLife] = [3607, 365 * 24 * 3600]

/** Warns in the log of a --service-account-max-token-expiration below what tokens are extended to. */
export function warnOfTokenLife(
  flags: FlagValues,
  { minor, logger }: Pick<AuthenticationContext, 'minor' | 'logger'>,
): void {
  const most = flags.duration('service-account-max-token-expiration')
  if (most === 0 || !flags.bool('service-account-extend-token-expiration', true)) return
  const begin = 'service-account-extend-token-expiration is true, '
  if (most < warnedLife * 1000)
    logger.log(
      'W',
      `${begin}in order to correctly trigger safe transition logic, service-account-max-token-expiration must be set longer than ${warnedLife} seconds (currently ${formatDuration(most)})`,
    )
  if (most < extendedLife * 1000)
    logger.log(
      'W',
      `${begin}enabling tokens valid up to ${extendedLife} seconds, which is longer than service-account-max-token-expiration set to ${formatDuration(most)}${optionsDialect(minor).tokenLifeUnit}`,
    )
}
