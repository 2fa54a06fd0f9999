import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { readCsv } from '../../component-base/go/csv.ts'
import { holdsPrivateKey, holdsPublicKey } from '../../component-base/go/x509.ts'
import { bundleError, type ReadText, readOr } from '../../component-base/secure-serving.ts'
import { StartupError } from './startup-error.ts'

/** Checks the file of clients' authorities. Throws a {@link StartupError} with upstream's text. */
export function checkClientAuthority(flags: FlagValues, read: ReadText): void {
  refuse(bundle('client-ca-bundle', flags.string('client-ca-file'), read))
}

/** Checks the files of proxies, service accounts and tokens. Throws a {@link StartupError} with upstream's text. */
export function checkUserFiles(flags: FlagValues, read: ReadText): void {
  refuse(
    bundle('request-header', flags.string('requestheader-client-ca-file'), read) ??
      firstOf(flags.strings('service-account-key-file'), (path) => publicKeyError(path, read)) ??
      tokenFileError(flags.string('token-auth-file'), read),
  )
}

function refuse(error: string | undefined): void {
  if (error !== undefined) throw new StartupError(error)
}

function firstOf<T>(items: readonly T[], find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

const bundle = (purpose: string, path: string, read: ReadText): string | undefined =>
  path === '' ? undefined : bundleError(purpose, path, read)

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
