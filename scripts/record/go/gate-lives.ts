// How each gate stood in each release, in one small file (releases/gate-lives.json): what a server needs to know of gates that its
// own release does not register.
import { minorOf } from '../../../component-base/minor.ts'
import type { PrintedSpec } from './gates.ts'

/**
 * From a release on: `["1.29","GA",true,true]` (stage, default, locked where it is); `["1.30"]` there is no such gate any more;
 * `["1.24","",true]` there is no such gate yet, and what it will guard is there.
 */
export type Point = [release: string] | [release: string, stage: string, byDefault: boolean, locked?: true]

/** The lives of gates: each release in which something changed. */
export interface GateLives {
  /** Oldest first. */
  releases: string[]
  gates: Record<string, Point[]>
}

/** Gate → its specs, in one release. */
export type GateSpecs = Readonly<Record<string, readonly PrintedSpec[]>>

const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

const pointOf = (
  release: string,
  { preRelease, default: value, lockToDefault }: Omit<PrintedSpec, 'version'>,
): Point =>
  lockToDefault ? [release, preRelease || 'GA', value, true] : [release, preRelease || 'GA', value]

/** What a release registers, of what the file says: the last spec of each gate. */
function specsOf({ releases, gates }: GateLives, release: string): GateSpecs {
  const index = releases.indexOf(release)
  const last = (points: readonly Point[]) =>
    points.findLast(([one]) => releases.indexOf(one) >= 0 && releases.indexOf(one) <= index)
  return Object.fromEntries(
    Object.entries(gates).flatMap(([gate, points]) => {
      const [, stage, value, locked] = last(points) ?? []
      if (!stage || value === undefined) return []
      return [[gate, [{ default: value, preRelease: stage, lockToDefault: locked === true }]]]
    }),
  )
}

/**
 * What there is before a gate comes. A gate that guards old behaviour has a spec for releases without it (`version: 1.0`), or
 * begins as deprecated; every other begins with what it guards.
 */
function beforehand(release: string, specs: readonly PrintedSpec[]): boolean {
  const held = specs.findLast(
    ({ version = '0.0' }) => version !== '0.0' && minorOf(version) <= minorOf(release),
  )
  return held?.default ?? specs[0]?.preRelease === 'DEPRECATED'
}

const withoutRelease = (point: Point): string => JSON.stringify(point.slice(1))

/** Only the points that say something else than the one before them; the first, other than that there is nothing. */
const changes = (points: readonly Point[]): Point[] =>
  points.filter(
    (point, i) => withoutRelease(point) !== (i === 0 ? '["",false]' : withoutRelease(points[i - 1]!)),
  )

function life(gate: string, registered: readonly (readonly [string, GateSpecs])[]): Point[] {
  const points = registered.map(([release, gates], i): Point => {
    const specs = own(gates, gate)
    if (specs !== undefined) return pointOf(release, specs.at(-1)!)
    if (registered.slice(0, i).some(([, earlier]) => own(earlier, gate) !== undefined)) return [release]
    const first = registered.slice(i).find(([, later]) => own(later, gate) !== undefined)!
    return [release, '', beforehand(release, own(first[1], gate)!)]
  })
  return changes(points)
}

/**
 * The lives of gates.
 * @param known what the file says; kept for releases of which nothing else is recorded
 * @param recorded release → what its gates.json holds
 */
export function gateLives(known: GateLives, recorded: ReadonlyMap<string, GateSpecs>): GateLives {
  const releases = [...new Set([...known.releases, ...recorded.keys()])].sort(
    (a, b) => minorOf(a) - minorOf(b),
  )
  const registered = releases.map(
    (release) => [release, recorded.get(release) ?? specsOf(known, release)] as const,
  )
  const names = [...new Set(registered.flatMap(([, gates]) => Object.keys(gates)))].sort()
  return { releases, gates: Object.fromEntries(names.map((name) => [name, life(name, registered)])) }
}

/** The text of releases/gate-lives.json: a line for each gate. */
export function gateLivesFile({ releases, gates }: GateLives): string {
  const lines = Object.entries(gates).map(
    ([name, points]) => `    ${JSON.stringify(name)}: ${JSON.stringify(points)}`,
  )
  return `{\n  "releases": ${JSON.stringify(releases)},\n  "gates": {\n${lines.join(',\n')}\n  }\n}\n`
}
