// kube-proxy as its DaemonSet's pods run it: a pod that comes to a node starts it there, with the configuration that the pod
// mounts at that moment; one that goes ends it.

import type { PodSpec } from '../../api/core-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { Informer } from '../../client/informer.ts'
import { isNotFound, type RestClient } from '../../client/rest-client.ts'
import type { CommandResult } from './command-result.ts'
import type { Machine } from './machine.ts'

const path = '/api/v1/namespaces/kube-system/pods?labelSelector=k8s-app%3Dkube-proxy'
const patienceMs = 15_000
const kubeconfigPath = '/var/lib/kube-proxy/kubeconfig.conf'

/** Starts and ends the kube-proxies of nodes as the pods of the DaemonSet come and go. */
export class NodeProxies {
  private readonly machine: Machine
  private readonly client: RestClient
  private readonly informer: Informer
  /** Node → uid of the pod that its kube-proxy is. */
  private readonly pods = new Map<string, string>()
  private work: Promise<void> = Promise.resolve()
  private failure: CommandResult | undefined
  private waiting: (() => void)[] = []

  constructor(machine: Machine, client: RestClient) {
    this.machine = machine
    this.client = client
    this.informer = new Informer({
      client,
      clock: machine.options.clock,
      path,
      handlers: {
        onChange: (pod) => this.enqueue(() => this.changed(pod)),
        onDelete: (pod) => this.enqueue(() => this.deleted(pod)),
      },
    }).start()
  }

  private enqueue(task: () => Promise<void>): void {
    // A server that goes down meanwhile takes all its pods' news with it: the next one tells them anew.
    this.work = this.work
      .then(task)
      .catch(() => {})
      .then(() => this.wake())
  }

  private async changed(pod: KubeObject): Promise<void> {
    const spec = pod['spec'] as PodSpec
    const { uid, deletionTimestamp } = pod.metadata
    const { nodeName = '' } = spec
    if (nodeName === '' || deletionTimestamp !== undefined || this.pods.get(nodeName) === uid) return
    this.pods.set(nodeName, uid!)
    await this.start(nodeName, spec)
  }

  private async deleted(pod: KubeObject): Promise<void> {
    const { nodeName = '' } = pod['spec'] as PodSpec
    if (this.pods.get(nodeName) !== pod.metadata.uid) return
    this.pods.delete(nodeName)
    await this.machine.cluster.stopOne(`kube-proxy/${nodeName}`)
  }

  private async start(node: string, spec: PodSpec): Promise<void> {
    const { machine } = this
    const server = machine.cluster.apiserver
    if (server === undefined) return
    const [container] = spec.containers ?? []
    const tag = /:v?(\d+\.\d+\.\d+)/.exec(container?.image ?? '')?.[1]
    const release = tag === undefined ? machine.checkout.newest : machine.sources.releaseOfTag(tag)
    if (release === undefined) return
    const files = await this.mountedFiles(spec)
    machine.cluster.means(`kube-proxy/${node}`, this.meantBy(tag))
    files.set(kubeconfigPath, server.kubeconfig('admin'))
    const [, ...command] = container?.command ?? []
    const args = [...command, ...(container?.args ?? [])].map((arg) => arg.replaceAll('$(NODE_NAME)', node))
    const started = await machine.clusters.startKubeProxy({
      node,
      release,
      args,
      version: `v${machine.sources.fullRelease(release)}`,
      readFile: async (name) => {
        const content = files.get(name)
        if (content === undefined) throw new Error(`open ${name}: no such file or directory`)
        return content
      },
    })
    if (started.ok) return
    machine.incidents.noteFailure({ ...started, component: 'kube-proxy', release })
    this.failure = { stdout: '', stderr: started.stderr, exitCode: 1 }
  }

  private meantBy(tag: string | undefined): string | undefined {
    const [planned] = this.machine.kubeadm?.plan.nodes ?? []
    return tag === undefined || tag === planned?.release ? planned?.meant : this.machine.sources.meantBy(tag)
  }

  /** The files of the ConfigMaps that the pod mounts, by path. */
  private async mountedFiles(spec: PodSpec): Promise<Map<string, string>> {
    const files = new Map<string, string>()
    for (const { name, mountPath } of spec.containers?.[0]?.volumeMounts ?? []) {
      const source = spec.volumes?.find((volume) => volume.name === name)?.configMap?.name
      if (source === undefined) continue
      const { data } = await this.client.get<{ data?: Record<string, string> }>(
        `/api/v1/namespaces/kube-system/configmaps/${source}`,
      )
      for (const [key, value] of Object.entries(data ?? {})) files.set(`${mountPath}/${key}`, value)
    }
    return files
  }

  /** Resolves when the kube-proxy of each node runs, one could not start (then with what it said), or no pod comes. */
  async ready(nodes: readonly string[]): Promise<CommandResult | undefined> {
    let patient = true
    const { clock, waits = clock } = this.machine.options
    const end = waits.setTimeout(() => {
      patient = false
      this.wake()
    }, patienceMs)
    while (patient && !nodes.every((node) => this.pods.has(node)))
      await new Promise<void>((resolve) => void this.waiting.push(resolve))
    end()
    return this.settled()
  }

  /** Deletes the pods and waits for those that come instead. */
  async replaceAll(): Promise<CommandResult | undefined> {
    const nodes = [...this.pods.keys()]
    await this.work
    this.pods.clear()
    for (const { metadata } of [...this.informer.items.values()]) {
      try {
        await this.client.delete(`/api/v1/namespaces/kube-system/pods/${metadata.name}`)
      } catch (error) {
        // The DaemonSet replaces its pods as well.
        if (!isNotFound(error)) throw error
      }
    }
    return this.ready(nodes)
  }

  private wake(): void {
    for (const resume of this.waiting.splice(0)) resume()
  }

  /** Resolves when what has been seen of the pods so far has taken effect; tells once what could not start. */
  async settled(): Promise<CommandResult | undefined> {
    await this.work
    const { failure } = this
    this.failure = undefined
    return failure
  }

  async stop(): Promise<void> {
    await this.informer.stop()
    await this.work
    this.wake()
  }
}
