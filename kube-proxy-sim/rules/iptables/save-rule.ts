// The text that iptables-save gives to a rule: addresses, interfaces, protocol, matches, target, whatever the order on the command line was.
import { familyOf } from '../../../component-base/ip-family.ts'
import type { LocalDetector } from '../model/local-detector.ts'

/** A rule by the parts that iptables-save prints. */
export interface SaveRule {
  /** Source network; `! x` for all others. A /0 is left out, as the kernel does not keep it. */
  s?: string | undefined
  d?: string | undefined
  /** Input interface; `! x` for all others. */
  i?: string | undefined
  p?: string | undefined
  /** The matches, in the order of the text. */
  m?: readonly string[]
  /** The target, with its options. */
  j?: string
}

/** The line of a rule: `-A CHAIN …`. */
export function saveRule(chain: string, { s, d, i, p, m = [], j }: SaveRule): string {
  const parts = [`-A ${chain}`]
  const option = (flag: string, value: string | undefined): void => {
    if (value === undefined || value.endsWith('/0')) return
    parts.push(value.startsWith('! ') ? `! ${flag} ${value.slice(2)}` : `${flag} ${value}`)
  }
  option('-s', s)
  option('-d', d)
  option('-i', i)
  option('-p', p)
  parts.push(...m)
  if (j !== undefined) parts.push(`-j ${j}`)
  return parts.join(' ')
}

/** The match that holds a rule's comment. */
export const comment = (text: string): string => `-m comment --comment "${text}"`
/** The matches of a protocol (`tcp`) and destination port. */
export const dport = (protocol: string, port: number): string => `-m ${protocol} --dport ${port}`
/** The network of an address alone: `10.0.0.1/32`. */
export const hostNetwork = (ip: string): string => `${ip}/${familyOf(ip) === 'IPv6' ? 128 : 32}`

/** The part of a rule that matches traffic of local pods, or with `not` all other traffic. */
export function detectorMatch(detector: LocalDetector, not: boolean): SaveRule {
  const negated = (value: string): string => (not ? `! ${value}` : value)
  if (detector.by === 'cidr') return { s: negated(detector.cidr) }
  return { i: negated(detector.by === 'interface' ? detector.name : `${detector.prefix}+`) }
}
