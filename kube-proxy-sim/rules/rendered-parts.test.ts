import { expect, it } from 'vitest'
import { seededRandom } from '../../component-base/random.ts'
import type { ClusterState, EndpointSlice, Service } from './model/objects.ts'
import { type ProxyConfig, proxyModes } from './proxy-config.ts'
import { renderRules } from './render-rules.ts'
import { RenderedParts } from './rendered-parts.ts'
import { endpoint, onNode, proxyConfig, service, slice } from './testing/objects.ts'

const random = seededRandom(7)

/** A Service of one of several kinds, with an address of its own. */
function drawnService(at: number): Service {
  const ips = { clusterIP: `10.0.1.${at}`, clusterIPs: [`10.0.1.${at}`, `fd00:10::${at}`] }
  const ports = [{ name: 'p', protocol: 'TCP' as const, port: 80 + random.int(3), nodePort: 30_000 + at }]
  const kinds: Service['spec'][] = [
    {},
    { sessionAffinity: 'ClientIP' },
    { type: 'NodePort', externalTrafficPolicy: 'Local' },
    { externalIPs: [`192.0.2.${at}`], internalTrafficPolicy: 'Local' },
    { type: 'LoadBalancer', loadBalancerSourceRanges: ['10.1.0.0/16'], healthCheckNodePort: 31_000 + at },
  ]
  const spec = { ...ips, ports, ...kinds[random.int(kinds.length)] }
  return service(`s${at}`, spec, { status: { loadBalancer: { ingress: [{ ip: `198.51.100.${at}` }] } } })
}

const drawnSlice = (at: number, count = random.int(4)): EndpointSlice =>
  slice(
    `s${at}`,
    Array.from({ length: count }, (_, i) => {
      const address = `10.244.${at}.${i}`
      return random.int(10) < 3 ? onNode(address) : endpoint(address)
    }),
  )

const services = 12

/** What a proxy sees after one more event, and how it is configured then. */
function changed(state: ClusterState, config: ProxyConfig): [ClusterState, ProxyConfig] {
  const at = random.int(services)
  const other = <T extends Service | EndpointSlice>(objects: readonly T[], made: T): T[] =>
    objects.map((one, i) => (i === at ? made : one))
  const changes: (() => [ClusterState, ProxyConfig])[] = [
    () => [{ ...state, services: other(state.services, drawnService(at)) }, config],
    () => [{ ...state, endpointSlices: other(state.endpointSlices, drawnSlice(at)) }, config],
    // Comments on endpoints come and go with a thousand of them.
    () => [{ ...state, endpointSlices: other(state.endpointSlices, drawnSlice(at, 1001)) }, config],
    () => [state, { ...config, nodeIPs: { ...config.nodeIPs, IPv4: `10.${1 + random.int(2)}.1.1` } }],
    () => [state, { ...config, zone: `z${random.int(2)}` }],
    () => [{ ...state, services: [...state.services].reverse() }, config],
    () => [{ ...state, services: state.services.slice(1) }, config],
    () => [{ ...state, services: [...state.services, drawnService(services + random.int(100))] }, config],
  ]
  return changes[random.int(changes.length)]!()
}

it.each(proxyModes)('makes of parts what it makes of all, in %s mode', (mode) => {
  const numbers = Array.from({ length: services }, (_, at) => at)
  let state: ClusterState = {
    services: numbers.map(drawnService),
    endpointSlices: numbers.map((at) => drawnSlice(at)),
  }
  let config = proxyConfig({ mode })
  const parts = new RenderedParts()
  for (let round = 0; round < 25; round++) {
    expect(renderRules(state, config, parts)).toEqual(renderRules(state, config))
    ;[state, config] = changed(state, config)
  }
})

it('finds out anew only the traffic of what has changed', () => {
  const objects = [service('a'), service('b')]
  const [ofA, ofB] = [slice('a', [endpoint('10.244.1.1')]), slice('b', [endpoint('10.244.1.2')])]
  const parts = new RenderedParts()
  const config = proxyConfig()
  const traffic = (endpointSlices: readonly EndpointSlice[], nodeName = 'n1') =>
    parts.traffic({ services: objects, endpointSlices }, 'IPv4', { ...config, nodeName })
  const before = traffic([ofA, ofB])
  const after = traffic([ofA, slice('b', [])])
  expect([after[0] === before[0], after[1] === before[1]]).toEqual([true, false])
  expect(traffic([ofA, ofB], 'n2')[0]).not.toBe(before[0])
})
