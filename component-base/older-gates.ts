// How gates stood in the releases before those that are simulated; recorded by `npm run record` (scripts/record/go/older-gates.ts).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GateState } from '../featuregates/gate-life.ts'
import type { GateFacts } from '../featuregates/gate-set.ts'
import { minorOf } from './minor.ts'
import { packageRoot } from './package-root.ts'
import { recordedReleases } from './release-facts.ts'

interface Recorded {
  /** Oldest first: `1.24`. */
  releases: string[]
  /** Each release in which a gate changed; the release alone: it was gone. */
  gates: Record<string, ([release: string, stage: string, byDefault: boolean, locked?: true] | [string])[]>
}

let recorded: Recorded | undefined
const facts = (): Recorded => {
  recorded ??= JSON.parse(readFileSync(join(packageRoot, 'releases', 'older-gates.json'), 'utf8')) as Recorded
  return recorded
}

/**
 * The states of a gate in releases before the recorded ones, oldest first, undefined where a release lacks it.
 * Undefined for a gate of which nothing is recorded.
 */
export function olderStates(gate: string): [release: string, state: GateState | undefined][] | undefined {
  const { releases, gates } = facts()
  if (!Object.hasOwn(gates, gate)) return undefined
  const points = new Map(gates[gate]!.map((point) => [point[0], point]))
  let state: GateState | undefined
  return releases.map((release) => {
    const point = points.get(release)
    if (point !== undefined) state = stateOf(point)
    return [release, state]
  })
}

function stateOf([, stage, byDefault, locked]: Recorded['gates'][string][number]): GateState | undefined {
  return stage === undefined || byDefault === undefined
    ? undefined
    : { stage, default: byDefault, locked: locked === true }
}

const specOf = ({ stage, default: value, locked }: GateState) => ({
  default: value,
  preRelease: stage === 'GA' ? '' : stage,
  lockToDefault: locked,
})

/** The gates of each release before the simulated ones, oldest first, as facts of releases without versions of specs. */
export function olderGateFacts(): [release: string, GateFacts][] {
  const [oldest] = recordedReleases()
  const lives = Object.keys(facts().gates).map((gate) => [gate, new Map(olderStates(gate))] as const)
  const gatesOf = (release: string): GateFacts['gates'] =>
    Object.fromEntries(
      lives.flatMap(([gate, life]) => {
        const state = life.get(release)
        return state === undefined ? [] : [[gate, { special: false, specs: [specOf(state)] }]]
      }),
    )
  return facts()
    .releases.filter((release) => minorOf(release) < minorOf(oldest!))
    .map((release) => [
      release,
      { versioned: false, gates: gatesOf(release), dependencies: null, schedulerExcludes: null },
    ])
}
