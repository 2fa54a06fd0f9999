// What the schema cannot say of a plan: releases, gates and effects that fit together.

import { minorOf } from '../component-base/minor.ts'
import type { SpecData } from '../featuregates/feature-spec.ts'
import { type Finding, type LintedGate, lintGates } from '../featuregates/lifecycle-lint.ts'
import { parseVersion } from '../featuregates/version.ts'
import { checkEffects } from './check-effects.ts'
import { checkFields } from './fields/check-fields.ts'
import { checkFlags } from './flags/check-flags.ts'
import { checkKinds } from './kinds/check-kinds.ts'
import { checkMetrics } from './metrics/check-metrics.ts'
import { planStages } from './plan-schema.ts'
import { checkProbes } from './probes/check-probes.ts'
import type { RawPlan } from './raw-plan.ts'
import { comingSpecs, newestRelease, recordedSpecs } from './recorded-gates.ts'
import { checkValues } from './values/check-values.ts'
import type { PositionedYaml, YamlPath } from './yaml-positions.ts'

type RawGate = NonNullable<RawPlan['gates']>[number]

const toData = (spec: NonNullable<RawGate['specs']>[number]): SpecData => ({
  ...spec,
  preRelease: planStages.get(spec.preRelease)!,
})

const spoken = (spec: SpecData): string =>
  `${spec.preRelease === '' ? 'GA' : spec.preRelease}, default ${spec.default}${spec.lockToDefault ? ', locked' : ''}`

/** A gate as the lifecycle rules see it: recorded specs, then those of the plan. */
export function lintedGate(gate: {
  name: string
  specs: readonly SpecData[]
  announcedIn?: string
  removedIn: Readonly<Record<string, string>>
}): LintedGate {
  const recorded = recordedSpecs(gate.name)
  const removals = Object.values(gate.removedIn).map((v) => parseVersion(v))
  const last = removals.sort((a, b) => a.compare(b)).at(-1)
  const specs = [...recorded, ...comingSpecs(gate.name, gate.specs)].map((spec) => ({
    default: spec.default,
    lockToDefault: spec.lockToDefault ?? false,
    preRelease: spec.preRelease as LintedGate['specs'][number]['preRelease'],
    version: parseVersion(spec.version ?? '0.0'),
    ...(spec.minCompatibilityVersion === undefined
      ? {}
      : { minCompatibilityVersion: parseVersion(spec.minCompatibilityVersion) }),
  }))
  return {
    name: gate.name,
    specs,
    ...(last === undefined ? {} : { removedIn: last }),
    ...(gate.announcedIn === undefined ? {} : { announcedIn: parseVersion(gate.announcedIn) }),
  }
}

/** The place of a finding of the lifecycle rules in the plan. */
export function placeOf(
  finding: Finding,
  index: number,
  gate: RawGate | undefined,
  yaml: PositionedYaml,
): string {
  const path: YamlPath = ['gates', index]
  if (finding.spec === undefined || gate === undefined)
    return finding.rule.includes('removal') ? yaml.at([...path, 'removedIn']) : yaml.at(path)
  const specs = (gate.specs ?? []).map(toData)
  const coming = comingSpecs(gate.name, specs)
  const own = coming[finding.spec - recordedSpecs(gate.name).length]
  return own === undefined ? yaml.at(path) : yaml.at([...path, 'specs', specs.indexOf(own)])
}

function checkGate(gate: RawGate, index: number, yaml: PositionedYaml): string[] {
  const path: YamlPath = ['gates', index]
  const newest = newestRelease()
  const specs = (gate.specs ?? []).map(toData)
  const recorded = recordedSpecs(gate.name)
  if (recorded.length === 0 && specs.length === 0)
    return [`${yaml.at(path)}: release ${newest} has no gate ${gate.name}: the plan must give its specs`]
  const coming = comingSpecs(gate.name, specs)
  const findings = coming
    .filter((spec) => recorded.length > 0 && minorOf(spec.version!) <= minorOf(newest))
    .map((spec) => {
      const was = recorded.find((r) => r.version === spec.version)
      const why =
        was === undefined ? `it has none in ${spec.version}` : `in ${spec.version} it is ${spoken(was)}`
      return `${yaml.at([...path, 'specs', specs.indexOf(spec)])}: ${gate.name} is recorded up to ${newest}, and ${why}: a plan can only add specs from a later release on`
    })
  if (findings.length > 0) return findings
  const removedIn = typeof gate.removedIn === 'string' ? { '*': gate.removedIn } : (gate.removedIn ?? {})
  const linted = lintedGate({ ...gate, specs, removedIn })
  return lintGates([linted])
    .filter((f) => f.rule === 'registration')
    .map((f) => `${placeOf(f, index, gate, yaml)}: ${f.message}`)
}

/** The findings about a plan, each as `file:line:column: what`. */
export function checkPlan(raw: RawPlan, yaml: PositionedYaml): string[] {
  const newest = newestRelease()
  const findings: string[] = []
  if (minorOf(raw.lastRelease) < minorOf(newest))
    findings.push(
      `${yaml.at(['lastRelease'])}: lastRelease ${raw.lastRelease} is before ${newest}, the newest release that is recorded`,
    )
  const gates = raw.gates ?? []
  gates.forEach((gate, i) => {
    findings.push(...checkGate(gate, i, yaml))
    findings.push(...checkEffects(gate.effects ?? [], ['gates', i, 'effects'], gate, raw, yaml))
    if (gates.findIndex((g) => g.name === gate.name) < i)
      findings.push(`${yaml.at(['gates', i, 'name'])}: the plan has ${gate.name} twice`)
  })
  findings.push(...checkEffects(raw.effects ?? [], ['effects'], undefined, raw, yaml))
  findings.push(
    ...checkFields(raw, yaml),
    ...checkKinds(raw, yaml),
    ...checkFlags(raw, yaml),
    ...checkMetrics(raw, yaml),
    ...checkValues(raw, yaml),
    ...checkProbes(raw, yaml),
  )
  raw.endedModes?.forEach((end, i) => {
    if (end.gate === undefined && end.from === undefined)
      findings.push(
        `${yaml.at(['endedModes', i])}: say when mode ${end.mode} ends: with gate (where it is off) or from (a release)`,
      )
    if (
      end.gate !== undefined &&
      !gates.some((g) => g.name === end.gate) &&
      recordedSpecs(end.gate).length === 0
    )
      findings.push(
        `${yaml.at(['endedModes', i, 'gate'])}: neither the plan nor ${newest} has a gate ${end.gate}`,
      )
  })
  return findings
}
