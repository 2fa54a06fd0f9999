// The keys and certificates that kube-controller-manager reads when it begins to work.
// Upstream: cmd/kube-controller-manager/app/{certificates,core}.go, client-go/util/keyutil, dynamiccertificates/static_content.go
import type { KeyPair } from '../../component-base/certificate-authority.ts'
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { certificatesError, keyPairError } from '../../component-base/go/x509.ts'
import type { Logger } from '../../component-base/klog.ts'
import { readOr } from '../../component-base/secure-serving.ts'
import { readSigningKey } from '../../component-base/signed-token.ts'
import { type IssuingOptions, signerNames } from '../issuing.ts'
import { ControllerManagerStartError } from './control-plane-flags.ts'

/** The flags and files that keys and certificates are read from. */
export interface IssuingSources {
  values: FlagValues
  /** The path that a flag names, empty for none. Default: that of the command line */
  fileOf?: (flag: string) => string
  /** Reads a file as text; throws where it cannot be read. */
  readFile: (path: string) => string
  /** The authority that the kubeconfig names (PEM), published where no file is named. */
  clusterCA: string
  certificateTime: () => number
  /** Logs a --root-ca-file that cannot be read. */
  logger: Logger
}

const year = 365 * 24 * 3_600_000

/** Throws ControllerManagerStartError for a file that cannot be used. */
export function readIssuing(sources: IssuingSources): IssuingOptions {
  const { values, certificateTime } = sources
  const own = values.duration('cluster-signing-duration', year)
  return {
    accountKey: accountKey(sources),
    rootCA: rootCA(sources),
    signers: signersOf(sources),
    // The older flag writes to the same place.
    signingDuration: own === year ? values.duration('experimental-cluster-signing-duration', year) : own,
    certificateTime,
  }
}

const pathOf = ({ values, fileOf = (flag) => values.string(flag) }: IssuingSources, flag: string): string =>
  fileOf(flag)

const fail = (message: string): never => {
  throw new ControllerManagerStartError(message)
}

const notThere = (path: string): string => `open ${path}: no such file or directory`

function textOf(path: string, { readFile }: IssuingSources, told: (error: string) => string): string {
  try {
    return readFile(path)
  } catch {
    return fail(told(notThere(path)))
  }
}

function accountKey(sources: IssuingSources): string | undefined {
  const path = pathOf(sources, 'service-account-private-key-file')
  if (path === '') return undefined
  const told = (error: string): string => `error reading key for service account token controller: ${error}`
  const key = textOf(path, sources, told)
  try {
    readSigningKey(key)
    return key
  } catch {
    return fail(
      told(`error reading private key file ${path}: data does not contain a valid RSA or ECDSA private key`),
    )
  }
}

function rootCA(sources: IssuingSources): string {
  const path = pathOf(sources, 'root-ca-file')
  if (path === '') return sources.clusterCA
  // Who publishes it does without; who issues tokens does not.
  if (pathOf(sources, 'service-account-private-key-file') === '') return published(path, sources)
  const told = (error: string): string => `error parsing root-ca-file at ${path}: ${error}`
  const text = textOf(path, sources, told)
  const wrong = certificatesError(text)
  return wrong === undefined ? text : fail(told(wrong))
}

function published(path: string, { readFile, logger }: IssuingSources): string {
  const read = readOr(path, readFile)
  if ('text' in read) return read.text
  logger.logS('I', 'Error reading root-ca-file', { path, err: read.error })
  return ''
}

type Signer = keyof typeof signerNames

/** Where one signer has files of its own, those without have none. */
function signersOf(sources: IssuingSources): Map<string, KeyPair> {
  const names = Object.keys(signerNames) as Signer[]
  const filesOf = (prefix: string): [cert: string, key: string] => [
    pathOf(sources, `${prefix}-cert-file`),
    pathOf(sources, `${prefix}-key-file`),
  ]
  const hasBoth = (prefix: string): boolean => !filesOf(prefix).includes('')
  const specific = names.some((name) => hasBoth(`cluster-signing-${name}`))
  const signers = new Map<string, KeyPair>()
  for (const name of names) {
    const prefix = specific ? `cluster-signing-${name}` : 'cluster-signing'
    if (hasBoth(prefix)) signers.set(signerNames[name], readPair(sources, name, filesOf(prefix)))
  }
  return signers
}

function readPair(sources: IssuingSources, name: Signer, [cert, key]: [string, string]): KeyPair {
  const told = (error: string): string =>
    `failed to init ${signerNames[name]} certificate controller: error reading CA cert file "${cert}": ${error}`
  const pair = { cert: textOf(cert, sources, told), key: textOf(key, sources, told) }
  const error = keyPairError(pair.cert, pair.key)
  return error === undefined ? pair : fail(told(error))
}
