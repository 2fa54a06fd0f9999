// Upstream: cmd/kubeadm/app/cmd/init.go
import { parseCIDR } from '../../../component-base/go/net.ts'
import { minorOf } from '../../../component-base/minor.ts'
import type { CommandResult } from '../command-result.ts'
import { readPatches } from '../kind-config.ts'
import { startKubeadmCluster } from '../kubeadm-cluster.ts'
import type { ClusterPlan } from '../kubeadm-plan.ts'
import { checkInitDocuments } from './config-documents.ts'
import { configDocuments, configText, type KubeadmCall } from './context.ts'
import { KubeadmError } from './kubeadm-error.ts'

interface ClusterFields {
  kind?: string
  kubernetesVersion?: string
  networking?: { podSubnet?: string; serviceSubnet?: string }
  nodeRegistration?: { name?: string }
}

/** Throws {@link KubeadmError}. */
export async function init(call: KubeadmCall): Promise<CommandResult> {
  const { machine, line, version, minor } = call
  if (line.positional.length > 0)
    throw new KubeadmError(`unknown command "${line.positional[0]}" for "kubeadm init"`)
  const documents = await configDocuments(call)
  if (line.values.has('config'))
    for (const warning of checkInitDocuments(documents, minor)) call.warn(warning)
  const fields = documents as ClusterFields[]
  const cluster = fields.find(({ kind }) => kind === 'ClusterConfiguration')
  const asked = (line.values.get('kubernetes-version') ?? cluster?.kubernetesVersion)?.replace(/^v/, '')
  if (asked !== undefined && !/^\d+\.\d+\.\d+/.test(asked) && !/^(?:stable|latest|ci)/.test(asked))
    throw new KubeadmError(
      `version "${asked}" doesn't match patterns for neither semantic version nor labels (stable, latest, ...)`,
    )
  const given = asked !== undefined && /^\d/.test(asked) ? asked : undefined
  checkVersion(given, version)
  const release = given === undefined ? call.release : machine.sources.releaseOfTag(given)
  if (release === undefined)
    return { stdout: '', stderr: `could not fetch a Kubernetes version: v${given}\n`, exitCode: 1 }
  const settings = readPatches([(await configText(call)) ?? ''])
  const name =
    line.values.get('node-name') ??
    fields.find((one) => one.nodeRegistration?.name)?.nodeRegistration?.name ??
    // Without a name a node has its computer's, which the prompt shows.
    hostname.exec(machine.computers.typedOn ?? '')?.[0]
  const plan: ClusterPlan = {
    name: 'kubernetes',
    context: 'kubernetes-admin@kubernetes',
    local: true,
    tainted: machine.clusters.untaintsByHand,
    nodes: [
      { name: name ?? 'control-plane', role: 'control-plane', release, kubeletArgs: settings.kubeletArgs },
    ],
    gates: {},
    extraArgs: {
      etcd: {},
      'kube-apiserver': {},
      'kube-controller-manager': {},
      'kube-scheduler': {},
      ...settings.extraArgs,
    },
    kubeletConfig: settings.kubeletConfig,
    proxyConfig: settings.proxyConfig,
    podSubnet: line.values.get('pod-network-cidr') ?? cluster?.networking?.podSubnet ?? '10.244.0.0/16',
    serviceSubnet: line.values.get('service-cidr') ?? cluster?.networking?.serviceSubnet ?? '10.96.0.0/12',
    releaseGiven: given !== undefined,
  }
  checkNetworks('serviceSubnet', plan.serviceSubnet)
  checkNetworks('podSubnet', plan.podSubnet)
  for (const program of ['kubeadm', 'kubelet', 'kubectl']) machine.packages.had(program, release)
  const failed = await startKubeadmCluster(machine, plan)
  const head = `[init] Using Kubernetes version: v${given ?? version}\n[preflight] Running pre-flight checks\n`
  return failed ?? { stdout: `${head}${initialized}`, stderr: '', exitCode: 0 }
}

const hostname = /^[a-z0-9](?:[a-z0-9.-]{0,60}[a-z0-9])?$/

/** Upstream: cmd/kubeadm/app/apis/kubeadm/validation ValidateIPNetFromString */
function checkNetworks(field: string, networks: string): void {
  try {
    for (const network of String(networks).split(',')) parseCIDR(network)
  } catch (error) {
    throw new KubeadmError(
      `networking.${field}: Invalid value: ${JSON.stringify(networks)}: ${(error as Error).message}`,
    )
  }
}

function checkVersion(given: string | undefined, own: string): void {
  if (given === undefined) return
  const [wanted, mine] = [minorOf(given), minorOf(own)]
  if (wanted < mine - 1)
    throw new KubeadmError(
      `this version of kubeadm only supports deploying clusters with the control plane version >= 1.${mine - 1}.0. Current version: v${given}`,
    )
  if (wanted > mine)
    throw new KubeadmError(
      `[preflight] Some fatal errors occurred:\n\t[ERROR KubernetesVersion]: the requested Kubernetes version (v${given}) is newer than the kubeadm version (v${own})`,
    )
}

const initialized = `
Your Kubernetes control-plane has initialized successfully!

To start using your cluster, you need to run the following as a regular user:

  mkdir -p $HOME/.kube
  sudo cp -i /etc/kubernetes/admin.conf $HOME/.kube/config
  sudo chown $(id -u):$(id -g) $HOME/.kube/config

Alternatively, if you are the root user, you can run:

  export KUBECONFIG=/etc/kubernetes/admin.conf

You should now deploy a pod network to the cluster.
Run "kubectl apply -f [podnetwork].yaml" with one of the options listed at:
  https://kubernetes.io/docs/concepts/cluster-administration/addons/
`
