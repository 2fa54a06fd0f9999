// A virtual server: which of its servers a connection goes to, and stays with.
// Upstream: Linux net/netfilter/ipvs/{ip_vs_core,ip_vs_conn}.c
import { type Connection, isAlive } from '../conntrack.ts'
import type { Rule, Verdict, Walk } from '../ruleset.ts'
import type { Balanced } from './read-ipvsadm.ts'
import { type Load, type RealServer, schedulerOf } from './schedulers.ts'

/** The state of a virtual server, which stays when its servers change. */
export interface BalancerState {
  /** The text of the server that was chosen last. */
  last: string | undefined
  /** Client → its server, and milliseconds since the epoch of its last new connection. */
  readonly clients: Map<string, { server: string; at: number }>
  /** Server → its connections; those that are over are left out when they are counted. */
  readonly connections: Map<string, Set<Connection>>
}

/** A virtual server that remembers nothing yet. */
export const newBalancerState = (): BalancerState => ({
  last: undefined,
  clients: new Map(),
  connections: new Map(),
})

/** A server's connections are looked through when there are so many, and each time that they have doubled. */
const sweptFrom = 1024
const isPowerOfTwo = (size: number): boolean => (size & (size - 1)) === 0

/** The verdict on packets to a virtual server without servers: the sender is told. */
const nobody: Verdict = { kind: 'reject', with: 'icmp-port-unreachable' }

/** The rule of a virtual server: packets to it go to one of its servers. Throws RulesetError. */
export function balancerRule(balanced: Balanced, state: BalancerState): Rule {
  const { text, protocol, ip, port, persistent, servers } = balanced
  const schedule = schedulerOf(balanced.scheduler)
  const byText = new Map(servers.map((one) => [one.text, one]))
  const verdicts = new Map(
    servers.map((one): [RealServer, Verdict] => [
      one,
      { kind: 'balance', destination: one.address, port: one.port },
    ]),
  )

  const load = ({ text: server }: RealServer, now: number): Load => {
    const known = state.connections.get(server) ?? new Set()
    let active = 0
    for (const one of known)
      if (!isAlive(one, now)) known.delete(one)
      else if (one.protocol === 'tcp' && one.answered) active++
    return { active, inactive: known.size - active }
  }

  const choose = (walk: Walk): RealServer => {
    const client = state.clients.get(walk.source.text)
    const kept =
      client !== undefined && walk.now - client.at < persistent * 1000 ? byText.get(client.server) : undefined
    if (kept !== undefined) return kept
    const chosen = schedule({ servers, walk, last: state.last, load: (one) => load(one, walk.now) })
    state.last = chosen.text
    return chosen
  }

  const begin = (walk: Walk, connection: Connection): Verdict => {
    if (servers.length === 0) return nobody
    const chosen = choose(walk)
    if (persistent > 0) state.clients.set(walk.source.text, { server: chosen.text, at: walk.now })
    const known = state.connections.get(chosen.text) ?? new Set()
    state.connections.set(chosen.text, known.add(connection))
    // Schedulers that ask for no load would keep connections that are long over.
    if (isPowerOfTwo(known.size) && known.size >= sweptFrom) load(chosen, walk.now)
    return verdicts.get(chosen)!
  }

  return {
    text,
    only: { destination: ip },
    steps: [
      (walk) => {
        if (
          walk.destination.text !== ip ||
          walk.destinationPort !== port ||
          walk.packet.protocol !== protocol
        )
          return false
        const { connection } = walk
        if (connection === undefined) return false
        return connection.balanced ? goesOn(connection, byText) : begin(walk, connection)
      },
    ],
  }
}

/** @note A server that goes keeps its TCP connections until they end; those of UDP are over (expire_nodest_conn). */
function goesOn({ reply, protocol }: Connection, servers: ReadonlyMap<string, RealServer>): Verdict {
  const destination = reply.source
  const isThere = [...servers.values()].some(
    (one) => one.address.text === destination.text && one.port === reply.sourcePort,
  )
  if (!isThere && protocol === 'udp') return { kind: 'expire' }
  return { kind: 'balance', destination, port: reply.sourcePort }
}
