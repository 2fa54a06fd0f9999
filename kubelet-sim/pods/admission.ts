// Upstream: pkg/kubelet/lifecycle/predicate.go, pkg/scheduler/framework/plugins/nodeports
import type { Pod } from './pod.ts'

/** Why a kubelet does not run a pod that is bound to its node: the predicate that fails, and what it says. */
export interface Refusal {
  predicate: string
  detail: string
}

interface HostPort {
  ip: string
  port: number
  protocol: string
}

const everywhere: readonly string[] = ['', '0.0.0.0', '::']

function hostPorts({ spec }: Pod): HostPort[] {
  return spec.containers.flatMap(({ ports = [] }) =>
    ports.flatMap(({ hostPort = 0, hostIP = '', protocol = 'TCP' }) =>
      hostPort === 0 ? [] : [{ ip: hostIP, port: hostPort, protocol }],
    ),
  )
}

const collide = (a: HostPort, b: HostPort): boolean =>
  a.port === b.port &&
  a.protocol === b.protocol &&
  (a.ip === b.ip || everywhere.includes(a.ip) || everywhere.includes(b.ip))

/** Why the node does not take a pod; undefined where it does. @param others the pods that it runs */
export function refusalOf(
  pod: Pod,
  nodeLabels: Readonly<Record<string, string>>,
  others: readonly Pod[],
): Refusal | undefined {
  const selected = Object.entries(pod.spec.nodeSelector ?? {}).every(
    ([key, value]) => Object.hasOwn(nodeLabels, key) && nodeLabels[key] === value,
  )
  if (!selected)
    return { predicate: 'NodeAffinity', detail: "node(s) didn't match Pod's node affinity/selector" }
  const taken = others.flatMap(hostPorts)
  if (!hostPorts(pod).some((port) => taken.some((other) => collide(port, other)))) return undefined
  return { predicate: 'NodePorts', detail: "node(s) didn't have free ports for the requested pod ports" }
}
