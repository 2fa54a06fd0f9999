// A control plane node as kubeadm (and so kind) lays it out: static pod manifests, the kubelet's configuration. The files are the configuration.
import { writeAuthorities } from './certificates.ts'
import type { CommandResult } from './command-result.ts'
import { gatesOfArgs } from './feature-gates.ts'
import type { KubeadmCluster } from './kubeadm-cluster.ts'
import type { Machine } from './machine.ts'

const manifestPath = '/etc/kubernetes/manifests/kube-apiserver.yaml'
const kubeletPath = '/var/lib/kubelet/config.yaml'

/** Writes the files and starts what they describe. Undefined when it runs; else what kubeadm would show. */
export async function startKubeadmCluster(
  machine: Machine,
  cluster: KubeadmCluster,
): Promise<CommandResult | undefined> {
  await machine.cluster.stop()
  machine.cluster.lastStart = { release: cluster.release, gates: cluster.gates }
  const gates = Object.entries(cluster.gates)
  const flags = [
    '--authorization-mode=Node,RBAC',
    '--enable-admission-plugins=NodeRestriction',
    '--service-cluster-ip-range=10.96.0.0/16',
  ]
  if (gates.length > 0) flags.push(`--feature-gates=${gates.map(([k, v]) => `${k}=${v}`).join(',')}`)
  if (cluster.runtimeConfig !== '') flags.push(`--runtime-config=${cluster.runtimeConfig}`)
  await machine.writeFile(manifestPath, manifest(cluster.release, flags))
  await machine.writeFile(kubeletPath, kubeletConfig(cluster.gates))
  machine.kubeadm = { cluster, manifest: '' }
  const failed = await syncStaticPods(machine)
  if (failed !== undefined) return failed
  for (const node of [cluster.node, ...cluster.workers]) {
    const error = await startNode(machine, cluster.release, node)
    if (error !== undefined) return error
  }
  return undefined
}

async function startNode(
  machine: Machine,
  release: string,
  node: string,
): Promise<CommandResult | undefined> {
  const args = [
    `--hostname-override=${node}`,
    '--kubeconfig=/etc/kubernetes/admin.conf',
    `--config=${kubeletPath}`,
  ]
  const version = `v${machine.fullRelease(release)}`
  const started = await machine.startKubelet({ node, release, args, version })
  if (started.ok) return undefined
  machine.noteFailure({ component: 'kubelet', release, stderr: started.stderr })
  return { stdout: '', stderr: started.stderr, exitCode: 1 }
}

/** What the kubelet does when a manifest changed: the server restarts with its new image or flags. */
export async function syncStaticPods(machine: Machine): Promise<CommandResult | undefined> {
  const state = machine.kubeadm
  if (state === undefined) return undefined
  const text = await machine.readFile(manifestPath).catch(() => '')
  if (text === state.manifest) return undefined
  state.manifest = text
  const image = /image:\s*\S*kube-apiserver(?:-\w+)?:v?([\d.]+)/.exec(text)
  const release = image?.[1] ?? state.cluster.release
  const args = [...text.matchAll(/^\s*-\s+(--[^\n]+?)\s*$/gm)].map((m) =>
    m[1]!.replace(/^(["'])(.*)\1$/, '$2'),
  )
  const dataDir = await machine.dataDirOf(state.cluster.dataDir, false)
  const start = {
    release,
    version: `v${machine.fullRelease(release)}`,
    args,
    readFile: machine.readFile,
    dataDir,
  }
  const started = await machine.cluster.startApiserver(start, gatesOfArgs(args))
  if (!started.ok) {
    machine.noteFailure({ component: 'kube-apiserver', release, stderr: started.stderr })
    return { stdout: '', stderr: started.stderr, exitCode: 1 }
  }
  await writeAuthorities(machine, '/etc/kubernetes/pki', started.component.kubeconfig('admin'))
  await machine.writeFile('/etc/kubernetes/admin.conf', started.component.kubeconfig('admin'))
  await machine.writeFile(`${machine.home}/.kube/config`, started.component.kubeconfig('admin'))
  await machine.cluster.startControllers({ ...start, args: [], apiserver: started.component })
  await reconnect(machine)
  return undefined
}

/** The server has another address now: the kubelets follow it. */
async function reconnect(machine: Machine): Promise<void> {
  for (const [name, record] of [...machine.cluster.records]) {
    const [component, node = ''] = name.split('/')
    if (component !== 'kubelet' || !machine.cluster.running.has(name)) continue
    await machine.startKubelet({
      node,
      release: record.release,
      args: record.args,
      version: `v${machine.fullRelease(record.release)}`,
    })
  }
}

function manifest(release: string, flags: string[]): string {
  return `apiVersion: v1
kind: Pod
metadata:
  labels:
    component: kube-apiserver
    tier: control-plane
  name: kube-apiserver
  namespace: kube-system
spec:
  containers:
  - command:
    - kube-apiserver
${flags.map((f) => `    - ${f}`).join('\n')}
    image: registry.k8s.io/kube-apiserver:v${release}
    name: kube-apiserver
  hostNetwork: true
  priorityClassName: system-node-critical
`
}

function kubeletConfig(gates: Record<string, boolean>): string {
  const lines = Object.entries(gates).map(([gate, on]) => `  ${gate}: ${on}`)
  const block = lines.length > 0 ? `featureGates:\n${lines.join('\n')}\n` : ''
  return `apiVersion: kubelet.config.k8s.io/v1beta1
cgroupDriver: systemd
cgroupRoot: /kubelet
clusterDNS:
- 10.96.0.10
clusterDomain: cluster.local
failSwapOn: false
${block}kind: KubeletConfiguration
rotateCertificates: true
`
}
