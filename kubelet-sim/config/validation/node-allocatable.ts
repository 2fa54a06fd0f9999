// Upstream: pkg/kubelet/apis/config/validation/validation.go (enforceNodeAllocatable)
import { goQuote } from '../../../apimachinery/field-error.ts'
import type { KubeletConfiguration } from '../kubelet-configuration.ts'
import { type Check, type CheckContext, invalid } from './check.ts'

const flag = 'enforceNodeAllocatable (--enforce-node-allocatable)'

/** The levels of reserved resources; the compressible ones came in 1.32. */
const reserved = ['system-reserved', 'kube-reserved'] as const

function exclusive(levels: readonly string[], minor: number): string[] {
  if (minor < 32) return []
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
  const known = minor >= 32 ? base : level
  if (level === 'pods') return { errors: [], done: false }
  if (known === 'system-reserved' || known === 'kube-reserved') {
    const field = known === 'system-reserved' ? 'systemReservedCgroup' : 'kubeReservedCgroup'
    const which = minor >= 32 ? `"${known}" or "${known}-compressible" included` : `"${known}" contained`
    const missing = invalid(`${field} (--${known}-cgroup) must be specified when ${which} in ${flag}`)
    return { errors: config[field] ? [] : [missing], done: false }
  }
  if (level === 'none') {
    const alone = config.enforceNodeAllocatable!.length === 1
    const why = invalid(`${flag} may not contain additional enforcements when "none" is specified`)
    return { errors: alone ? [] : [why], done: true }
  }
  const valid =
    minor >= 32
      ? '"pods", "system-reserved", "system-reserved-compressible", "kube-reserved", "kube-reserved-compressible" or "none"'
      : '"pods", "system-reserved", "kube-reserved", or "none"'
  return {
    errors: [invalid(`option ${goQuote(level)} specified for ${flag}. Valid options are ${valid}`)],
    done: true,
  }
}

export const nodeAllocatable: Check = (config, { minor }: CheckContext) => {
  const levels = config.enforceNodeAllocatable ?? []
  const errors = exclusive(levels, minor)
  const seen = new Set<string>()
  for (const level of levels) {
    if (minor >= 31 && seen.has(level)) {
      errors.push(invalid(`duplicated enforcements ${goQuote(level)} in ${flag}`))
      continue
    }
    seen.add(level)
    const found = levelErrors(level, config, minor)
    errors.push(...found.errors)
    if (minor >= 31 && !found.done && config.cgroupsPerQOS !== true)
      errors.push(
        invalid(
          `cgroupsPerQOS (--cgroups-per-qos) must be set to true when ${goQuote(level)} contained in ${flag}`,
        ),
      )
  }
  return errors
}
