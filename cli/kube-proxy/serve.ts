// kube-proxy as a process of its own. Upstream: cmd/kube-proxy/app/options.go (runLoop)
import { hostname } from 'node:os'
import { RestClient } from '../../client/rest-client.ts'
import { realClock } from '../../component-base/clock.ts'
import { realRandom } from '../../component-base/random.ts'
import { KubeProxy } from '../../kube-proxy-sim/kube-proxy.ts'
import type { PreparedKubeProxy } from '../../kube-proxy-sim/options/prepare-kube-proxy.ts'
import { logRunError, userAgent } from '../../kube-proxy-sim/start-kube-proxy.ts'
import { KubeProxyRunError } from '../../kube-proxy-sim/startup/run-error.ts'
import { clientConfig } from './client-config.ts'
import { watchConfigFile } from './watch-config-file.ts'

interface ServeIO {
  readText: (path: string) => Promise<string>
}

/** Runs until something ends it: an error (1), or a signal, which kills it as it kills the real one (143). */
export async function serveKubeProxy(prepared: PreparedKubeProxy, io: ServeIO): Promise<number> {
  const watched = prepared.configFile === undefined ? undefined : watchConfigFile(prepared.configFile)
  let proxy: KubeProxy | undefined
  try {
    const config = await clientConfig(prepared, io.readText)
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
