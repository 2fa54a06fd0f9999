// Upstream: cmd/kubelet/app/server.go (buildKubeletClientConfig), pkg/kubelet/certificate/bootstrap/bootstrap.go
import { posix } from 'node:path'
import {
  badKubeconfig,
  nothingProvided,
  readKubeconfigFile,
} from '../../apimachinery/scheme/kubeconfig-file.ts'
import { parseKubeconfig } from '../../client/kubeconfig.ts'
import type { ParsedFlags } from '../../component-base/flags/parse-flags.ts'
import { fileError } from '../../component-base/go/file-error.ts'
import type { Logger } from '../../component-base/klog.ts'
import type { Release } from '../../component-base/release.ts'
import { parse } from '../../component-base/yaml.ts'
import { aggregate } from '../../featuregates/aggregate.ts'
import type { KubeletConfiguration } from '../config/kubelet-configuration.ts'
import { kubeletStartDialect } from './dialect.ts'

interface KubeconfigCheck {
  flags: ParsedFlags
  config: KubeletConfiguration
  logger: Logger
  release: Pick<Release, 'minor'>
  readText: (path: string) => Promise<string>
}

interface KubeconfigFile {
  clusters?: { name: string; cluster?: Record<string, string> }[]
  users?: { name: string; user?: Record<string, string> }[]
}

/** Files that a kubeconfig names: field → what messages call it. */
const clusterFiles = { 'certificate-authority': 'certificate-authority' }
const userFiles = { 'client-certificate': 'client-cert', 'client-key': 'client-key' }

/** What is wrong with the files that a kubeconfig names. Deviates: those of all contexts are read. */
async function credentialsError(
  file: KubeconfigFile | null,
  folder: string,
  readText: (path: string) => Promise<string>,
): Promise<string | undefined> {
  const named = [
    ...(file?.clusters ?? []).map((c) => ({ name: c.name, fields: c.cluster ?? {}, known: clusterFiles })),
    ...(file?.users ?? []).map((u) => ({ name: u.name, fields: u.user ?? {}, known: userFiles })),
  ]
  const errors: string[] = []
  for (const { name, fields, known } of named)
    for (const [field, shown] of Object.entries(known)) {
      const given = fields[field]
      if (!given || fields[`${field}-data`]) continue
      const path = given.startsWith('/') ? given : posix.join(folder, given)
      await readText(path).catch((error: unknown) =>
        errors.push(`unable to read ${shown} ${path} for ${name} due to ${fileError(error, 'open', path)}`),
      )
    }
  return errors.length === 0 ? undefined : `invalid configuration: ${aggregate(errors)}`
}

/** Why a kubeconfig cannot be used, or undefined. Upstream: client-go/tools/clientcmd */
async function kubeconfigError(
  path: string,
  readText: (path: string) => Promise<string>,
  minor: number,
): Promise<string | undefined> {
  const read = await readText(path).catch((error: Error) => error)
  const text = String(read)
  const give = (): string => {
    if (read instanceof Error) throw read
    return text
  }
  try {
    readKubeconfigFile(path, give, minor)
  } catch (error) {
    return (error as Error).message
  }
  let files: string | undefined
  try {
    const file: unknown = parse(text)
    files = await credentialsError(file as KubeconfigFile, posix.dirname(path), readText)
    const empty = file === null || (typeof file === 'object' && Object.keys(file as object).length === 0)
    if (empty) return nothingProvided
  } catch (error) {
    return badKubeconfig(path, (error as Error).message)
  }
  try {
    parseKubeconfig(text, { readText: () => '' })
    return files
  } catch (error) {
    const message = (error as Error).message
    return message.includes('no configuration has been provided') ? nothingProvided : message
  }
}

/** @note Of a file that is not there, nothing is said. */
function tellUnread(path: string, why: string, logger: Logger, { minor }: Pick<Release, 'minor'>): void {
  const err = `unable to read existing bootstrap client config from ${path}: ${why}`
  if (kubeletStartDialect(minor).structuresUnhandled)
    logger.logS('E', 'Unhandled Error', { err, logger: 'UnhandledError' })
  else logger.log('E', err)
}

/** The reason why the kubelet has no client, or undefined. A bootstrap kubeconfig counts where the other cannot be used. */
export async function checkKubeconfig({
  flags,
  config,
  logger,
  release,
  readText,
}: KubeconfigCheck): Promise<string | undefined> {
  const path = flags.values.string('kubeconfig')
  const bootstrap = flags.values.string('bootstrap-kubeconfig')
  const rotates = config.rotateCertificates === true
  if (rotates) logger.logS('I', 'Client rotation is on, will bootstrap in background')
  const own = await kubeconfigError(path, readText, release.minor)
  if (own === undefined) return undefined
  if (bootstrap === '') return `${rotates ? 'unable to load kubeconfig' : 'invalid kubeconfig'}: ${own}`
  if (!own.startsWith('stat ')) tellUnread(path, own, logger, release)
  const other = await kubeconfigError(bootstrap, readText, release.minor)
  return other === undefined ? undefined : `unable to load bootstrap kubeconfig: ${other}`
}
