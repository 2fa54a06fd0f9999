// Upstream: cmd/kubelet/app/server.go (loadConfigFile), pkg/kubelet/kubeletconfig/configfiles/configfiles.go
import { posix } from 'node:path'
import { fileError } from '../../component-base/go/file-error.ts'
import type { Logger } from '../../component-base/klog.ts'
import type { Release } from '../../component-base/release.ts'
import { KubeletStartError } from '../options/kubelet-start-error.ts'
import { decodeConfig, WrongKindError } from './decode-config.ts'
import { defaultEvictionHard } from './defaults.ts'
import { kubeletConfigDialect } from './dialect.ts'
import type { KubeletConfiguration } from './kubelet-configuration.ts'

/** The release whose configuration is read, and the access to files. */
export interface LoadOptions {
  release: Release
  logger: Logger
  readText: (path: string) => Promise<string>
  /** The absolute path of a path. */
  absolute: (path: string) => string
  /** Sets defaults as the decoder does. */
  defaulted: (config: KubeletConfiguration) => KubeletConfiguration
}

/** Fields that hold paths: relative ones start at the file's folder. */
const pathFields = [
  'staticPodPath',
  'tlsCertFile',
  'tlsPrivateKeyFile',
  'resolvConf',
  'volumePluginDir',
  'podLogsDir',
] as const

function resolvePaths(config: KubeletConfiguration, folder: string): void {
  const from = (path: string): string =>
    path === '' || path.startsWith('/') ? path : posix.join(folder, path)
  for (const field of pathFields) if (config[field] !== undefined) config[field] = from(config[field])
  const x509 = config.authentication?.x509
  if (x509?.clientCAFile !== undefined) x509.clientCAFile = from(x509.clientCAFile)
}

/** Reads, decodes and defaults `--config`. Throws KubeletStartError with the real kubelet's words. */
export async function loadConfigFile(name: string, options: LoadOptions): Promise<KubeletConfiguration> {
  const path = options.absolute(name)
  try {
    let text: string
    try {
      text = await options.readText(path)
    } catch (error) {
      throw new Error(
        `failed to read kubelet config file "${path}", error: ${fileError(error, 'open', path)}`,
      )
    }
    if (text.length === 0) throw new Error(`kubelet config file "${path}" was empty`)
    return decode(text, path, options)
  } catch (error) {
    if (error instanceof KubeletStartError) throw error
    const why = `failed to load Kubelet config file ${name}, error ${(error as Error).message}`
    const { namesPathFirst } = kubeletConfigDialect(options.release.minor)
    const text = namesPathFirst ? `path: ${name}, error: ${why}` : `error: ${why}, path: ${name}`
    throw new KubeletStartError(`failed to load kubelet config file, ${text}`)
  }
}

function decode(text: string, path: string, options: LoadOptions): KubeletConfiguration {
  let config: KubeletConfiguration
  try {
    config = decodeConfig(text, options)
  } catch (error) {
    if (error instanceof KubeletStartError || error instanceof WrongKindError) throw error
    throw new Error(`failed to decode: ${(error as Error).message}`)
  }
  resolvePaths(config, posix.dirname(path))
  if (config.evictionHard === undefined) config.evictionHard = { ...defaultEvictionHard }
  else if (config.mergeDefaultEvictionSettings === true)
    config.evictionHard = { ...defaultEvictionHard, ...config.evictionHard }
  return config
}
