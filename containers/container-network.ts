import type { Duplex } from 'node:stream'
import type { Pod } from './pod.ts'

/** A DNS record of a name. */
export interface NameRecord {
  /** The fully qualified name, without a dot at its end. */
  name: string
  type: 'A' | 'AAAA' | 'SRV' | 'PTR' | 'CNAME'
  /** An address, or a name; of SRV `priority weight port target`. */
  value: string
}

/** The cluster's network, as the containers of a pod reach it. */
export interface ContainerNetwork {
  /** The records of a name that is written in full; undefined where there is no such name. */
  resolve(pod: Pod, name: string, type: NameRecord['type']): Promise<readonly NameRecord[] | undefined>
  /** A TCP connection from a pod. @throws Error with a code as of a socket: ECONNREFUSED, ETIMEDOUT, EHOSTUNREACH */
  dial(pod: Pod, address: string, port: number): Promise<Duplex>
  /** The answer to a UDP datagram; undefined where none comes. @throws as `dial` */
  datagram(pod: Pod, address: string, port: number, data: Uint8Array): Promise<Uint8Array | undefined>
}
