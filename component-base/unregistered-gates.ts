// What the code of a release does where the release registers no such gate, from the gate's life in the other releases.
import { minorOf } from './minor.ts'
import { olderStates } from './older-gates.ts'
import { recordedReleases, releaseFacts } from './release-facts.ts'

const specsIn = (release: string, gate: string) => {
  const { gates } = releaseFacts(release, 'gates')
  return Object.hasOwn(gates, gate) ? gates[gate]!.specs : undefined
}

/** The default in the last release before this one which has the gate. */
function lastDefault(release: string, gate: string): boolean | undefined {
  const earlier = recordedReleases().filter((other) => minorOf(other) < minorOf(release))
  for (const other of earlier.reverse()) {
    const last = specsIn(other, gate)?.at(-1)
    if (last !== undefined) return last.default
  }
  const older = olderStates(gate)?.filter(([other]) => minorOf(other) < minorOf(release))
  return older?.findLast(([, state]) => state !== undefined)?.[1]?.default
}

/**
 * What there was before the gate. A gate that guards old behaviour has a spec for the releases without it (`version: 1.0`), or
 * begins as deprecated; every other begins with what it guards.
 */
function beforeIntroduction(release: string, gate: string): boolean {
  for (const other of recordedReleases().filter((one) => minorOf(one) > minorOf(release))) {
    const specs = specsIn(other, gate)
    if (specs === undefined) continue
    const held = specs.findLast(
      ({ version = '0.0' }) => version !== '0.0' && minorOf(version) <= minorOf(release),
    )
    return held?.default ?? specs[0]?.preRelease === 'DEPRECATED'
  }
  return false
}

/**
 * Whether the behaviour behind a gate is there in a release (`1.34`) without the gate: after the gate's last release by its
 * last default, before its first one as it was then.
 */
export const withoutGate = (release: string, gate: string): boolean =>
  lastDefault(release, gate) ?? beforeIntroduction(release, gate)
