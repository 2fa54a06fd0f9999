// The process form of a kubelet, from a command line that is good.
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type ClientConfig, parseKubeconfig } from '../client/kubeconfig.ts'
import { RestClient } from '../client/rest-client.ts'
import { nodeAddress, podNetwork } from '../cluster/network/node-address.ts'
import { realClock } from '../component-base/clock.ts'
import { realRandom } from '../component-base/random.ts'
import type { Release } from '../component-base/release.ts'
import { serveKubelet } from '../kubelet-sim/http/serve.ts'
import { Kubelet } from '../kubelet-sim/kubelet.ts'
import { defaultSettings, simulatedMachine } from '../kubelet-sim/kubelet-options.ts'
import type { KubeletLogger, PreparedKubelet } from '../kubelet-sim/options/prepare-kubelet.ts'
import { startKubelets } from '../kubelet-sim/start-many.ts'

/** A kubelet whose command line is valid, ready to run. */
export interface StartedKubelet {
  prepared: PreparedKubelet
  release: Release
  logger: KubeletLogger
  hostname: string
  /** Of kubelets in this process. */
  count: number
}

/** The kubeconfig that can be used; undefined: standalone. */
function clientConfig({ kubeconfig, bootstrapKubeconfig }: PreparedKubelet): ClientConfig | undefined {
  if (kubeconfig === undefined) return undefined
  for (const path of [kubeconfig, bootstrapKubeconfig]) {
    if (path === undefined) continue
    try {
      const read = (file: string): string => readFileSync(resolve(dirname(path), file), 'utf8')
      return parseKubeconfig(read(resolve(path)), { readText: read })
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

/** A certificate of its own authority, as a kubelet without --tls-cert-file makes one. */
async function servingCertificate(nodeName: string): Promise<{ cert: string; key: string }> {
  const { createAuthority, issueCertificate } = await import('../component-base/certificate-authority.ts')
  const now = realClock.now()
  const request = { commonName: nodeName, names: [nodeName, 'localhost'], addresses: ['127.0.0.1'] }
  return issueCertificate(createAuthority(`${nodeName}-ca`, now), { ...request, usage: 'server' }, now)
}

const untilSignal = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
  })

const clientOf = (config: ClientConfig, { text }: Release): RestClient =>
  new RestClient(config, `kubelet/${text} (linux/amd64) kubernetes/0000000`)

function newKubelet(
  { prepared, release, logger }: StartedKubelet,
  nodeName: string,
  client: RestClient,
  settings = prepared.settings,
): Kubelet {
  const { gates } = prepared
  const machine = simulatedMachine(realRandom)
  return new Kubelet({
    nodeName,
    release,
    gates,
    settings,
    client,
    clock: realClock,
    random: realRandom,
    logger,
    machine,
  })
}

/** Kubelets without ports of their own, over the connections of one client. They share release, gates and configuration. */
async function runMany(started: StartedKubelet, stopped: Promise<void>): Promise<number> {
  const { prepared, release, logger, hostname, count } = started
  const config = clientConfig(prepared)
  if (config === undefined) {
    logger.logS('E', 'command failed', {
      err: '--count wants an API server: --kubeconfig names none that can be used',
    })
    return 1
  }
  const name = prepared.nodeName ?? hostname.toLowerCase()
  const client = clientOf(config, release)
  const settingsOf = (at: number): PreparedKubelet['settings'] => ({
    ...prepared.settings,
    ...(prepared.settings.nodeIPs === defaultSettings.nodeIPs ? { nodeIPs: [nodeAddress(at)] } : {}),
    ...(prepared.settings.podCIDR === defaultSettings.podCIDR ? { podCIDR: podNetwork(at) } : {}),
  })
  const kubelets = Array.from({ length: count }, (_, at) =>
    newKubelet(started, `${name}-${at + 1}`, client, settingsOf(at)),
  )
  void startKubelets(kubelets).then(() => logger.logS('I', 'Started kubelets', { count }))
  await stopped
  const force = setTimeout(() => process.exit(0), 3000)
  await Promise.all(kubelets.map((kubelet) => kubelet.stop()))
  client.close()
  clearTimeout(force)
  return 0
}

/** Runs a kubelet until SIGTERM or SIGINT; resolves with exit code 0. The Node object stays unchanged when it ends. */
export async function runKubelet(started: StartedKubelet): Promise<number> {
  const stopped = untilSignal()
  if (started.count > 1) return runMany(started, stopped)
  const { prepared, release, logger, hostname } = started
  // Without servers and a client there is nothing else that keeps the process.
  const alive = setInterval(() => {}, 60_000)
  const nodeName = prepared.nodeName ?? hostname.toLowerCase()
  const config = clientConfig(prepared)
  const client = config === undefined ? undefined : clientOf(config, release)
  const kubelet = client === undefined ? undefined : newKubelet(started, nodeName, client)
  const servers = await serveKubelet({
    logger,
    client,
    readText: async (path) => readFileSync(resolve(path), 'utf8'),
    certificate: () => servingCertificate(nodeName),
    state: {
      release,
      config: withCertificate(prepared),
      flags: prepared.flags,
      clock: realClock,
      startedAt: realClock.now(),
      nodeName,
      gates: prepared.allGates,
      enabled: prepared.gates,
      pods: () => kubelet?.podObjects() ?? [],
      containers: () => kubelet?.containers,
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
