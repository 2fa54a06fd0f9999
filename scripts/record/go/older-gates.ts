// How gates stood in releases before those that are simulated: releases/older-gates.json.
import { minorOf } from '../../../component-base/minor.ts'
import type { PrintedSpec } from './gates.ts'

/** `["GA",true,true]`: stage, default, and locked where it is. Empty: there is no such gate. */
type State = [stage: string, byDefault: boolean, locked?: true] | []

/** Gate → each release in which that changed; `[release]` alone: it was gone. */
export interface OlderGates {
  /** Oldest first. */
  releases: string[]
  gates: Record<string, [release: string, ...state: State][]>
}

/** Gate → its last spec, in one release. */
export type GateSpecs = Readonly<Record<string, PrintedSpec>>

const stateOf = ({ preRelease, default: value, lockToDefault }: PrintedSpec): State =>
  lockToDefault ? [preRelease || 'GA', value, true] : [preRelease || 'GA', value]

/** The state of a gate in each of the releases, from where it changed. */
function unfolded(releases: readonly string[], points: OlderGates['gates'][string]): Map<string, State> {
  let state: State = []
  return new Map(
    releases.map((release) => {
      const point = points.find(([one]) => one === release)
      if (point !== undefined) state = point.slice(1) as State
      return [release, state]
    }),
  )
}

function folded(states: readonly [string, State][]): OlderGates['gates'][string] {
  let last = JSON.stringify([])
  return states.flatMap(([release, state]) => {
    const text = JSON.stringify(state)
    if (text === last) return []
    last = text
    return [[release, ...state]]
  })
}

/**
 * The lives with what a release registers.
 * @param oldest the oldest simulated release, and the gates that it has: what an older one had last, it may lack
 */
export function withGates(
  known: OlderGates,
  release: string,
  gates: GateSpecs,
  oldest: { release: string; gates: ReadonlySet<string> },
): OlderGates {
  const before = known.releases.filter((one) => one !== release)
  const releases = [...before, release].sort((a, b) => minorOf(a) - minorOf(b))
  const names = [...new Set([...Object.keys(known.gates), ...Object.keys(gates)])].sort()
  const life = (name: string) => {
    const spec = Object.hasOwn(gates, name) ? gates[name] : undefined
    const states = unfolded(known.releases, known.gates[name] ?? [])
    states.set(release, spec === undefined ? [] : stateOf(spec))
    const rows = releases.map((one): [string, State] => [one, states.get(one) ?? []])
    const end: [string, State][] = oldest.gates.has(name) ? [] : [[oldest.release, []]]
    return folded([...rows, ...end])
  }
  const lives = names.map((name) => [name, life(name)] as const)
  return { releases, gates: Object.fromEntries(lives.filter(([, points]) => points.length > 0)) }
}

/** The text of releases/older-gates.json: a line for each gate. */
export function olderGatesFile({ releases, gates }: OlderGates): string {
  const lines = Object.entries(gates).map(
    ([name, points]) => `    ${JSON.stringify(name)}: ${JSON.stringify(points)}`,
  )
  return `{\n  "releases": ${JSON.stringify(releases)},\n  "gates": {\n${lines.join(',\n')}\n  }\n}\n`
}
