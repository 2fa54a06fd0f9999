import { isLoopback } from '../../component-base/ip-family.ts'
import { type Address, type AddressMatch, address, addressMatch } from './address.ts'

/** A node's interface, its addresses, and the networks that are reached by it. */
export interface NetworkInterface {
  /** `eth0`. */
  name: string
  addresses: readonly string[]
  /** CIDRs; `0.0.0.0/0` of the default route. */
  routes: readonly string[]
}

/** The addresses and routes of a node. */
export interface NodeNetwork {
  isLocal(one: Address): boolean
  /** The interface by which an address is reached; undefined where there is no route. */
  routeTo(one: Address): string | undefined
  /** The source of what the node itself sends to an address, and of what it masquerades. */
  sourceFor(one: Address): Address | undefined
  /** The interface that is a bridge. Undefined: there is none. */
  readonly bridge?: string
}

/** A network with more addresses that are the node's own, as those of kube-ipvs0. @param addresses canonical */
export function withAddresses(network: NodeNetwork, addresses: ReadonlySet<string>): NodeNetwork {
  if (addresses.size === 0) return network
  return {
    isLocal: (one) => addresses.has(one.text) || network.isLocal(one),
    routeTo: (one) => (addresses.has(one.text) ? 'lo' : network.routeTo(one)),
    sourceFor: (one) => (addresses.has(one.text) ? one : network.sourceFor(one)),
    get bridge() {
      return network.bridge
    },
  }
}

interface Route {
  matches: AddressMatch
  bits: number
  via: NetworkInterface
}

/** The network of a node with these interfaces, and loopback. Throws where an address or route is none. */
export function nodeNetwork(interfaces: readonly NetworkInterface[]): NodeNetwork {
  const local = new Set(interfaces.flatMap(({ addresses }) => addresses.map((text) => parsed(text).text)))
  const routes = interfaces
    .flatMap((via) => via.routes.map((route) => routeOf(route, via)))
    .sort((a, b) => b.bits - a.bits)
  const isLocal = ({ text }: Address): boolean => local.has(text) || isLoopback(text)
  const route = (one: Address): Route | undefined => routes.find(({ matches }) => matches(one))
  const first = ({ addresses }: NetworkInterface, family: string): Address | undefined =>
    addresses.map(parsed).find((own) => own.family === family)
  return {
    isLocal,
    routeTo: (one) => (isLocal(one) ? 'lo' : route(one)?.via.name),
    sourceFor(one) {
      if (isLocal(one)) return one
      const via = route(one)?.via
      return via && (first(via, one.family) ?? interfaces.map((i) => first(i, one.family)).find(Boolean))
    },
  }
}

function parsed(text: string): Address {
  const one = address(text)
  if (one === undefined) throw new Error(`${text} is no IP address`)
  return one
}

function routeOf(text: string, via: NetworkInterface): Route {
  const matches = addressMatch(text)
  if (matches === undefined) throw new Error(`${text} is no network`)
  return { matches, bits: Number(text.split('/')[1] ?? 128), via }
}
