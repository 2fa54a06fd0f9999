// Which connections kube-proxy deletes with a sync: those of UDP to endpoints that serve no more.
// Upstream: pkg/proxy/conntrack/cleanup.go, until 1.31 pkg/proxy/endpointschangetracker.go (detectStaleConntrackEntries)
import { joinHostPort } from '../../component-base/go/net.ts'
import type { ServicePort } from '../rules/model/service-port.ts'
import type { ServiceTraffic } from '../rules/model/service-traffic.ts'
import type { Connection } from './conntrack.ts'
import { datapathDialect } from './dialect.ts'

/** The service ports of a family as of two syncs, the older one first. */
export interface Syncs {
  before: readonly ServiceTraffic[]
  now: readonly ServiceTraffic[]
}

/** Tells the connections that a kube-proxy of the release deletes between two syncs. */
export function staleConnections(syncs: Syncs, minor: number): (connection: Connection) => boolean {
  const { reconcilesConnections, comparesPorts } = datapathDialect(minor)
  const isStale = reconcilesConnections
    ? withoutEndpoint(udpOf(syncs.now), comparesPorts)
    : changed({ before: udpOf(syncs.before), now: udpOf(syncs.now) })
  return (connection) => connection.protocol === 'udp' && isStale(connection)
}

const udpOf = (services: readonly ServiceTraffic[]): ServiceTraffic[] =>
  services.filter(({ port }) => port.protocol === 'UDP')

const addressesOf = ({ clusterIP, loadBalancerVIPs, externalIPs }: ServicePort): string[] => [
  clusterIP,
  ...loadBalancerVIPs,
  ...externalIPs,
]

type Test = (connection: Connection) => boolean

/** Since 1.32: whatever is addressed to a port that has endpoints, and is translated to none of them. */
function withoutEndpoint(services: readonly ServiceTraffic[], comparesPorts: boolean): Test {
  const endpointsOf = (ip: string, port: number): string => (comparesPorts ? joinHostPort(ip, port) : ip)
  const byPlace = new Map<string, ReadonlySet<string>>()
  const byNodePort = new Map<number, ReadonlySet<string>>()
  for (const { port, endpoints } of services) {
    const serving = new Set(
      endpoints.filter((one) => one.serving).map((one) => endpointsOf(one.ip, one.port)),
    )
    if (serving.size === 0) continue
    for (const ip of addressesOf(port)) byPlace.set(joinHostPort(ip, port.port), serving)
    if (port.nodePort !== 0) byNodePort.set(port.nodePort, serving)
  }
  return ({ original, reply }) => {
    const { destination, destinationPort } = original
    const found = [
      byPlace.get(joinHostPort(destination.text, destinationPort)),
      byNodePort.get(destinationPort),
    ].filter((one) => one !== undefined)
    return found.some((serving) => !serving.has(endpointsOf(reply.source.text, reply.sourcePort)))
  }
}

/** Until 1.31: what was addressed to endpoints that went, and everything to Services that went or came to their first endpoint. */
function changed({ before, now }: Syncs): Test {
  const tests: Test[] = []
  for (const old of before) {
    const same = sameIn(now, old)
    if (same === undefined) tests.push(isTo([old.port.clusterIP]))
    else tests.push(...goneEndpoints(old, same).map((ip) => isTranslated(same.port, ip)))
  }
  for (const one of now) {
    const serving = ({ endpoints }: ServiceTraffic): boolean => endpoints.some((each) => each.serving)
    const old = sameIn(before, one)
    if (!serving(one) || (old !== undefined && serving(old))) continue
    tests.push(isTo(addressesOf(one.port)), isToPort(one.port.nodePort))
  }
  return (connection) => tests.some((test) => test(connection))
}

const sameIn = (services: readonly ServiceTraffic[], { port }: ServiceTraffic): ServiceTraffic | undefined =>
  services.find((one) => one.port.nameString === port.nameString)

const goneEndpoints = (old: ServiceTraffic, now: ServiceTraffic): string[] =>
  old.endpoints
    .filter((one) => one.serving && !now.endpoints.some(({ text, serving }) => text === one.text && serving))
    .map(({ ip }) => ip)

const isTo =
  (ips: readonly string[]): Test =>
  ({ original }) =>
    ips.includes(original.destination.text)

const isToPort =
  (port: number): Test =>
  ({ original }) =>
    port !== 0 && original.destinationPort === port

/** @note Neither the Service's port nor the endpoint's is compared. */
const isTranslated =
  (port: ServicePort, endpointIP: string): Test =>
  (connection) =>
    connection.reply.source.text === endpointIP &&
    (isTo(addressesOf(port))(connection) || isToPort(port.nodePort)(connection))
