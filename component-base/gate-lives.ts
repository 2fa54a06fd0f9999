// How gates stood in all releases of which gates are recorded, those before the simulated ones too: releases/gate-lives.json, which
// `npm run record` writes (scripts/record/go/gate-lives.ts). One small file, so that a server reads no facts of other releases.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GateState } from '../featuregates/gate-life.ts'
import type { GateFacts } from '../featuregates/gate-set.ts'
import { minorOf } from './minor.ts'
import { packageRoot } from './package-root.ts'
import { recordedReleases } from './release-facts.ts'

type Point = [release: string] | [release: string, stage: string, byDefault: boolean, locked?: true]

interface Recorded {
  /** Oldest first: `1.24`. */
  releases: string[]
  /** Each release in which a gate changed; the release alone: it was gone; without a stage: what there was before it came. */
  gates: Record<string, Point[]>
}

let recorded: Recorded | undefined
const facts = (): Recorded => {
  recorded ??= JSON.parse(readFileSync(join(packageRoot, 'releases', 'gate-lives.json'), 'utf8')) as Recorded
  return recorded
}

const pointsOf = (gate: string): readonly Point[] =>
  Object.hasOwn(facts().gates, gate) ? facts().gates[gate]! : []

function stateOf([, stage, byDefault, locked]: Point): GateState | undefined {
  return !stage || byDefault === undefined
    ? undefined
    : { stage, default: byDefault, locked: locked === true }
}

/**
 * Whether the behaviour behind a gate is there in a release (`1.34`) without the gate: after the gate's last release by its
 * last default, before its first one as it was then (a gate that came to guard what there was: it is there).
 */
export function withoutGate(release: string, gate: string): boolean {
  const until = minorOf(release)
  const points = pointsOf(gate)
  const last = points.findLast((point) => stateOf(point) !== undefined && minorOf(point[0]) < until)
  return (last ?? points.findLast(([one, stage]) => stage === '' && minorOf(one) <= until))?.[2] ?? false
}

/** The recorded releases before the oldest simulated one, oldest first. */
function olderReleases(): string[] {
  const [oldest] = recordedReleases()
  return facts().releases.filter((release) => minorOf(release) < minorOf(oldest!))
}

/**
 * The states of a gate in releases before the simulated ones, oldest first, undefined where a release lacks it.
 * Undefined for a gate that none of them has.
 */
export function olderStates(gate: string): [release: string, state: GateState | undefined][] | undefined {
  const points = new Map(pointsOf(gate).map((point) => [point[0], point]))
  let state: GateState | undefined
  const states = olderReleases().map((release): [string, GateState | undefined] => {
    const point = points.get(release)
    if (point !== undefined) state = stateOf(point)
    return [release, state]
  })
  return states.some(([, one]) => one !== undefined) ? states : undefined
}

const specOf = ({ stage, default: value, locked }: GateState) => ({
  default: value,
  preRelease: stage === 'GA' ? '' : stage,
  lockToDefault: locked,
})

/** The gates of each release before the simulated ones, oldest first, as facts of releases without versions of specs. */
export function olderGateFacts(): [release: string, GateFacts][] {
  const lives = Object.keys(facts().gates).map((gate) => [gate, new Map(olderStates(gate))] as const)
  const gatesOf = (release: string): GateFacts['gates'] =>
    Object.fromEntries(
      lives.flatMap(([gate, life]) => {
        const state = life.get(release)
        return state === undefined ? [] : [[gate, { special: false, specs: [specOf(state)] }]]
      }),
    )
  return olderReleases().map((release) => [
    release,
    { versioned: false, gates: gatesOf(release), dependencies: null, schedulerExcludes: null },
  ])
}
