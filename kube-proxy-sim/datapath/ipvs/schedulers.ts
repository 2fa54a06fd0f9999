// How virtual servers choose among their servers. kube-proxy gives each the weight 1.
// Upstream: Linux net/netfilter/ipvs/ip_vs_{rr,wrr,lc,wlc,sh,dh,sed,nq,mh}.c
import { familyOf } from '../../../component-base/ip-family.ts'
import { ipBytes } from '../../../component-base/ip-number.ts'
import type { Address } from '../address.ts'
import { RulesetError, type Walk } from '../ruleset.ts'

/** A server behind a virtual server. */
export interface RealServer {
  /** `10.244.0.1:8080`. */
  text: string
  address: Address
  port: number
}

/** The numbers of a server's connections: of those that were answered, and of others. */
export interface Load {
  active: number
  inactive: number
}

/** The servers, their loads and the packet that a scheduler chooses by. */
export interface Choice {
  servers: readonly RealServer[]
  walk: Walk
  /** The `text` of the server that was chosen last. */
  last: string | undefined
  load(server: RealServer): Load
}

type Scheduler = (choice: Choice) => RealServer

const roundRobin: Scheduler = ({ servers, last }) =>
  servers[(servers.findIndex(({ text }) => text === last) + 1) % servers.length]!

/** The server of the lowest cost, the first of several. */
const cheapest =
  (cost: (load: Load) => number): Scheduler =>
  ({ servers, load }) =>
    servers.reduce((best, one) => (cost(load(one)) < cost(load(best)) ? one : best))

const leastConnections = cheapest(({ active, inactive }) => active * 256 + inactive)
const shortestDelay = cheapest(({ active }) => active + 1)

/** The binary logarithm of the number of places in a hash table, which servers take in turn. */
const tableBits = 8
const goldenRatio = 0x61c88647

const hash32 = (value: number, bits: number): number => Math.imul(value, goldenRatio) >>> (32 - bits)

/** The address as a number of 32 bits: the four words of an IPv6 address are combined. */
function folded({ text }: Address): number {
  const bytes = Buffer.from(ipBytes(text))
  if (familyOf(text) === 'IPv4') return bytes.readUInt32BE()
  return [0, 4, 8, 12].reduce((sum, at) => sum ^ bytes.readUInt32BE(at), 0)
}

const byHash =
  (side: 'source' | 'destination'): Scheduler =>
  ({ servers, walk }) =>
    servers[hash32(folded(walk[side]), tableBits) % servers.length]!

/** Deviates: which server a client gets is not the kernel's; as there, others keep theirs when one goes. */
const consistent: Scheduler = ({ servers, walk }) => {
  const client = `${walk.source.text} ${walk.sourcePort}`
  const rank = ({ text }: RealServer): number => textHash(`${client} ${text}`)
  return servers.reduce((best, one) => (rank(one) > rank(best) ? one : best))
}

function textHash(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash32(hash, 32 - 1)
}

const schedulers: ReadonlyMap<string, Scheduler> = new Map<string, Scheduler>([
  ['rr', roundRobin],
  ['wrr', roundRobin],
  ['lc', leastConnections],
  ['wlc', leastConnections],
  ['sed', shortestDelay],
  ['nq', (choice) => choice.servers.find((one) => choice.load(one).active === 0) ?? shortestDelay(choice)],
  ['sh', byHash('source')],
  ['dh', byHash('destination')],
  ['mh', consistent],
])

/** The scheduler of a name. Throws RulesetError for one that is not simulated. */
export function schedulerOf(name: string): Scheduler {
  const found = schedulers.get(name)
  if (found === undefined) throw new RulesetError(`the scheduler ${name} of ipvs is not simulated`)
  return found
}
