import { olderGateFacts } from '../../component-base/gate-lives.ts'
import { didYouMean } from '../../component-base/nearest.ts'
import type { ReleasePlan } from '../../component-base/plan-extension.ts'
import { patchFacts } from '../../component-base/release.ts'
import { recordedReleases } from '../../component-base/release-facts.ts'
import {
  type GateLife,
  type GateState,
  gateLife,
  gateNames,
  stageName,
} from '../../featuregates/gate-life.ts'
import { UsageError } from '../usage-error.ts'
import { listedGate, type Report } from './output.ts'
import { gateFactsOver } from './planned-facts.ts'

const text = (state: GateState | undefined): string =>
  state === undefined
    ? 'not registered'
    : `${state.stage}, default ${state.default}${state.locked ? ', locked' : ''}`

function notes(life: GateLife): string[] {
  /** What the oldest release has may be older. */
  const since = (version: string | undefined): string =>
    life.introduced === `${version} or before` ? life.introduced : `${version}`
  const lines = [`introduced: ${life.introduced}`]
  if (life.lockedSince !== undefined) lines.push(`locked: ${since(life.lockedSince)}`)
  if (life.removedIn !== undefined) lines.push(`removed: ${life.removedIn}`)
  for (const p of life.patches) lines.push(`patch ${p.since}: ${text(p.before)} -> ${text(p.after)}`)
  if (life.dependencies.length > 0) lines.push(`depends on: ${life.dependencies.join(', ')}`)
  for (const s of life.specs) {
    lines.push(
      `spec ${since(s.version)}: ${stageName(s.preRelease)}, default ${s.default}${s.lockToDefault ? ', locked' : ''}`,
    )
  }
  return lines
}

/** The releases from the first one with the gate, or the oldest simulated one. */
function shown({ releases }: GateLife): GateLife['releases'] {
  const [oldest] = recordedReleases()
  const first = releases.findIndex(([release, state]) => state !== undefined || release === oldest)
  return releases.slice(Math.max(0, first))
}

/** The life of a gate over all releases of which gates are recorded, those before the simulated ones too, and with a plan over those to come as `component` has it. */
export function showLife(name: string, plan?: ReleasePlan, component = 'kube-apiserver'): Report {
  const releases = [...olderGateFacts(), ...gateFactsOver(plan, component)]
  const life = gateLife(name, releases, patchFacts())
  if (life === undefined) {
    throw new UsageError(`no release has a feature gate "${name}"${didYouMean(name, gateNames(releases))}`)
  }
  return {
    header: ['RELEASE', 'STAGE', 'DEFAULT', 'LOCKED'],
    rows: shown(life).map(([release, state]) =>
      state === undefined
        ? [release, '-', '-', '-']
        : [release, state.stage, String(state.default), state.locked ? 'yes' : ''],
    ),
    notes: notes(life),
    data: { ...life, releases: Object.fromEntries(life.releases.map(([r, state]) => [r, state ?? null])) },
    yaml: [listedGate(name, life.specs)],
  }
}
