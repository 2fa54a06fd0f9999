// Files that flags name, in the order in which the real component opens them.

import { readFileSync } from 'node:fs'
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { type FeatureGateReader, gateEnabled } from '../../featuregates/reader.ts'
import { parseAuditPolicy } from './audit-policy-file.ts'
import type { AuthorizationConfiguration, AuthorizationReading } from './authorizer-types.ts'
import { checkAuthorizers } from './check-authorizers.ts'
import { optionsDialect } from './dialect.ts'
import { parseEncryptionConfiguration } from './encryption-configuration.ts'
import { StartupError } from './startup-error.ts'
import { storageMediaTypes } from './validate-run-options.ts'

/** Throws as node:fs does. */
export type ReadFileSync = (path: string) => string

/** Reads a file of the host as UTF-8. Throws where it cannot be read. */
export const readHostFile: ReadFileSync = (path) => readFileSync(path, 'utf8')

/** Why a file cannot be read, as Go says it; undefined: it can be. */
export function openError(path: string, read: ReadFileSync): string | undefined {
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
  /** Those that the server reads before it knows whom to believe. */
  beforeAuthentication(flags: FlagValues, minor: number, read: ReadFileSync): void {
    for (const item of flags.strings('watch-cache-sizes')) {
      const [, size] = item.split('#')
      if (size === undefined || !/^[+-]?\d+$/.test(size))
        throw new StartupError(`invalid value of watch cache size: ${item}`)
      if (Number(size) < 0) throw new StartupError(`watch cache size cannot be negative: ${item}`)
    }
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
    require(read, [flags.string('client-ca-file')])
  },
  /** Those of users, proxies and service accounts. */
  ofUsers(flags: FlagValues, read: ReadFileSync): void {
    require(read, [
      flags.string('requestheader-client-ca-file'),
      ...flags.strings('service-account-key-file'),
      flags.string('token-auth-file'),
    ])
  },
  /** Those that it reads when it knows. */
  afterAuthentication(flags: FlagValues, minor: number, read: ReadFileSync): void {
    require(read, [flags.string('audit-policy-file')], (why, path) =>
      `loading audit policy file: failed to read file path ${JSON.stringify(path)}: ${why}`)
    const audit = flags.string('audit-policy-file')
    if (audit !== '') parseAuditPolicy(read(audit), { path: audit, minor })
    if (
      !optionsDialect(minor).checksInFlightFirst &&
      flags.number('max-requests-inflight', 1) + flags.number('max-mutating-requests-inflight', 1) <= 0
    )
      throw new StartupError(inFlight(flags))
  },
  /** Those that other parts of the server read. */
  last(flags: FlagValues, authorization: AuthorizationConfiguration, reading: AuthorizationReading): void {
    const { minor, gates, readFile: read } = reading
    const { encryptionFile, buildsCoreStorage, leavesEtcdKeyToServer } = optionsDialect(minor)
    const lone = loneEtcdFile(flags)
    if (lone !== undefined && !leavesEtcdKeyToServer) throw new StartupError(lone)
    try {
      checkAuthorizers(authorization, flags, read, minor)
    } catch (error) {
      throw new StartupError(`invalid authorization config: ${(error as Error).message}`, { cause: error })
    }
    const encryption = flags.string('encryption-provider-config')
    require(read, [encryption], (why, path) =>
      `${encryptionFile.frame}error ${encryptionFile.cannot} encryption provider configuration file ${JSON.stringify(path)}: ${why}`)
    if (encryption !== '') parseEncryptionConfiguration(read(encryption), encryption, minor)
    if (gateEnabled(gates, 'APIServerTracing'))
      require(read, [flags.string('tracing-config-file')], (why, path) =>
        `failed to read tracing config: unable to read tracing configuration from ${JSON.stringify(path)}: ${why}`)
    require(read, [flags.string('egress-selector-config-file')], (why, path) =>
      `failed to read egress selector config: unable to read egress selector configuration from ${JSON.stringify(path)} [${why}]`)
    const [cert, key] = [flags.string('proxy-client-cert-file'), flags.string('proxy-client-key-file')]
    checkPeerFiles(flags, minor, gates, read)
    if (cert !== '' && key !== '') require(read, [cert, key])
    require(read, [flags.string('kubelet-certificate-authority')], (why) =>
      buildsCoreStorage
        ? `error building core storage: ${why}`
        : `problem initializing API group "" : ${why}`)
  },
}

/** What peers are reached with. Upstream: pkg/controlplane/apiserver/peer.go (BuildPeerProxy) */
function checkPeerFiles(
  flags: FlagValues,
  minor: number,
  gates: FeatureGateReader,
  read: ReadFileSync,
): void {
  const file = flags.string('peer-ca-file')
  if (file === '' || !gateEnabled(gates, 'UnknownVersionInteroperabilityProxy')) return
  for (const what of ['cert', 'key'])
    if (flags.string(`proxy-client-${what}-file`) === '')
      throw new StartupError(`error building peer proxy handler, proxy-${what}-file not specified`)
  const { peerTransportError } = optionsDialect(minor)
  const certificates = ['proxy-client-cert-file', 'proxy-client-key-file'].map((flag) => flags.string(flag))
  require(read, [file, ...certificates], (why) => `${peerTransportError}${why}`)
  if (!read(file).includes('-----BEGIN CERTIFICATE-----'))
    throw new StartupError(
      `${peerTransportError}unable to load root certificates: unable to parse bytes as PEM block`,
    )
}

const pathError = (path: string): string => `&fs.PathError{Op:"open", Path:${JSON.stringify(path)}, Err:0x2}`

/** What ends the process while the server is made, with a fatal line; undefined where nothing does. */
export function fatalFlag(flags: FlagValues, minor: number, read: ReadFileSync): string | undefined {
  const config = flags.string('cloud-config')
  if (config !== '' && openError(config, read) !== undefined)
    return `Error reading from cloud configuration file ${config}: ${pathError(config)}`
  const reconciler = flags.string('endpoint-reconciler-type', 'lease')
  if (!['lease', 'master-count', 'none', ''].includes(reconciler))
    return `Reconciler not implemented: ${reconciler}`
  const [media, frame] = [flags.string('storage-media-type'), optionsDialect(minor).mediaTypeFatal]
  if (media !== '' && frame !== undefined && !storageMediaTypes.includes(media))
    return `${frame[0]}unable to find serializer for ${JSON.stringify(media)}${frame[1]}`
  const lone = loneEtcdFile(flags)
  return lone === undefined ? undefined : `Error creating leases: error creating storage factory: ${lone}`
}

/** The error about an --etcd-keyfile without --etcd-certfile, or the other way round. */
function loneEtcdFile(flags: FlagValues): string | undefined {
  const [cert, key] = [flags.string('etcd-certfile'), flags.string('etcd-keyfile')]
  return (cert === '') === (key === '')
    ? undefined
    : `KeyFile and CertFile must both be present[key: ${key}, cert: ${cert}]`
}

const inFlight = (flags: FlagValues): string =>
  `invalid configuration: MaxRequestsInFlight=${flags.number('max-requests-inflight')} and MaxMutatingRequestsInFlight=${flags.number('max-mutating-requests-inflight')}; they must add up to something positive`
