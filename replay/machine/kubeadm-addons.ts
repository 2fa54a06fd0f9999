// What kubeadm and kind put into a new cluster: labels and taints of the control plane, kube-proxy, CoreDNS, the network and storage
// add-ons. Upstream: cmd/kubeadm/app/phases/{addons,markcontrolplane}; kind's pkg/cluster/internal/create/actions
import type { RestClient } from '../../client/rest-client.ts'
import { dnsAddress } from '../../cluster/network/kind-networks.ts'
import { kubeadmConfigMaps } from './kubeadm-config-maps.ts'
import { staticPodManifest } from './kubeadm-files.ts'
import { type ClusterPlan, staticPodNames } from './kubeadm-plan.ts'
import { mirrorPod } from './mirror-pods.ts'
import { toYaml } from './yaml-text.ts'

interface NewObject {
  path: string
  object: object
}

const core = '/api/v1/namespaces/kube-system'
const apps = '/apis/apps/v1/namespaces/kube-system'
const everywhere = [{ operator: 'Exists' }]

/** Creates the objects of a new cluster's add-ons, and labels and taints its control plane. */
export async function installAddons(client: RestClient, plan: ClusterPlan): Promise<void> {
  await markControlPlane(client, plan)
  for (const { path, object } of [
    ...Object.entries(kubeadmConfigMaps(plan)).map(([name, data]) => configMap(name, data)),
    ...kubeProxy(plan),
    ...network(),
    ...dns(plan),
    ...(plan.local ? [] : storage()),
    ...mirrorPods(plan),
  ])
    await client.create(path, object)
}

async function markControlPlane(client: RestClient, { nodes, tainted }: ClusterPlan): Promise<void> {
  const alone = tainted !== true && nodes.every(({ role }) => role === 'control-plane')
  for (const { name, role } of nodes) {
    if (role !== 'control-plane') continue
    await client.patch(`/api/v1/nodes/${name}`, {
      metadata: {
        labels: {
          'node-role.kubernetes.io/control-plane': '',
          ...(alone ? {} : { 'node.kubernetes.io/exclude-from-external-load-balancers': '' }),
        },
      },
      ...(alone
        ? {}
        : { spec: { taints: [{ key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }] } }),
    })
  }
}

const serviceAccount = (name: string): NewObject => ({
  path: `${core}/serviceaccounts`,
  object: { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name } },
})

const configMap = (name: string, data: Record<string, string>, labels?: object): NewObject => ({
  path: `${core}/configmaps`,
  object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels }, data },
})

function daemonSet(name: string, labels: Record<string, string>, spec: object): NewObject {
  return {
    path: `${apps}/daemonsets`,
    object: {
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: { name, labels },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { hostNetwork: true, tolerations: everywhere, ...spec } },
      },
    },
  }
}

function kubeProxy(plan: ClusterPlan): NewObject[] {
  const labels = { 'k8s-app': 'kube-proxy' }
  const config = {
    apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
    bindAddress: '0.0.0.0',
    clientConnection: { kubeconfig: '/var/lib/kube-proxy/kubeconfig.conf' },
    clusterCIDR: plan.podSubnet,
    conntrack: { maxPerCore: 0 },
    ...(Object.keys(plan.gates).length === 0 ? {} : { featureGates: plan.gates }),
    iptables: { minSyncPeriod: '1s' },
    kind: 'KubeProxyConfiguration',
    mode: 'iptables',
    ...plan.proxyConfig,
  }
  return [
    serviceAccount('kube-proxy'),
    configMap('kube-proxy', { 'config.conf': toYaml(config), 'kubeconfig.conf': '' }, { app: 'kube-proxy' }),
    daemonSet('kube-proxy', labels, {
      containers: [
        {
          name: 'kube-proxy',
          image: `registry.k8s.io/kube-proxy:v${plan.nodes[0]!.release}`,
          command: [
            '/usr/local/bin/kube-proxy',
            '--config=/var/lib/kube-proxy/config.conf',
            '--hostname-override=$(NODE_NAME)',
          ],
          env: [{ name: 'NODE_NAME', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } }],
          volumeMounts: [{ name: 'kube-proxy', mountPath: '/var/lib/kube-proxy' }],
        },
      ],
      nodeSelector: { 'kubernetes.io/os': 'linux' },
      priorityClassName: 'system-node-critical',
      serviceAccountName: 'kube-proxy',
      volumes: [{ name: 'kube-proxy', configMap: { name: 'kube-proxy' } }],
    }),
  ]
}

function network(): NewObject[] {
  const labels = { app: 'kindnet', 'k8s-app': 'kindnet', tier: 'node' }
  const container = { name: 'kindnet-cni', image: 'docker.io/kindest/kindnetd:v20250512-df8de77b' }
  return [
    serviceAccount('kindnet'),
    daemonSet('kindnet', labels, { containers: [container], serviceAccountName: 'kindnet' }),
  ]
}

function dns({ serviceSubnet }: ClusterPlan): NewObject[] {
  const labels = { 'k8s-app': 'kube-dns' }
  const ports = [
    { name: 'dns', containerPort: 53, protocol: 'UDP' },
    { name: 'dns-tcp', containerPort: 53, protocol: 'TCP' },
    { name: 'metrics', containerPort: 9153, protocol: 'TCP' },
  ]
  return [
    serviceAccount('coredns'),
    configMap('coredns', { Corefile: '.:53 {\n    errors\n    kubernetes cluster.local\n}\n' }),
    {
      path: `${core}/services`,
      object: {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: {
          name: 'kube-dns',
          annotations: { 'prometheus.io/port': '9153', 'prometheus.io/scrape': 'true' },
          labels: { ...labels, 'kubernetes.io/cluster-service': 'true', 'kubernetes.io/name': 'CoreDNS' },
        },
        spec: {
          clusterIP: dnsAddress(serviceSubnet),
          selector: labels,
          ports: [
            { name: 'dns', port: 53, protocol: 'UDP' },
            { name: 'dns-tcp', port: 53, protocol: 'TCP' },
            { name: 'metrics', port: 9153, protocol: 'TCP' },
          ],
        },
      },
    },
    {
      path: `${apps}/deployments`,
      object: {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'coredns', labels },
        spec: {
          replicas: 2,
          selector: { matchLabels: labels },
          template: {
            metadata: { labels },
            spec: {
              serviceAccountName: 'coredns',
              priorityClassName: 'system-cluster-critical',
              tolerations: [{ key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }],
              containers: [{ name: 'coredns', image: 'registry.k8s.io/coredns/coredns:v1.11.1', ports }],
            },
          },
        },
      },
    },
  ]
}

function storage(): NewObject[] {
  const namespace = 'local-path-storage'
  const labels = { app: 'local-path-provisioner' }
  const account = 'local-path-provisioner-service-account'
  return [
    {
      path: '/api/v1/namespaces',
      object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    },
    {
      path: `/api/v1/namespaces/${namespace}/serviceaccounts`,
      object: { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: account } },
    },
    {
      path: `/apis/apps/v1/namespaces/${namespace}/deployments`,
      object: {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'local-path-provisioner' },
        spec: {
          replicas: 1,
          selector: { matchLabels: labels },
          template: {
            metadata: { labels },
            spec: {
              serviceAccountName: account,
              tolerations: [{ key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }],
              containers: [
                {
                  name: 'local-path-provisioner',
                  image: 'docker.io/kindest/local-path-provisioner:v20250214-acbabc1a',
                },
              ],
            },
          },
        },
      },
    },
    {
      path: '/apis/storage.k8s.io/v1/storageclasses',
      object: {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'StorageClass',
        metadata: {
          name: 'standard',
          annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
        },
        provisioner: 'rancher.io/local-path',
        reclaimPolicy: 'Delete',
        volumeBindingMode: 'WaitForFirstConsumer',
      },
    },
  ]
}

const mirrorPods = (plan: ClusterPlan): NewObject[] => {
  const { name: node, release } = plan.nodes[0]!
  return staticPodNames.map((name) => ({
    path: `${core}/pods`,
    object: mirrorPod(staticPodManifest(name, release, plan), node),
  }))
}
