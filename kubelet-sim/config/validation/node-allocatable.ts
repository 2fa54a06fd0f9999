// Upstream: pkg/kubelet/apis/config/validation/validation.go (enforceNodeAllocatable)

import { goQuote } from '../../../apimachinery/field-error.ts'
import { kubeletConfigDialect } from '../dialect.ts'
import type { KubeletConfiguration } from '../kubelet-configuration.ts'
import { type Check, type CheckContext, invalid } from './check.ts'

const flag = 'enforceNodeAllocatable (--enforce-node-allocatable)'

/** The levels of reserved resources; each may have a compressible one beside it. */
const reserved = ['system-reserved', 'kube-reserved'] as const

function exclusive(levels: readonly string[], minor: number): string[] {
  if (!kubeletConfigDialect(minor).compressibleReservations) return []
  return reserved
    .filter((level) => levels.includes(level) && levels.includes(`${level}-compressible`))
    .map((level) =>
      invalid(`both "${level}" and "${level}-compressible" cannot be specified together in ${flag}`),
    )
}

/** Messages about one level; `done`: no further rule is asked about it. */
function levelErrors(
  level: string,
  config: KubeletConfiguration,
  minor: number,
): { errors: string[]; done: boolean } {
  const base = level.replace(/-compressible$/, '')
  const { compressibleReservations } = kubeletConfigDialect(minor)
  const known = compressibleReservations ? base : level
  if (level === 'pods') return { errors: [], done: false }
  if (known === 'system-reserved' || known === 'kube-reserved') {
    const field = known === 'system-reserved' ? 'systemReservedCgroup' : 'kubeReservedCgroup'
    const which = compressibleReservations
      ? `"${known}" or "${known}-compressible" included`
      : `"${known}" contained`
    const missing = invalid(`${field} (--${known}-cgroup) must be specified when ${which} in ${flag}`)
    return { errors: config[field] ? [] : [missing], done: false }
  }
  if (level === 'none') {
    const alone = config.enforceNodeAllocatable!.length === 1
    const why = invalid(`${flag} may not contain additional enforcements when "none" is specified`)
    return { errors: alone ? [] : [why], done: true }
  }
  const valid = compressibleReservations
    ? '"pods", "system-reserved", "system-reserved-compressible", "kube-reserved", "kube-reserved-compressible" or "none"'
    : '"pods", "system-reserved", "kube-reserved", or "none"'
  return {
    errors: [invalid(`option ${goQuote(level)} specified for ${flag}. Valid options are ${valid}`)],
    done: true,
  }
}

/** The levels of enforceNodeAllocatable exist, fit together, and have the cgroups that they need. */
export const nodeAllocatable: Check = (config, { minor }: CheckContext) => {
  const levels = config.enforceNodeAllocatable ?? []
  const { cgroupsNamedPerEnforcement, enforcementRefusesDuplicates } = kubeletConfigDialect(minor)
  const errors = exclusive(levels, minor)
  const seen = new Set<string>()
  for (const level of levels) {
    if (enforcementRefusesDuplicates && seen.has(level)) {
      errors.push(invalid(`duplicated enforcements ${goQuote(level)} in ${flag}`))
      continue
    }
    seen.add(level)
    const found = levelErrors(level, config, minor)
    errors.push(...found.errors)
    if (cgroupsNamedPerEnforcement && !found.done && config.cgroupsPerQOS !== true)
      errors.push(
        invalid(
          `cgroupsPerQOS (--cgroups-per-qos) must be set to true when ${goQuote(level)} contained in ${flag}`,
        ),
      )
  }
  return errors
}
