// What a user of the library sends, and is told of it.

import { joinHostPort } from '../../component-base/go/net.ts'
import { CannotRun } from '../../containers/node-containers.ts'
import type { Headers, Protocol } from '../../kube-proxy-sim/datapath/packet.ts'
import { canonicalIP, parseHostPort } from '../../kube-proxy-sim/rules/model/ip-range.ts'
import { ClusterUsageError } from '../cluster-errors.ts'
import type { Arrival, NetworkOfCluster } from './cluster-network.ts'
import { type HttpAnswer, httpAnswer } from './http-answer.ts'
import { type JourneyOutcome, stepText } from './journey.ts'
import type { Sender } from './sender.ts'

/** A packet, or a request over HTTP, to send through a cluster. */
export interface SendRequest {
  from: Sender
  /** `10.0.0.10:80/tcp`, `[fd00::a]:53/udp`, `10.0.0.10:80`, or `http://web.default:8080/path`. */
  to: string
  /** The same one again is the same connection. Default: another one each time. */
  sourcePort?: number
  /** The node that a packet from outside comes to. Default: the destination's, or one that a load balancer chooses. */
  via?: string
}

/** The outcome of sending a packet. */
export interface SendResult {
  /** `refused`: the sender is told; `dropped`: it hears nothing; `unreachable`: nobody has the address. */
  outcome: JourneyOutcome
  /** Address and port where it arrived, `10.88.0.5:8080`. Undefined where it did not. */
  endpoint: string | undefined
  /** The pod that got the packet: `namespace/name`. */
  pod: string | undefined
  /** The last node that the packet came to. */
  node: string | undefined
  /** The sender's address and port, as the receiver sees them. */
  source: string
  /** The rules that it met: the node, the hook, the table, the chain, the rule. */
  trace: readonly string[]
  /** The HTTP answer, for an http URL whose endpoint runs a program. */
  answer?: HttpAnswer
}

/** Sends a packet or request. @throws ClusterUsageError for what is no place, no name, or no sender */
export async function sendThrough(network: NetworkOfCluster, request: SendRequest): Promise<SendResult> {
  const { from, sourcePort, via } = request
  if (sourcePort !== undefined && !(Number.isInteger(sourcePort) && sourcePort >= 1 && sourcePort <= 65_535))
    throw new ClusterUsageError(`sourcePort ${sourcePort}: ports are 1 to 65535`)
  checkSender(from)
  const url = /^\w+:\/\//.test(request.to) ? urlOf(request.to) : undefined
  const place = url === undefined ? placeOf(request.to) : await placeOfUrl(network, url, from)
  const arrival = await network.send({ from, ...place, sourcePort, via })
  return resultOf(arrival, url)
}

async function resultOf(arrival: Arrival, url: URL | undefined): Promise<SendResult> {
  const { headers, listener, node, pod, trace } = arrival
  let { outcome } = arrival
  let answer: HttpAnswer | undefined
  let texts: string[] | undefined
  if (listener?.dial !== undefined)
    try {
      const connection = await listener.dial()
      if (url === undefined) connection.destroy()
      else answer = await httpAnswer(connection, url)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') outcome = 'refused'
      // It arrived; what its program does is not known.
      else if (!(error instanceof CannotRun)) throw error
    }
  return {
    outcome,
    endpoint: outcome === 'delivered' ? endpointOf(headers) : undefined,
    pod: pod?.name ?? listener?.pod,
    node,
    source: joinHostPort(headers.source.text, headers.sourcePort),
    // Most who send do not read it, and it takes longer to write than to go.
    get trace() {
      texts ??= trace.map(stepText)
      return texts
    },
    ...(answer === undefined ? {} : { answer }),
  }
}

const endpointOf = ({ destination, destinationPort }: Headers): string =>
  joinHostPort(destination.text, destinationPort)

/** Plain JavaScript and scenarios are not checked by a compiler. */
function checkSender(from: unknown): asserts from is Sender {
  const given = Object.entries((from ?? {}) as Record<string, unknown>)
  const [[kind, value] = ['', '']] = given
  if (given.length !== 1 || !['pod', 'node', 'address'].includes(kind) || typeof value !== 'string')
    throw new ClusterUsageError('from names one sender: { pod: "namespace/name" }, { node } or { address }')
  if (kind === 'address' && canonicalIP(value) === undefined)
    throw new ClusterUsageError(`${value} is no IP address`)
}

/** An address and port of a protocol. */
interface Place {
  destination: string
  port: number
  protocol: Protocol
}

/** The place of `IP:PORT`, `IP:PORT/udp`. @throws ClusterUsageError */
function placeOf(to: string): Place {
  const [, text, protocol = 'tcp'] = /^(.*?)(?:\/(tcp|udp|sctp))?$/i.exec(to)!
  const place = parseHostPort(text!)
  if (place?.port === undefined || place.port < 1 || place.port > 65_535)
    throw new ClusterUsageError(
      `${to} is no IP:PORT/tcp, IP:PORT/udp, IP:PORT/sctp and no http://HOST:PORT/PATH`,
    )
  return { destination: place.ip, port: place.port, protocol: protocol.toLowerCase() as Protocol }
}

function urlOf(to: string): URL {
  if (!URL.canParse(to) || new URL(to).protocol !== 'http:')
    throw new ClusterUsageError(`${to} is no URL of http`)
  return new URL(to)
}

async function placeOfUrl(network: NetworkOfCluster, url: URL, from: Sender): Promise<Place> {
  const [destination] = await network.resolve(url.hostname, from)
  if (destination === undefined) throw new ClusterUsageError(`could not resolve host: ${url.hostname}`)
  return { destination, port: Number(url.port || 80), protocol: 'tcp' }
}
