// The kubelets of a set of components, and the machines that they run on.
import { type ClientConfig, loadKubeconfig, parseKubeconfig } from '../client/kubeconfig.ts'
import type { RestClient } from '../client/rest-client.ts'
import type { Logger } from '../component-base/klog.ts'
import type { Release } from '../component-base/release.ts'
import { ContainerManager } from '../kubelet-sim/cm/container-manager.ts'
import { cpusFor } from '../kubelet-sim/cm/reservations.ts'
import type { KubeletConfiguration } from '../kubelet-sim/config/kubelet-configuration.ts'
import { refusalOf } from '../kubelet-sim/http/debugging.ts'
import { KubeletAccess, shownCertificate } from '../kubelet-sim/http/kubelet-access.ts'
import { type EndpointState, kubeletAnswer } from '../kubelet-sim/http/kubelet-endpoints.ts'
import { InnerKubeletServer, kubeletAPI } from '../kubelet-sim/http/kubelet-server.ts'
import { requestTarget } from '../kubelet-sim/http/request-target.ts'
import { Kubelet } from '../kubelet-sim/kubelet.ts'
import {
  defaultSettings,
  type KubeletSettings,
  type MachineInfo,
  machineCores,
  simulatedMachine,
} from '../kubelet-sim/kubelet-options.ts'
import { KubeletStartError } from '../kubelet-sim/options/kubelet-start-error.ts'
import { type PreparedKubelet, prepareKubelet } from '../kubelet-sim/options/prepare-kubelet.ts'
import { NodeRuntime } from '../kubelet-sim/pods/node-runtime.ts'
import { type ComponentEnvironment, nodeNameOf } from './component-environment.ts'
import type { ComponentStart, NodeStart, RunningKubelet, Started } from './component-start.ts'
import { podNetwork } from './network/node-address.ts'
import type { KubeletHere } from './node-backend.ts'

const statusTimeoutMs = 15_000

/** Starts kubelets. A node keeps its machine, and so its ids and containers, when its kubelet is started anew. */
export class Kubelets {
  private readonly environment: ComponentEnvironment
  /** The machines of nodes, which outlive their kubelets; by node name. */
  private readonly machines = new Map<string, MachineInfo>()
  /** The container runtimes of nodes, which outlive their kubelets; by node name. */
  private readonly runtimes = new Map<string, NodeRuntime>()
  /** The places of the nodes among all, by name. */
  private readonly places = new Map<string, number>()

  constructor(environment: ComponentEnvironment) {
    this.environment = environment
  }

  /** Resolves when the node's status has been reported once. */
  async start(start: NodeStart): Promise<Started<RunningKubelet>> {
    const { clock, nodes, random, startClock } = this.environment
    const { logger, stderr } = this.environment.logging('kubelet', start.log, nodeNameOf(start))
    try {
      const release = this.environment.releaseOf(start)
      const prepared = await prepareKubelet(start.args, {
        release,
        logger,
        notice: stderr.notice,
        readText: start.readFile,
      })
      const config = await kubeletClientConfig(prepared, start)
      const client = this.environment.clientOf(
        config,
        `kubelet/${release.text} (linux/amd64) kubernetes/0000000`,
      )
      const nodeName = prepared.nodeName ?? start.hostname ?? 'localhost'
      const machine = this.machineOf(nodeName, prepared.config)
      const managers = await startManagers(prepared, { release, logger, machine, start })
      const runtime = this.runtimes.get(nodeName) ?? new NodeRuntime()
      this.runtimes.set(nodeName, runtime)
      const settings = this.withPodNetwork(nodeName, prepared.settings)
      const kubelet = new Kubelet({
        nodeName,
        release,
        gates: prepared.gates,
        machine,
        managers,
        settings,
        client,
        clock,
        random,
        logger,
        network: start.network,
        runtime,
      }).start()
      const state = {
        release,
        config: prepared.config,
        flags: prepared.flags,
        clock,
        startedAt: clock.now(),
        nodeName,
        gates: prepared.allGates,
        enabled: prepared.gates,
        pods: () => kubelet.podObjects(),
        containers: () => kubelet.containers,
      }
      const inner = new InnerKubeletServer(kubeletAPI(state))
      const here = {
        answer: (path: string) => kubeletAnswer(path, state),
        answerTo: answering({ state, client, logger, readFile: start.readFile }),
        inner,
        kubelet,
      }
      nodes.kubelets.set(nodeName, here)
      await new Promise<void>((resolve) => {
        const cancel = startClock.setTimeout(resolve, statusTimeoutMs)
        void kubelet.reported.then(cancel).then(resolve)
      })
      stderr.started()
      return {
        ok: true,
        component: {
          gates: { set: prepared.config.featureGates ?? {}, effective: prepared.gates, release },
          containers: kubelet.containers,
          podCIDR: settings.podCIDR,
          stop: async () => {
            if (nodes.kubelets.get(nodeName) === here) nodes.kubelets.delete(nodeName)
            inner.close()
            await kubelet.stop()
            client.close()
          },
          powerOff: () => runtime.stop(),
        },
      }
    } catch (error) {
      return stderr.failure(error)
    }
  }

  /** A kubelet that reserves CPUs by name is on a machine that has them. */
  private machineOf(nodeName: string, { reservedSystemCPUs = '' }: KubeletConfiguration): MachineInfo {
    const cpus = Math.max(machineCores, cpusFor(reservedSystemCPUs))
    const before = this.machines.get(nodeName) ?? simulatedMachine(this.environment.random, cpus)
    const machine =
      Number(before.capacity['cpu']) >= cpus
        ? before
        : { ...before, capacity: { ...before.capacity, cpu: String(cpus) } }
    this.machines.set(nodeName, machine)
    if (!this.places.has(nodeName)) this.places.set(nodeName, this.places.size)
    return machine
  }

  /** Where none is configured, each node has a pod network of its own. */
  private withPodNetwork(nodeName: string, settings: KubeletSettings): KubeletSettings {
    if (settings.podCIDR !== defaultSettings.podCIDR) return settings
    const at = this.places.get(nodeName)!
    return { ...settings, podCIDR: podNetwork(at) }
  }
}

/** The answers of a kubelet at its own port, without a connection. */
function answering({
  state,
  client,
  logger,
  readFile,
}: {
  state: EndpointState
  client: RestClient
  logger: Logger
  readFile: ComponentStart['readFile']
}): KubeletHere['answerTo'] {
  const { config, clock, nodeName, release, enabled: gates } = state
  const access = new KubeletAccess({ config, minor: release.minor, gates, nodeName, client, clock, logger })
  return async (asked, shown) => {
    const target = requestTarget(asked.path)
    if ('status' in target) return target
    const { path } = target
    const { readOnlyPort } = asked
    if (readOnlyPort !== undefined && readOnlyPort !== config.readOnlyPort) return undefined
    const isReadOnly = readOnlyPort !== undefined
    const debugging = !isReadOnly && config.enableDebuggingHandlers !== false
    const refused = await refusalOf(path, debugging, async () => {
      if (isReadOnly) return undefined
      const authority = config.authentication?.x509?.clientCAFile
      const clientCA = authority ? await readFile(authority).catch(() => undefined) : undefined
      const certificate = shownCertificate(clientCA, shown, clock.now())
      return access.refusal({ ...asked, path, certificate })
    })
    return refused ?? kubeletAnswer(path, state)
  }
}

/** Undefined where there is no disk to keep their state on. */
async function startManagers(
  { config, gates, flags }: PreparedKubelet,
  node: { release: Release; logger: Logger; machine: MachineInfo; start: ComponentStart },
): Promise<ContainerManager | undefined> {
  const { readFile, writeFile } = node.start
  if (writeFile === undefined) return undefined
  const path = (name: string): string => `${flags.values.string('root-dir').replace(/\/$/, '')}/${name}`
  const { capacity } = node.machine
  return ContainerManager.start({
    config,
    gates,
    minor: node.release.minor,
    logger: node.logger,
    cpus: Number(capacity['cpu']),
    capacity,
    files: {
      path,
      read: (name) => readFile(path(name)).catch(() => undefined),
      write: (name, content) => writeFile(path(name), content),
    },
  })
}

async function kubeletClientConfig(prepared: PreparedKubelet, start: NodeStart): Promise<ClientConfig> {
  for (const path of [prepared.kubeconfig, prepared.bootstrapKubeconfig]) {
    if (path === undefined) continue
    const text = await start.readFile(path).catch(() => undefined)
    if (text !== undefined) return loadKubeconfig(text, start.readFile)
  }
  if (prepared.bootstrapKubeconfig !== undefined)
    throw new KubeletStartError(
      `failed to run Kubelet: unable to load bootstrap kubeconfig: stat ${prepared.bootstrapKubeconfig}: no such file or directory`,
    )
  if (prepared.kubeconfig !== undefined)
    throw new KubeletStartError(
      `failed to run Kubelet: invalid kubeconfig: stat ${prepared.kubeconfig}: no such file or directory`,
    )
  return parseKubeconfig(start.apiserver.kubeconfig('admin'))
}
