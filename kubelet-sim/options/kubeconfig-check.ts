// Upstream: cmd/kubelet/app/server.go (buildKubeletClientConfig), pkg/kubelet/certificate/bootstrap/bootstrap.go
import { parse } from 'yaml'
import { parseKubeconfig } from '../../client/kubeconfig.ts'
import type { ParsedFlags } from '../../component-base/flags/parse-flags.ts'
import type { Logger } from '../../component-base/klog.ts'
import type { KubeletConfiguration } from '../config/kubelet-configuration.ts'
import { fileError } from './file-error.ts'

interface KubeconfigCheck {
  flags: ParsedFlags
  config: KubeletConfiguration
  logger: Logger
  readText: (path: string) => Promise<string>
}

const nothingProvided =
  'invalid configuration: no configuration has been provided, try setting KUBERNETES_MASTER environment variable'

/** Why a kubeconfig cannot be used, or undefined. Upstream: client-go/tools/clientcmd */
async function kubeconfigError(
  path: string,
  readText: (path: string) => Promise<string>,
): Promise<string | undefined> {
  let text: string
  try {
    text = await readText(path)
  } catch (error) {
    const missing = ((error as { code?: string }).code ?? 'ENOENT') === 'ENOENT'
    return missing
      ? fileError(error, 'stat', path)
      : `error loading config file "${path}": ${fileError(error, 'open', path)}`
  }
  try {
    const file: unknown = parse(text)
    const empty = file === null || (typeof file === 'object' && Object.keys(file as object).length === 0)
    if (empty) return nothingProvided
  } catch (error) {
    return `error loading config file "${path}": ${(error as Error).message}`
  }
  try {
    parseKubeconfig(text, { readText: () => '' })
    return undefined
  } catch (error) {
    const message = (error as Error).message
    return message.includes('no configuration has been provided') ? nothingProvided : message
  }
}

/** Why the kubelet has no client, or undefined. A bootstrap kubeconfig counts where the other cannot be used. */
export async function checkKubeconfig({
  flags,
  config,
  logger,
  readText,
}: KubeconfigCheck): Promise<string | undefined> {
  const path = flags.values.string('kubeconfig')
  const bootstrap = flags.values.string('bootstrap-kubeconfig')
  const rotates = config.rotateCertificates === true
  if (rotates) logger.logS('I', 'Client rotation is on, will bootstrap in background')
  const own = await kubeconfigError(path, readText)
  if (own === undefined) return undefined
  if (bootstrap === '') return `${rotates ? 'unable to load kubeconfig' : 'invalid kubeconfig'}: ${own}`
  const other = await kubeconfigError(bootstrap, readText)
  return other === undefined ? undefined : `unable to load bootstrap kubeconfig: ${other}`
}
