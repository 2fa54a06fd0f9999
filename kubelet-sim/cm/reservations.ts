// Upstream: cmd/kubelet/app/server.go (getReservedCPUs), pkg/kubelet/cm/{container_manager_linux,node_container_manager_linux}.go
import { Quantity } from '../../apimachinery/quantity.ts'
import type { KubeletConfiguration } from '../config/kubelet-configuration.ts'
import { ContainerManagerError } from './container-manager-error.ts'
import { formatCPUSet, parseCPUSet } from './cpu-set.ts'

const zero = Quantity.of(0)

/** systemReserved + kubeReserved of a resource. `reservedSystemCPUs` stands for all reserved CPUs. */
export function reservedQuantity(config: KubeletConfiguration, resource: string): Quantity {
  const named = config.reservedSystemCPUs ?? ''
  if (resource === 'cpu' && named !== '') return Quantity.of(parseCPUSet(named).size)
  return [config.systemReserved, config.kubeReserved].reduce((sum, given) => {
    const amount = given?.[resource]
    return amount === undefined ? sum : sum.add(Quantity.parse(String(amount)))
  }, zero)
}

/**
 * The CPUs that no container gets for its own: those that are named, or as many of the first as are reserved.
 * Throws {@link ContainerManagerError}.
 */
export function reservedCPUs(config: KubeletConfiguration, cpus: number): Set<number> {
  const named = parseCPUSet(config.reservedSystemCPUs ?? '')
  if (named.size > 0) return named
  const milli = Number(reservedQuantity(config, 'cpu').milliValue())
  if (milli === 0)
    throw new ContainerManagerError(
      '[cpumanager] unable to determine reserved CPU resources for static policy',
    )
  const count = Math.ceil(milli / 1000)
  const taken = new Set(Array.from({ length: Math.min(count, cpus) }, (_, cpu) => cpu))
  if (taken.size === count) return taken
  throw new ContainerManagerError(
    `new static policy error: [cpumanager] unable to reserve the required amount of CPUs (size of  did not equal ${count})`,
  )
}

/** Throws {@link ContainerManagerError} where CPUs are reserved that the machine does not have. */
export function checkReservedCPUs({ reservedSystemCPUs = '' }: KubeletConfiguration, cpus: number): void {
  if ([...parseCPUSet(reservedSystemCPUs)].every((cpu) => cpu < cpus)) return
  const online = formatCPUSet(new Set(Array.from({ length: cpus }, (_, cpu) => cpu)))
  throw new ContainerManagerError(
    `reserved-cpus: ${reservedSystemCPUs} is not a subset of online-cpus: ${online}`,
  )
}

/** The number of CPUs (2, 4, 8, …) of a machine on which the reserved ones exist. @param reserved as `reservedSystemCPUs` */
export function cpusFor(reserved: string): number {
  const highest = Math.max(-1, ...parseCPUSet(reserved))
  let cpus = 2
  while (cpus <= highest && cpus < 1024) cpus *= 2
  return cpus
}
