// Upstream: pkg/kubeapiserver/options/authentication.go (ToAuthenticationConfig), pkg/kubeapiserver/authenticator/config.go (New)
import { aggregateText, errorText, FieldPath, field, goQuote } from '../../apimachinery/field-error.ts'
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { unreadable } from '../../component-base/secure-serving.ts'
import {
  type AnonymousConfig,
  type AuthenticationConfiguration,
  anonymousPaths,
  type JWTAuthenticatorConfig,
  signingAlgorithms,
} from '../endpoints/authentication/jwt/configuration.ts'
import type { CompiledAuthenticator } from '../endpoints/authentication/jwt/jwt-authenticator.ts'
import { webhookConnection } from '../webhook/kubeconfig.ts'
import { issuerOfFlags, parseAuthentication } from './authentication-configuration.ts'
import { checkFiles, type ReadFileSync } from './check-files.ts'
import { optionsDialect } from './dialect.ts'
import { StartupError } from './startup-error.ts'
import {
  type ValidatedAuthentication,
  validateAuthenticationConfiguration,
  validateAuthenticator,
} from './validate-authentication-configuration.ts'
import type { AuthenticationRules } from './validate-issuer.ts'

/** Whom a server believes beside its own tokens and certificates. */
export interface AuthenticationSettings {
  readonly issuers: readonly CompiledAuthenticator[]
  readonly algorithms: readonly string[]
  /** Whether a request without credentials may ask for a path; undefined: none may. */
  readonly anonymous: ((path: string) => boolean) | undefined
  /** --authentication-config, which may change; undefined: there is none. */
  readonly file: { readonly path: string; readonly text: string } | undefined
}

interface Given {
  /** Names of the flags on the command line. */
  readonly given: ReadonlySet<string>
  /** Whether anonymous requests are accepted: `--anonymous-auth`, unless AlwaysAllow resets it. */
  readonly anonymous: boolean
  /** --service-account-issuer */
  readonly issuers: readonly string[]
  readonly rules: AuthenticationRules
  readonly readFile: ReadFileSync
}

/** The settings that the flags and files of authentication result in. Throws a StartupError with upstream's text. */
export function authenticationOf(flags: FlagValues, own: Given): AuthenticationSettings {
  const { rules, readFile } = own
  const path = flags.string('authentication-config')
  const file = path === '' ? undefined : loaded(path, own)
  const jwt = file?.configuration.jwt ?? issuersOfFlags(flags, own)
  const anonymous = anonymousOf(file?.configuration.anonymous, own)
  const compiled = validated({ jwt, anonymous: file?.configuration.anonymous }, file !== undefined, rules)
  checkFiles.ofUsers(flags, readFile)
  const algorithms = path === '' ? flags.strings('oidc-signing-algs') : signingAlgorithms
  for (const one of jwt) requireUsable(one, algorithms, own)
  requireWebhook(flags, own)
  return {
    issuers: compiled,
    algorithms: algorithms.length === 0 ? ['RS256'] : algorithms,
    anonymous: anonymousPaths(anonymous),
    file: file === undefined ? undefined : { path, text: file.text },
  }
}

/** The configuration in another text of the file, with what is wrong with it. Throws an Error where it cannot be decoded. */
export function authenticationIn(
  text: string,
  path: string,
  rules: AuthenticationRules,
): AuthenticationConfiguration & ValidatedAuthentication {
  const configuration = parseAuthentication(text, rules.minor, path)
  return { ...configuration, ...validateAuthenticationConfiguration(configuration, rules) }
}

function loaded(
  path: string,
  { rules: { minor }, readFile }: Given,
): { text: string; configuration: AuthenticationConfiguration } {
  const frame = optionsDialect(minor).namesAuthenticationFile
    ? `failed to load authentication configuration from file ${goQuote(path)}: `
    : ''
  const why = unreadable(path, readFile)
  if (why !== undefined) throw new StartupError(`${frame}${why}`)
  try {
    const text = readFile(path)
    return { text, configuration: parseAuthentication(text, minor, path) }
  } catch (error) {
    throw new StartupError(`${frame}${(error as Error).message}`, { cause: error })
  }
}

function issuersOfFlags(flags: FlagValues, { readFile }: Given): JWTAuthenticatorConfig[] {
  const file = flags.string('oidc-ca-file')
  const isUsed = flags.string('oidc-issuer-url') !== '' && flags.string('oidc-client-id') !== ''
  const why = file === '' || !isUsed ? undefined : unreadable(file, readFile)
  if (why !== undefined) throw new StartupError(why)
  const issuer = issuerOfFlags(flags, readFile)
  return issuer === undefined ? [] : [issuer]
}

function anonymousOf(
  configured: AnonymousConfig | undefined,
  { given, anonymous, rules }: Given,
): AnonymousConfig {
  if (configured === undefined) return { enabled: anonymous, conditions: [] }
  if (!given.has('anonymous-auth')) return configured
  const flag = optionsDialect(rules.minor).spellsAnonymousFlag ? 'anonymous-auth' : 'anonynous-auth'
  const why = `--${flag} flag cannot be set when anonymous field is configured in authentication configuration file`
  throw new StartupError(errorText(field.forbidden(FieldPath.of('anonymous'), why)))
}

/** @note Issuers of service accounts are not known at this point; {@link requireUsable} looks at them. */
function validated(
  configuration: AuthenticationConfiguration,
  isOfFile: boolean,
  rules: AuthenticationRules,
): readonly CompiledAuthenticator[] {
  const { namesAuthenticationFile, validatesIssuerFlags } = optionsDialect(rules.minor)
  if (configuration.jwt.length > 0 && !validatesIssuerFlags) requireOldForm(configuration.jwt[0]!)
  const isEmpty = !isOfFile && configuration.jwt.length === 0
  const none: ValidatedAuthentication = { errors: [], compiled: [] }
  const { errors, compiled } = isEmpty ? none : validateAuthenticationConfiguration(configuration, rules)
  if (errors.length > 0 && validatesIssuerFlags)
    throw new StartupError(
      `${namesAuthenticationFile ? 'invalid authentication configuration: ' : ''}${aggregateText(errors)}`,
    )
  return compiled
}

/** Upstream: oidc.New before there were configurations. */
function requireOldForm({ issuer: { url }, claimMappings }: JWTAuthenticatorConfig): void {
  const scheme = /^([A-Za-z][A-Za-z0-9+\-.]*):/.exec(url)?.[1] ?? ''
  if (scheme !== 'https')
    throw new StartupError(
      `'oidc-issuer-url' (${goQuote(url)}) has invalid scheme (${goQuote(scheme)}), require 'https'`,
    )
  if (claimMappings.username.claim === '') throw new StartupError('no username claim provided')
}

/** Upstream: oidc.New */
function requireUsable(
  config: JWTAuthenticatorConfig,
  algorithms: readonly string[],
  { issuers, rules }: Given,
): void {
  if (optionsDialect(rules.minor).severalIssuers) {
    const { errors } = validateAuthenticator(config, FieldPath.root, { ...rules, disallowed: issuers })
    if (errors.length > 0) throw new StartupError(aggregateText(errors))
  }
  const unknown = algorithms.find((one) => !signingAlgorithms.includes(one))
  if (unknown !== undefined) throw new StartupError(`oidc: unsupported signing alg: ${goQuote(unknown)}`)
  const { egressSelectorType: type } = config.issuer
  if (type !== '')
    throw new StartupError(`oidc: egress lookup required with egress selector type ${goQuote(type)}`)
}

function requireWebhook(flags: FlagValues, { rules, readFile }: Given): void {
  const path = flags.string('authentication-token-webhook-config-file')
  if (path === '') return
  try {
    webhookConnection(path, readFile, rules.minor)
  } catch (error) {
    throw new StartupError((error as Error).message, { cause: error })
  }
  const version = flags.string('authentication-token-webhook-version', 'v1beta1')
  if (version !== 'v1' && version !== 'v1beta1')
    throw new StartupError(
      `unsupported authentication webhook version ${goQuote(version)}, supported versions are "v1", "v1beta1"`,
    )
}
