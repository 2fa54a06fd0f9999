// The files that kubeadm writes on a node. Upstream: cmd/kubeadm/app/phases/{controlplane,etcd,kubelet}
import { dnsAddress } from '../../cluster/network/kind-networks.ts'
import { addressesOfPlan, type ClusterPlan, type NodePlan, type StaticPodName } from './kubeadm-plan.ts'
import { toYaml } from './yaml-text.ts'

const own: Readonly<Record<StaticPodName, (plan: ClusterPlan) => Record<string, string>>> = {
  etcd: () => ({ 'data-dir': '/var/lib/etcd' }),
  'kube-apiserver': ({ serviceSubnet, nodes }) => ({
    ...addressOf(nodes[0]),
    'allow-privileged': 'true',
    'authorization-mode': 'Node,RBAC',
    'enable-admission-plugins': 'NodeRestriction',
    'service-cluster-ip-range': serviceSubnet,
  }),
  'kube-controller-manager': ({ name, podSubnet, serviceSubnet }) => ({
    'allocate-node-cidrs': 'true',
    'cluster-cidr': podSubnet,
    'cluster-name': name,
    controllers: '*,bootstrapsigner,tokencleaner',
    'leader-elect': 'true',
    'service-cluster-ip-range': serviceSubnet,
  }),
  'kube-scheduler': () => ({ 'leader-elect': 'true' }),
}

/** Of a node that has an address of its own. */
function addressOf(node: NodePlan | undefined): Record<string, string> {
  const [address] = node === undefined ? [] : addressesOfPlan(node)
  return address === undefined ? {} : { 'advertise-address': address }
}

/** etcd's release goes with Kubernetes' own; nothing here depends on it. */
const etcdImage = 'registry.k8s.io/etcd:3.5.15-0'

/** The flags of a control plane component that were asked for: its gates, and what patches give it. */
export function askedFlags({ gates, extraArgs }: ClusterPlan, name: StaticPodName): Record<string, string> {
  const set = Object.entries(gates).map(([gate, on]) => `${gate}=${on}`)
  return {
    ...(name !== 'etcd' && set.length > 0 ? { 'feature-gates': set.join(',') } : {}),
    ...extraArgs[name],
  }
}

/** The manifest of a control plane component, in YAML. */
export function staticPodManifest(name: StaticPodName, release: string, plan: ClusterPlan): string {
  const flags = { ...own[name](plan), ...askedFlags(plan, name) }
  return toYaml({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { labels: { component: name, tier: 'control-plane' }, name, namespace: 'kube-system' },
    spec: {
      containers: [
        {
          command: [name, ...Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`)],
          image: name === 'etcd' ? etcdImage : `registry.k8s.io/${name}:v${release}`,
          imagePullPolicy: 'IfNotPresent',
          name,
        },
      ],
      hostNetwork: true,
      priority: 2_000_001_000,
      priorityClassName: 'system-node-critical',
    },
  })
}

/** /var/lib/kubelet/config.yaml, which names its feature gates at the end, so that scripts can append to them. */
export function kubeletConfig({ gates, kubeletConfig: patch, serviceSubnet }: ClusterPlan): string {
  const config = {
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    authentication: {
      anonymous: { enabled: false },
      webhook: { cacheTTL: '0s', enabled: true },
      x509: { clientCAFile: '/etc/kubernetes/pki/ca.crt' },
    },
    authorization: { mode: 'Webhook', webhook: { cacheAuthorizedTTL: '0s', cacheUnauthorizedTTL: '0s' } },
    cgroupDriver: 'systemd',
    cgroupRoot: '/kubelet',
    clusterDNS: [dnsAddress(serviceSubnet)],
    clusterDomain: 'cluster.local',
    evictionHard: { 'imagefs.available': '0%', 'nodefs.available': '0%', 'nodefs.inodesFree': '0%' },
    failSwapOn: false,
    imageGCHighThresholdPercent: 100,
    kind: 'KubeletConfiguration',
    rotateCertificates: true,
    staticPodPath: '/etc/kubernetes/manifests',
    ...patch,
  }
  return toYaml(Object.keys(gates).length === 0 ? config : { ...config, featureGates: gates })
}

/** /var/lib/kubelet/kubeadm-flags.env. */
export function kubeletFlags({ name, kubeletArgs }: NodePlan): string {
  const flags = { 'hostname-override': name, ...kubeletArgs }
  const words = Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`)
  return `KUBELET_KUBEADM_ARGS="${words.join(' ')}"\n`
}
