// Upstream: k8s.io/pod-security-admission policy/{registry,checks}.go
import { baselineChecks } from './baseline-checks.ts'
import type { Check, CheckedPod, PodCheck, Violation } from './check.ts'
import type { LevelVersion } from './policy.ts'
import { restrictedChecks } from './restricted-checks.ts'

const inVersion = (checks: readonly Check[], version: number): { check: Check; run: PodCheck }[] =>
  checks.flatMap((check) => {
    const found = check.versions.findLast(({ since }) => since <= version)
    return found === undefined ? [] : [{ check, run: found.check }]
  })

/**
 * How a pod violates a standard, in upstream's order: the baseline's rules by name, then those that only the restricted
 * standard has. @param minor the release of the server, which knows no later versions of the standards
 */
export function evaluate(wanted: LevelVersion, pod: CheckedPod, minor: number): Violation[] {
  if (wanted.level === 'privileged') return []
  const version = Math.min(wanted.version ?? minor, minor)
  const restricted = wanted.level === 'restricted' ? inVersion(restrictedChecks(minor), version) : []
  const overridden = new Set(restricted.map(({ check }) => check.overrides))
  const baseline = inVersion(baselineChecks, version).filter(({ check }) => !overridden.has(check.id))
  return [...baseline, ...restricted].flatMap(({ run }) => run(pod) ?? [])
}

/** The violations with their details, as an error or warning lists them. */
export const violationsText = (violations: readonly Violation[]): string =>
  violations.map(({ reason, detail }) => (detail === '' ? reason : `${reason} (${detail})`)).join(', ')

/** The violations without details, as an audit annotation lists them. */
export const reasonsText = (violations: readonly Violation[]): string =>
  violations.map(({ reason }) => reason).join(', ')
