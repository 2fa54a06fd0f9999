// What is said of a gate in a release, in reasons.

import { olderStates } from '../component-base/gate-lives.ts'
import { minorOf } from '../component-base/minor.ts'
import type { GateLife, GateState } from '../featuregates/gate-life.ts'
import type { GateStanding } from '../replay/runtime.ts'

/** A stage as prose has it: `Alpha`, `Beta`, `GA`. */
export const stageText = (stage: string): string =>
  stage === 'GA' ? stage : stage.charAt(0) + stage.slice(1).toLowerCase()

type Known = [release: string, state: GateState | undefined][]

/** Of all releases of which anything is recorded, oldest first. */
function statesOf(gate: string, life: GateLife | undefined): Known {
  const older = olderStates(gate) ?? []
  return [...older, ...(life?.releases ?? [])]
}

/**
 * The reason why a release has no such gate: "X is gone since 1.30: in 1.29 it was GA, locked to true", "X came with 1.32".
 * @param release `1.34` or with its patch number
 */
export function absenceText(gate: string, life: GateLife | undefined, release: string): string {
  const states = statesOf(gate, life)
  const minor = minorOf(release)
  const last = states.findLastIndex(([one, state]) => state !== undefined && minorOf(one) < minor)
  if (last >= 0) {
    const [before, state] = states[last]!
    const gone = `1.${minorOf(before) + 1}`
    return `${gate} is gone since ${gone}: in ${before} it was ${stateText(state!)}`
  }
  const came = cameWith(gate, life)
  return came === undefined
    ? `${gate} does not exist in ${release}`
    : `${release} has no gate ${gate}: it came with ${came}`
}

/** The last state of a gate that a release no longer has; undefined where it never had one before. */
export const lastState = (gate: string, life: GateLife | undefined, release: string): GateState | undefined =>
  statesOf(gate, life).findLast(([one, state]) => state !== undefined && minorOf(one) < minorOf(release))?.[1]

const stateText = ({ stage, default: value, locked }: GateState): string =>
  `${stageText(stage)}, ${locked ? `locked to ${value}` : `${value} by default`}`

/** The first release with it; undefined where the records begin too late to tell. */
function cameWith(gate: string, life: GateLife | undefined): string | undefined {
  const said = /^1\.\d+$/.exec(life?.introduced ?? '')?.[0]
  if (said !== undefined) return said
  const states = statesOf(gate, life)
  const first = states.findIndex(([, state]) => state !== undefined)
  return first <= 0 ? undefined : states[first]![0]
}

/** The state of a gate in a release, simulated or not; undefined where nothing is recorded. */
export function standingOf(
  gate: string,
  life: GateLife | undefined,
  release: string,
): GateStanding | undefined {
  const minor = minorOf(release)
  const came = cameWith(gate, life)
  if (came !== undefined && minor < minorOf(came))
    return { state: undefined, text: absenceText(gate, life, release) }
  const found = statesOf(gate, life).find(([one]) => minorOf(one) === minor)
  if (found === undefined) return undefined
  const [at, state] = found
  const text =
    state === undefined ? absenceText(gate, life, release) : `in ${at} ${gate} is ${stateText(state)}`
  return { state, text }
}
