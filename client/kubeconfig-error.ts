// Why clientcmd cannot use a kubeconfig that a flag names. Upstream: client-go/tools/clientcmd/{client_config,validation}.go
import { nothingProvided, readKubeconfigFile } from '../apimachinery/scheme/kubeconfig-file.ts'
import { parseKubeconfig } from './kubeconfig.ts'

/** The reason in clientcmd's words; undefined for a kubeconfig that can be used. @param read throws as node:fs does @param minor of the release */
export function kubeconfigError(
  path: string,
  read: (path: string) => string,
  minor: number,
): string | undefined {
  try {
    readKubeconfigFile(path, read, minor)
    parseKubeconfig(read(path), { readText: read })
    return undefined
  } catch (cause) {
    const { message } = cause as Error
    return message.includes('no configuration has been provided') ? nothingProvided : message
  }
}
