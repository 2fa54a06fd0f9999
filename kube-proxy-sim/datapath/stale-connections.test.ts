import { expect, it } from 'vitest'
import type { ClusterState } from '../rules/model/objects.ts'
import { serviceTraffic } from '../rules/model/service-traffic.ts'
import { endpoint, proxyConfig, service, slice } from '../rules/testing/objects.ts'
import { address } from './address.ts'
import { type Connection, Conntrack, translateDestination } from './conntrack.ts'
import type { Protocol } from './packet.ts'
import { staleConnections } from './stale-connections.ts'

const state = (places: readonly (readonly [string, number])[], protocol = 'UDP'): ClusterState => ({
  services: [
    service('s', { type: 'NodePort', ports: [{ name: 'p', protocol, port: 53, nodePort: 30_053 }] }),
  ],
  endpointSlices: places.map(([ip, port]) =>
    slice('s', [endpoint(ip)], { ports: [{ name: 'p', protocol, port }] }),
  ),
})

function connection(
  to: string,
  port: number,
  translated?: readonly [string, number],
  protocol: Protocol = 'udp',
): Connection {
  const packet = {
    protocol,
    source: address('10.244.0.7')!,
    sourcePort: 4000,
    destination: address(to)!,
    destinationPort: port,
  }
  const tracked = new Conntrack().track(packet, 0).connection
  if (translated !== undefined) translateDestination(tracked, address(translated[0])!, translated[1])
  return tracked
}

const [one, two, otherPort] = [
  ['10.244.1.1', 5353],
  ['10.244.1.2', 5353],
  ['10.244.1.1', 5454],
] as const

/** Whether a release deletes a connection when endpoints change. */
function isDeleted(
  minor: number,
  before: ClusterState | undefined,
  now: ClusterState,
  of: Connection,
): boolean {
  const config = proxyConfig({ minor })
  const traffic = (objects: ClusterState | undefined) =>
    objects === undefined ? [] : serviceTraffic(objects, 'IPv4', config)
  return staleConnections({ before: traffic(before), now: traffic(now) }, minor)(of)
}

it.each([31, 33, 36])('1.%i deletes UDP connections to an endpoint that went', (minor) => {
  const [before, now] = [state([one, two]), state([two])]
  expect(isDeleted(minor, before, now, connection('10.0.0.10', 53, one))).toBe(true)
  expect(isDeleted(minor, before, now, connection('10.1.1.1', 30_053, one))).toBe(true)
  expect(isDeleted(minor, before, now, connection('10.0.0.10', 53, two))).toBe(false)
  expect(isDeleted(minor, before, now, connection('192.0.2.1', 53, one))).toBe(false)
  expect(isDeleted(minor, before, now, connection('10.0.0.10', 53, one, 'tcp'))).toBe(false)
})

it.each([31, 33, 36])('1.%i deletes what came to nobody once somebody is there', (minor) => {
  expect(isDeleted(minor, state([]), state([one]), connection('10.0.0.10', 53))).toBe(true)
})

it.each([
  [31, true],
  [32, false],
])('1.%i deletes connections to the last endpoint that went: %s', (minor, isGone) => {
  expect(isDeleted(minor, state([one]), state([]), connection('10.0.0.10', 53, one))).toBe(isGone)
})

it.each([
  [33, false],
  [34, true],
])('1.%i deletes connections to a port that the endpoint has no more: %s', (minor, isGone) => {
  expect(isDeleted(minor, state([one]), state([otherPort]), connection('10.0.0.10', 53, one))).toBe(isGone)
})
