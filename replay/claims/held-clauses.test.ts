// What objects hold, who owns them, what went and who may do what: held against objects of which it is so, and of which it is not.
import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import type { ClaimWorld } from './check-claim.ts'
import { expectToSaySomething, judgedSentences, verdictOf } from './testing/sentence-verdicts.ts'

const object = (kind: string, name: string, rest: object = {}, meta: object = {}): KubeObject => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace: 'default', uid: `uid-${name}`, ...meta },
  ...rest,
})
const ownedBy = (kind: string, name: string): object => ({
  ownerReferences: [{ kind, name, uid: `uid-${name}` }],
})
const pod = (name: string, meta: object = {}): KubeObject =>
  object(
    'Pod',
    name,
    {
      spec: {
        nodeName: 'n1',
        terminationGracePeriodSeconds: 30,
        containers: [
          {
            name: 'app',
            image: 'nginx',
            imagePullPolicy: 'Always',
            env: [
              { name: 'MODE', value: 'fast' },
              { name: 'NODE', valueFrom: { fieldRef: {} } },
            ],
            resources: { requests: { cpu: '100m', memory: '64Mi' } },
          },
        ],
      },
      status: {
        phase: 'Running',
        qosClass: 'Burstable',
        containerStatuses: [{ name: 'app', restartCount: 0, state: { running: {} } }],
      },
    },
    { labels: { app: 'web' }, ...meta },
  )
const endpoint = { conditions: { ready: true }, addresses: ['10.0.0.1'] }

const now: Readonly<Record<string, readonly KubeObject[]>> = {
  pods: [pod('web-1', ownedBy('ReplicaSet', 'web-rs')), pod('bare')],
  'replicasets.apps': [object('ReplicaSet', 'web-rs', {}, ownedBy('Deployment', 'web'))],
  'deployments.apps': [
    object(
      'Deployment',
      'web',
      {
        spec: {
          replicas: 1,
          selector: { matchLabels: { app: 'web' } },
          strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '10%' } },
        },
        status: {
          replicas: 1,
          readyReplicas: 1,
          conditions: [{ type: 'Available', status: 'True', message: 'has minimum availability.' }],
        },
      },
      { annotations: { 'deployment.kubernetes.io/revision': '3' } },
    ),
  ],
  services: [
    object('Service', 's', {
      spec: {
        selector: { app: 'web' },
        ports: [
          { name: 'http', port: 80, targetPort: 8080, nodePort: 30080 },
          { name: 'https', port: 443, targetPort: 8443, nodePort: 30443 },
        ],
      },
    }),
  ],
  'endpointslices.discovery.k8s.io': [
    object(
      'EndpointSlice',
      's-1',
      { addressType: 'IPv4', endpoints: [endpoint, endpoint] },
      { labels: { 'kubernetes.io/service-name': 's' } },
    ),
  ],
  configmaps: [object('ConfigMap', 'c', { data: { mode: 'fast', level: '3' } })],
  resourcequotas: [object('ResourceQuota', 'q', { status: { used: { pods: '3' }, hard: { pods: '5' } } })],
  'poddisruptionbudgets.policy': [
    object('PodDisruptionBudget', 'b', {
      spec: { minAvailable: 2 },
      status: { disruptionsAllowed: 1, currentHealthy: 3 },
    }),
  ],
  'horizontalpodautoscalers.autoscaling': [
    object('HorizontalPodAutoscaler', 'h', {
      spec: { minReplicas: 2, maxReplicas: 6, scaleTargetRef: { kind: 'Deployment', name: 'web' } },
    }),
  ],
  persistentvolumeclaims: [
    object('PersistentVolumeClaim', 'd', {
      spec: { volumeName: 'vol', accessModes: ['ReadWriteOnce'] },
      status: { capacity: { storage: '2Gi' } },
    }),
  ],
  'statefulsets.apps': [
    object('StatefulSet', 'db', { spec: { podManagementPolicy: 'Parallel', serviceName: 'dbs' } }),
  ],
  nodes: [
    object('Node', 'n1', {
      spec: { unschedulable: true, taints: [{ key: 'k', effect: 'NoSchedule' }] },
      status: { conditions: [{ type: 'MemoryPressure', status: 'False' }] },
    }),
  ],
  serviceaccounts: [object('ServiceAccount', 'bot')],
  'roles.rbac.authorization.k8s.io': [
    object('Role', 'r', { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }] }),
  ],
  'rolebindings.rbac.authorization.k8s.io': [
    object('RoleBinding', 'rb', {
      roleRef: { kind: 'Role', name: 'r' },
      subjects: [
        { kind: 'User', name: 'jane' },
        { kind: 'ServiceAccount', name: 'bot' },
      ],
    }),
  ],
}
const gone = pod('web-0', ownedBy('ReplicaSet', 'web-rs'))
const rules = { iptables: '*nat\n:KUBE-SERVICES - [0:0]\n', nftables: '', ipvs: '', node: '' }
const world: ClaimWorld = {
  commands: [
    {
      step: 2,
      text: 'kubectl scale deployment web --replicas=1',
      line: 1,
      stdout: '',
      stderr: '',
      exitCode: 0,
    },
  ],
  step: 2,
  objects: async (resource) => now[resource] ?? [],
  before: async (resource) => (resource === 'pods' ? [gone, ...now['pods']!] : (now[resource] ?? [])),
  documented: [],
  gates: () => undefined,
  release: () => undefined,
  rules: async () => [rules],
  may: async ({ user, verb }) => verb === 'list' && /jane|default:bot$/.test(user),
  resources: async () => [
    { name: 'deployments', kind: 'Deployment', version: 'apps/v1' },
    { name: 'daemonsets', kind: 'DaemonSet', version: 'apps/v1' },
    { name: 'cronjobs', kind: 'CronJob', version: 'batch/v1' },
  ],
  hasField: () => false,
}

const table = `
holds | The ConfigMap has two keys. | The ConfigMap has the key \`mode\`. | The ConfigMap has no key \`other\`.
fails | The ConfigMap has three keys. | The ConfigMap has the key \`other\`. | The ConfigMap has no key \`mode\`.
holds | The Service listens on port 443. | The Service is exposed on node port 30080. | The port of the Service is named \`http\`. | The Service has two ports.
fails | The Service listens on port 8080. | The Service is exposed on node port 80. | The port of the Service is named \`web\`. | The Service has three ports.
holds | Two Pods back the Service. | The Service is backed by at least two Pods. | The EndpointSlice holds two endpoints. | The EndpointSlice lists two addresses.
fails | Three Pods back the Service. | The Service is backed by one pod. | The EndpointSlice holds three endpoints.
holds | The budget allows one disruption. | The PodDisruptionBudget allows one disruption. | The minimum available of the PodDisruptionBudget is 2. | The PodDisruptionBudget has three healthy pods.
fails | The PodDisruptionBudget allows two disruptions. | The PodDisruptionBudget allows no disruptions. | The PodDisruptionBudget requires at least 3 available pods.
holds | The Deployment is at revision 3. | The revision is 3. | The max surge of the Deployment is \`25%\`. | The selector of the Deployment is \`app=web\`. | The strategy of the Deployment is \`RollingUpdate\`.
fails | The Deployment is at revision 2. | The revision of the Deployment is 2. | The max surge of the Deployment is \`10%\`. | The selector of the Deployment is \`app=db\`. | The strategy of the Deployment is \`Recreate\`.
holds | The \`Available\` condition has the message \`has minimum availability.\`.
fails | The \`Available\` condition has the message \`lacks minimum availability.\`.
holds | The HPA has a minimum of 2 and a maximum of 6 replicas. | The HPA scales between 2 and 6 replicas. | The HPA targets the Deployment \`web\`. | The minimum of the HPA is 2.
fails | The HPA scales between 2 and 5 replicas. | The HPA targets the Deployment \`db\`. | The maximum number of replicas of the HPA is 5.
holds | The PVC is bound to the volume \`vol\`. | The capacity of the PVC is \`2Gi\`. | The access mode of the PVC is \`ReadWriteOnce\`.
fails | The PVC is bound to the volume \`other\`. | The capacity of the PVC is \`1Gi\`. | The PVC has the access mode \`ReadWriteMany\`.
holds | The pod management policy of the StatefulSet is \`Parallel\`. | The StatefulSet's service name is \`dbs\`.
fails | The pod management policy of the StatefulSet is \`OrderedReady\`. | The StatefulSet's service name is \`db\`.
holds | The ResourceQuota has used 3 of 5 pods. | The ResourceQuota allows five pods. | The ResourceQuota limits the number of pods to 5.
fails | The ResourceQuota has used 4 of 5 pods. | The ResourceQuota has used 3 of 6 pods. | The ResourceQuota allows six pods.
holds | The pod \`web-1\` is owned by a ReplicaSet. | The pod \`web-1\` belongs to the Deployment \`web\`. | Nobody owns the pod \`bare\`. | The Deployment owns the pod \`web-1\`. | The pod \`bare\` is not owned by a Deployment. | The ReplicaSet is owned by the Deployment.
fails | A Deployment owns the pod \`bare\`. | The pod \`web-1\` is owned by a Job. | The pod \`web-1\` is owned by nobody. | The pod \`web-1\` belongs to the Deployment \`api\`. | The pod \`bare\` belongs to a Deployment.
unknown | The pods are owned by the Service \`gone\`.
holds | One pod was deleted. | A pod was deleted. | At least one pod was removed. | One of the pods was deleted.
fails | Two pods were deleted. | No pod was deleted. | A pod was created.
holds | The container \`app\` has the environment variable \`MODE\` set to \`fast\`. | The container \`app\` requests 100m of CPU. | The container \`app\` has no CPU limit. | The pods request 64Mi of memory each.
fails | The container \`app\` has the environment variable \`MODE\` set to \`slow\`. | The container \`app\` requests 200m of CPU. | The container \`app\` has a CPU limit. | The container \`app\` has the environment variable \`OTHER\`.
unknown | The container \`app\` has the environment variable \`NODE\` set to \`n1\`.
holds | The grace period of the pods is 30 seconds. | The QoS class of the pods is \`Burstable\`.
fails | The grace period of the pods is 60 seconds. | The QoS class of the pods is \`Guaranteed\`.
holds | The node has no memory pressure. | The node has a \`NoSchedule\` taint. | The node does not accept new pods. | New pods are not scheduled.
fails | The node has memory pressure. | The node has a \`NoExecute\` taint. | The node is schedulable. | New pods are still scheduled.
unknown | Pods are still scheduled.
holds | The user \`jane\` can list pods. | The user \`jane\` is not allowed to delete pods. | The ServiceAccount \`bot\` can list Secrets.
fails | The user \`jane\` can delete pods. | The user \`joe\` can list pods. | The ServiceAccount \`bot\` cannot list pods.
unknown | The ServiceAccount \`other\` can list pods.
holds | The Role allows to list pods. | The Role grants the verbs \`get\` and \`list\`. | The Role grants access to pods. | The Role does not grant access to Secrets. | The Role has one rule.
fails | The Role allows to delete pods. | The Role grants the verbs \`get\` and \`watch\`. | The Role grants access to Secrets. | The Role has two rules.
holds | The RoleBinding refers to the Role \`r\`. | The subject of the RoleBinding is the user \`jane\`. | The RoleBinding has the subject \`bot\`. | The RoleBinding has two subjects.
fails | The RoleBinding refers to the Role \`w\`. | The subject of the RoleBinding is the user \`joe\`. | The RoleBinding has the subject \`joe\`.
holds | \`apps/v1\` has two resources. | The kind \`CronJob\` is served. | The resource \`deployments\` is served in \`apps/v1\`. | The API server knows the kind \`DaemonSet\`.
fails | \`apps/v1\` has three resources. | The kind \`Other\` is served. | The resource \`cronjobs\` is served in \`apps/v1\`. | The API server does not know the kind \`CronJob\`.
holds | The image pull policy of the container \`app\` is \`Always\`.
fails | The image pull policy of the container \`app\` is \`Never\`.
holds | kube-proxy runs in iptables mode. | The proxy mode is not \`nftables\`.
fails | kube-proxy runs in ipvs mode. | The proxy mode is \`nftables\`.
holds | There are between two and three pods. | Two to three pods are running.
fails | There are between three and four pods. | Three to four pods are running.
`
const cases = judgedSentences(table)

describe('of what is in the cluster', () => {
  it.each(cases)('%s: %s', async (sentence, expected) => {
    expect(await verdictOf(sentence, world)).toBe(expected)
  })

  it.each(cases.filter(([, verdict]) => verdict === 'holds'))('%s says something', (sentence) =>
    expectToSaySomething(sentence, world),
  )
})
