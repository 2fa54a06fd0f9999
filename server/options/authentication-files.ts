// The files of flags about authentication, in the order in which they are read.
// Upstream: pkg/kubeapiserver/options/authentication.go (ToAuthenticationConfig), pkg/kubeapiserver/authenticator/config.go (New),
// apiserver/pkg/authentication/token/tokenfile, client-go/util/keyutil
import { kubeconfigFileError } from '../../apimachinery/scheme/kubeconfig-file.ts'
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { readCsv } from '../../component-base/go/csv.ts'
import { goQuote } from '../../component-base/go/quote.ts'
import { holdsPrivateKey, holdsPublicKey } from '../../component-base/go/x509.ts'
import { bundleError, type ReadText, readOr, unreadable } from '../../component-base/secure-serving.ts'
import { StartupError } from './startup-error.ts'

/** Checks the files. Throws a {@link StartupError} with upstream's text. */
export function checkAuthenticationFiles(flags: FlagValues, read: ReadText): void {
  const error =
    bundle('client-ca-bundle', flags.string('client-ca-file'), read) ??
    configurationError(flags.string('authentication-config'), read) ??
    missing(flags.string('oidc-ca-file'), read) ??
    bundle('request-header', flags.string('requestheader-client-ca-file'), read) ??
    firstOf(flags.strings('service-account-key-file'), (path) => publicKeyError(path, read)) ??
    tokenFileError(flags.string('token-auth-file'), read) ??
    algorithmError(flags) ??
    webhookError(flags.string('authentication-token-webhook-config-file'), read)
  if (error !== undefined) throw new StartupError(error)
}

function firstOf<T>(items: readonly T[], find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

const missing = (path: string, read: ReadText): string | undefined =>
  path === '' ? undefined : unreadable(path, read)
const bundle = (purpose: string, path: string, read: ReadText): string | undefined =>
  path === '' ? undefined : bundleError(purpose, path, read)

function configurationError(path: string, read: ReadText): string | undefined {
  const why = missing(path, read)
  return why === undefined
    ? undefined
    : `failed to load authentication configuration from file ${goQuote(path)}: ${why}`
}

function publicKeyError(path: string, read: ReadText): string | undefined {
  const file = readOr(path, read)
  if ('error' in file) return file.error
  return holdsPublicKey(file.text)
    ? undefined
    : `error reading public key file ${path}: data does not contain any valid RSA or ECDSA public keys`
}

/** Go's error on the file of --service-account-signing-key-file; undefined for a good one. */
export function signingKeyError(path: string, read: ReadText): string | undefined {
  const file = readOr(path, read)
  if ('error' in file) return file.error
  return holdsPrivateKey(file.text)
    ? undefined
    : `error reading private key file ${path}: data does not contain a valid RSA or ECDSA private key`
}

function tokenFileError(path: string, read: ReadText): string | undefined {
  if (path === '') return undefined
  const file = readOr(path, read)
  if ('error' in file) return file.error
  try {
    const short = readCsv(file.text).find((record) => record.length < 3)
    return short === undefined
      ? undefined
      : `token file '${path}' must have at least 3 columns (token, user name, user uid), found ${short.length}`
  } catch (error) {
    return (error as Error).message
  }
}

/** What a token's signature may be made with. Upstream: apiserver/plugin/pkg/authenticator/token/oidc */
const algorithms = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512']

function algorithmError(flags: FlagValues): string | undefined {
  if (flags.string('oidc-issuer-url') === '' || flags.string('oidc-client-id') === '') return undefined
  const unknown = flags.strings('oidc-signing-algs').find((one) => !algorithms.includes(one))
  return unknown === undefined ? undefined : `oidc: unsupported signing alg: ${goQuote(unknown)}`
}

const webhookError = (path: string, read: ReadText): string | undefined =>
  path === '' ? undefined : kubeconfigFileError(path, read)
