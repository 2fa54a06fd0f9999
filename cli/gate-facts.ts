// What the replay asks about gates and releases, from the recorded facts.

import { compare } from 'semver'
import { metricNames } from '../component-base/metric-names.ts'
import { minorOf, minorRelease } from '../component-base/minor.ts'
import type { ReleasePlan } from '../component-base/plan-extension.ts'
import { newestOf, parseRelease, patchFacts } from '../component-base/release.ts'
import { recordedReleases, releaseFacts } from '../component-base/release-facts.ts'
import { type GateLife, type GateState, gateLife } from '../featuregates/gate-life.ts'
import type { GateFacts } from '../replay/runtime.ts'
import { recordedFields, recordedScopes } from './field-facts.ts'
import { recordedFieldPaths } from './field-paths.ts'
import { absenceText, lastState, stageText, standingOf } from './gate-words.ts'
import { gateFactsOver } from './gates/planned-facts.ts'

/** The lives of gates over all recorded releases and those of the plan; facts are read at the first call. */
export function recordedGateFacts(plan?: ReleasePlan): GateFacts & { full(release: string): string } {
  const lives = new Map<string, GateLife | undefined>()
  let laid: ReturnType<typeof gateFactsOver> | undefined
  const life = (gate: string): GateLife | undefined => {
    if (!lives.has(gate)) {
      laid ??= gateFactsOver(plan, 'kube-apiserver')
      lives.set(gate, gateLife(gate, laid, patchFacts()))
    }
    return lives.get(gate)
  }
  const full = (release: string): string => parseRelease(release, plan).text.slice(1)
  const at = (gate: string, release: string) => stateAt(life(gate), full(release))
  return {
    ...(plan === undefined ? {} : { plan }),
    newest: newestOf(plan),
    known: (release) => isKnown(release, plan),
    full,
    at,
    hasField: recordedFields(plan),
    ofCluster: recordedScopes(),
    fieldPaths: recordedFieldPaths(),
    served: (release) => (isKnown(release, plan) ? servedBy(full(release)) : undefined),
    metrics: (release) => metricNames(minorOf(full(release))),
    history: (gate, release) => historyOf(gate, life(gate), full(release)),
    last: (gate, release) => lastState(gate, life(gate), full(release)),
    standing: (gate, release) => standingOf(gate, life(gate), release),
  }
}

/** Of the recorded release; what a plan adds is served in versions of its own. */
function servedBy(release: string): readonly string[] | undefined {
  const minor = minorRelease(release)
  return recordedReleases().includes(minor)
    ? releaseFacts(minor, 'discovery').groupVersions.map((one) =>
        one.group === '' ? one.version : `${one.group}/${one.version}`,
      )
    : undefined
}

function isKnown(release: string, plan: ReleasePlan | undefined): boolean {
  try {
    parseRelease(release, plan)
    return true
  } catch {
    return false
  }
}

const patchOf = (release: string): number => Number(release.split('.')[2])

function stateAt(life: GateLife | undefined, release: string): GateState | undefined {
  if (life === undefined) return undefined
  const minor = minorRelease(release)
  const changes = life.patches
    .filter((p) => minorRelease(p.since) === minor)
    .sort((a, b) => patchOf(a.since) - patchOf(b.since))
  const next = changes.find((p) => patchOf(p.since) > patchOf(release))
  if (next !== undefined) return next.before
  return life.releases.find(([r]) => r === minor)?.[1]
}

/** "its default is false in 1.32.13 (Deprecated, since 1.31.1; before that true)". */
function historyOf(gate: string, life: GateLife | undefined, release: string): string {
  const now = stateAt(life, release)
  if (life === undefined || now === undefined) return absenceText(gate, life, release)
  const points = [...life.releases.map(([r]) => `${r}.0`), ...life.patches.map((p) => p.since)].sort(compare)
  const past = points.filter((p) => compare(p, release) <= 0)
  let since = past.at(-1) ?? release
  let before: GateState | undefined
  for (const point of past.reverse()) {
    const state = stateAt(life, point)
    if (state === undefined || state.default !== now.default) {
      before = state
      break
    }
    since = point
  }
  const earlier =
    before === undefined
      ? ''
      : `, ${now.locked ? `${now.default} ` : ''}since ${since}; before that ${before.default}`
  const locked = now.locked ? `, ${lockText(life, past)}` : ''
  return `its default is ${now.default} in ${release} (${stageText(now.stage)}${locked}${earlier})`
}

/** The default may be older than its lock. @param past the points in time up to the release, newest first */
function lockText(life: GateLife, past: readonly string[]): string {
  const before = past.findIndex((point) => stateAt(life, point)?.locked !== true)
  const since = before < 0 ? undefined : past[before - 1]
  return since === undefined ? 'locked' : `locked since ${since}`
}
