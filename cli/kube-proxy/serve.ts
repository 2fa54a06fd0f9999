// kube-proxy as a process of its own. Upstream: cmd/kube-proxy/app/options.go (runLoop), server.go (createClient)
import { readFileSync, statSync, watch } from 'node:fs'
import { hostname } from 'node:os'
import { type ClientConfig, parseKubeconfig } from '../../client/kubeconfig.ts'
import { RestClient } from '../../client/rest-client.ts'
import { realClock } from '../../component-base/clock.ts'
import { realRandom } from '../../component-base/random.ts'
import { KubeProxy } from '../../kube-proxy-sim/kube-proxy.ts'
import type { PreparedKubeProxy } from '../../kube-proxy-sim/options/prepare-kube-proxy.ts'
import { logRunError, userAgent } from '../../kube-proxy-sim/start-kube-proxy.ts'
import { KubeProxyRunError } from '../../kube-proxy-sim/startup/run-error.ts'

interface ServeIO {
  readText: (path: string) => Promise<string>
}

/** Runs until something ends it: an error (1), or a signal, which kills it as it kills the real one (143). */
export async function serveKubeProxy(prepared: PreparedKubeProxy, io: ServeIO): Promise<number> {
  const changed = watchFile(prepared.configFile)
  let proxy: KubeProxy | undefined
  try {
    const config = await clientConfig(prepared, io)
    proxy = new KubeProxy({
      prepared,
      hostname: hostname().trim().toLowerCase(),
      client: new RestClient(config, userAgent(prepared.release)),
      clock: realClock,
      random: realRandom,
      listen: true,
    })
    const keepAlive = setInterval(() => {}, 60_000)
    try {
      const started = proxy.start()
      if (prepared.initOnly) return await started.then(() => 0)
      throw await Promise.race([
        changed.failed,
        proxy.failed,
        started.then(() => new Promise<never>(() => {})),
      ])
    } finally {
      clearInterval(keepAlive)
    }
  } catch (error) {
    if (!(error instanceof KubeProxyRunError)) throw error
    logRunError(prepared.logger, error)
    return 1
  } finally {
    changed.close()
    await proxy?.stop()
  }
}

/** Upstream: createClient. Throws KubeProxyRunError. */
async function clientConfig(
  { config, master, logger }: PreparedKubeProxy,
  io: ServeIO,
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
    text = await io.readText(path)
  } catch {
    throw new KubeProxyRunError(`stat ${path}: no such file or directory`)
  }
  try {
    const found = parseKubeconfig(text)
    return master === '' ? found : { ...found, server: withScheme(master) }
  } catch (error) {
    if (master !== '') return { server: withScheme(master) }
    throw new KubeProxyRunError((error as Error).message)
  }
}

const withScheme = (server: string): string =>
  (/^https?:\/\//.test(server) ? server : `http://${server}`).replace(/\/$/, '')

/**
 * Ends kube-proxy when the content of its configuration file is written in place. @note The file is watched by its
 * inode: neither a new time nor another file under the same name is noticed.
 */
function watchFile(path: string | undefined): { failed: Promise<KubeProxyRunError>; close: () => void } {
  const never = new Promise<KubeProxyRunError>(() => {})
  if (path === undefined) return { failed: never, close: () => {} }
  let close = (): void => {}
  const failed = new Promise<KubeProxyRunError>((resolve) => {
    const watcher = watch(path, { persistent: false })
    close = () => watcher.close()
    const read = contentOf(path)
    watcher.on('error', () => {})
    watcher.on('change', (event) => {
      const now = contentOf(path)
      const inPlace = event === 'change' && now !== undefined && now.inode === read?.inode
      const differs = inPlace && now.text !== read?.text
      if (differs)
        resolve(new KubeProxyRunError("content of the proxy server's configuration file was updated"))
    })
  })
  return { failed, close: () => close() }
}

/** Undefined where the file is gone. */
function contentOf(path: string): { inode: number; text: string } | undefined {
  try {
    return { inode: statSync(path).ino, text: readFileSync(path, 'utf8') }
  } catch {
    return undefined
  }
}
