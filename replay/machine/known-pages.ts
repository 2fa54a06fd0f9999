// Manifests of well-known add-ons that documents apply from the web: the machine has them, as it has no network.
// Upstream: kubernetes-sigs/metrics-server, manifests/base (components.yaml of a release)

const labels = { 'k8s-app': 'metrics-server' }
const metadata = (name: string, namespace?: string): object => ({
  labels,
  name,
  ...(namespace === undefined ? {} : { namespace }),
})
const account = { kind: 'ServiceAccount', name: 'metrics-server', namespace: 'kube-system' }
const role = (kind: string, name: string): object => ({ apiGroup: 'rbac.authorization.k8s.io', kind, name })
const rbac = 'rbac.authorization.k8s.io/v1'
const probe = (path: string, more: object): object => ({
  failureThreshold: 3,
  httpGet: { path, port: 'https', scheme: 'HTTPS' },
  periodSeconds: 10,
  ...more,
})

const metricsServer = (release: string): object[] => [
  { apiVersion: 'v1', kind: 'ServiceAccount', metadata: metadata('metrics-server', 'kube-system') },
  {
    apiVersion: rbac,
    kind: 'ClusterRole',
    metadata: {
      name: 'system:aggregated-metrics-reader',
      labels: {
        ...labels,
        'rbac.authorization.k8s.io/aggregate-to-admin': 'true',
        'rbac.authorization.k8s.io/aggregate-to-edit': 'true',
        'rbac.authorization.k8s.io/aggregate-to-view': 'true',
      },
    },
    rules: [{ apiGroups: ['metrics.k8s.io'], resources: ['pods', 'nodes'], verbs: ['get', 'list', 'watch'] }],
  },
  {
    apiVersion: rbac,
    kind: 'ClusterRole',
    metadata: metadata('system:metrics-server'),
    rules: [
      { apiGroups: [''], resources: ['nodes/metrics'], verbs: ['get'] },
      { apiGroups: [''], resources: ['pods', 'nodes'], verbs: ['get', 'list', 'watch'] },
    ],
  },
  {
    apiVersion: rbac,
    kind: 'RoleBinding',
    metadata: metadata('metrics-server-auth-reader', 'kube-system'),
    roleRef: role('Role', 'extension-apiserver-authentication-reader'),
    subjects: [account],
  },
  {
    apiVersion: rbac,
    kind: 'ClusterRoleBinding',
    metadata: metadata('metrics-server:system:auth-delegator'),
    roleRef: role('ClusterRole', 'system:auth-delegator'),
    subjects: [account],
  },
  {
    apiVersion: rbac,
    kind: 'ClusterRoleBinding',
    metadata: metadata('system:metrics-server'),
    roleRef: role('ClusterRole', 'system:metrics-server'),
    subjects: [account],
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: metadata('metrics-server', 'kube-system'),
    spec: {
      ports: [{ appProtocol: 'https', name: 'https', port: 443, protocol: 'TCP', targetPort: 'https' }],
      selector: labels,
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadata('metrics-server', 'kube-system'),
    spec: {
      selector: { matchLabels: labels },
      strategy: { rollingUpdate: { maxUnavailable: 0 } },
      template: {
        metadata: { labels },
        spec: {
          containers: [
            {
              name: 'metrics-server',
              image: `registry.k8s.io/metrics-server/metrics-server:${release}`,
              imagePullPolicy: 'IfNotPresent',
              args: [
                '--cert-dir=/tmp',
                '--secure-port=10250',
                '--kubelet-preferred-address-types=InternalIP,ExternalIP,Hostname',
                '--kubelet-use-node-status-port',
                '--metric-resolution=15s',
              ],
              livenessProbe: probe('/livez', {}),
              readinessProbe: probe('/readyz', { initialDelaySeconds: 20 }),
              ports: [{ containerPort: 10250, name: 'https', protocol: 'TCP' }],
              resources: { requests: { cpu: '100m', memory: '200Mi' } },
              securityContext: {
                allowPrivilegeEscalation: false,
                capabilities: { drop: ['ALL'] },
                readOnlyRootFilesystem: true,
                runAsNonRoot: true,
                runAsUser: 1000,
                seccompProfile: { type: 'RuntimeDefault' },
              },
              volumeMounts: [{ mountPath: '/tmp', name: 'tmp-dir' }],
            },
          ],
          nodeSelector: { 'kubernetes.io/os': 'linux' },
          priorityClassName: 'system-cluster-critical',
          serviceAccountName: 'metrics-server',
          volumes: [{ emptyDir: {}, name: 'tmp-dir' }],
        },
      },
    },
  },
  {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: metadata('v1beta1.metrics.k8s.io'),
    spec: {
      group: 'metrics.k8s.io',
      groupPriorityMinimum: 100,
      insecureSkipTLSVerify: true,
      service: { name: 'metrics-server', namespace: 'kube-system' },
      version: 'v1beta1',
      versionPriority: 100,
    },
  },
]

const ofMetricsServer =
  /^https:\/\/github\.com\/kubernetes-sigs\/metrics-server\/releases\/(?:download\/(v\d+\.\d+\.\d+)|latest\/download)\/components\.yaml$/

/** The objects that a web page holds, as YAML; undefined for a page that is not known. */
export function knownPage(url: string): string | undefined {
  const found = ofMetricsServer.exec(url)
  return found === null
    ? undefined
    : metricsServer(found[1] ?? 'v0.8.0')
        .map((object) => JSON.stringify(object))
        .join('\n---\n')
}
