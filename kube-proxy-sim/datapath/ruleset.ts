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

/** The end of a chain, or of a packet's way. `with`: the ICMP error for the sender, as `icmp-port-unreachable`. */
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

/** Asks a packet, or does something with it: false where the rule is left, true where it goes on, a verdict where it ends. */
export type Test = (walk: Walk) => boolean | Verdict

/** A part of a rule: a match or an action, or the verdict that ends it whatever the packet. */
export type Step = Test | Verdict

/** A rule's text, and the steps that it consists of. */
export interface Rule {
  readonly text: string
  /** The destination or port without which the rule matches no packet. */
  readonly only?: Only | undefined
  readonly steps: readonly Step[]
}

/** The destination or port that a packet must have for a rule; the address is canonical. */
export interface Only {
  /** The step that tests exactly that. */
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

/** A rule with its steps combined into a test and a verdict. */
export interface ReadyRule {
  readonly rule: Rule
  /** The test of a packet; undefined: the rule matches every packet. */
  readonly test: Test | undefined
  /** The verdict on a match; true: the next rule is asked. */
  readonly verdict: Verdict | true
}

/** Rules that stand together: those that any packet may match, or those that each match one destination or one port alone. */
export type ChainPart =
  | { by: undefined; rules: ReadyRule[] }
  | { by: 'destination'; rules: Map<string, ReadyRule[]> }
  | { by: 'port'; rules: Map<number, ReadyRule[]> }

/** A chain that a hook calls. */
export interface BaseChain {
  /** `nat`, or `ip kube-proxy` of nftables. */
  readonly table: string
  /** The IP family of the packets that the chain sees; undefined: both. */
  readonly family: IPFamily | undefined
  readonly chain: Chain
  readonly hook: Hook
  /** Chains of a hook are called by ascending priority. */
  readonly priority: number
  /** Chains of translation see the first packet of a connection alone. */
  readonly isNat: boolean
  /** The chain is a virtual server's, and is not asked again for a packet that it sent on. */
  readonly isBalancer?: boolean
  readonly policy: 'accept' | 'drop'
}

/** A packet on its way, with what rules may ask and change. */
export interface Walk extends Headers {
  readonly packet: Packet
  in: string | undefined
  out: string | undefined
  mark: number
  /** The packet's connection; undefined where the packet is invalid. */
  readonly connection: Connection | undefined
  readonly state: ConnectionState
  readonly network: NodeNetwork
  readonly random: Random
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Called with each rule that matched; undefined where nobody asks. */
  readonly matched: ((table: string, chain: Chain, rule: Rule) => void) | undefined
}

/** A text that rules cannot be read from, or that has what is not simulated. The message names the line. */
export class RulesetError extends Error {}

/** The translation of a destination to `ip`, `ip:port` or `[ip]:port`. Throws RulesetError where the text is none of these. */
export function dnat(to: string): Verdict {
  const place = parseHostPort(to)
  if (place === undefined) throw new RulesetError(`${to} is no address and port to translate to`)
  return { kind: 'dnat', destination: address(place.ip)!, port: place.port }
}
