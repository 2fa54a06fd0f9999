// Reserved CPUs and memory, user namespaces.
// Upstream: pkg/kubelet/apis/config/validation/{validation,validation_reserved_memory,validation_linux}.go

import { goQuote } from '../../../apimachinery/field-error.ts'
import { Quantity } from '../../../apimachinery/quantity.ts'
import { atoi } from '../../../component-base/go/numbers.ts'
import { kubeletConfigDialect } from '../dialect.ts'
import { type Check, invalid } from './check.ts'

/** Upstream: k8s.io/utils/cpuset Parse. The error, or undefined. */
function cpuSetError(text: string): string | undefined {
  try {
    for (const range of text.split(',')) {
      const dash = range.indexOf('-')
      if (dash < 0) {
        atoi(range)
        continue
      }
      const [start, end] = [atoi(range.slice(0, dash)), atoi(range.slice(dash + 1))]
      if (start > end) return `invalid range ${goQuote(range)} (${start} > ${end})`
    }
  } catch (error) {
    return (error as Error).message
  }
  return undefined
}

/** reservedSystemCPUs is a list of CPUs, and excludes the cgroups of reservations. */
export const reservedCPUs: Check = (config) => {
  const cpus = config.reservedSystemCPUs ?? ''
  if (cpus === '') return []
  const wrong = cpuSetError(cpus)
  return [
    ...(config.systemReservedCgroup || config.kubeReservedCgroup
      ? [
          invalid(
            "can't use reservedSystemCPUs (--reserved-cpus) with systemReservedCgroup (--system-reserved-cgroup) or kubeReservedCgroup (--kube-reserved-cgroup)",
          ),
        ]
      : []),
    ...(wrong === undefined
      ? []
      : [invalid(`unable to parse reservedSystemCPUs (--reserved-cpus) ${cpus}, error: ${wrong}`)]),
  ]
}

/** reservedMemory has memory and huge pages only, in amounts above 0, each once for a NUMA node. */
export const reservedMemory: Check = ({ reservedMemory: reservations = [] }) => {
  const seen = new Set<string>()
  return reservations.flatMap(({ numaNode = 0, limits }) =>
    Object.entries(limits ?? {}).flatMap(([name, amount]) => {
      const errors: string[] = []
      if (name !== 'memory' && !name.startsWith('hugepages-'))
        errors.push(
          invalid(
            `the limit type ${goQuote(name)} for NUMA node ${numaNode} is not supported, only [memory hugepages-<HugePageSize>] is accepted`,
          ),
        )
      if (Quantity.parse(String(amount)).unscaled === 0n)
        errors.push(
          invalid(`reserved memory may not be zero for NUMA node ${numaNode} and resource ${goQuote(name)}`),
        )
      const key = `${numaNode}/${name}`
      if (seen.has(key))
        errors.push(
          invalid(
            `the reserved memory has a duplicate value for NUMA node ${numaNode} and resource ${goQuote(name)}`,
          ),
        )
      seen.add(key)
      return errors
    }),
  )
}

const unit = 65536
const most = 4294967295

/**
 * userNamespaces has an idsPerPod that fits; at most one error. The simulated machine has cgroup v2, so that rules about v1
 * never apply.
 */
export const userNamespaces: Check = ({ userNamespaces: given }, { minor }) => {
  const ids = kubeletConfigDialect(minor).podIDRanges ? given?.idsPerPod : undefined
  if (ids === undefined || ids === null) return []
  if (ids < unit) return [invalid(`userNamespaces.idsPerPod must not be less than ${unit}`)]
  if (ids % unit !== 0) return [invalid(`userNamespaces.idsPerPod must be a multiple of ${unit}`)]
  return ids > most ? [invalid(`userNamespaces.idsPerPod must not be more than ${most}`)] : []
}
