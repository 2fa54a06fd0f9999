// Subjects of paths: kinds whose fields come with releases, and what servers do with those that they do not know.
import type { Step } from '../../../e2e/conformance/scenario.ts'
import {
  apply,
  collection,
  get,
  labelled,
  merge,
  object,
  type PathTurn,
  post,
  type Subject,
  strategic,
  table,
} from './subject.ts'

const nodeInfo = (release: string): object => ({
  machineID: 'm',
  systemUUID: 's',
  bootID: 'b',
  kernelVersion: 'k',
  osImage: 'o',
  containerRuntimeVersion: 'c',
  kubeletVersion: `v${release}.0`,
  kubeProxyVersion: `v${release}.0`,
  operatingSystem: 'linux',
  architecture: 'amd64',
})

const nodes: Subject = {
  name: 'node-kube-proxy-version',
  about:
    'kubeProxyVersion is what was last written; unknown status fields of newer releases hide, and are lost when rewritten',
  steps(turn) {
    const all = collection('v1', 'nodes')
    const name = `node-${turn.namespace}${turn.suffix}`
    const one = `${all}/${name}`
    const status = {
      nodeInfo: nodeInfo(turn.release),
      runtimeHandlers: [{ name: 'runc', features: { recursiveReadOnlyMounts: true } }],
      conditions: [{ type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'ok' }],
    }
    const versions = {
      kubeletVersion: `v${turn.release}.0`,
      kubeProxyVersion: turn.turn % 2 === 1 ? '' : `v${turn.release}.0`,
    }
    return [
      ...(turn.first ? [post('create', all, object('v1', 'Node', name, { status }))] : [get('get', one)]),
      strategic('report', `${one}/status`, { status: { nodeInfo: versions } }),
      table('table', one),
      merge('label', one, labelled(turn)),
    ]
  },
}

const service = (name: string, spec: object): object =>
  object('v1', 'Service', name, { spec: { selector: { a: 'b' }, ports: [{ port: 80 }], ...spec } })

const services: Subject = {
  name: 'service-names-and-ips',
  about:
    'values that one release takes and another refuses, stored; the defaults that a release adds to what is stored',
  steps(turn) {
    const all = collection('v1', 'services', turn.namespace)
    const made: Step[] = [
      post('zeros', all, service(`zeros${turn.suffix}`, { externalIPs: ['192.000.002.012'] })),
      post('external', all, service(`external${turn.suffix}`, { externalIPs: ['2001:DB8:0:0::1'] })),
      post(
        'balanced',
        all,
        service(`balanced${turn.suffix}`, { type: 'LoadBalancer', loadBalancerSourceRanges: ['10.0.0.0/8'] }),
      ),
    ]
    return [
      ...(turn.first ? made : []),
      merge('touch-zeros', `${all}/zeros${turn.suffix}`, labelled(turn)),
      get('get-external', `${all}/external${turn.suffix}`),
      merge('touch-external', `${all}/external${turn.suffix}`, {
        spec: { sessionAffinity: turn.turn % 2 === 1 ? 'ClientIP' : 'None' },
      }),
      merge('touch-balanced', `${all}/balanced${turn.suffix}`, {
        spec: { externalTrafficPolicy: turn.turn % 2 === 1 ? 'Local' : 'Cluster' },
      }),
    ]
  },
}

const trafficDistribution: Subject = {
  name: 'service-traffic-distribution',
  about:
    'trafficDistribution across releases that do not know it, have its gate off, and on; topology keys of old hints',
  steps(turn) {
    const all = collection('v1', 'services', turn.namespace)
    return [
      post(
        'create',
        all,
        service(`new-${turn.turn}`, { trafficDistribution: 'PreferClose', internalTrafficPolicy: 'Local' }),
      ),
      get('get', `${all}/new-0`),
      merge('touch', `${all}/new-${Math.max(0, turn.turn - 1)}`, labelled(turn)),
    ]
  },
}

const owned = (name: string, port: number, text: string): object =>
  service(name, { ports: [{ port, protocol: 'TCP', name: text }] })

const ownership: Subject = {
  name: 'apply-ownership',
  about:
    'server-side apply keeps ownership over the path; fields unknown to a release leave managedFields when it writes',
  steps(turn) {
    const name = `a${turn.suffix}`
    const as = (manager: string): string =>
      `${collection('v1', 'services', turn.namespace)}/${name}?fieldManager=${manager}`
    const spec = {
      replicas: turn.turn,
      selector: { matchLabels: { a: 'b' } },
      template: {
        metadata: { labels: { a: 'b' } },
        spec: { containers: [{ name: 'c', image: 'i', ports: [{ containerPort: 80, protocol: 'TCP' }] }] },
      },
    }
    return [
      apply('apply', as('owner'), owned(name, 80, `p${turn.turn}`)),
      apply('conflict', as('other'), owned(name, 80, 'other')),
      apply('second', as('second'), owned(name, 81, `second${turn.turn}`)),
      apply(
        'deploy',
        `${collection('apps/v1', 'deployments', turn.namespace)}/${name}?fieldManager=owner&force=true`,
        object('apps/v1', 'Deployment', name, { spec }),
      ),
    ]
  },
}

const others: Subject = {
  name: 'leases-endpointslices-events',
  about:
    'what is renewed and touched over the path: leases, endpoint slices, events, endpoints, and the namespace',
  steps(turn) {
    const { namespace, suffix } = turn
    const leases = collection('coordination.k8s.io/v1', 'leases', namespace)
    const events = collection('v1', 'events', namespace)
    const lease = object('coordination.k8s.io/v1', 'Lease', `a${suffix}`, {
      spec: { holderIdentity: 'x', leaseDurationSeconds: 40, strategy: 'OldestEmulationVersion' },
    })
    const event = object('v1', 'Event', `a${suffix}`, {
      involvedObject: { kind: 'Pod', name: 'p', namespace },
      reason: 'Because',
      message: 'm',
      type: 'Normal',
      count: 1,
    })
    return [
      ...(turn.first
        ? [post('lease', leases, lease), post('event', events, event)]
        : [get('get-lease', `${leases}/a${suffix}`)]),
      merge('renew', `${leases}/a${suffix}`, {
        spec: { renewTime: `2026-01-01T00:00:${10 + turn.turn}.000000Z` },
      }),
      merge('again', `${events}/a${suffix}`, { count: turn.turn + 2 }),
      get('same-event', `${collection('events.k8s.io/v1', 'events', namespace)}/a${suffix}`),
      get('namespace', `/api/v1/namespaces/${namespace}`),
    ]
  },
}

const podSpec = {
  automountServiceAccountToken: false,
  schedulingGates: [{ name: 'example.com/gate' }],
  hostUsers: true,
  containers: [
    {
      name: 'c',
      image: 'i',
      resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }],
      startupProbe: { httpGet: { port: 80 }, terminationGracePeriodSeconds: 5 },
    },
  ],
  initContainers: [{ name: 'sidecar', image: 'i', restartPolicy: 'Always' }],
  topologySpreadConstraints: [
    {
      maxSkew: 1,
      topologyKey: 'z',
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: { a: 'b' } },
      minDomains: 2,
      nodeTaintsPolicy: 'Honor',
      matchLabelKeys: ['a'],
    },
  ],
  os: { name: 'linux' },
}

const podStatus = {
  status: {
    phase: 'Running',
    podIP: '10.1.1.1',
    podIPs: [{ ip: '10.1.1.1' }],
    hostIP: '10.2.2.2',
    hostIPs: [{ ip: '10.2.2.2' }],
  },
}

const pods: Subject = {
  name: 'pod-new-fields',
  about:
    'a Pod with fields that came with 1.25 … 1.30, before and after a release that does not know them has written it',
  steps(turn) {
    const all = collection('v1', 'pods', turn.namespace)
    return [
      ...accountOf(turn),
      post('create', all, object('v1', 'Pod', `b${turn.turn}`, { spec: podSpec })),
      ...(turn.turn === 0 ? [] : [get('get', `${all}/b${turn.turn - 1}`)]),
      merge('label', `${all}/b${Math.max(0, turn.turn - 1)}`, labelled(turn)),
      merge('status', `${all}/b${turn.turn}/status`, podStatus),
    ]
  },
}

/** The account that its controller would make. */
const accountOf = ({ namespace, turn }: PathTurn): Step[] =>
  turn > 0
    ? []
    : [
        {
          ...post(
            'account',
            collection('v1', 'serviceaccounts', namespace),
            object('v1', 'ServiceAccount', 'default'),
          ),
          setup: true,
        },
      ]

/** Nodes, services, ownership, leases and pods. */
export const coreSubjects: readonly Subject[] = [
  nodes,
  services,
  trafficDistribution,
  ownership,
  others,
  pods,
]
