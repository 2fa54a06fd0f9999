// Sets of addresses and ports. Upstream: ipset, Linux net/netfilter/ipset/ip_set_{hash,bitmap}_*.c
import { type AddressMatch, addressMatch } from '../address.ts'
import type { IPSetTest } from '../iptables/shared-state.ts'
import { RulesetError, type Walk } from '../ruleset.ts'

type Field = (walk: Walk, side: string) => string

const ip: Field = (walk, side) => (side === 'src' ? walk.source.text : walk.destination.text)
const portNumber: Field = (walk, side) => `${side === 'src' ? walk.sourcePort : walk.destinationPort}`
const protocolAndPort: Field = (walk, side) => `${walk.packet.protocol}:${portNumber(walk, side)}`

/** Set type → the fields of its entries; a network is told apart. */
const fieldsByType: Readonly<Record<string, readonly Field[]>> = {
  'hash:ip': [ip],
  'hash:ip,port': [ip, protocolAndPort],
  'hash:ip,port,ip': [ip, protocolAndPort, ip],
  'hash:ip,port,net': [ip, protocolAndPort],
  'bitmap:port': [portNumber],
}

/** The tests of the sets of a text of `ipset list`, by name. Throws RulesetError for a type that is not simulated. */
export function readIPSets(text: string): Map<string, IPSetTest> {
  const sets = new Map<string, IPSetTest>()
  for (const part of text.split(/^(?=Name: )/m)) {
    const [, name] = /^Name: (.*)$/m.exec(part) ?? []
    const [, type = ''] = /^Type: (.*)$/m.exec(part) ?? []
    if (name === undefined) continue
    const fields = fieldsByType[type]
    if (fields === undefined) throw new RulesetError(`ipset ${name}: the type ${type} is not simulated`)
    const entries = (part.split(/^Members:\n/m)[1] ?? '').split('\n').filter((line) => line !== '')
    sets.set(name, type.endsWith(',net') ? networkTest(fields, entries) : exactTest(fields, entries))
  }
  return sets
}

function exactTest(fields: readonly Field[], entries: readonly string[]): IPSetTest {
  const members = new Set(entries)
  return (sides) => (walk) =>
    members.has(fields.map((field, at) => field(walk, sides[at] ?? 'dst')).join(','))
}

function networkTest(fields: readonly Field[], entries: readonly string[]): IPSetTest {
  const networks = new Map<string, AddressMatch[]>()
  for (const entry of entries) {
    const at = entry.lastIndexOf(',')
    const isIn = addressMatch(entry.slice(at + 1))
    if (isIn === undefined) throw new RulesetError(`${entry} has no network`)
    const key = entry.slice(0, at)
    networks.set(key, [...(networks.get(key) ?? []), isIn])
  }
  return (sides) => (walk) => {
    const key = fields.map((field, at) => field(walk, sides[at] ?? 'dst')).join(',')
    const side = sides[fields.length] === 'src' ? walk.source : walk.destination
    return networks.get(key)?.some((isIn) => isIn(side)) === true
  }
}
