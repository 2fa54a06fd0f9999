import { isDeepStrictEqual } from 'node:util'
import { parseVersion } from '../../../featuregates/version.ts'
import type { Entry } from '../../cases/outcomes.ts'

type Outcomes<Outcome> = Entry<unknown, Outcome>['outcomes']

/** `v1.24.17` before `v1.25.16`. */
const byVersion = (a: string, b: string): number =>
  parseVersion(a).minor - parseVersion(b).minor || parseVersion(a).patch - parseVersion(b).patch

const minorOf = (version: string): number => parseVersion(version).minor

/** Without what another patch of the release did. */
const withoutRelease = <Outcome>(outcomes: Outcomes<Outcome>, release: string): Outcomes<Outcome> =>
  outcomes
    .map(({ versions, outcome }) => ({
      versions: versions.filter((version) => minorOf(version) !== minorOf(release)),
      outcome,
    }))
    .filter(({ versions }) => versions.length > 0)

function withOutcome<Outcome>(
  outcomes: Outcomes<Outcome>,
  version: string,
  outcome: Outcome,
): Outcomes<Outcome> {
  const same = outcomes.find((one) => isDeepStrictEqual(one.outcome, outcome))
  if (same === undefined) return [...outcomes, { versions: [version], outcome }]
  return outcomes.map((one) =>
    one === same ? { ...one, versions: [...one.versions, version].sort(byVersion) } : one,
  )
}

const oldest = <Outcome>(outcomes: Outcomes<Outcome>): Outcomes<Outcome> =>
  outcomes.toSorted((a, b) => byVersion(a.versions[0]!, b.versions[0]!))

/**
 * The entries with what a version did, in place of what its release did before; inputs that were not there come last, and
 * those that no version answered are gone.
 */
export function withOutcomes<Input, Outcome>(
  entries: readonly Entry<Input, Outcome>[],
  version: string,
  recorded: readonly { input: Input; outcome: Outcome }[],
): Entry<Input, Outcome>[] {
  const found = new Map(recorded.map(({ input, outcome }) => [JSON.stringify(input), outcome]))
  const known = new Set(entries.map(({ input }) => JSON.stringify(input)))
  const added = recorded
    .filter(({ input }) => !known.has(JSON.stringify(input)))
    .map(({ input }) => ({ input, outcomes: [] }))
  return [...entries, ...added]
    .map(({ input, outcomes }) => {
      const others = withoutRelease<Outcome>(outcomes, version)
      const own = found.get(JSON.stringify(input))
      return { input, outcomes: oldest(own === undefined ? others : withOutcome(others, version, own)) }
    })
    .filter(({ outcomes }) => outcomes.length > 0)
}

/** The text of a file of outcomes: a line for each outcome. */
export function outcomesFile<Input, Outcome>(entries: readonly Entry<Input, Outcome>[]): string {
  const texts = entries.map(({ input, outcomes }) => {
    const lines = outcomes.map((one) => `  ${JSON.stringify(one)}`)
    return ` {"input":${JSON.stringify(input)},"outcomes":[\n${lines.join(',\n')}]}`
  })
  return `[\n${texts.join(',\n')}\n]\n`
}
