// The objects that loads are made of, as JSON.

/** A ConfigMap with so many bytes of data. */
export const configMap = (name: string, bytes = 500): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, labels: { app: 'bench' } },
    data: { text: 'x'.repeat(bytes) },
  })

/** A Service of one port. */
export const service = (name: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, labels: { app: 'bench' } },
    spec: { selector: { app: 'bench' }, ports: [{ port: 80 }] },
  })

const condition = (type: string, status: string, heartbeat: string): object => ({
  type,
  status,
  lastHeartbeatTime: heartbeat,
  lastTransitionTime: '2026-01-01T00:00:00Z',
  reason: 'KubeletReady',
  message: 'kubelet is posting ready status',
})

/** The conditions of a Node that is ready. */
export const conditions = (heartbeat: string): object[] => [
  condition('MemoryPressure', 'False', heartbeat),
  condition('DiskPressure', 'False', heartbeat),
  condition('PIDPressure', 'False', heartbeat),
  condition('Ready', 'True', heartbeat),
]

/** A Node as a kubelet registers it. */
export const node = (name: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: { 'kubernetes.io/hostname': name, 'kubernetes.io/os': 'linux', 'kubernetes.io/arch': 'amd64' },
    },
    spec: { podCIDR: '10.0.0.0/24' },
    status: {
      capacity: { cpu: '4', memory: '8145276Ki', pods: '110' },
      allocatable: { cpu: '4', memory: '8145276Ki', pods: '110' },
      conditions: conditions('2026-01-01T00:00:00Z'),
      addresses: [{ type: 'Hostname', address: name }],
      nodeInfo: { kubeletVersion: 'v1.36.0', kubeProxyVersion: 'v1.36.0', operatingSystem: 'linux' },
    },
  })

/** A time that differs with `i`, without its zone. */
export const heartbeat = (i: number): string =>
  new Date(Date.UTC(2026, 0, 1) + 1000 * i).toISOString().slice(0, 19)

/** A Lease of a node, renewed at {@link heartbeat}. @param version its resourceVersion; undefined: it is new */
export const lease = (name: string, i: number, version?: string): string =>
  JSON.stringify({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name, ...(version === undefined ? {} : { resourceVersion: version }) },
    spec: { holderIdentity: name, leaseDurationSeconds: 40, renewTime: `${heartbeat(i)}.000000Z` },
  })
