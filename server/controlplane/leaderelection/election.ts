// Upstream: pkg/controlplane/controller/leaderelection/election.go
import { goQuote } from '../../../component-base/go/quote.ts'
import { parseVersion, type Version } from '../../../featuregates/version.ts'
import type { Candidate } from './candidates.ts'

/** The only strategy for which kube-apiserver itself decides the election. */
export const oldestEmulationVersion = 'OldestEmulationVersion'

const zero = parseVersion('0.0.0')

/** A version that may lack numbers, begin with `v` and have leading zeros; undefined: it is none. Upstream: semver.ParseTolerant */
function tolerantVersion(text: string): Version | undefined {
  const match = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?([-+].+)?$/.exec(text.trim())
  if (match === null) return undefined
  const [, major, minor = '0', patch = '0', rest = ''] = match
  try {
    return parseVersion(`${[major, minor, patch].map(Number).join('.')}${rest}`)
  } catch {
    return undefined
  }
}

const versionOrZero = (text: string): Version => tolerantVersion(text) ?? zero

/** The candidate of the oldest emulation version, then the oldest binary, then the one that came first. Undefined: none has versions. */
export function oldestCandidate(candidates: readonly Candidate[]): Candidate | undefined {
  return candidates
    .filter(
      ({ emulationVersion, binaryVersion }) =>
        tolerantVersion(emulationVersion) !== undefined && tolerantVersion(binaryVersion) !== undefined,
    )
    .reduce<Candidate | undefined>(
      (best, one) => (best === undefined || isBetter(one, best) ? one : best),
      undefined,
    )
}

function isBetter(one: Candidate, than: Candidate): boolean {
  const emulation = versionOrZero(one.emulationVersion).compare(versionOrZero(than.emulationVersion))
  if (emulation !== 0) return emulation < 0
  const binary = versionOrZero(one.binaryVersion).compare(versionOrZero(than.binaryVersion))
  return binary === 0 ? one.created < than.created : binary < 0
}

/** The strategy of the newest binary. Throws where two of the same binary want different ones. */
export function strategyOfNewest(candidates: readonly Candidate[]): string {
  const [first, ...others] = candidates
  if (first === undefined) throw new Error('no candidates')
  let newest = first
  for (const one of others) {
    const order = versionOrZero(newest.binaryVersion).compare(versionOrZero(one.binaryVersion))
    const [strategy, other] = [newest.strategies[0] ?? '', one.strategies[0] ?? '']
    if (order < 0) newest = one
    else if (order === 0 && other !== strategy)
      throw new Error(
        `candidates ${goQuote(newest.name)}, ${goQuote(one.name)} at same binary version but received differing strategies ${strategy}, ${other}`,
      )
  }
  return newest.strategies[0] ?? ''
}

/** The one strategy that all candidates want before the others, of 1.31. Throws where there is no such. */
export function commonStrategy(candidates: readonly Candidate[]): string {
  const after = new Map<string, string[]>()
  for (const { strategies } of candidates)
    strategies.forEach((one, i) => {
      const next = strategies.slice(i + 1, i + 2)
      after.set(one, [...(after.get(one) ?? []), ...next])
    })
  const sorted = inOrder(after)
  if (sorted === undefined || sorted.length === 0) throw new Error('invalid strategy')
  return sorted[0]!
}

/** Undefined where several may be first, or none. */
function inOrder(after: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const before = new Map([...after.keys()].map((name) => [name, 0]))
  for (const next of [...after.values()].flat()) before.set(next, (before.get(next) ?? 0) + 1)
  const queue = [...before].filter(([, count]) => count === 0).map(([name]) => name)
  if (queue.length > 1) return undefined
  for (const name of queue)
    for (const next of after.get(name) ?? []) {
      const count = before.get(next)! - 1
      before.set(next, count)
      if (count === 0) queue.push(next)
    }
  return queue.length === after.size ? queue : undefined
}
