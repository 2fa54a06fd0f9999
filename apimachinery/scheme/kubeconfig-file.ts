// Whether a text can be a kubeconfig at all. Upstream: client-go/tools/clientcmd/{client_config,loader}.go
import { fileError } from '../../component-base/go/file-error.ts'
import { goQuote } from '../field-error.ts'
import { readDocument } from './config-document.ts'
import { notRegistered } from './not-registered.ts'

/** What clientcmd says where there is no server to speak to. */
export const nothingProvided =
  'invalid configuration: no configuration has been provided, try setting KUBERNETES_MASTER environment variable'

/** Why a file is no kubeconfig, in clientcmd's words; undefined where its content may be one. @param read throws as node:fs does */
export function kubeconfigFileError(
  path: string,
  read: (path: string) => string,
  minor: number,
): string | undefined {
  let text: string
  try {
    text = read(path)
  } catch (error) {
    const missing = ((error as { code?: string }).code ?? 'ENOENT') === 'ENOENT'
    return missing ? fileError(error, 'stat', path) : loading(path, fileError(error, 'open', path))
  }
  return text.trim() === '' ? nothingProvided : documentError(path, text, minor)
}

const loading = (path: string, why: string): string => `error loading config file ${goQuote(path)}: ${why}`

function documentError(path: string, text: string, minor: number): string | undefined {
  try {
    const { kind, apiVersion } = readDocument(text)
    if (kind !== 'Config' || apiVersion !== 'v1') return loading(path, notRegistered(kind, apiVersion, minor))
  } catch (error) {
    const { message } = error as Error
    // Without its type it is a Config.
    return message.startsWith("Object '") ? undefined : loading(path, message)
  }
  return undefined
}
