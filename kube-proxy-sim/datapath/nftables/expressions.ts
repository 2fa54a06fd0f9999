// What expressions of nft tell of a packet. Upstream: nftables doc/{primary-expression,payload-expression}.txt
import { type Address, addressMatch } from '../address.ts'
import { RulesetError, type Walk } from '../ruleset.ts'
import type { Tokens } from './tokens.ts'

/** A field of a packet: its value as nft prints it, which keys of sets are compared with. */
export interface Expression {
  text: (walk: Walk) => string
  /** The value as an address, where it is one. */
  address?: (walk: Walk) => Address
  /** The value as a number, where it is one. */
  number?: (walk: Walk) => number
  /** The text can hold several values, with commas between them. */
  isList?: true
  /** Protocol that the field belongs to: packets of others have none. */
  only?: string
}

/** A set, or several fields: `ip daddr . meta l4proto . th dport`. */
export const readKey = (tokens: Tokens): Expression[] => {
  const fields = [readExpression(tokens)]
  while (tokens.take('.')) fields.push(readExpression(tokens))
  return fields
}

const source: Expression = { text: (walk) => walk.source.text, address: (walk) => walk.source }
const destination: Expression = { text: (walk) => walk.destination.text, address: (walk) => walk.destination }
const destinationPort: Expression = {
  text: (walk) => `${walk.destinationPort}`,
  number: (walk) => walk.destinationPort,
}
const sourcePort: Expression = { text: (walk) => `${walk.sourcePort}`, number: (walk) => walk.sourcePort }
const protocol: Expression = { text: (walk) => walk.packet.protocol }
const mark: Expression = { text: (walk) => hex(walk.mark), number: (walk) => walk.mark }

/** The mark in nft's form: `0x00004000`. */
const hex = (value: number): string => `0x${value.toString(16).padStart(8, '0')}`

/** The expression that comes next. Throws RulesetError for what is not simulated. */
export function readExpression(tokens: Tokens): Expression {
  const first = tokens.next()
  if (first === 'iifname' || first === 'iif') return { text: (walk) => walk.in ?? '' }
  if (first === 'oifname' || first === 'oif') return { text: (walk) => walk.out ?? '' }
  if (first === 'mark') return mark
  return fieldOf(first, tokens.next(), tokens)
}

function fieldOf(first: string, second: string, tokens: Tokens): Expression {
  const whole = `${first} ${second}`
  if (first === 'ip' || first === 'ip6') {
    const only = first === 'ip' ? 'IPv4' : 'IPv6'
    if (second === 'saddr') return { ...source, only }
    if (second === 'daddr') return { ...destination, only }
    if (second === 'protocol') return { ...protocol, only }
  }
  if (['tcp', 'udp', 'sctp', 'th'].includes(first)) {
    const only = first === 'th' ? {} : { only: first }
    if (second === 'dport') return { ...destinationPort, ...only }
    if (second === 'sport') return { ...sourcePort, ...only }
  }
  if (whole === 'meta l4proto') return protocol
  if (whole === 'meta mark') return mark
  if (whole === 'meta iifname') return { text: (walk) => walk.in ?? '' }
  if (whole === 'meta oifname') return { text: (walk) => walk.out ?? '' }
  if (whole === 'ct state') return { text: (walk) => walk.state }
  if (whole === 'ct status') return { text: statusOf, isList: true }
  if (first === 'fib' && (second === 'daddr' || second === 'saddr')) {
    tokens.expect('type')
    const side = second === 'daddr' ? 'destination' : 'source'
    return { text: (walk) => (walk.network.isLocal(walk[side]) ? 'local' : 'unicast') }
  }
  throw new RulesetError(`${whole} is not simulated`)
}

const statusOf = ({ connection }: Walk): string =>
  [
    connection?.destinationTranslated === true ? 'dnat' : '',
    connection?.sourceTranslated === true ? 'snat' : '',
  ]
    .filter(Boolean)
    .join(',')

/** Whether a packet has the fields at all. */
export const hasFields = (fields: readonly Expression[]): ((walk: Walk) => boolean) => {
  const needed = fields.flatMap(({ only }) => only ?? [])
  if (needed.length === 0) return () => true
  return ({ packet, destination: { family } }) =>
    needed.every((only) => only === family || only === packet.protocol)
}

/** Tells whether a field has one of the values of an element: an address or network, a port or range, a name. */
export function fieldMatch(field: Expression, wanted: string): (walk: Walk) => boolean {
  const { text, number } = field
  if (field.address !== undefined && /[/-]/.test(wanted)) {
    const isIn = addressMatch(wanted)
    if (isIn === undefined) throw new RulesetError(`${wanted} is no address or network`)
    const { address } = field
    return (walk) => isIn(address(walk))
  }
  if (wanted.endsWith('*')) return (walk) => text(walk).startsWith(wanted.slice(0, -1))
  if (number !== undefined && /^\d+-\d+$/.test(wanted)) {
    const [first, last] = wanted.split('-').map(Number)
    return (walk) => number(walk) >= first! && number(walk) <= last!
  }
  if (number !== undefined) {
    const value = Number(wanted)
    return (walk) => number(walk) === value
  }
  return field.isList === true
    ? (walk) => text(walk).split(',').includes(wanted)
    : (walk) => text(walk) === wanted
}
