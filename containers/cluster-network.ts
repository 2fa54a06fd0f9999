// What programs in containers, on nodes and on the machine reach by the cluster's network.
import type { Duplex } from 'node:stream'

/** Who sends: a pod as `namespace/name`, a node by its name, or an address; one that is of no pod and node is outside the cluster. */
export type Sender = { pod: string } | { node: string } | { address: string }

/** The network of a cluster. What it reaches goes by the rules that each node's kube-proxy has programmed. */
export interface ClusterNetwork {
  /**
   * A TCP connection to an IP address.
   * @throws Error with code ECONNREFUSED, ETIMEDOUT (packets are dropped) or EHOSTUNREACH, as of node:net; CannotRun where who is
   *   there has no program that is simulated
   */
  connect(from: Sender, address: string, port: number): Promise<Duplex>
  /** The answer to a UDP datagram; undefined where none comes. @throws as `connect`, but for ETIMEDOUT */
  datagram(from: Sender, address: string, port: number, data: Uint8Array): Promise<Uint8Array | undefined>
  /** The addresses of a name as the sender's resolver finds them; empty where there is no such name. */
  resolve(name: string, from: Sender): Promise<readonly string[]>
}
