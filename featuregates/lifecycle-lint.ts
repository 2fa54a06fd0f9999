// What a gate may do over its life.
// Upstream: test/compatibility_lifecycle (alpha off, removal), component-base AddVersioned (order, stability), the deprecation policy
import { oldestEmulated } from './effective-version.ts'
import type { FeatureSpec } from './feature-spec.ts'
import { completeSpecs } from './spec-rules.ts'
import type { Version } from './version.ts'

/** A gate as a specification or plan describes it. */
export interface LintedGate {
  name: string
  specs: readonly FeatureSpec[]
  /** The release from which the gate is no longer registered. */
  removedIn?: Version
  /** The release that first warned of the deprecation, where that is earlier than a deprecated spec. */
  announcedIn?: Version
}

/** A rule of the lifecycle that a gate breaks, for `kepsim gates lint` and plans. */
export interface Finding {
  gate: string
  /** The place in `specs`; undefined: the gate as a whole. */
  spec?: number
  rule: 'registration' | 'alpha-off' | 'lock-before-removal' | 'removal-distance' | 'warning-time' | 'empty'
  severity: 'error' | 'warning'
  message: string
}

/** Releases between lock and removal, and in a year. */
const three = 3

function registration(gate: LintedGate): Finding[] {
  for (let length = 1; length <= gate.specs.length; length++) {
    const result = completeSpecs(gate.name, gate.specs.slice(0, length), '0.35')
    if ('error' in result) {
      return [
        { gate: gate.name, spec: length - 1, rule: 'registration', severity: 'error', message: result.error },
      ]
    }
  }
  return []
}

const alphaOff = (gate: LintedGate): Finding[] =>
  gate.specs.flatMap((spec, i) =>
    spec.preRelease === 'ALPHA' && spec.default
      ? [
          {
            gate: gate.name,
            spec: i,
            rule: 'alpha-off' as const,
            severity: 'error' as const,
            message: `alpha feature ${gate.name} cannot be enabled by default`,
          },
        ]
      : [],
  )

function removal(gate: LintedGate): Finding[] {
  const last = gate.specs.at(-1)
  if (gate.removedIn === undefined || last === undefined || last.preRelease === 'ALPHA') return []
  const finding = (rule: Finding['rule'], message: string): Finding[] => [
    { gate: gate.name, rule, severity: 'error', message },
  ]
  if (last.preRelease === 'BETA')
    return finding('lock-before-removal', `feature ${gate.name} cannot be removed while in beta`)
  if (!last.lockToDefault) {
    return finding(
      'lock-before-removal',
      `feature ${gate.name} cannot be removed because it is in GA or Deprecated state and is not locked to default`,
    )
  }
  const earliest = last.version.offsetMinor(three)
  // Until then gates could be removed without having been locked for three releases: nothing emulated them.
  if (!last.version.greaterThan(oldestEmulated) || gate.removedIn.atLeast(earliest)) return []
  return finding(
    'removal-distance',
    `feature ${gate.name} cannot be removed until version ${earliest} (required for emulation support)`,
  )
}

/** A deprecation is announced for a year before the default turns, the gate is locked or removed. */
function warningTime(gate: LintedGate): Finding[] {
  const deprecated = gate.specs.findIndex((s) => s.preRelease === 'DEPRECATED')
  if (deprecated < 0) return []
  const since = gate.announcedIn ?? gate.specs[deprecated]!.version
  const enough = since.offsetMinor(three)
  const text = `deprecated in ${since}: before ${enough} users have had less than a year (three releases) of warning`
  const findings: Finding[] = []
  gate.specs.forEach((spec, i) => {
    const before = gate.specs[i - 1]
    if (i < deprecated || before === undefined || !spec.version.lessThan(enough)) return
    if (before.default === spec.default && before.lockToDefault === spec.lockToDefault) return
    const what = before.default === spec.default ? 'lock' : 'default'
    const message = `${gate.name} changes its ${what} in ${spec.version}, ${text}`
    findings.push({ gate: gate.name, spec: i, rule: 'warning-time', severity: 'warning', message })
  })
  if (gate.removedIn?.lessThan(enough)) {
    const message = `${gate.name} is removed in ${gate.removedIn}, ${text}`
    findings.push({ gate: gate.name, rule: 'warning-time', severity: 'error', message })
  }
  return findings
}

/** The findings about all gates, in the order of the gates. */
export const lintGates = (gates: readonly LintedGate[]): Finding[] =>
  gates.flatMap((gate) => {
    if (gate.specs.length === 0) {
      const message = `feature ${gate.name} has no version specs`
      return [{ gate: gate.name, rule: 'empty' as const, severity: 'error' as const, message }]
    }
    return [...registration(gate), ...alphaOff(gate), ...removal(gate), ...warningTime(gate)]
  })
