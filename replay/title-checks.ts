// A step's title against what its commands really set.
import type { Finding } from './outcome.ts'
import type { GateFacts } from './runtime.ts'
import type { Step } from './step.ts'
import { type TitleClaims, titleClaims, versionHolds } from './title.ts'

/** What a cluster was started with. */
export interface ClusterStart {
  release: string
  gates: Readonly<Record<string, boolean>>
}

/** @param branch what the release comes from, in words */
export function titleFindings(step: Step, start: ClusterStart, branch: string, facts: GateFacts): Finding[] {
  const claims = titleClaims(step.title)
  const messages = [
    ...versionDifferences(claims, start.release, branch),
    ...Object.entries(claims.gates).flatMap(([gate, value]) =>
      gateDifferences(claims, gate, value, start, facts),
    ),
    ...defaultDifferences(claims, start.release, facts),
  ]
  return messages.map((message) => ({ outcome: 'differs', line: step.line, message }))
}

/** Of a step that starts nothing itself, and got the cluster that its title describes. */
export function startedFindings(step: Step, release: string, branch: string, facts: GateFacts): Finding[] {
  const claims = titleClaims(step.title)
  const messages = [
    ...versionDifferences(claims, release, branch),
    ...defaultDifferences(claims, release, facts),
  ]
  return messages.map((message) => ({ outcome: 'differs', line: step.line, message }))
}

function versionDifferences({ version }: TitleClaims, release: string, branch: string): string[] {
  if (version === undefined || versionHolds(version, release)) return []
  const claimed = version.release + (version.orLater ? '+' : '')
  return [`the title says version ${claimed}, but ${branch} is ${release}`]
}

function gateDifferences(
  { how }: TitleClaims,
  gate: string,
  value: boolean,
  start: ClusterStart,
  facts: GateFacts,
): string[] {
  const set = start.gates[gate]
  if (how === 'manual' && set !== value) {
    const what = set === undefined ? 'the command sets no such gate' : `the command sets it to ${set}`
    return [
      `the title says ${gate}=${value} is set manually, but ${what}; ${facts.history(gate, start.release)}`,
    ]
  }
  return how === undefined && set !== undefined && set !== value
    ? [`the title says ${gate}=${value}, but the command sets ${set}`]
    : []
}

function defaultDifferences({ how, gates }: TitleClaims, release: string, facts: GateFacts): string[] {
  if (how !== 'default') return []
  return Object.entries(gates).flatMap(([gate, value]) => {
    const at = facts.at(gate, release)
    if (at === undefined) return [`the title names ${gate}, which ${release} does not have`]
    return at.default === value
      ? []
      : [`the title says ${value} is the default of ${gate}, but ${facts.history(gate, release)}`]
  })
}
