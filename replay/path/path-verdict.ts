// Walks in several orders, and what they come to.

import type { HopResult, PathResult } from './path-result.ts'
import { everyOrder, type Mover, prescribed } from './path-spec.ts'

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
 * A hop in another order that passes a combination which the skew policy does not support may fail, where it holds in the
 * prescribed order: it is the order that breaks it.
 */
export function hopStatus(
  run: OrderedRun,
  index: number,
  prescribedRun: OrderedRun | undefined,
): 'passed' | 'failed' | 'unsupported' {
  const hop = run.hops[index]!
  if (hop.holds) return 'passed'
  const otherwise = run.order === undefined ? undefined : prescribedRun?.hops[index]
  return otherwise?.holds === true && hop.unsupported.length > 0 ? 'unsupported' : 'failed'
}

/** Over all runs. */
export function verdictOf(runs: readonly OrderedRun[]): { holds: boolean; text: string } {
  const [first] = runs
  const statuses = runs.flatMap((run) => run.hops.map((_hop: HopResult, i) => hopStatus(run, i, first)))
  const count = (status: string): number => statuses.filter((one) => one === status).length
  const parts = [`${count('passed')} ok`, `${count('failed')} failed`]
  if (count('unsupported') > 0) parts.push(`${count('unsupported')} unsupported`)
  const hops = `${statuses.length} hop${statuses.length === 1 ? '' : 's'}`
  return { holds: count('failed') === 0, text: `${hops}: ${parts.join(', ')}` }
}
