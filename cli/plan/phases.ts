// The phases of a plan: releases in which something that it speaks of changes.

import { newComponentGates } from '../../component-base/component-gates.ts'
import { minorOf } from '../../component-base/minor.ts'
import { planExtension, type ReleasePlan } from '../../component-base/plan-extension.ts'
import { parseRelease, patchFacts } from '../../component-base/release.ts'
import { recordedReleases } from '../../component-base/release-facts.ts'
import { stageName } from '../../featuregates/gate-life.ts'
import { releasePlan } from '../../plans/extend.ts'
import { type FeaturePlan, plannedComponents } from '../../plans/feature-plan.ts'

/** A gate in a phase, by its default there. */
export interface PhaseGate {
  name: string
  default: boolean
  locked: boolean
  stage: string
}

/** A release of a plan, and the states of the plan's gates in it. */
export interface Phase {
  /** `off by default` */
  name: string
  /** `1.40`, or `1.31.1` where it begins with a patch release. */
  release: string
  /** Gates of the plan that the first of their components registers. */
  gates: readonly PhaseGate[]
}

/** Releases that can be simulated, oldest first; patch releases where one of the plan's gates changes. */
function releases(plan: FeaturePlan): string[] {
  const recorded = recordedReleases()
  const newest = minorOf(recorded.at(-1)!)
  const names = new Set(plan.gates.map((g) => g.name))
  const changed = patchFacts()
    .gates.filter((change) => names.has(change.gate))
    .map((change) => change.since)
  const all = recorded.flatMap((release) => {
    const patches = changed.filter((since) => minorOf(since) === minorOf(release))
    return patches.length === 0 ? [release] : [`${release}.0`, ...patches]
  })
  for (let minor = newest + 1; minor <= minorOf(plan.lastRelease); minor++) all.push(`1.${minor}`)
  return all
}

function gatesAt(plan: FeaturePlan, release: string, laid: ReleasePlan): PhaseGate[] {
  return plan.gates.flatMap((gate) => {
    const set = newComponentGates(parseRelease(release, laid), gate.components[0]!)
    const spec = set.getAll().get(gate.name)
    if (spec === undefined) return []
    const announced = gate.announcedIn !== undefined && minorOf(release) >= minorOf(gate.announcedIn)
    const stage = spec.preRelease === '' && announced ? 'DEPRECATED' : stageName(spec.preRelease)
    return [{ name: gate.name, default: spec.default, locked: spec.lockToDefault, stage }]
  })
}

/** What of the plan holds in a release beside gates. */
function besides(plan: FeaturePlan, release: string, laid: ReleasePlan): readonly string[] {
  const reached = (from?: string): boolean => from === undefined || minorOf(release) >= minorOf(from)
  const ended = (until?: string): boolean => until !== undefined && minorOf(release) > minorOf(until)
  const fields = plan.fields.filter(({ from }) => reached(from))
  const reported = plan.effects.filter(
    ({ name, from, until }) => ['clears', 'reports'].includes(name) && reached(from) && !ended(until),
  )
  const components = plannedComponents.flatMap((component) => {
    const parsed = parseRelease(release, laid)
    const { configVersions, endedModes, removedAdmissionPlugins } = planExtension(
      parsed,
      component,
      newComponentGates(parsed, component),
    )
    return [
      ...configVersions.map((v) => `${v} is read`),
      ...endedModes.map((mode) => `mode ${mode} ends`),
      ...removedAdmissionPlugins.map((name) => `${name} is removed`),
    ]
  })
  return [
    ...fields.map(({ resource, path }) => `${resource} have ${path}`),
    ...plan.kinds.flatMap(({ plural, group, versions }) =>
      versions
        .filter(({ from, until }) => reached(from) && !ended(until))
        .map(({ name }) => `${plural} are in ${group}/${name}`),
    ),
    ...plan.flags.flatMap(({ component, name, from, deprecated, removedIn }) => {
      if (removedIn !== undefined && reached(removedIn)) return [`${component} has no --${name}`]
      if (deprecated !== undefined && reached(deprecated.from)) return [`${component} warns of --${name}`]
      return from !== undefined && reached(from) ? [`${component} has --${name}`] : []
    }),
    ...plan.metrics.flatMap(({ component, name, from, renamed, deprecated, removedIn }) => {
      if (removedIn !== undefined && reached(removedIn)) return [`${component} has no ${name}`]
      const now = renamed !== undefined && reached(renamed.from) ? renamed.to : name
      if (deprecated !== undefined && reached(deprecated.from)) return [`${now} is deprecated`]
      return now !== name || (from !== undefined && reached(from)) ? [`${component} has ${now}`] : []
    }),
    ...plan.values
      .filter(({ from }) => reached(from))
      .map(({ resource, path, values }) => `${path} of ${resource} takes ${values.join(', ')}`),
    ...plan.columns.filter(({ from }) => reached(from)).map((c) => `tables of ${c.resource} have ${c.name}`),
    ...reported.map((e) => `${e.component} ${e.name} ${e.value}`),
    ...components,
  ]
}

function gateChange(gate: PhaseGate | undefined, before: PhaseGate | undefined): string[] {
  if (gate === undefined) return before === undefined ? [] : ['removed']
  if (gate.locked && before?.locked !== true) return ['locked']
  const words = gate.stage === before?.stage ? [] : [gate.stage === 'GA' ? 'GA' : gate.stage.toLowerCase()]
  if (before !== undefined && gate.default !== before.default)
    words.push(gate.default ? 'on by default' : 'off by default')
  return words
}

/** The phases of a plan, oldest first; releases before the plan changes anything, or has a gate, are none. */
export function planPhases(plan: FeaturePlan): Phase[] {
  const laid = releasePlan(plan)
  const phases: Phase[] = []
  let gates: PhaseGate[] = []
  let others: readonly string[] = []
  for (const release of releases(plan)) {
    const now = gatesAt(plan, release, laid)
    const more = besides(plan, release, laid)
    const changes = plan.gates.flatMap(({ name }) =>
      gateChange(
        now.find((g) => g.name === name),
        gates.find((g) => g.name === name),
      ),
    )
    const words = changes.length > 0 ? changes : more.filter((m) => !others.includes(m))
    if (words.length > 0) phases.push({ name: words.join(', '), release, gates: now })
    gates = now
    others = more
  }
  return phases
}
