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
  return (sides) => {
    const key = keyOf(fields, sides)
    // Most sets of a node are empty.
    return members.size === 0 ? () => false : (walk) => members.has(key(walk))
  }
}

/** The text that a packet has in the set's fields, as the set's entries have it. @param sides `src` or `dst` for each field */
function keyOf(fields: readonly Field[], sides: readonly string[]): (walk: Walk) => string {
  const [first, second, ...more] = fields.map((field, at) => {
    const side = sides[at] ?? 'dst'
    return (walk: Walk) => field(walk, side)
  })
  if (second === undefined) return first!
  if (more.length === 0) return (walk) => `${first!(walk)},${second(walk)}`
  return (walk) => [first!, second, ...more].map((field) => field(walk)).join(',')
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
  return (sides) => {
    const key = keyOf(fields, sides)
    const side = sides[fields.length] === 'src' ? 'source' : 'destination'
    return (walk) => networks.get(key(walk))?.some((isIn) => isIn(walk[side])) === true
  }
}
