// What differs between the patches of a release: releases/patches.json.
import { minorRelease } from '../../../component-base/minor.ts'
import type { PrintedGates, PrintedSpec } from './gates.ts'

type Spec = Omit<PrintedSpec, 'version'>
/** A gate at the patch that changed it; null: it is not registered. */
export interface Flip {
  gate: string
  since: string
  before: Spec | null
  after: Spec | null
}

/** releases/patches.json. */
export interface Patches {
  about: string
  recorded: Record<string, string>
  gates: Flip[]
}

/** The newest spec of a gate, without its version. */
function stateOf({ gates }: PrintedGates, gate: string): Spec | null {
  const spec = Object.hasOwn(gates, gate) ? gates[gate]!.at(-1) : undefined
  if (spec === undefined) return null
  const { default: value, preRelease, lockToDefault } = spec
  return { default: value, preRelease, lockToDefault }
}

function flipsBetween(before: PrintedGates, after: PrintedGates, since: string): Flip[] {
  const names = [...new Set([...Object.keys(before.gates), ...Object.keys(after.gates)])].sort()
  return names
    .map((gate) => ({ gate, since, before: stateOf(before, gate), after: stateOf(after, gate) }))
    .filter((flip) => JSON.stringify(flip.before) !== JSON.stringify(flip.after))
}

/**
 * The gates that changed between two patches of a release (`1.29`), each with the patch that brought the change. Asks half way, and
 * further only where something differs: what was changed and changed back in between is not seen.
 */
export async function flipsOf(
  release: string,
  [first, last]: readonly [number, number],
  gatesOf: (patch: number) => Promise<PrintedGates>,
): Promise<Flip[]> {
  if (first === last) return []
  const flips = flipsBetween(await gatesOf(first), await gatesOf(last), `${release}.${last}`)
  if (flips.length === 0 || last - first === 1) return flips
  const half = Math.floor((first + last) / 2)
  return [
    ...(await flipsOf(release, [first, half], gatesOf)),
    ...(await flipsOf(release, [half, last], gatesOf)),
  ]
}

/** The file with what a release's patches changed, up to `version` (`1.29.15`). */
export function withFlips(known: Patches, version: string, flips: readonly Flip[]): Patches {
  const release = minorRelease(version)
  const recorded = Object.entries({ ...known.recorded, [release]: version })
  const others = known.gates.filter(({ since }) => minorRelease(since) !== release)
  return {
    ...known,
    recorded: Object.fromEntries(recorded.sort(([a], [b]) => Number(a.slice(2)) - Number(b.slice(2)))),
    gates: [...others, ...flips],
  }
}
