// Files that flags name, in the order in which the real component opens them.

import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { groupVersionError } from '../../apimachinery/scheme/api-version.ts'
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { makeFolderError } from '../../component-base/go/file-error.ts'
import { keyPairError, rootsError } from '../../component-base/go/x509.ts'
import { certificateError, tlsFlagsError, unreadable } from '../../component-base/secure-serving.ts'
import { type FeatureGateReader, gateEnabled } from '../../featuregates/reader.ts'
import type { ManifestDisk } from '../admission/manifest/manifest-files.ts'
import { parseAuditPolicy } from './audit-policy-file.ts'
import { checkClientAuthority, checkUserFiles, signingKeyError } from './authentication-files.ts'
import type { AuthorizationConfiguration, AuthorizationReading } from './authorizer-types.ts'
import { checkAuthorizers } from './check-authorizers.ts'
import { optionsDialect } from './dialect.ts'
import { checkEgressConfiguration } from './egress-configuration.ts'
import { parseEncryptionConfiguration } from './encryption-configuration.ts'
import { StartupError } from './startup-error.ts'
import { checkTracingConfiguration } from './tracing-configuration.ts'
import { storageMediaTypes } from './validate-run-options.ts'

/** Throws as node:fs does. */
export type ReadFileSync = (path: string) => string

/** Reads a file of the host as UTF-8. Throws where it cannot be read. */
export const readHostFile: ReadFileSync = (path) => readFileSync(path, 'utf8')

/** Lists a folder. Throws as node:fs does. */
export type ReadFolderSync = ManifestDisk['readFolder']

/** Lists a folder of the host. */
export const readHostFolder: ReadFolderSync = (path) =>
  readdirSync(path, { withFileTypes: true }).map((one) => ({ name: one.name, isFolder: one.isDirectory() }))

/** Folders of those whose files are not the host's: there are none. */
export const readNoFolder: ReadFolderSync = (path) => {
  throw Object.assign(new Error(`no folder ${path}`), { code: 'ENOENT' })
}

function require(
  read: ReadFileSync,
  paths: readonly string[],
  text: (why: string, path: string) => string = (why) => why,
): void {
  for (const path of paths) {
    const why = path === '' ? undefined : unreadable(path, read)
    if (why !== undefined) throw new StartupError(text(why, path))
  }
}

/** Checks the files that flags name, at two points of the start. Throws with the real component's text. */
export const checkFiles = {
  /** Checks the files that are read while the options are completed, before they are validated. */
  beforeValidation(flags: FlagValues, read: ReadFileSync): void {
    checkSigning(flags, read)
    if (flags.bool('watch-cache', true)) flags.strings('watch-cache-sizes').forEach(checkCacheSize)
  },
  /** Checks the files that the server reads before it sets up authentication. */
  beforeAuthentication(flags: FlagValues, { minor, gates, readFile: read }: AuthorizationReading): void {
    if (
      optionsDialect(minor).checksInFlightFirst &&
      flags.number('max-requests-inflight', 1) + flags.number('max-mutating-requests-inflight', 1) <= 0
    )
      throw new StartupError(inFlight(flags))
    const serving = tlsFlagsError(flags, read)
    if (serving !== undefined) throw new StartupError(serving)
    checkServerConfigurations(flags, minor, gates, read)
    checkClientAuthority(flags, read)
  },
  /** Checks the files of authentication: of users, proxies and service accounts. */
  ofUsers: checkUserFiles,
  /** Checks the files that the server reads once authentication is set up: those of auditing. */
  afterAuthentication(flags: FlagValues, minor: number, read: ReadFileSync): void {
    require(read, [flags.string('audit-policy-file')], (why, path) =>
      `loading audit policy file: failed to read file path ${JSON.stringify(path)}: ${why}`)
    const audit = flags.string('audit-policy-file')
    if (audit !== '') parseAuditPolicy(read(audit), { path: audit, minor })
    const log = flags.string('audit-log-path')
    const noLog = log === '' || log === '-' ? undefined : unreadable(log, read)
    // A file that is not there is made.
    if (noLog?.endsWith('is a directory'))
      throw new StartupError(`ensureLogFile: ${noLog.replace(/^read/, 'open')}`)
    const noFolder = log === '' || log === '-' ? undefined : makeFolderError(posix.dirname(log), read)
    if (noFolder !== undefined) throw new StartupError(`ensureLogFile: ${noFolder}`)
    // Upstream reads it where there is no webhook, too.
    const wrongVersion = groupVersionError(flags.string('audit-webhook-version'))
    if (wrongVersion !== undefined) throw new StartupError(wrongVersion)
    if (
      !optionsDialect(minor).checksInFlightFirst &&
      flags.number('max-requests-inflight', 1) + flags.number('max-mutating-requests-inflight', 1) <= 0
    )
      throw new StartupError(inFlight(flags))
  },
  /** Checks the files of storage, authorization and encryption, which the server reads last. */
  last(flags: FlagValues, authorization: AuthorizationConfiguration, reading: AuthorizationReading): void {
    const { minor, gates, readFile: read } = reading
    const { encryptionFile, leavesEtcdKeyToServer } = optionsDialect(minor)
    const etcd = etcdFilesError(flags, read)
    if (etcd !== undefined && !leavesEtcdKeyToServer) throw new StartupError(etcd)
    // Servers that know of each other by leases reach etcd while they are made.
    if (etcd !== undefined && gateEnabled(gates, 'UnknownVersionInteroperabilityProxy'))
      throw new StartupError(`error creating storage factory: ${etcd}`)
    try {
      checkAuthorizers(authorization, flags, read, minor)
    } catch (error) {
      throw new StartupError(`invalid authorization config: ${(error as Error).message}`, { cause: error })
    }
    const encryption = flags.string('encryption-provider-config')
    require(read, [encryption], (why, path) =>
      `${encryptionFile.frame}error ${encryptionFile.cannot} encryption provider configuration file ${JSON.stringify(path)}: ${why}`)
    if (encryption !== '') parseEncryptionConfiguration(read(encryption), encryption, minor)
    const [cert, key] = [flags.string('proxy-client-cert-file'), flags.string('proxy-client-key-file')]
    checkPeerFiles(flags, minor, gates, read)
    const proxy =
      cert === '' || key === '' ? undefined : certificateError('aggregator-proxy-cert', cert, key, read)
    if (proxy !== undefined) throw new StartupError(proxy)
    checkKubeletFiles(flags, minor, read)
  },
}

/** Checks the files that peers are reached with. Upstream: pkg/controlplane/apiserver/peer.go (BuildPeerProxy) */
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
  const roots = rootsError(read(file))
  if (roots !== undefined) throw new StartupError(`${peerTransportError}${noRoots}${roots}`)
}

/** Checks the keys that sign tokens. Upstream: pkg/controlplane/apiserver/options/options.go (completeServiceAccountOptions) */
function checkSigning(flags: FlagValues, read: ReadFileSync): void {
  const key = flags.string('service-account-signing-key-file')
  if (key === '' || flags.strings('service-account-issuer')[0] === '') return
  if (flags.string('service-account-signing-endpoint') !== '')
    throw new StartupError(
      'service-account-signing-key-file and service-account-signing-endpoint are mutually exclusive and cannot be set at the same time',
    )
  const why = signingKeyError(key, read)
  if (why !== undefined) throw new StartupError(`failed to parse service-account-issuer-key-file: ${why}`)
}

/** Upstream: apiserver/pkg/server/options/etcd.go (ParseWatchCacheSizes) */
function checkCacheSize(item: string): void {
  const [, size, more] = item.split('#')
  if (size === undefined || more !== undefined)
    throw new StartupError(`invalid value of watch cache size: ${item}`)
  if (!/^[+-]?\d+$/.test(size)) throw new StartupError(`invalid size of watch cache size: ${item}`)
  if (Number(size) < 0) throw new StartupError(`watch cache size cannot be negative: ${item}`)
}

function checkServerConfigurations(
  flags: FlagValues,
  minor: number,
  gates: FeatureGateReader,
  read: ReadFileSync,
): void {
  const [egress, tracing] = [flags.string('egress-selector-config-file'), flags.string('tracing-config-file')]
  if (egress !== '') checkEgressConfiguration(egress, minor, read)
  if (tracing !== '' && gateEnabled(gates, 'APIServerTracing'))
    checkTracingConfiguration(tracing, minor, read)
}

/** Checks the files that kubelets are reached with. Upstream: pkg/kubelet/client/kubelet_client.go, client-go/transport */
function checkKubeletFiles(flags: FlagValues, minor: number, read: ReadFileSync): void {
  const files = ['certificate-authority', 'client-certificate', 'client-key'].map((name) =>
    flags.string(`kubelet-${name}`),
  )
  const frame = optionsDialect(minor).kubeletClientError
  require(read, files, (why) => `${frame}${why}`)
  const [authority = ''] = files
  const roots = authority === '' ? undefined : rootsError(read(authority))
  if (roots !== undefined) throw new StartupError(`${frame}${noRoots}${roots}`)
}

const noRoots = 'unable to load root certificates: '

const pathError = (path: string): string => `&fs.PathError{Op:"open", Path:${JSON.stringify(path)}, Err:0x2}`

/** The fatal line that ends the process while the server is built; undefined: there is none. */
export function fatalFlag(flags: FlagValues, minor: number, read: ReadFileSync): string | undefined {
  const config = flags.string('cloud-config')
  if (config !== '' && unreadable(config, read) !== undefined)
    return `Error reading from cloud configuration file ${config}: ${pathError(config)}`
  const reconciler = flags.string('endpoint-reconciler-type', 'lease')
  if (!['lease', 'master-count', 'none', ''].includes(reconciler))
    return `Reconciler not implemented: ${reconciler}`
  const [media, frame] = [flags.string('storage-media-type'), optionsDialect(minor).mediaTypeFatal]
  if (media !== '' && frame !== undefined && !storageMediaTypes.includes(media))
    return `${frame[0]}unable to find serializer for ${JSON.stringify(media)}${frame[1]}`
  const etcd = etcdFilesError(flags, read)
  return etcd === undefined ? undefined : `Error creating leases: error creating storage factory: ${etcd}`
}

/** What etcd's client says of its files; undefined where it can use them, or there are none. Upstream: go.etcd.io/etcd/client/pkg/transport */
function etcdFilesError(flags: FlagValues, read: ReadFileSync): string | undefined {
  const [cert, key, authority] = ['certfile', 'keyfile', 'cafile'].map((name) => flags.string(`etcd-${name}`))
  if ((cert === '') !== (key === ''))
    return `KeyFile and CertFile must both be present[key: ${key}, cert: ${cert}]`
  for (const path of [cert!, key!, authority!].filter((one) => one !== '')) {
    const why = unreadable(path, read)
    if (why !== undefined) return why
    if (path === key) {
      const pair = keyPairError(read(cert!), read(path))
      if (pair !== undefined) return pair
    }
  }
  return undefined
}

const inFlight = (flags: FlagValues): string =>
  `invalid configuration: MaxRequestsInFlight=${flags.number('max-requests-inflight')} and MaxMutatingRequestsInFlight=${flags.number('max-mutating-requests-inflight')}; they must add up to something positive`
