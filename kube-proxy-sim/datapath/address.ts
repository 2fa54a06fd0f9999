// Addresses and networks as packets are matched by: one object for each address, so that equal ones are the same.
import { familyOf, type IPFamily } from '../../component-base/ip-family.ts'
import { ipNumber } from '../../component-base/ip-number.ts'
import { canonicalIP, type IPRange, ipRange } from '../rules/model/ip-range.ts'

/** An address of a packet. Two with the same text are the same object, as long as they are in use. */
export interface Address {
  /** Canonical. */
  readonly text: string
  readonly family: IPFamily
  readonly number: bigint
  /** The number of an IPv4 address once more, which is compared faster; -1 of IPv6. */
  readonly small: number
}

/** As many different addresses are remembered; the sources of packets have no end. */
const maxRemembered = 100_000
const remembered = new Map<string, Address>()

/** The address in a text; undefined where the text is no IP address. */
export function address(text: string): Address | undefined {
  const known = remembered.get(text)
  if (known !== undefined) return known
  const canonical = canonicalIP(text)
  if (canonical === undefined) return undefined
  const [family, number] = [familyOf(canonical), ipNumber(canonical)]
  const made = { text: canonical, family, number, small: family === 'IPv4' ? Number(number) : -1 }
  if (remembered.size >= maxRemembered) remembered.clear()
  remembered.set(text, made)
  return made
}

/** Tells whether an address is of a set. */
export type AddressMatch = (one: Address) => boolean

/** The addresses of a network `10.0.0.0/8`, a range `10.0.0.1-10.0.0.9`, or one alone; undefined where the text is neither. */
export function addressMatch(text: string): AddressMatch | undefined {
  const [from, to] = text.split('-')
  if (to !== undefined) return between(address(from!), address(to))
  if (!text.includes('/')) {
    const only = address(text)
    return only === undefined ? undefined : (one) => one.text === only.text
  }
  const range = ipRange(text)
  return range && inRange(range)
}

const between = (first: Address | undefined, last: Address | undefined): AddressMatch | undefined =>
  first === undefined || last === undefined
    ? undefined
    : inRange({ family: first.family, first: first.number, last: last.number })

function inRange({ family, first, last }: Pick<IPRange, 'family' | 'first' | 'last'>): AddressMatch {
  if (family === 'IPv6') return (one) => one.family === family && one.number >= first && one.number <= last
  const [low, high] = [Number(first), Number(last)]
  return ({ small }) => small >= low && small <= high
}
