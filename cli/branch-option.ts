// `--branch NAME=RELEASE` of `kepsim replay`.
import { InputError } from '../replay/input-error.ts'

/** The release of each branch, of values as `master=1.31.0`. Throws InputError. @param known whether a release can be simulated */
export function branchReleases(values: string[], known: (release: string) => boolean): Map<string, string> {
  const map = new Map<string, string>()
  for (const value of values) {
    const at = value.indexOf('=')
    if (at <= 0)
      throw new InputError('', undefined, `--branch ${value}: write it as BRANCH=RELEASE, as master=1.31.0`)
    const release = value.slice(at + 1).replace(/^v/, '')
    if (!known(release))
      throw new InputError('', undefined, `--branch ${value}: there is no release ${release} to simulate`)
    map.set(value.slice(0, at), release)
  }
  return map
}

/** A note for each branch that a document does not speak of, which `--branch` then gives for nothing; master need not be written. */
export function unusedBranches(named: ReadonlyMap<string, string>, text: string): string[] {
  return [...named]
    .filter(
      ([name]) => !/^(?:master|main)$/.test(name) && !text.includes(name.replace(/^(?:release-|v)/, '')),
    )
    .map(([name, release]) => `--branch ${name}=${release}: the document names no ${name}`)
}
