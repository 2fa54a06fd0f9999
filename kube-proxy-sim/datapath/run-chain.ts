// The way of a packet through chains. Upstream: Linux net/netfilter/nf_tables_core.c, net/ipv4/netfilter/ip_tables.c
import { partsOf, rulesFor } from './chain-parts.ts'
import type { BaseChain, Chain, Verdict, Walk } from './ruleset.ts'

/** Chains that call each other deeper than this are a loop, which kernels refuse to load. */
const maxDepth = 64

/** Raised where chains call each other in a circle. */
export class ChainLoopError extends Error {}

const policies: Readonly<Record<BaseChain['policy'], Verdict>> = {
  accept: { kind: 'accept' },
  drop: { kind: 'drop' },
}

/** Whether a base chain lets every packet through, and does nothing with it. */
export const isIdle = ({ chain, policy }: BaseChain): boolean =>
  policy === 'accept' && chain.rules.length === 0

/** The verdict of a base chain: of its rules, else its policy. */
export function runBaseChain(base: BaseChain, walk: Walk): Verdict {
  const verdict = runChain(base.table, base.chain, walk, 0)
  return verdict.kind === 'return' ? policies[base.policy] : verdict
}

function runChain(table: string, chain: Chain, walk: Walk, depth: number): Verdict {
  if (depth > maxDepth) throw new ChainLoopError(`chain ${chain.name}: chains call each other in a circle`)
  chain.parts ??= partsOf(chain.rules)
  for (const part of chain.parts) {
    const rules = rulesFor(part, walk)
    if (rules === undefined) continue
    for (const { rule, test, verdict } of rules) {
      let result = test === undefined ? true : test(walk)
      if (result === false) continue
      walk.matched?.(table, chain, rule)
      if (result === true) result = verdict
      if (result === true) continue
      if (result.kind === 'goto') return runChain(table, result.chain, walk, depth + 1)
      if (result.kind !== 'jump') return result
      const inner = runChain(table, result.chain, walk, depth + 1)
      if (inner.kind !== 'return') return inner
    }
  }
  return endOfChain
}

const endOfChain: Verdict = { kind: 'return' }
