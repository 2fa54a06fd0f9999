// The ConfigMaps in which kubeadm keeps a cluster's configuration. Upstream: cmd/kubeadm/app/phases/{uploadconfig,kubelet}
import type { RestClient } from '../../client/rest-client.ts'
import { minorOf } from '../../component-base/minor.ts'
import { kubeadmDialect } from './kubeadm-cli/dialect.ts'
import { askedFlags, kubeletConfig } from './kubeadm-files.ts'
import type { ClusterPlan, StaticPodName } from './kubeadm-plan.ts'
import { toYaml } from './yaml-text.ts'

const namespace = '/api/v1/namespaces/kube-system'
const name = 'kubeadm-config'

/** The ConfigMaps of a new cluster, by name: `kubeadm-config`, `kubelet-config`. */
export const kubeadmConfigMaps = (plan: ClusterPlan): Record<string, Record<string, string>> => ({
  [name]: { ClusterConfiguration: clusterConfiguration(plan, plan.nodes[0]!.release) },
  'kubelet-config': { kubelet: kubeletConfig(plan) },
})

/** Notes the version that the control plane was upgraded to, in the API version of that release's kubeadm. */
export async function noteVersion(client: RestClient, plan: ClusterPlan, release: string): Promise<void> {
  const data = { ClusterConfiguration: clusterConfiguration(plan, release) }
  // Whoever has deleted it goes on without it.
  await client.exchange({
    method: 'PATCH',
    path: `${namespace}/configmaps/${name}`,
    body: { data },
    contentType: 'application/merge-patch+json',
  })
}

function clusterConfiguration(plan: ClusterPlan, release: string): string {
  const version = kubeadmDialect(minorOf(release)).writtenVersion
  const listed = version !== 'v1beta3'
  const args = (component: StaticPodName): object => extraArgs(plan, component, listed)
  return toYaml({
    apiServer: { ...args('kube-apiserver'), ...(listed ? {} : { timeoutForControlPlane: '4m0s' }) },
    apiVersion: `kubeadm.k8s.io/${version}`,
    ...(listed ? { caCertificateValidityPeriod: '87600h0m0s', certificateValidityPeriod: '8760h0m0s' } : {}),
    certificatesDir: '/etc/kubernetes/pki',
    clusterName: plan.name,
    controllerManager: args('kube-controller-manager'),
    dns: {},
    ...(listed ? { encryptionAlgorithm: 'RSA-2048' } : {}),
    etcd: { local: { dataDir: '/var/lib/etcd', ...args('etcd') } },
    imageRepository: 'registry.k8s.io',
    kind: 'ClusterConfiguration',
    kubernetesVersion: `v${release}`,
    networking: {
      dnsDomain: 'cluster.local',
      podSubnet: plan.podSubnet,
      serviceSubnet: plan.serviceSubnet,
    },
    ...(listed ? { proxy: {} } : {}),
    scheduler: args('kube-scheduler'),
  })
}

/** Flags that were asked for, as a list since v1beta4. */
function extraArgs(plan: ClusterPlan, component: StaticPodName, listed: boolean): object {
  const flags = Object.entries(askedFlags(plan, component))
  if (flags.length === 0) return {}
  return {
    extraArgs: listed
      ? flags.map(([flag, value]) => ({ name: flag, value }))
      : Object.fromEntries(flags.sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}
