// Chains of rules, whatever the tool that shows them, and the way of a packet through them.
// Upstream: Linux net/netfilter/{core,nf_tables_core}.c, net/ipv4/netfilter/ip_tables.c
import type { IPFamily } from '../../component-base/ip-family.ts'
import type { Random } from '../../component-base/random.ts'
import { parseHostPort } from '../rules/model/ip-range.ts'
import { type Address, address } from './address.ts'
import type { Connection, ConnectionState } from './conntrack.ts'
import type { NodeNetwork } from './node-network.ts'
import type { Headers, Packet } from './packet.ts'

/** The places on a packet's way where rules see it. */
export type Hook = 'prerouting' | 'input' | 'forward' | 'output' | 'postrouting'

/** What ends a chain, or a packet's way. `with`: what the sender is told, as `icmp-port-unreachable`. */
export type Verdict =
  | { kind: 'accept' | 'drop' | 'return' }
  | { kind: 'masquerade'; randomPort: boolean }
  | { kind: 'reject'; with: string }
  | { kind: 'dnat'; destination: Address; port: number | undefined }
  /** A virtual server has chosen: the packet goes out from here, or on where the node itself is chosen. */
  | { kind: 'balance'; destination: Address; port: number }
  /** The connection is over: it is forgotten, and the packet with it. */
  | { kind: 'expire' }
  | { kind: 'jump' | 'goto'; chain: Chain }

/** A part of a rule: a match (false: the rule is left), an action (true), or what ends it. */
export type Step = (walk: Walk) => boolean | Verdict

/** A rule as it is shown, and what it does. */
export interface Rule {
  readonly text: string
  /** It matches no packet with another destination, or to another port. */
  readonly only?: Only | undefined
  readonly steps: readonly Step[]
}

/** What a packet must have, the address canonical. */
export interface Only {
  /** The one that asks for just that. */
  step?: Step | undefined
  destination?: string | undefined
  port?: number | undefined
}

/** A chain with its rules in order. */
export interface Chain {
  readonly name: string
  readonly rules: Rule[]
  /** The rules by what packets must have; made when the first packet comes. */
  parts?: readonly ChainPart[]
}

/** A rule, and all that it does. */
interface ReadyRule {
  readonly rule: Rule
  readonly run: Step
}

/** Rules that stand together: those that any packet may match, or those that each match one destination or one port alone. */
type ChainPart =
  | { by: undefined; rules: ReadyRule[] }
  | { by: 'destination'; rules: Map<string, ReadyRule[]> }
  | { by: 'port'; rules: Map<number, ReadyRule[]> }

/** A chain that a hook calls. */
export interface BaseChain {
  /** `nat`, or `ip kube-proxy` of nftables. */
  readonly table: string
  /** Whose packets it sees; undefined: all. */
  readonly family: IPFamily | undefined
  readonly chain: Chain
  readonly hook: Hook
  /** Lower ones are called first. */
  readonly priority: number
  /** Chains of translation see the first packet of a connection alone. */
  readonly isNat: boolean
  /** Those of virtual servers are not asked again for a packet that they sent on. */
  readonly isBalancer?: boolean
  readonly policy: 'accept' | 'drop'
}

/** A packet on its way, with what rules may ask and change. */
export interface Walk extends Headers {
  readonly packet: Packet
  in: string | undefined
  out: string | undefined
  mark: number
  /** Undefined of an invalid packet. */
  readonly connection: Connection | undefined
  readonly state: ConnectionState
  readonly network: NodeNetwork
  readonly random: Random
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Told of each rule that matched; undefined where nobody asks. */
  readonly matched: ((table: string, chain: Chain, rule: Rule) => void) | undefined
}

/** Chains that call each other deeper than this are a loop, which kernels refuse to load. */
const maxDepth = 64

/** A text that rules cannot be read from, or that has what is not simulated. The message names the line. */
export class RulesetError extends Error {}

/** The translation of a destination to `ip`, `ip:port` or `[ip]:port`. Throws RulesetError where the text is none of these. */
export function dnat(to: string): Verdict {
  const place = parseHostPort(to)
  if (place === undefined) throw new RulesetError(`${to} is no address and port to translate to`)
  return { kind: 'dnat', destination: address(place.ip)!, port: place.port }
}

/** Raised where chains call each other in a circle. */
export class ChainLoopError extends Error {}

const policies: Readonly<Record<BaseChain['policy'], Verdict>> = {
  accept: { kind: 'accept' },
  drop: { kind: 'drop' },
}

/** Whether a base chain lets every packet through, and does nothing with it. */
export const isIdle = ({ chain, policy }: BaseChain): boolean =>
  policy === 'accept' && chain.rules.length === 0

/** The verdict of a base chain's rules, or its policy. */
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
    for (const { rule, run } of rules) {
      const result = run(walk)
      if (result === false) continue
      walk.matched?.(table, chain, rule)
      if (result === true) continue
      if (result.kind === 'goto') return runChain(table, result.chain, walk, depth + 1)
      if (result.kind !== 'jump') return result
      const inner = runChain(table, result.chain, walk, depth + 1)
      if (inner.kind !== 'return') return inner
    }
  }
  return endOfChain
}

const rulesFor = (part: ChainPart, walk: Walk): readonly ReadyRule[] | undefined => {
  if (part.by === undefined) return part.rules
  return part.by === 'destination'
    ? part.rules.get(walk.destination.text)
    : part.rules.get(walk.destinationPort)
}

/** Long chains hold a rule for each Service: those that stand together are found by what they match. */
function partsOf(rules: readonly Rule[]): ChainPart[] {
  const parts: ChainPart[] = []
  for (const rule of rules) {
    const { destination, port, step } = rule.only ?? {}
    // Who is found by what it must have is not asked for it again.
    const ready = { rule, run: inOne(rule.steps.filter((one) => one !== step)) }
    if (destination !== undefined) addTo(partBy(parts, 'destination').rules, destination, ready)
    else if (port !== undefined) addTo(partBy(parts, 'port').rules, port, ready)
    else {
      const last = parts.at(-1)
      if (last?.by === undefined && last !== undefined) last.rules.push(ready)
      else parts.push({ by: undefined, rules: [ready] })
    }
  }
  return parts
}

/** The part at the end, a new one where that is of another kind. */
function partBy<B extends 'destination' | 'port'>(parts: ChainPart[], by: B): Extract<ChainPart, { by: B }> {
  const last = parts.at(-1)
  if (last?.by === by) return last as Extract<ChainPart, { by: B }>
  const made = { by, rules: new Map() } as Extract<ChainPart, { by: B }>
  parts.push(made)
  return made
}

function addTo<K>(rules: Map<K, ReadyRule[]>, key: K, rule: ReadyRule): void {
  const known = rules.get(key)
  if (known === undefined) rules.set(key, [rule])
  else known.push(rule)
}

const endOfChain: Verdict = { kind: 'return' }

/** What the steps decide together: true where they acted alone, false where one did not match. */
function inOne([first, second, third, ...others]: readonly Step[]): Step {
  if (first === undefined) return () => true
  if (second === undefined) return first
  if (third === undefined)
    return (walk) => {
      const result = first(walk)
      return result === true ? second(walk) : result
    }
  const rest = inOne([third, ...others])
  return (walk) => {
    let result = first(walk)
    if (result === true) result = second(walk)
    return result === true ? rest(walk) : result
  }
}
