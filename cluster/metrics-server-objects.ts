// Upstream: metrics-server's manifests/base/{apiservice,rbac,service}.yaml
import type { KubeObject } from '../apimachinery/json.ts'
import { isAlreadyExists } from '../client/rest-client.ts'
import type { ClusterClient } from './cluster-client.ts'

const name = 'metrics-server'
const namespace = 'kube-system'
const labels = { 'k8s-app': name }
const rbac = { apiVersion: 'rbac.authorization.k8s.io/v1' }
const account = [{ kind: 'ServiceAccount', name, namespace }]
const role = (kind: string, of: string) => ({ apiGroup: 'rbac.authorization.k8s.io', kind, name: of })
const reads = ['get', 'list', 'watch']
const aggregateTo = (of: string): [string, string] => [`rbac.authorization.k8s.io/aggregate-to-${of}`, 'true']

/** By the path of the collection. Deviates: no Deployment, since the kube-apiserver answers in the place of its pods. */
const objects: readonly (readonly [string, KubeObject])[] = [
  [
    `/api/v1/namespaces/${namespace}/serviceaccounts`,
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace, labels } },
  ],
  [
    '/apis/rbac.authorization.k8s.io/v1/clusterroles',
    {
      ...rbac,
      kind: 'ClusterRole',
      metadata: {
        name: 'system:aggregated-metrics-reader',
        labels: { ...labels, ...Object.fromEntries(['admin', 'edit', 'view'].map(aggregateTo)) },
      },
      rules: [{ apiGroups: ['metrics.k8s.io'], resources: ['pods', 'nodes'], verbs: reads }],
    },
  ],
  [
    '/apis/rbac.authorization.k8s.io/v1/clusterroles',
    {
      ...rbac,
      kind: 'ClusterRole',
      metadata: { name: 'system:metrics-server', labels },
      rules: [
        { apiGroups: [''], resources: ['nodes/metrics'], verbs: ['get'] },
        { apiGroups: [''], resources: ['pods', 'nodes'], verbs: reads },
      ],
    },
  ],
  [
    `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/rolebindings`,
    {
      ...rbac,
      kind: 'RoleBinding',
      metadata: { name: 'metrics-server-auth-reader', namespace, labels },
      roleRef: role('Role', 'extension-apiserver-authentication-reader'),
      subjects: account,
    },
  ],
  ...[
    ['metrics-server:system:auth-delegator', 'system:auth-delegator'] as const,
    ['system:metrics-server', 'system:metrics-server'] as const,
  ].map(
    ([binding, of]) =>
      [
        '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings',
        {
          ...rbac,
          kind: 'ClusterRoleBinding',
          metadata: { name: binding, labels },
          roleRef: role('ClusterRole', of),
          subjects: account,
        },
      ] as const,
  ),
  [
    `/api/v1/namespaces/${namespace}/services`,
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name, namespace, labels },
      spec: {
        selector: labels,
        ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 'https', appProtocol: 'https' }],
      },
    },
  ],
  [
    '/apis/apiregistration.k8s.io/v1/apiservices',
    {
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: 'v1beta1.metrics.k8s.io', labels },
      spec: {
        service: { name, namespace },
        group: 'metrics.k8s.io',
        version: 'v1beta1',
        insecureSkipTLSVerify: true,
        groupPriorityMinimum: 100,
        versionPriority: 100,
      },
    },
  ],
]

/** Creates what metrics-server's manifests hold and is not there yet. Throws ApiError. */
export async function registerMetricsServer(client: ClusterClient): Promise<void> {
  for (const [path, object] of objects) await createMissing(client, path, object)
}

async function createMissing(client: ClusterClient, path: string, object: KubeObject): Promise<void> {
  try {
    await client.create(path, object)
  } catch (error) {
    if (!isAlreadyExists(error)) throw error
  }
}
