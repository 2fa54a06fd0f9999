// A cluster as kubeadm (and so kind) lays it out: static pods from manifests, kubelets with their configuration on each node's
// disk, add-ons in kube-system. What is on the disks is the configuration; a change of it takes effect as on a real node.

import { parseKubeconfig } from '../../client/kubeconfig.ts'
import { isConflict, RestClient } from '../../client/rest-client.ts'
import type { StartFailure } from '../../cluster/component-start.ts'
import { clusterDialect } from '../../cluster/dialect.ts'
import { minorOf } from '../../component-base/minor.ts'
import { writeAuthorities, writeEtcdCertificates } from './certificates.ts'
import { type ChangeFailure, type ClusterChange, concerns, concernsNode, notDone } from './cluster-change.ts'
import type { CommandResult } from './command-result.ts'
import { type DoneEdits, edited, editedFile } from './edits.ts'
import type { Host } from './host.ts'
import { installAddons } from './kubeadm-addons.ts'
import { noteVersion } from './kubeadm-config-maps.ts'
import { kubeletConfig, kubeletFlags, staticPodManifest } from './kubeadm-files.ts'
import {
  type ClusterPlan,
  type KubeadmCluster,
  type NodePlan,
  type StaticPodName,
  staticPodNames,
} from './kubeadm-plan.ts'
import { mergedKubeconfig } from './kubeconfig-file.ts'
import { editKubeletFiles, kubeletArgs, kubeletConfigPath, kubeletFlagsPath } from './kubelet-files.ts'
import type { Machine } from './machine.ts'
import { MirrorPods } from './mirror-pods.ts'
import { NodeProxies } from './node-proxies.ts'
import { readStaticPod, type StaticPod } from './static-pods.ts'

const manifestPath = (name: StaticPodName): string => `/etc/kubernetes/manifests/${name}.yaml`
const adminPath = '/etc/kubernetes/admin.conf'

/** Writes the files and starts what they describe. The cluster is the machine's from then on, whether it runs or not. */
export async function startKubeadmCluster(
  machine: Machine,
  plan: ClusterPlan,
): Promise<CommandResult | undefined> {
  await machine.kubeadm?.stop()
  const cluster = new LaidOutCluster(machine, plan)
  machine.clusters.hasLayout(cluster)
  return cluster.start()
}

/** An object with the edits made, on what controllers may write to at the same time. */
async function updated(
  client: RestClient,
  path: string,
  change: ClusterChange,
  done: DoneEdits,
): Promise<void> {
  for (let attempt = 0; ; attempt++)
    try {
      await client.update(path, edited(await client.get(path), change.edits, done))
      return
    } catch (error) {
      if (!isConflict(error) || attempt === 4) throw error
    }
}

const noSuchImage: CommandResult = { stdout: '', stderr: 'Failed to pull image\n', exitCode: 1 }

class LaidOutCluster implements KubeadmCluster {
  readonly plan: ClusterPlan
  /** Releases of the nodes' kubelets, by node. */
  readonly releases: Map<string, string>
  /** The document's own releases of them, where others stand in for those. */
  private readonly kubeletsMeant: Map<string, string | undefined>
  private electedAs: string | undefined
  private readonly machine: Machine
  private readonly hosts = new Map<string, Host>()
  /** What each static pod was started from. */
  private readonly manifests = new Map<StaticPodName, string>()
  private client: RestClient | undefined
  private proxies: NodeProxies | undefined
  private mirrors: MirrorPods | undefined
  /** Manifests of the static pods that the server has; none before the cluster is complete. */
  private readonly mirrored = new Map<StaticPodName, string>()

  constructor(machine: Machine, plan: ClusterPlan) {
    this.machine = machine
    this.plan = plan
    this.releases = new Map(plan.nodes.map((node) => [node.name, node.release]))
    this.kubeletsMeant = new Map(plan.nodes.map((node) => [node.name, node.meant]))
  }

  private get etcdDir(): string {
    return `/var/lib/etcd-${this.plan.name}`
  }

  private get controlPlane(): NodePlan {
    return this.plan.nodes[0]!
  }

  /** Writes the files and starts what they describe. Undefined when it runs; else what kubeadm would show. */
  async start(): Promise<CommandResult | undefined> {
    const { machine, plan } = this
    await machine.cluster.stop()
    machine.cluster.forgetRecords()
    machine.computers.removeNodes()
    machine.stores.forgetData(this.etcdDir)
    machine.cluster.startedAs({ release: this.controlPlane.release, gates: plan.gates })
    for (const node of plan.nodes) await this.layOut(node)
    const failed = await this.syncStaticPods()
    if (failed !== undefined) return failed
    for (const node of plan.nodes) {
      const error = await this.startKubelet(node.name)
      if (error !== undefined) return error
    }
    await installAddons(this.client!, plan)
    for (const [name, text] of this.manifests) this.mirrored.set(name, text)
    await this.mirrors!.started(staticPodNames, machine.options)
    return this.proxies!.ready(plan.nodes.map((node) => node.name))
  }

  private async layOut(node: NodePlan): Promise<void> {
    const host = this.plan.local
      ? this.machine.computers.workstation
      : this.machine.computers.addNode(node.name)
    this.hosts.set(node.name, host)
    await host.writeFile(kubeletConfigPath, kubeletConfig(this.plan))
    await host.writeFile(kubeletFlagsPath, kubeletFlags(node))
    if (node.role !== 'control-plane') return
    for (const name of staticPodNames)
      await host.writeFile(manifestPath(name), staticPodManifest(name, node.release, this.plan))
  }

  /** After every command: a kubelet takes up what changed among its static pods. Undefined where nothing failed. */
  async sync(): Promise<CommandResult | undefined> {
    const failed = await this.syncStaticPods()
    return failed ?? this.proxies?.settled()
  }

  async noteVersion(release: string): Promise<void> {
    if (this.client !== undefined) await noteVersion(this.client, this.plan, release)
  }

  private async syncStaticPods(): Promise<CommandResult | undefined> {
    const host = this.hosts.get(this.controlPlane.name)!
    for (const name of staticPodNames) {
      const text = await host.readFile(manifestPath(name)).catch(() => '')
      if (text === (this.manifests.get(name) ?? '')) continue
      this.manifests.set(name, text)
      const failed = text === '' ? await this.stopStaticPod(name) : await this.startStaticPod(name, text)
      if (failed !== undefined) return failed
      await this.mirror(name, text)
    }
    return undefined
  }

  /** Shows a pod that another took the place of, or that is gone; the first ones are made with the cluster. */
  private async mirror(name: StaticPodName, text: string): Promise<void> {
    const complete = this.mirrored.size > 0 && this.machine.cluster.running.has('kube-apiserver')
    // One that only started again is the same pod.
    if (!complete || this.mirrored.get(name) === text) return
    this.mirrored.set(name, text)
    if (text === '') await this.mirrors?.remove(name)
    else await this.mirrors?.replace(name, text)
  }

  private async stopStaticPod(name: StaticPodName): Promise<undefined> {
    if (name === 'kube-apiserver') await this.machine.cluster.stopOne('kube-apiserver')
    if (name === 'kube-controller-manager') await this.machine.cluster.stopOne('kube-controller-manager')
  }

  private async startStaticPod(name: StaticPodName, text: string): Promise<CommandResult | undefined> {
    const read = readStaticPod(text)
    if ('error' in read)
      return this.failed('kubelet', {
        stderr: `Could not process manifest file ${manifestPath(name)}: ${read.error}\n`,
      })
    if (name === 'kube-apiserver') return this.startApiserver(read.pod)
    if (name === 'kube-controller-manager') return this.startControllers(read.pod)
    return undefined
  }

  private async startApiserver(pod: StaticPod): Promise<CommandResult | undefined> {
    const { machine } = this
    const release = this.releaseOf(pod)
    if (release === undefined) return noSuchImage
    machine.cluster.means('kube-apiserver', this.meantBy(pod.tag))
    const started = await machine.cluster.startApiserver({
      release,
      version: `v${machine.sources.fullRelease(release)}`,
      args: pod.args,
      readFile: this.hosts.get(this.controlPlane.name)!.readFile,
      dataDir: await machine.stores.dataDirOf(this.etcdDir),
    })
    if (!started.ok) return this.failed('kube-apiserver', started, release)
    const kubeconfig = started.component.kubeconfig('admin')
    await this.writeKubeconfigs(kubeconfig)
    await this.connect(kubeconfig)
    if (this.mirrored.size > 0) await this.mirrors?.serverWasAway()
    const manager = this.manifests.get('kube-controller-manager')
    if (manager !== undefined && manager !== '') {
      const failed = await this.startStaticPod('kube-controller-manager', manager)
      if (failed !== undefined) return failed
    }
    for (const node of this.plan.nodes) {
      if (!machine.cluster.running.has(`kubelet/${node.name}`)) continue
      const failed = await this.startKubelet(node.name)
      if (failed !== undefined) return failed
    }
    return undefined
  }

  /** kube-controller-manager and kube-scheduler are one program here: the manager's manifest tells its release and flags. */
  private async startControllers(pod: StaticPod): Promise<CommandResult | undefined> {
    const { machine } = this
    const { apiserver } = machine.cluster
    if (apiserver === undefined) return undefined
    const release = this.releaseOf(pod)
    if (release === undefined) return noSuchImage
    machine.cluster.means('kube-controller-manager', this.meantBy(pod.tag))
    const started = await machine.cluster.startControllers({
      release,
      version: `v${machine.sources.fullRelease(release)}`,
      args: pod.args,
      readFile: this.hosts.get(this.controlPlane.name)!.readFile,
      apiserver,
      ...(machine.clusters.electsLeaders ? { leaderElection: { identity: this.holder() } } : {}),
    })
    return started.ok ? undefined : this.failed('kube-controller-manager', started, release)
  }

  /** Who holds the leases. Deviates: a process that is started anew keeps it, and waits for no lease of its own to end. */
  private holder(): string {
    this.electedAs ??= `${this.controlPlane.name}_${this.machine.options.random.uuid()}`
    return this.electedAs
  }

  private releaseOf({ tag }: StaticPod): string | undefined {
    // The plan's own releases are resolved already.
    return tag === undefined || tag === this.controlPlane.release
      ? this.controlPlane.release
      : this.machine.sources.releaseOfTag(tag)
  }

  private meantBy(tag: string | undefined): string | undefined {
    const { release, meant } = this.controlPlane
    return tag === undefined || tag === release ? meant : this.machine.sources.meantBy(tag)
  }

  /** Where the server is reached may have changed: everything that talks to it follows. */
  private async connect(kubeconfig: string): Promise<void> {
    await this.disconnect()
    const { connect } = this.machine.options.runtime
    this.client = new RestClient(parseKubeconfig(kubeconfig), 'kubelet', undefined, connect)
    this.proxies = new NodeProxies(this.machine, this.client)
    const { clock } = this.machine.options
    this.mirrors = new MirrorPods(this.client, this.controlPlane.name, () => clock.now())
  }

  private async disconnect(): Promise<void> {
    await this.proxies?.stop()
    this.client?.close()
    this.client = undefined
    this.proxies = undefined
  }

  private async writeKubeconfigs(kubeconfig: string): Promise<void> {
    const { machine } = this
    for (const host of this.hosts.values()) {
      await writeAuthorities(host, '/etc/kubernetes/pki', kubeconfig)
      if (host === this.hosts.get(this.controlPlane.name))
        await writeEtcdCertificates(host, '/etc/kubernetes/pki', kubeconfig)
      await host.writeFile('/etc/kubernetes/kubelet.conf', kubeconfig, 0o600)
      await host.writeFile(adminPath, kubeconfig, 0o600)
    }
    const path = `${machine.home}/.kube/config`
    const before = await machine.readFile(path).catch(() => '')
    await machine.writeFile(path, mergedKubeconfig(before, kubeconfig, this.plan.context), 0o600)
  }

  /** Starts the kubelet of a node with its files as they are now. */
  async startKubelet(node: string): Promise<CommandResult | undefined> {
    const { machine } = this
    const installed = this.plan.local ? machine.packages.get('kubelet')?.release : undefined
    const release = installed ?? this.releases.get(node)!
    const args = [
      ...clusterDialect(minorOf(release)).runtimeFlags,
      ...(await kubeletArgs(this.hosts.get(node)!)),
      '--kubeconfig=/etc/kubernetes/kubelet.conf',
      `--config=${kubeletConfigPath}`,
    ]
    const version = `v${machine.sources.fullRelease(release)}`
    if (!this.plan.local) machine.cluster.means(`kubelet/${node}`, this.kubeletsMeant.get(node))
    const started = await machine.clusters.startKubelet({ node, release, args, version })
    return started.ok ? undefined : this.failed('kubelet', started, release)
  }

  /** Edits the files and objects that say what the components are, and lets them take effect. */
  async change(change: ClusterChange): Promise<ChangeFailure | undefined> {
    const done: DoneEdits = new Set()
    return (
      (await this.changeStaticPods(change, done)) ??
      (await this.changeKubelets(change, done)) ??
      (await this.changeProxies(change, done)) ??
      notDone(change, done)
    )
  }

  private async changeStaticPods(change: ClusterChange, done: DoneEdits): Promise<CommandResult | undefined> {
    const host = this.hosts.get(this.controlPlane.name)!
    if (!concernsNode(change, this.controlPlane.name, 'control-plane')) return undefined
    for (const name of staticPodNames) {
      if (name === 'etcd' || !concerns(change, name)) continue
      const text = await host.readFile(manifestPath(name)).catch(() => this.stopped.get(name) ?? '')
      if (change.stop === true) {
        this.stopped.set(name, text)
        await host.disk.rm(manifestPath(name), { force: true })
        continue
      }
      const edits =
        name === 'kube-apiserver' ? change.edits : change.edits.filter(({ kind }) => kind !== 'api')
      await host.writeFile(manifestPath(name), editedFile(text, edits, done))
      // A restart that changes nothing.
      if (change.edits.length === 0) this.manifests.delete(name)
    }
    return this.syncStaticPods()
  }
  /** Manifests that were taken away to stop what they describe. */
  private readonly stopped = new Map<StaticPodName, string>()

  private async changeKubelets(change: ClusterChange, done: DoneEdits): Promise<CommandResult | undefined> {
    if (!concerns(change, 'kubelet') || change.stop === true) return undefined
    for (const { name, role } of this.plan.nodes) {
      if (!concernsNode(change, name, role)) continue
      if (!(await this.editKubelet(name, change, done))) continue
      const [tag] = change.edits.flatMap((edit) => (edit.kind === 'release' ? [edit] : []))
      const release =
        tag === undefined ? this.releases.get(name)! : this.machine.sources.releaseOfTag(tag.release)
      if (release === undefined) return noSuchImage
      if (tag !== undefined) done.add(tag)
      this.releases.set(name, release)
      if (tag !== undefined) this.kubeletsMeant.set(name, this.machine.sources.meantBy(tag.release))
      const failed = await this.startKubelet(name)
      if (failed !== undefined) return failed
    }
    return undefined
  }

  /** Returns whether it is to start again. */
  private async editKubelet(name: string, { edits }: ClusterChange, done: DoneEdits): Promise<boolean> {
    return (
      (await editKubeletFiles(this.hosts.get(name)!, edits, done)) ||
      edits.length === 0 ||
      edits.some(({ kind }) => kind === 'release') ||
      !this.machine.cluster.running.has(`kubelet/${name}`)
    )
  }

  /** kube-proxy reads its ConfigMap when its pods start. */
  private async changeProxies(change: ClusterChange, done: DoneEdits): Promise<CommandResult | undefined> {
    const { client, proxies } = this
    if (!concerns(change, 'kube-proxy') || client === undefined || proxies === undefined) return undefined
    // One DaemonSet is for all nodes.
    if ((change.nodes ?? 'all') !== 'all' && concerns(change, 'kubelet')) return undefined
    for (const path of [
      '/api/v1/namespaces/kube-system/configmaps/kube-proxy',
      '/apis/apps/v1/namespaces/kube-system/daemonsets/kube-proxy',
    ])
      await updated(client, path, change, done)
    return proxies.replaceAll()
  }

  /** As when a stopped node's container starts again. */
  async startNode(node: string): Promise<CommandResult | undefined> {
    this.manifests.clear()
    const failed = node === this.controlPlane.name ? await this.syncStaticPods() : undefined
    return failed ?? this.startKubelet(node)
  }

  async stopNode(node: string): Promise<void> {
    const { cluster } = this.machine
    await cluster.stopOne(`kube-proxy/${node}`)
    await cluster.stopOne(`kubelet/${node}`)
    if (node !== this.controlPlane.name) return
    await cluster.stopOne('kube-controller-manager')
    await cluster.stopOne('kube-apiserver')
  }

  private failed(
    component: string,
    failure: Pick<StartFailure, 'stderr' | 'reason' | 'says'>,
    release = this.controlPlane.release,
  ): CommandResult {
    this.machine.incidents.noteFailure({ ...failure, component, release })
    return { stdout: '', stderr: failure.stderr, exitCode: 1 }
  }

  async stop(): Promise<void> {
    await this.disconnect()
  }
}
