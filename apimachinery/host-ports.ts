// Ports of nodes that pods take. Upstream: pkg/scheduler/framework/plugins/nodeports, pkg/scheduler/framework/types.go (HostPortInfo)
import { apimachineryDialect } from './dialect.ts'
import { sidecarsOf } from './sidecars.ts'

interface Container {
  restartPolicy?: string
  ports?: { hostPort?: number; hostIP?: string; protocol?: string }[]
}

/** The containers of a pod's spec. */
export interface PortTaker {
  containers?: Container[]
  initContainers?: Container[]
}

/** The reason of scheduler and kubelet against a node where a port is taken. */
export const noFreePorts = "node(s) didn't have free ports for the requested pod ports"

interface HostPort {
  ip: string
  port: number
  protocol: string
}

function hostPorts(pod: PortTaker, minor: number): HostPort[] {
  const sidecars = apimachineryDialect(minor).countsSidecarPorts ? sidecarsOf(pod) : []
  return [...sidecars, ...(pod.containers ?? [])].flatMap(({ ports = [] }) =>
    ports.flatMap(({ hostPort = 0, hostIP = '', protocol = 'TCP' }) =>
      hostPort === 0 ? [] : [{ ip: hostIP || everywhere, port: hostPort, protocol: protocol || 'TCP' }],
    ),
  )
}

const everywhere = '0.0.0.0'

const collide = (a: HostPort, b: HostPort): boolean =>
  a.port === b.port &&
  a.protocol === b.protocol &&
  (a.ip === b.ip || a.ip === everywhere || b.ip === everywhere)

/** Whether a pod takes ports of its node. @param minor release of who asks */
export const takesHostPorts = (spec: PortTaker, minor: number): boolean => hostPorts(spec, minor).length > 0

/** Whether a pod wants a port that one of the others on a node has. @param minor release of who asks */
export function wantsTakenPort(spec: PortTaker, others: Iterable<PortTaker>, minor: number): boolean {
  const wanted = hostPorts(spec, minor)
  if (wanted.length === 0) return false
  for (const other of others)
    if (hostPorts(other, minor).some((port) => wanted.some((own) => collide(own, port)))) return true
  return false
}
