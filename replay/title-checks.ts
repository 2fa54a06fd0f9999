// A step's title against what its commands really set.
import { minorRelease } from '../component-base/minor.ts'
import type { ClusterStart } from './machine/cluster.ts'
import type { Finding } from './outcome.ts'
import type { GateFacts } from './runtime.ts'
import type { Step } from './step.ts'
import { type TitleClaims, titleClaims, versionHolds } from './title.ts'

/** What a release of a title is said to stand for (`--branch v1.24=1.30.0`); undefined: nothing but itself. */
type StandsFor = (release: string) => string | undefined

/**
 * What of a title is not so: another release, or a gate of another value than what was started has. How the gate came by its
 * value ("manual setting", "default") is only noted.
 * @param branch what the release comes from, in words
 */
export function titleFindings(
  step: Step,
  start: ClusterStart,
  branch: string,
  facts: GateFacts,
  standsFor: StandsFor = () => undefined,
): Finding[] {
  const claims = titleClaims(step.title)
  return [
    ...versionDifferences(claims, start.release, branch, standsFor),
    ...Object.entries(claims.gates).flatMap(([gate, value]) =>
      gateFindings(claims, gate, value, start, facts),
    ),
  ].map((found) => ({ line: step.line, ...found }))
}

type Found = Pick<Finding, 'outcome' | 'message' | 'reason'>
const reason = { code: 'title differs' } as const
const differs = (message: string): Found => ({ outcome: 'differs', message, reason })
const note = (message: string): Found => ({ outcome: 'note', message, reason })

function versionDifferences(
  { version }: TitleClaims,
  release: string,
  branch: string,
  standsFor: StandsFor,
): Found[] {
  if (version === undefined || versionHolds(version, release)) return []
  const instead = standsFor(version.release)
  if (instead !== undefined && minorRelease(instead) === minorRelease(release))
    return [note(`${release} stands in for version ${version.release} of the title`)]
  const claimed = version.release + (version.orLater ? '+' : '')
  return [differs(`the title says version ${claimed}, but ${branch} is ${release}`)]
}

function gateFindings(
  { how }: TitleClaims,
  gate: string,
  value: boolean,
  { release, gates }: ClusterStart,
  facts: GateFacts,
): Found[] {
  const at = facts.at(gate, release)
  if (at === undefined) return [differs(`the title names ${gate}, which ${release} does not have`)]
  const set = gates[gate]
  const said = `the title says ${gate}=${value}`
  const real =
    set === undefined ? `nothing sets it; ${facts.history(gate, release)}` : `the command sets it to ${set}`
  if ((set ?? at.default) !== value) return [differs(`${said}, but ${real}`)]
  if (how === 'manual' && set === undefined) return [note(`${said} is set manually, but ${real}`)]
  return how === 'default' && at.default !== value
    ? [note(`${said} is the default, but ${facts.history(gate, release)}; ${real}`)]
    : []
}
