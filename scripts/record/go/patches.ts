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

/** The patches between two, those next to the middle first. */
function between(first: number, last: number): number[] {
  const middle = (first + last) / 2
  const all = Array.from({ length: Math.max(0, last - first - 1) }, (_, i) => first + 1 + i)
  return all.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
}

/** The first of some patches that can be asked. */
async function firstAsked(patches: readonly number[], gatesOf: GatesOf): Promise<number | undefined> {
  for (const patch of patches) if ((await gatesOf(patch)) !== undefined) return patch
  return undefined
}

/** What a patch registers; undefined where it cannot be asked, as it is not published. */
type GatesOf = (patch: number) => Promise<PrintedGates | undefined>

/**
 * The gates that changed between the first patch of a release (`1.29`) and its `last`, each with the patch that brought the change, or
 * the next after it that can be asked. Asks half way, and further only where something differs: what was changed and changed back in
 * between is not seen.
 */
export async function flipsOf(release: string, last: number, gatesOf: GatesOf): Promise<Flip[]> {
  const first = await firstAsked([...Array(last).keys()], gatesOf)
  return first === undefined ? [] : flipsWithin(release, [first, last], gatesOf)
}

async function flipsWithin(
  release: string,
  [first, last]: readonly [number, number],
  gatesOf: GatesOf,
): Promise<Flip[]> {
  const [before, after] = [await gatesOf(first), await gatesOf(last)]
  if (before === undefined || after === undefined) return []
  const flips = flipsBetween(before, after, `${release}.${last}`)
  const middle = flips.length === 0 ? undefined : await firstAsked(between(first, last), gatesOf)
  if (middle === undefined) return flips
  return [
    ...(await flipsWithin(release, [first, middle], gatesOf)),
    ...(await flipsWithin(release, [middle, last], gatesOf)),
  ]
}

/** The file with what a release's patches changed, up to `version` (`1.29.15`). */
export function withFlips(known: Patches, version: string, flips: readonly Flip[]): Patches {
  const release = minorRelease(version)
  const recorded = Object.entries({ ...known.recorded, [release]: version })
  const isOwn = ({ since }: { since: string }): boolean => minorRelease(since) === release
  const others = known.gates.filter((flip) => !isOwn(flip))
  // Where they stood, so that nothing changes where nothing did.
  const first = known.gates.findIndex(isOwn)
  const place = first < 0 ? others.length : first
  return {
    ...known,
    recorded: Object.fromEntries(recorded.sort(([a], [b]) => Number(a.slice(2)) - Number(b.slice(2)))),
    gates: [...others.slice(0, place), ...flips, ...others.slice(place)],
  }
}
