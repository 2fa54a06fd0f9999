// kube-proxy as a process of its own. Upstream: cmd/kube-proxy/app/options.go (runLoop), server.go (createClient)
import { hostname } from 'node:os'
import { type ClientConfig, parseKubeconfig } from '../../client/kubeconfig.ts'
import { RestClient } from '../../client/rest-client.ts'
import { realClock } from '../../component-base/clock.ts'
import { realRandom } from '../../component-base/random.ts'
import { KubeProxy } from '../../kube-proxy-sim/kube-proxy.ts'
import type { PreparedKubeProxy } from '../../kube-proxy-sim/options/prepare-kube-proxy.ts'
import { logRunError, userAgent } from '../../kube-proxy-sim/start-kube-proxy.ts'
import { KubeProxyRunError } from '../../kube-proxy-sim/startup/run-error.ts'
import { watchConfigFile } from './watch-config-file.ts'

interface ServeIO {
  readText: (path: string) => Promise<string>
}

/** Runs until something ends it: an error (1), or a signal, which kills it as it kills the real one (143). */
export async function serveKubeProxy(prepared: PreparedKubeProxy, io: ServeIO): Promise<number> {
  const watched = prepared.configFile === undefined ? undefined : watchConfigFile(prepared.configFile)
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
        proxy.failed,
        ...(watched === undefined ? [] : [watched.updated]),
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
    watched?.close()
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
