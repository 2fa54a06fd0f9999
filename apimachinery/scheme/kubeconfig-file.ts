// Whether a file can be a kubeconfig at all. Upstream: client-go/tools/clientcmd/{client_config,loader}.go
import { fileError } from '../../component-base/go/file-error.ts'
import { goQuote } from '../field-error.ts'
import type { JsonObject } from '../json.ts'
import { readDocument } from './config-document.ts'
import { notRegistered } from './not-registered.ts'

/** clientcmd's error where no server is configured. */
export const nothingProvided =
  'invalid configuration: no configuration has been provided, try setting KUBERNETES_MASTER environment variable'

/** clientcmd's error on a kubeconfig whose content cannot be used. */
export const badKubeconfig = (path: string, why: string): string =>
  `error loading config file ${goQuote(path)}: ${why}`

/** clientcmd's error on a kubeconfig that cannot be read. @param error of node:fs */
export function unreadKubeconfig(path: string, error: unknown): string {
  const missing = ((error as { code?: string }).code ?? 'ENOENT') === 'ENOENT'
  return missing ? fileError(error, 'stat', path) : badKubeconfig(path, fileError(error, 'open', path))
}

/** The apiVersion and kind of a kubeconfig that does not name them. */
const config = { apiVersion: 'v1', kind: 'Config' }

/** The fields of a kubeconfig; none where the file is empty. Throws an Error with clientcmd's text. @param read throws as node:fs does */
export function readKubeconfigFile(path: string, read: (path: string) => string, minor: number): JsonObject {
  let text: string
  try {
    text = read(path)
  } catch (error) {
    throw new Error(unreadKubeconfig(path, error), { cause: error })
  }
  if (text.trim() === '') return {}
  try {
    const { apiVersion, kind, value } = readDocument(text, config)
    if (apiVersion !== config.apiVersion || kind !== config.kind)
      throw new Error(notRegistered(kind, apiVersion, minor))
    return value
  } catch (error) {
    throw new Error(badKubeconfig(path, (error as Error).message), { cause: error })
  }
}
