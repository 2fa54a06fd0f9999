// Files of outcomes: what components of several releases did with the same inputs, each outcome with the versions that had it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An input, and the outcomes that it had. No version is in two of them; `versions` are as `v1.24.17`, oldest first. */
export interface Entry<Input, Outcome> {
  input: Input
  outcomes: { versions: string[]; outcome: Outcome }[]
}

/** The entries of a file of outcomes in a folder of recordings; none where it is missing. */
export const readOutcomes = <Input, Outcome>(dir: string, file: string): Entry<Input, Outcome>[] =>
  existsSync(join(dir, file))
    ? (JSON.parse(readFileSync(join(dir, file), 'utf8')) as Entry<Input, Outcome>[])
    : []

/** An outcome of one version. */
export interface Single<Input, Outcome> {
  input: Input
  version: string
  outcome: Outcome
}

/** Each input with each version's outcome, in the order of the file. */
export const eachOutcome = <Input, Outcome>(
  entries: readonly Entry<Input, Outcome>[],
): Single<Input, Outcome>[] =>
  entries.flatMap(({ input, outcomes }) =>
    outcomes.flatMap(({ versions, outcome }) => versions.map((version) => ({ input, version, outcome }))),
  )
