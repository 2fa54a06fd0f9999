// Upstream: cmd/kube-proxy/app/server.go (createClient), client-go/tools/clientcmd

import {
  badKubeconfig,
  nothingProvided,
  unreadKubeconfig,
} from '../../apimachinery/scheme/kubeconfig-file.ts'
import { parseYaml } from '../../apimachinery/scheme/parse-yaml.ts'
import { type ClientConfig, parseKubeconfig } from '../../client/kubeconfig.ts'
import type { PreparedKubeProxy } from '../../kube-proxy-sim/options/prepare-kube-proxy.ts'
import { KubeProxyRunError } from '../../kube-proxy-sim/startup/run-error.ts'

/** The server and credentials of kube-proxy's kubeconfig or flags. Throws KubeProxyRunError with client-go's words. */
export async function clientConfig(
  { config, master, logger }: PreparedKubeProxy,
  readText: (path: string) => Promise<string>,
): Promise<ClientConfig> {
  const path = config.clientConnection.kubeconfig
  if (path === '' && master === '') {
    logger.logS(
      'I',
      'Neither kubeconfig file nor master URL was specified, falling back to in-cluster config',
    )
    throw new KubeProxyRunError(
      'unable to load in-cluster configuration, KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT must be defined',
    )
  }
  if (path === '') return { server: withScheme(master) }
  let text: string
  try {
    text = await readText(path)
  } catch (error) {
    throw new KubeProxyRunError(unreadKubeconfig(path, error))
  }
  checkSyntax(path, text)
  try {
    const found = parseKubeconfig(text)
    return master === '' ? found : { ...found, server: withScheme(master) }
  } catch {
    if (master !== '') return { server: withScheme(master) }
    throw new KubeProxyRunError(whatIsMissing(text))
  }
}

function checkSyntax(path: string, text: string): void {
  try {
    parseYaml(text)
  } catch (error) {
    throw new KubeProxyRunError(badKubeconfig(path, (error as Error).message))
  }
}

/** Of a kubeconfig that names no server. */
function whatIsMissing(text: string): string {
  const file = parseYaml(text).value as Kubeconfig | null
  const current = file?.['current-context']
  if (current === undefined || file?.contexts?.some(({ name }) => name === current)) return nothingProvided
  return `invalid configuration: [context was not found for specified context: ${current}, cluster has no server defined]`
}

interface Kubeconfig {
  'current-context'?: string
  contexts?: { name: string }[]
}

const withScheme = (server: string): string =>
  (/^https?:\/\//.test(server) ? server : `http://${server}`).replace(/\/$/, '')
