// Walks in several orders, and what they come to.
import { exitCodeFor, type Outcome, worstOf } from '../outcome.ts'
import { jsonText } from '../report/json-text.ts'
import { countsText, type Result, totalsOf } from '../report/outcome-words.ts'
import type { PathResult } from './path-result.ts'
import { everyOrder, type Mover, prescribed } from './path-spec.ts'

/** A walk with its components moved in a certain order. */
export interface OrderedRun extends PathResult {
  /** Undefined: the prescribed one of each hop. */
  order: readonly Mover[] | undefined
}

/** The prescribed order first; then all that differ from it in some hop. */
export function ordersOf(
  releases: readonly string[],
  which: 'prescribed' | 'all',
): (readonly Mover[] | undefined)[] {
  if (which === 'prescribed') return [undefined]
  const hops = releases.slice(1).map((to, i) => prescribed(releases[i]!, to).join())
  return [undefined, ...everyOrder.filter((order) => hops.some((hop) => hop !== order.join()))]
}

/**
 * A hop in another order that passes a combination which the skew policy does not support may end otherwise than in the
 * prescribed order: it is the order that breaks it.
 */
export function hopResult(run: OrderedRun, index: number, prescribedRun: OrderedRun | undefined): Result {
  const hop = run.hops[index]!
  const otherwise = run.order === undefined ? undefined : prescribedRun?.hops[index]
  if (hop.status === 'passed' || otherwise === undefined || hop.unsupported.length === 0) return hop.status
  if (otherwise.status === 'passed') return 'unsupported'
  // What it differs in is the order's; what was not checked, or could not run, is so in every order.
  return hop.status === 'differs' ? otherwise.status : hop.status
}

/** The worst outcome of all walks, with the exit code and summary. */
export interface PathVerdict {
  /** Of each hop of all runs. */
  results: Result[]
  status: Outcome
  exitCode: 0 | 1 | 2
  /** `2 hops: 1 passed, 1 differs`. */
  text: string
}

/** What is said of a walk that was ended. */
export const endedText = 'ended before all hops were made'

/** The verdict on all runs. @param allowUnchecked accepts what was not checked */
export function verdictOf(runs: readonly OrderedRun[], allowUnchecked = false): PathVerdict {
  const [first] = runs
  const results = runs.flatMap((run) => run.hops.map((_hop, i) => hopResult(run, i, first)))
  const setups = runs.flatMap(({ setup }) => setup?.status ?? [])
  const ended = runs.some((run) => run.ended === true)
  const all = [
    ...setups,
    ...results.filter((result) => result !== 'unsupported'),
    ...(ended ? (['could not run'] as const) : []),
  ]
  const before = setups.length === 0 ? '' : `; at the first release: ${worstOf(setups)}`
  const hops = `${results.length} hop${results.length === 1 ? '' : 's'}`
  return {
    results,
    status: worstOf(all),
    exitCode: exitCodeFor(all, allowUnchecked),
    text: `${hops}: ${countsText(results)}${before}${ended ? `; ${endedText}` : ''}`,
  }
}

/** The walks as JSON; see docs/guide/ci.md. */
export function pathJson(
  releases: readonly string[],
  runs: readonly OrderedRun[],
  allowUnchecked: boolean,
): string {
  const { exitCode, results } = verdictOf(runs, allowUnchecked)
  const told = runs.map((run) => ({
    ...run,
    hops: run.hops.map((hop, i) => ({ ...hop, status: hopResult(run, i, runs[0]) })),
  }))
  const unsupported = results.filter((result) => result === 'unsupported').length
  const totals = { hops: results.length, ...totalsOf(results), unsupported, exitCode }
  return jsonText({ releases, runs: told, totals })
}
