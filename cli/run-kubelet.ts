// The process form of a kubelet, from a command line that is good.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ClientConfig, parseKubeconfig } from '../client/kubeconfig.ts'
import { RestClient } from '../client/rest-client.ts'
import { realClock } from '../component-base/clock.ts'
import { realRandom } from '../component-base/random.ts'
import { serveKubelet } from '../kubelet-sim/http/serve.ts'
import { Kubelet } from '../kubelet-sim/kubelet.ts'
import { simulatedMachine } from '../kubelet-sim/kubelet-options.ts'
import type { PreparedKubelet } from '../kubelet-sim/options/prepare-kubelet.ts'
import type { StartedKubelet } from './kubelet.ts'

/** The kubeconfig that can be used; undefined: standalone. */
function clientConfig({ kubeconfig, bootstrapKubeconfig }: PreparedKubelet): ClientConfig | undefined {
  if (kubeconfig === undefined) return undefined
  for (const path of [kubeconfig, bootstrapKubeconfig]) {
    if (path === undefined) continue
    try {
      return parseKubeconfig(readFileSync(path, 'utf8'))
    } catch {
      // The other one is tried.
    }
  }
  return undefined
}

/** Upstream: cmd/kubelet/app/server.go (InitializeTLS); the certificate itself is kept in memory. */
function withCertificate({ config, flags }: PreparedKubelet): PreparedKubelet['config'] {
  if (config.serverTLSBootstrap === true || config.tlsCertFile || config.tlsPrivateKeyFile) return config
  const folder = flags.values.string('cert-dir')
  return {
    ...config,
    tlsCertFile: join(folder, 'kubelet.crt'),
    tlsPrivateKeyFile: join(folder, 'kubelet.key'),
  }
}

/** Runs until SIGTERM or SIGINT (exit code 0). The Node stays as it is. */
export async function runKubelet({ prepared, release, logger, hostname }: StartedKubelet): Promise<number> {
  const stopped = new Promise<void>((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
  })
  // Without servers and a client there is nothing else that keeps the process.
  const alive = setInterval(() => {}, 60_000)
  const nodeName = prepared.nodeName ?? hostname.toLowerCase()
  const config = clientConfig(prepared)
  const client =
    config === undefined
      ? undefined
      : new RestClient(config, `kubelet/${release.text} (linux/amd64) kubernetes/0000000`)
  const kubelet =
    client === undefined
      ? undefined
      : new Kubelet({
          nodeName,
          minor: release.minor,
          facts: release.facts,
          version: release.text,
          gates: prepared.gates,
          settings: prepared.settings,
          client,
          clock: realClock,
          random: realRandom,
          logger,
          machine: simulatedMachine(realRandom),
        })
  const servers = await serveKubelet({
    logger,
    nodeName,
    state: {
      minor: release.minor,
      facts: release.facts,
      version: release.text,
      config: withCertificate(prepared),
      flags: prepared.flags,
      clock: realClock,
      startedAt: realClock.now(),
      pods: () => kubelet?.podObjects() ?? [],
    },
  })
  if (servers === undefined) {
    clearInterval(alive)
    return 1
  }
  kubelet?.start()
  logger.logS('I', 'Started kubelet')
  await stopped
  logger.logS('I', 'Shutting down Kubelet Volume Manager')
  const force = setTimeout(() => process.exit(0), 3000)
  await Promise.all([kubelet?.stop(), servers.close()])
  client?.close()
  clearTimeout(force)
  clearInterval(alive)
  return 0
}
