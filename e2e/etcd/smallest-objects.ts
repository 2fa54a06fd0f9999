// The smallest object of each built-in kind that a server takes without anything else being there.

/** A kind's object. */
export interface SmallestObject {
  /** Without apiVersion, kind and metadata. */
  readonly body: object
  /** Of versions whose form is another one. */
  readonly versions?: Readonly<Record<string, object>>
  /** Where names have a form of their own. */
  readonly name?: string
}

/** Stands for the namespace of the object, its name, and a number of the name's own between 1 and 200. */
export const places = { namespace: 'NAMESPACE', name: 'NAME', number: 'NUMBER' }

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
const policyRules = { resourceRules: hook.rules }

const certificateRequest = `-----BEGIN CERTIFICATE REQUEST-----
MIHHMHACAQAwDjEMMAoGA1UEAwwDam9lMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
QgAE5ehr5Y9Css04CrkaDlv6MEpeIiaJDopavgI3Gay+Ji5NnEeXEftnoapuCfd9
tHbmcVtkhHfcwAWSXP0RjTVq7KAAMAoGCCqGSM49BAMCA0cAMEQCIFZ4XOKUHNpI
m4LV5ntuvvTFGdbkJrcm3416asgOjGcmAiAqOBELs1VO6Ycvhtd3/yIJeSsuWt1C
Yp3xOqPfZU/VVQ==
-----END CERTIFICATE REQUEST-----
`
const certificate = `-----BEGIN CERTIFICATE-----
MIIBcTCCARegAwIBAgIUZNOiKKBiVKG7qkdkCFZKo7x5F4YwCgYIKoZIzj0EAwIw
DTELMAkGA1UEAwwCY2EwIBcNMjYxMTIzMDYwNjM3WhgPMjEyNjEwMzAwNjA2Mzda
MA0xCzAJBgNVBAMMAmNhMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE5ehr5Y9C
ss04CrkaDlv6MEpeIiaJDopavgI3Gay+Ji5NnEeXEftnoapuCfd9tHbmcVtkhHfc
wAWSXP0RjTVq7KNTMFEwHQYDVR0OBBYEFHb/6M+ihzlKHj8jeux6x+ymFrP3MB8G
A1UdIwQYMBaAFHb/6M+ihzlKHj8jeux6x+ymFrP3MA8GA1UdEwEB/wQFMAMBAf8w
CgYIKoZIzj0EAwIDSAAwRQIhAMI4bBGPK+s9Pio6OBK6A7I0sVBSmErDFjszoBES
rPpmAiBFZSg02YuTTodkTCBg2nzIcFqGn8M8tQJSXmCf+Wdp3w==
-----END CERTIFICATE-----
`

const devices = (request: object): object => ({ devices: { requests: [{ name: 'r', ...request }] } })
const [exact, flat] = [devices({ exactly: { deviceClassName: 'd' } }), devices({ deviceClassName: 'd' })]
const classic = { resourceClassName: 'c' }
const sliceOf = (device: object): object => ({
  spec: {
    driver: 'example.com',
    nodeName: 'n',
    pool: { name: 'p', resourceSliceCount: 1, generation: 1 },
    devices: [{ name: 'd0', ...device }],
  },
})
const level = (shares: string): object => ({
  spec: { type: 'Limited', limited: { [shares]: 3, limitResponse: { type: 'Reject' } } },
})
const basic = { basic: {} }
const candidate = { binaryVersion: '1.31.0', emulationVersion: '1.31.0' }
const runAsAny = { rule: 'RunAsAny' }
const widget = { group: 'NAME.example.com', version: 'v1' }

const row = (body: object, more: Omit<SmallestObject, 'body'> = {}): SmallestObject => ({ body, ...more })

const groups: Readonly<Record<string, Readonly<Record<string, SmallestObject>>>> = {
  '': {
    namespaces: row({}, { name: 'NAME-made' }),
    configmaps: row({ data: { a: 'b' } }),
    endpoints: row({ subsets: [{ addresses: [{ ip: '10.1.2.3' }], ports: [{ port: 80 }] }] }),
    events: row({
      involvedObject: { kind: 'Pod', name: 'p', namespace: places.namespace },
      reason: 'R',
      type: 'Normal',
    }),
    limitranges: row({ spec: { limits: [{ type: 'Container', max: { cpu: '1' } }] } }),
    nodes: row({ spec: { podCIDR: '10.2.0.0/24' } }),
    persistentvolumeclaims: row({
      spec: {
        accessModes: ['ReadWriteOnce'],
        storageClassName: 'none',
        resources: { requests: { storage: '1Gi' } },
      },
    }),
    persistentvolumes: row({
      spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/data' } },
    }),
    pods: row({ spec: { ...pod, automountServiceAccountToken: false } }),
    podtemplates: row({ template }),
    replicationcontrollers: row({ spec: { replicas: 0, selector: { a: 'b' }, template } }),
    resourcequotas: row({ spec: { hard: { 'count/widgets.example.com': '10' } } }),
    secrets: row({ type: 'Opaque', data: { a: 'Yg==' } }),
    serviceaccounts: row({}),
    services: row({ spec: { type: 'NodePort', ports: [{ port: 80 }] } }),
  },
  'admissionregistration.k8s.io': {
    mutatingadmissionpolicies: row({
      spec: {
        matchConstraints: policyRules,
        reinvocationPolicy: 'Never',
        mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
      },
    }),
    mutatingadmissionpolicybindings: row({ spec: { policyName: 'p' } }),
    mutatingwebhookconfigurations: row({ webhooks: [hook] }),
    validatingwebhookconfigurations: row({ webhooks: [hook] }),
    validatingadmissionpolicies: row({
      spec: { matchConstraints: policyRules, validations: [{ expression: 'true' }] },
    }),
    validatingadmissionpolicybindings: row({ spec: { policyName: 'p', validationActions: ['Deny'] } }),
  },
  apps: {
    controllerrevisions: row({ revision: 1, data: { a: 1 } }),
    daemonsets: row({ spec: { selector, template } }),
    deployments: row({ spec: { replicas: 0, selector, template } }),
    replicasets: row({ spec: { replicas: 0, selector, template } }),
    statefulsets: row({ spec: { serviceName: 's', replicas: 0, selector, template } }),
  },
  autoscaling: {
    horizontalpodautoscalers: row({
      spec: { scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' }, maxReplicas: 3 },
    }),
  },
  batch: {
    cronjobs: row({ spec: { schedule: '0 0 * * *', jobTemplate: { spec: job } } }),
    jobs: row({ spec: { suspend: true, ...job } }),
  },
  'coordination.k8s.io': {
    leasecandidates: row(
      { spec: { leaseName: 'l', strategy: 'OldestEmulationVersion', ...candidate } },
      {
        versions: {
          v1alpha1: {
            spec: { leaseName: 'l', preferredStrategies: ['OldestEmulationVersion'], ...candidate },
          },
        },
      },
    ),
    leases: row({ spec: { holderIdentity: 'h' } }),
  },
  'discovery.k8s.io': {
    endpointslices: row({
      addressType: 'IPv4',
      endpoints: [{ addresses: ['10.1.2.3'] }],
      ports: [{ port: 80 }],
    }),
  },
  'flowcontrol.apiserver.k8s.io': {
    prioritylevelconfigurations: row(level('nominalConcurrencyShares'), {
      versions: { v1beta1: level('assuredConcurrencyShares'), v1beta2: level('assuredConcurrencyShares') },
    }),
    flowschemas: row({
      spec: { priorityLevelConfiguration: { name: 'global-default' }, matchingPrecedence: 9000 },
    }),
  },
  'networking.k8s.io': {
    clustercidrs: row({ spec: { perNodeHostBits: 8, ipv4: '10.NUMBER.0.0/16' } }),
    ipaddresses: row(
      { spec: { parentRef: { resource: 'services', namespace: 'default', name: 's' } } },
      { name: '192.0.2.NUMBER' },
    ),
    servicecidrs: row({ spec: { cidrs: ['192.0.2.0/24'] } }),
    ingressclasses: row({ spec: { controller: 'example.com/c' } }),
    ingresses: row({ spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } } }),
    networkpolicies: row({ spec: { podSelector: {} } }),
  },
  'node.k8s.io': { runtimeclasses: row({ handler: 'h' }) },
  policy: {
    podsecuritypolicies: row({
      spec: { seLinux: runAsAny, runAsUser: runAsAny, supplementalGroups: runAsAny, fsGroup: runAsAny },
    }),
    poddisruptionbudgets: row({ spec: { minAvailable: 1, selector } }),
  },
  'rbac.authorization.k8s.io': {
    clusterrolebindings: row({
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'r' },
      subjects: [{ kind: 'User', name: 'u', apiGroup: 'rbac.authorization.k8s.io' }],
    }),
    clusterroles: row({ rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }),
    rolebindings: row({
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
      subjects: [{ kind: 'User', name: 'u', apiGroup: 'rbac.authorization.k8s.io' }],
    }),
    roles: row({ rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }),
  },
  'scheduling.k8s.io': {
    podgroups: row({ spec: { schedulingPolicy: basic } }),
    workloads: row(
      { spec: { podGroupTemplates: [{ name: 'g', schedulingPolicy: basic }] } },
      { versions: { v1alpha1: { spec: { podGroups: [{ name: 'g', policy: basic }] } } } },
    ),
    priorityclasses: row({ value: 5 }),
  },
  'storage.k8s.io': {
    csidrivers: row({ spec: {} }),
    csinodes: row({ spec: { drivers: [] } }),
    csistoragecapacities: row({ storageClassName: 'sc' }),
    storageclasses: row({ provisioner: 'example.com/p' }),
    volumeattachments: row({
      spec: { attacher: 'example.com', nodeName: 'n', source: { persistentVolumeName: 'pv' } },
    }),
    volumeattributesclasses: row({ driverName: 'example.com', parameters: { a: 'b' } }),
  },
  'apiextensions.k8s.io': {
    customresourcedefinitions: row(
      {
        spec: {
          group: widget.group,
          scope: 'Namespaced',
          names: { plural: 'widgets', kind: 'Widget' },
          versions: [
            { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
          ],
        },
      },
      { name: 'widgets.NAME.example.com' },
    ),
  },
  'apiregistration.k8s.io': {
    apiservices: row(
      { spec: { ...widget, groupPriorityMinimum: 100, versionPriority: 10 } },
      { name: 'v1.NAME.example.com' },
    ),
  },
  'certificates.k8s.io': {
    certificatesigningrequests: row({
      spec: {
        request: Buffer.from(certificateRequest).toString('base64'),
        signerName: 'example.com/s',
        usages: ['client auth'],
      },
    }),
    clustertrustbundles: row({ spec: { trustBundle: certificate } }),
  },
  'events.k8s.io': {
    events: row({
      eventTime: '2024-01-02T03:04:05.000006Z',
      reportingController: 'example.com/c',
      reportingInstance: 'i',
      action: 'A',
      reason: 'R',
      type: 'Normal',
      regarding: { kind: 'Pod', name: 'p', namespace: places.namespace },
    }),
  },
  'internal.apiserver.k8s.io': { storageversions: row({ spec: {} }, { name: 'NAME.widgets' }) },
  'resource.k8s.io': {
    deviceclasses: row({ spec: {} }),
    devicetaintrules: row({ spec: { taint: { key: 'example.com/k', effect: 'NoSchedule' } } }),
    podschedulingcontexts: row({ spec: {} }),
    podschedulings: row({ spec: {} }),
    resourceclaimparameters: row({}),
    resourceclaims: row(
      { spec: exact },
      {
        versions: {
          v1alpha1: { spec: classic },
          v1alpha2: { spec: classic },
          v1alpha3: { spec: flat },
          v1beta1: { spec: flat },
        },
      },
    ),
    resourceclaimtemplates: row(
      { spec: { spec: exact } },
      {
        versions: {
          v1alpha1: { spec: { spec: classic } },
          v1alpha2: { spec: { spec: classic } },
          v1alpha3: { spec: { spec: flat } },
          v1beta1: { spec: { spec: flat } },
        },
      },
    ),
    resourceclasses: row({ driverName: 'example.com' }),
    resourceclassparameters: row({}),
    resourcepoolstatusrequests: row({ spec: { driver: 'example.com' } }),
    resourceslices: row(sliceOf({}), {
      versions: {
        v1alpha2: {
          driverName: 'example.com',
          nodeName: 'n',
          namedResources: { instances: [{ name: 'i' }] },
        },
        v1alpha3: sliceOf(basic),
        v1beta1: sliceOf(basic),
      },
    }),
  },
  'storagemigration.k8s.io': {
    storageversionmigrations: row(
      { spec: { resource: { group: 'example.com', resource: 'widgets' } } },
      { versions: { v1alpha1: { spec: { resource: { ...widget, resource: 'widgets' } } } } },
    ),
  },
}

/** The smallest object of a group's resource; undefined: there is none that a server takes by itself. */
export const smallestObject = (group: string, resource: string): SmallestObject | undefined =>
  groups[group]?.[resource]
