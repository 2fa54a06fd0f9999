// Upstream: pkg/registry/core/service/storage/alloc.go (initNodePorts, updateNodePorts, health check node port)
import { FieldPath, field } from '../../../../apimachinery/field-error.ts'
import { newInternalError, newInvalid, StatusError } from '../../../../apimachinery/status-error.ts'
import {
  hasNodePortType,
  needsHealthCheck,
  nodePortsOf,
  ports,
  type Service,
  shouldAllocateNodePorts,
} from '../service.ts'
import type { PortOperation } from './port-operation.ts'

async function allocate(svc: Service, i: number, port: number, operation: PortOperation): Promise<void> {
  try {
    await operation.allocate(port)
  } catch (error) {
    const path = FieldPath.of('spec', 'ports').index(i).child('nodePort')
    throw newInvalid({ group: '', kind: 'Service' }, svc.metadata.name ?? '', [
      field.invalid(path, port, (error as Error).message),
    ])
  }
}

async function next(operation: PortOperation): Promise<number> {
  try {
    return await operation.allocateNext()
  } catch (error) {
    throw newInternalError(`failed to allocate a nodePort: ${(error as Error).message}`)
  }
}

/** Ports with the same number (TCP and UDP) share a node port. Throws a StatusError. */
export async function initNodePorts(svc: Service, operation: PortOperation): Promise<void> {
  if (!hasNodePortType(svc)) return
  const byPort = new Map<number, number>()
  const wanted = new Map<number, number>()
  for (const { port = 0, nodePort } of ports(svc))
    if (nodePort && !wanted.has(port)) wanted.set(port, nodePort)
  for (const [i, port] of ports(svc).entries()) {
    if (!port.nodePort && !shouldAllocateNodePorts(svc)) continue
    const number = port.port ?? 0
    const shared = byPort.get(number)
    if (shared !== undefined) {
      if (!port.nodePort) port.nodePort = shared
      else if (port.nodePort !== shared) await allocate(svc, i, port.nodePort, operation)
      continue
    }
    const requested = wanted.get(number)
    if (requested !== undefined) await allocate(svc, i, requested, operation)
    port.nodePort = requested ?? (await next(operation))
    byPort.set(number, port.nodePort)
  }
}

/** Allocates the node ports that an update asks for or lacks. Ports of the stored Service stay. */
export async function updateNodePorts(svc: Service, old: Service, operation: PortOperation): Promise<void> {
  if (!hasNodePortType(svc)) return
  const known = new Set(nodePortsOf(old))
  const seen = new Set<string>()
  for (const [i, port] of ports(svc).entries()) {
    if (!port.nodePort && !shouldAllocateNodePorts(svc)) continue
    if (!port.nodePort) port.nodePort = await next(operation)
    else if (!known.has(port.nodePort)) await allocate(svc, i, port.nodePort, operation)
    known.add(port.nodePort)
    const key = `${port.protocol} ${port.nodePort}`
    if (seen.has(key)) throw new StatusError(500, '', `duplicate nodePort: {${key}}`)
    seen.add(key)
  }
}

/** Allocates the healthCheckNodePort of a Service that needs one: the requested port, else a free one. */
export async function initHealthCheckNodePort(svc: Service, operation: PortOperation): Promise<void> {
  if (!needsHealthCheck(svc)) return
  const requested = svc.spec.healthCheckNodePort ?? 0
  try {
    if (requested === 0) svc.spec.healthCheckNodePort = await operation.allocateNext()
    else await operation.allocate(requested)
  } catch (error) {
    const what = requested === 0 ? 'a HealthCheck NodePort 0' : `requested HealthCheck NodePort ${requested}`
    throw newInternalError(`failed to allocate ${what}: ${(error as Error).message}`)
  }
}

/** Allocates a healthCheckNodePort where the stored Service did not need one. */
export async function updateHealthCheckNodePort(
  svc: Service,
  old: Service,
  operation: PortOperation,
): Promise<void> {
  if (!needsHealthCheck(old)) await initHealthCheckNodePort(svc, operation)
}
