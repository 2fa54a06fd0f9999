// Reads what `ipvsadm -Ln` prints. Upstream: ipvsadm.c (print_service_entry)

import { parseHostPort } from '../../rules/model/ip-range.ts'
import { address } from '../address.ts'
import type { Protocol } from '../packet.ts'
import { RulesetError } from '../ruleset.ts'
import type { RealServer } from './schedulers.ts'

/** A virtual server, and the servers behind it. */
export interface Balanced {
  /** `TCP  10.0.0.10:80 rr persistent 10800`. */
  text: string
  protocol: Protocol
  ip: string
  port: number
  scheduler: string
  /** The seconds that a client stays with its server; 0: it does not. */
  persistent: number
  servers: RealServer[]
}

/** The virtual servers of a text of `ipvsadm -Ln`. Throws RulesetError, which names the line. */
export function readIpvsadm(text: string): Balanced[] {
  const found: Balanced[] = []
  text.split('\n').forEach((line, index) => {
    const [, protocol, place, scheduler, flags = ''] = /^(TCP|UDP|SCTP) +(\S+) (\w+)(.*)$/.exec(line) ?? []
    if (protocol !== undefined)
      found.push({
        text: line.trim(),
        protocol: protocol.toLowerCase() as Protocol,
        ...placeOf(place!, index),
        scheduler: scheduler!,
        persistent: Number(/persistent (\d+)/.exec(flags)?.[1] ?? 0),
        servers: [],
      })
    const [, real] = /^ {2}-> (\S+) +(?:Masq|Route|Tunnel|Local) /.exec(line) ?? []
    if (real === undefined) return
    const { ip, port } = placeOf(real, index)
    found.at(-1)?.servers.push({ text: real, address: address(ip)!, port })
  })
  return found
}

function placeOf(text: string, index: number): { ip: string; port: number } {
  const place = parseHostPort(text)
  if (place?.port === undefined) throw new RulesetError(`line ${index + 1}: ${text} is no address and port`)
  return { ip: place.ip, port: place.port }
}
