// Files that flags name, in the order in which the real component opens them.

import { readFileSync } from 'node:fs'
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { optionsDialect } from './dialect.ts'
import { StartupError } from './startup-error.ts'

/** Throws as node:fs does. */
export type ReadFileSync = (path: string) => string

/** Reads a file of the host as UTF-8. Throws where it cannot be read. */
export const readHostFile: ReadFileSync = (path) => readFileSync(path, 'utf8')

function openError(path: string, read: ReadFileSync): string | undefined {
  try {
    read(path)
    return undefined
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    return `open ${path}: ${code === 'EACCES' ? 'permission denied' : code === 'EISDIR' ? 'is a directory' : 'no such file or directory'}`
  }
}

function require(
  read: ReadFileSync,
  paths: readonly string[],
  text: (why: string, path: string) => string = (why) => why,
): void {
  for (const path of paths) {
    const why = path === '' ? undefined : openError(path, read)
    if (why !== undefined) throw new StartupError(text(why, path))
  }
}

/** Checks the files that flags name, at two points of the start. Throws with the real component's text. */
export const checkFiles = {
  /** Those that completing the options reads. */
  beforeValidation(flags: FlagValues, read: ReadFileSync): void {
    require(read, [flags.string('service-account-signing-key-file')], (why) =>
      `failed to parse service-account-issuer-key-file: ${why}`)
  },
  /** Those that the server reads while it is made. */
  afterValidation(flags: FlagValues, minor: number, read: ReadFileSync): void {
    for (const item of flags.strings('watch-cache-sizes'))
      if (!item.includes('#')) throw new StartupError(`invalid value of watch cache size: ${item}`)
    if (
      optionsDialect(minor).checksInFlightFirst &&
      flags.number('max-requests-inflight', 1) + flags.number('max-mutating-requests-inflight', 1) <= 0
    )
      throw new StartupError(inFlight(flags))
    const [cert, key] = [flags.string('tls-cert-file'), flags.string('tls-private-key-file')]
    if ((cert === '') !== (key === '')) throw new StartupError('missing filename for serving cert')
    require(read, [cert, key])
    const ciphers = flags.strings('tls-cipher-suites').find((c) => !/^TLS_/.test(c))
    if (ciphers !== undefined)
      throw new StartupError(`Cipher suite ${ciphers} not supported or doesn't exist`)
    require(read, [flags.string('authentication-config')], (why, path) =>
      `failed to load authentication configuration from file ${JSON.stringify(path)}: ${why}`)
    require(read, [
      flags.string('client-ca-file'),
      flags.string('requestheader-client-ca-file'),
      flags.string('token-auth-file'),
      ...flags.strings('service-account-key-file'),
    ])
    require(read, [flags.string('audit-policy-file')], (why, path) =>
      `loading audit policy file: failed to read file path ${JSON.stringify(path)}: ${why}`)
    if (
      !optionsDialect(minor).checksInFlightFirst &&
      flags.number('max-requests-inflight', 1) + flags.number('max-mutating-requests-inflight', 1) <= 0
    )
      throw new StartupError(inFlight(flags))
  },
}

const inFlight = (flags: FlagValues): string =>
  `invalid configuration: MaxRequestsInFlight=${flags.number('max-requests-inflight')} and MaxMutatingRequestsInFlight=${flags.number('max-mutating-requests-inflight')}; they must add up to something positive`
