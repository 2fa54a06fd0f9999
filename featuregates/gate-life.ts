// The life of gates over the recorded releases.
import type { SpecData } from './feature-spec.ts'
import type { GateFacts, PatchFacts } from './gate-set.ts'
import { parseVersion } from './version.ts'

/** The stage, default and lock of a gate in one release. */
export interface GateState {
  stage: string
  default: boolean
  locked: boolean
}

/** A change between two patch releases. */
export interface PatchChange {
  since: string
  /** The state before the change; undefined: the gate was not registered. */
  before: GateState | undefined
  after: GateState
}

/** The states of a gate over all recorded releases, and what follows from them, as `kepsim gates` prints it. */
export interface GateLife {
  name: string
  /** Release → state without any flag; undefined where the gate is not registered. */
  releases: [string, GateState | undefined][]
  patches: PatchChange[]
  /** The specs since the gate's introduction, or since the oldest release: states of unversioned releases, then the newest specs. */
  specs: readonly SpecData[]
  /** The first version of the specs, where the oldest recorded release does not hide it. */
  introduced: string
  /** The first release in which the gate is locked; undefined: there is none. */
  lockedSince: string | undefined
  /** The first release that does not have the gate; undefined: the newest still has it. */
  removedIn: string | undefined
  dependencies: readonly string[]
}

/** The stage of a spec by name: `GA` for the empty text. */
export const stageName = (preRelease: string): string => (preRelease === '' ? 'GA' : preRelease)

/** The state of a gate that a recorded spec describes. */
export const stateOf = (spec: SpecData): GateState => ({
  stage: stageName(spec.preRelease),
  default: spec.default,
  locked: spec.lockToDefault ?? false,
})

/** The state that a release has without flags: that of the newest spec it registers, since facts hold no later ones. */
function stateIn(facts: GateFacts, gate: string): GateState | undefined {
  const spec = Object.hasOwn(facts.gates, gate) ? facts.gates[gate]!.specs.at(-1) : undefined
  return spec === undefined ? undefined : stateOf(spec)
}

const isVersioned = ({ version = '0.0' }: SpecData): boolean => version !== '0.0'

/** Specs of a gate where releases tell states only: one for each change, of the release that brought it. */
function specsOfStates(states: GateLife['releases']): SpecData[] {
  const present = states.flatMap(([release, state]) => (state === undefined ? [] : [{ release, state }]))
  return present
    .filter(({ state }, i) => JSON.stringify(state) !== JSON.stringify(present[i - 1]?.state))
    .map(({ release, state: { stage, default: value, locked } }) => ({
      version: release,
      default: value,
      preRelease: stage === 'GA' ? '' : stage,
      lockToDefault: locked,
    }))
}

/** The versioned specs of the newest release with the gate, and before these (`earlier`) what releases before them had. */
function lifeSpecs(states: GateLife['releases'], newest: GateFacts, name: string) {
  const versioned = newest.versioned === false ? [] : newest.gates[name]!.specs.filter(isVersioned)
  const first = versioned[0]?.version
  const isBefore = (release: string): boolean =>
    first === undefined || parseVersion(release).lessThan(parseVersion(first))
  const before = states.filter(([release]) => isBefore(release))
  return { earlier: specsOfStates(before), versioned }
}

/** The life of a gate; undefined where no release has it. `releases` are oldest first. */
export function gateLife(
  name: string,
  releases: readonly (readonly [string, GateFacts])[],
  patches: PatchFacts,
): GateLife | undefined {
  const states = releases.map(
    ([release, facts]) => [release, stateIn(facts, name)] as [string, GateState | undefined],
  )
  const newest = releases.findLast(([, facts]) => Object.hasOwn(facts.gates, name))
  if (newest === undefined) return undefined
  const { earlier, versioned } = lifeSpecs(states, newest[1], name)
  const specs = [...earlier, ...versioned]
  const first = states.find(([, state]) => state !== undefined)![0]
  const after = states[states.findLastIndex(([, state]) => state !== undefined) + 1]
  const locked = specs.find(({ lockToDefault }) => lockToDefault)
  // Where the oldest release has the gate without saying since when.
  const isHidden = first === states[0]![0] && earlier.length > 0
  return {
    name,
    releases: states,
    patches: patches.gates
      .filter((p) => p.gate === name)
      .map((p) => ({
        since: p.since,
        before: p.before === null ? undefined : stateOf(p.before),
        after: stateOf(p.after),
      })),
    specs,
    introduced: isHidden ? `${first} or before` : (specs[0]?.version ?? first),
    lockedSince: locked?.version,
    removedIn: after?.[0],
    dependencies: newest[1].dependencies?.[name] ?? [],
  }
}

/** The names of all gates of any of the releases, AllAlpha and AllBeta too, sorted. */
export const gateNames = (releases: readonly (readonly [string, GateFacts])[]): string[] =>
  [...new Set(releases.flatMap(([, facts]) => Object.keys(facts.gates)))].sort()
