// Subjects of paths: kinds that are stored in a version which a release no longer has, or does not have yet.
import type { Step } from '../../../e2e/conformance/scenario.ts'
import { collection, get, labelled, merge, type PathTurn, post, type Subject, table } from './subject.ts'

/** A kind with its versions, oldest first: each with the spec of its form, or all of the object but its metadata. */
interface StoredKind {
  name: string
  kind: string
  resource: string
  namespaced: boolean
  versions: Readonly<Record<string, object>>
}

const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } }
const schedule = { spec: { schedule: '0 0 * * *', suspend: true, jobTemplate: { spec: { template } } } }
const target = { scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' }, maxReplicas: 3 }
const cpu = {
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } },
}
const budget = { spec: { minAvailable: 1, selector: {} } }
const slice = { addressType: 'IPv4', ports: [{ name: 'p', port: 80 }] }
const capacity = { storageClassName: 'c', capacity: '1Gi', nodeTopology: { matchLabels: { a: 'b' } } }
const flow = { spec: { priorityLevelConfiguration: { name: 'global-default' }, matchingPrecedence: 9000 } }
const level = (shares: string): object => ({
  spec: { type: 'Limited', limited: { [shares]: 3, limitResponse: { type: 'Reject' } } },
})
const any = { rule: 'RunAsAny' }

const kinds: readonly StoredKind[] = [
  {
    name: 'cronjobs',
    kind: 'CronJob',
    resource: 'cronjobs',
    namespaced: true,
    versions: { 'batch/v1beta1': schedule, 'batch/v1': schedule },
  },
  {
    name: 'autoscalers',
    kind: 'HorizontalPodAutoscaler',
    resource: 'horizontalpodautoscalers',
    namespaced: true,
    versions: {
      'autoscaling/v2beta1': {
        spec: {
          ...target,
          metrics: [{ type: 'Resource', resource: { name: 'cpu', targetAverageUtilization: 60 } }],
        },
      },
      'autoscaling/v2beta2': { spec: { ...target, metrics: [cpu] } },
      'autoscaling/v1': { spec: { ...target, targetCPUUtilizationPercentage: 60 } },
      'autoscaling/v2': {
        spec: { ...target, metrics: [cpu], behavior: { scaleDown: { stabilizationWindowSeconds: 10 } } },
      },
    },
  },
  {
    name: 'disruption-budgets',
    kind: 'PodDisruptionBudget',
    resource: 'poddisruptionbudgets',
    namespaced: true,
    versions: { 'policy/v1beta1': budget, 'policy/v1': budget },
  },
  {
    name: 'endpoint-slices',
    kind: 'EndpointSlice',
    resource: 'endpointslices',
    namespaced: true,
    versions: {
      'discovery.k8s.io/v1beta1': {
        ...slice,
        endpoints: [
          {
            addresses: ['10.9.0.1'],
            topology: { 'kubernetes.io/hostname': 'n', 'topology.kubernetes.io/zone': 'z', other: 'o' },
          },
        ],
      },
      'discovery.k8s.io/v1': {
        ...slice,
        endpoints: [
          { addresses: ['10.9.0.1'], nodeName: 'n', zone: 'z', deprecatedTopology: { other: 'o' } },
        ],
      },
    },
  },
  {
    name: 'storage-capacities',
    kind: 'CSIStorageCapacity',
    resource: 'csistoragecapacities',
    namespaced: true,
    versions: { 'storage.k8s.io/v1beta1': capacity, 'storage.k8s.io/v1': capacity },
  },
  {
    name: 'flow-schemas',
    kind: 'FlowSchema',
    resource: 'flowschemas',
    namespaced: false,
    versions: Object.fromEntries(
      ['v1beta1', 'v1beta2', 'v1beta3', 'v1'].map((v) => [`flowcontrol.apiserver.k8s.io/${v}`, flow]),
    ),
  },
  {
    name: 'priority-levels',
    kind: 'PriorityLevelConfiguration',
    resource: 'prioritylevelconfigurations',
    namespaced: false,
    versions: Object.fromEntries(
      ['v1beta1', 'v1beta2', 'v1beta3', 'v1'].map((v, i) => [
        `flowcontrol.apiserver.k8s.io/${v}`,
        level(i < 2 ? 'assuredConcurrencyShares' : 'nominalConcurrencyShares'),
      ]),
    ),
  },
  {
    name: 'security-policies',
    kind: 'PodSecurityPolicy',
    resource: 'podsecuritypolicies',
    namespaced: false,
    versions: {
      'policy/v1beta1': { spec: { seLinux: any, runAsUser: any, supplementalGroups: any, fsGroup: any } },
    },
  },
  {
    name: 'runtime-classes',
    kind: 'RuntimeClass',
    resource: 'runtimeclasses',
    namespaced: false,
    versions: { 'node.k8s.io/v1beta1': { handler: 'h' }, 'node.k8s.io/v1': { handler: 'h' } },
  },
]

const lastPart = (version: string): string => version.split('/').at(-1)!

/** A kind is made in each of its versions, then read in all of them, and touched through the newest and the oldest. */
function steps({ kind, resource, namespaced, versions }: StoredKind, turn: PathTurn): Step[] {
  const all = (version: string): string =>
    collection(version, resource, namespaced ? turn.namespace : undefined)
  const name = (version: string): string => `${turn.namespace}-${lastPart(version)}${turn.suffix}`
  const served = Object.keys(versions)
  const [oldest, newest] = [served[0]!, served.at(-1)!]
  const create = ([version, rest]: [string, object]): Step =>
    post(`create-${lastPart(version)}`, all(version), {
      apiVersion: version,
      kind,
      metadata: { name: name(version) },
      ...rest,
    })
  return [
    ...(turn.first ? Object.entries(versions).map(create) : []),
    ...served.map((version) => get(`get-${lastPart(version)}`, `${all(version)}/${name(oldest)}`)),
    merge('touch', `${all(newest)}/${name(newest)}`, labelled(turn)),
    merge('touch-old', `${all(oldest)}/${name(newest)}`, labelled(turn)),
    table('table', `${all(newest)}/${name(oldest)}`),
  ]
}

/** Whether a server gets ready, and the flow objects that it made for itself. */
const ready: Subject = {
  name: 'ready',
  about:
    'a server whose store holds FlowSchemas of a version that it does not know serves, and does not get ready',
  steps: () => [
    { ...get('ready', '/readyz?verbose'), grep: '^\\[-\\]|failed$|passed$' },
    { ...get('kinds', '/apis'), only: 'kind' },
    ...['flowschemas/probes', 'prioritylevelconfigurations/catch-all'].flatMap((path) =>
      ['v1beta2', 'v1beta3', 'v1'].map((version) => ({
        ...get(`${path.split('/')[0]}-${version}`, `/apis/flowcontrol.apiserver.k8s.io/${version}/${path}`),
        only: 'spec',
      })),
    ),
  ],
}

const ofKinds: readonly Subject[] = kinds.map((kind) => ({
  name: `stored-${kind.name}`,
  about: `${kind.kind}s in the versions that releases store: ${Object.keys(kind.versions).join(', ')}`,
  steps: (turn) => steps(kind, turn),
}))

/** Subjects of stored kinds, and of what their versions do to a server. */
export const storedKinds: readonly Subject[] = [...ofKinds, ready]
