// The smallest object of each built-in kind that a server takes without anything else being there.

/** An object to create, without its name. */
export interface SmallestObject {
  readonly apiVersion: string
  readonly resource: string
  readonly namespaced: boolean
  readonly body: Readonly<Record<string, unknown>>
}

/** Stands for the namespace of the object. */
export const theNamespace = 'NAMESPACE'

const pod = { restartPolicy: 'Always', containers: [{ name: 'c', image: 'i' }] }
const template = { metadata: { labels: { a: 'b' } }, spec: pod }
const selector = { matchLabels: { a: 'b' } }
const job = { template: { spec: { ...pod, restartPolicy: 'Never' } } }
const hook = {
  name: 'h.example.com',
  admissionReviewVersions: ['v1'],
  sideEffects: 'None',
  clientConfig: { url: 'https://127.0.0.1:1/' },
  failurePolicy: 'Ignore',
  rules: [{ operations: ['CREATE'], apiGroups: ['example.com'], apiVersions: ['v1'], resources: ['none'] }],
}
const device = { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'd' } }] } }
const policyRules = { resourceRules: hook.rules }

type Rows = Readonly<Record<string, readonly [namespaced: boolean, body: object]>>

const rows: Readonly<Record<string, Rows>> = {
  v1: {
    configmaps: [true, { data: { a: 'b' } }],
    endpoints: [true, { subsets: [{ addresses: [{ ip: '10.1.2.3' }], ports: [{ port: 80 }] }] }],
    events: [
      true,
      { involvedObject: { kind: 'Pod', name: 'p', namespace: theNamespace }, reason: 'R', type: 'Normal' },
    ],
    limitranges: [true, { spec: { limits: [{ type: 'Container', max: { cpu: '1' } }] } }],
    nodes: [false, { spec: { podCIDR: '10.2.0.0/24' } }],
    persistentvolumeclaims: [
      true,
      {
        spec: {
          accessModes: ['ReadWriteOnce'],
          storageClassName: 'none',
          resources: { requests: { storage: '1Gi' } },
        },
      },
    ],
    persistentvolumes: [
      false,
      {
        spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/data' } },
      },
    ],
    pods: [true, { spec: { ...pod, automountServiceAccountToken: false } }],
    podtemplates: [true, { template }],
    replicationcontrollers: [true, { spec: { replicas: 0, selector: { a: 'b' }, template } }],
    resourcequotas: [true, { spec: { hard: { 'count/widgets.example.com': '10' } } }],
    secrets: [true, { type: 'Opaque', data: { a: 'Yg==' } }],
    serviceaccounts: [true, {}],
    services: [true, { spec: { type: 'NodePort', ports: [{ port: 80 }] } }],
  },
  'admissionregistration.k8s.io/v1': {
    mutatingwebhookconfigurations: [false, { webhooks: [hook] }],
    validatingwebhookconfigurations: [false, { webhooks: [hook] }],
    validatingadmissionpolicies: [
      false,
      { spec: { matchConstraints: policyRules, validations: [{ expression: 'true' }] } },
    ],
    validatingadmissionpolicybindings: [false, { spec: { policyName: 'p', validationActions: ['Deny'] } }],
  },
  'apps/v1': {
    controllerrevisions: [true, { revision: 1, data: { a: 1 } }],
    daemonsets: [true, { spec: { selector, template } }],
    deployments: [true, { spec: { replicas: 0, selector, template } }],
    replicasets: [true, { spec: { replicas: 0, selector, template } }],
    statefulsets: [true, { spec: { serviceName: 's', replicas: 0, selector, template } }],
  },
  'autoscaling/v2': {
    horizontalpodautoscalers: [
      true,
      { spec: { scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' }, maxReplicas: 3 } },
    ],
  },
  'batch/v1': {
    cronjobs: [true, { spec: { schedule: '0 0 * * *', jobTemplate: { spec: job } } }],
    jobs: [true, { spec: { suspend: true, ...job } }],
  },
  'coordination.k8s.io/v1': { leases: [true, { spec: { holderIdentity: 'h' } }] },
  'discovery.k8s.io/v1': {
    endpointslices: [
      true,
      { addressType: 'IPv4', endpoints: [{ addresses: ['10.1.2.3'] }], ports: [{ port: 80 }] },
    ],
  },
  'flowcontrol.apiserver.k8s.io/v1': {
    flowschemas: [
      false,
      { spec: { priorityLevelConfiguration: { name: 'global-default' }, matchingPrecedence: 9000 } },
    ],
  },
  'flowcontrol.apiserver.k8s.io/v1beta2': {
    flowschemas: [
      false,
      { spec: { priorityLevelConfiguration: { name: 'global-default' }, matchingPrecedence: 9000 } },
    ],
  },
  'networking.k8s.io/v1': {
    ingressclasses: [false, { spec: { controller: 'example.com/c' } }],
    ingresses: [true, { spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } } }],
    networkpolicies: [true, { spec: { podSelector: {} } }],
  },
  'node.k8s.io/v1': { runtimeclasses: [false, { handler: 'h' }] },
  'policy/v1': { poddisruptionbudgets: [true, { spec: { minAvailable: 1, selector } }] },
  'rbac.authorization.k8s.io/v1': {
    clusterrolebindings: [
      false,
      {
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'r' },
        subjects: [{ kind: 'User', name: 'u', apiGroup: 'rbac.authorization.k8s.io' }],
      },
    ],
    clusterroles: [false, { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }],
    rolebindings: [
      true,
      {
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
        subjects: [{ kind: 'User', name: 'u', apiGroup: 'rbac.authorization.k8s.io' }],
      },
    ],
    roles: [true, { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }],
  },
  'resource.k8s.io/v1': {
    deviceclasses: [false, { spec: {} }],
    resourceclaims: [true, { spec: device }],
    resourceclaimtemplates: [true, { spec: { spec: device } }],
    resourceslices: [
      false,
      {
        spec: {
          driver: 'example.com',
          nodeName: 'n',
          pool: { name: 'p', resourceSliceCount: 1, generation: 1 },
          devices: [{ name: 'd0' }],
        },
      },
    ],
  },
  'scheduling.k8s.io/v1': { priorityclasses: [false, { value: 5 }] },
  'storage.k8s.io/v1': {
    csidrivers: [false, { spec: {} }],
    csinodes: [false, { spec: { drivers: [] } }],
    csistoragecapacities: [true, { storageClassName: 'sc' }],
    storageclasses: [false, { provisioner: 'example.com/p' }],
    volumeattachments: [
      false,
      { spec: { attacher: 'example.com', nodeName: 'n', source: { persistentVolumeName: 'pv' } } },
    ],
    volumeattributesclasses: [false, { driverName: 'example.com', parameters: { a: 'b' } }],
  },
}

/** One for each kind and version; a server that does not serve the version leaves it out. */
export const smallestObjects: readonly SmallestObject[] = Object.entries(rows).flatMap(
  ([apiVersion, kinds]) =>
    Object.entries(kinds).map(([resource, [namespaced, body]]) => ({
      apiVersion,
      resource,
      namespaced,
      body: body as Record<string, unknown>,
    })),
)
