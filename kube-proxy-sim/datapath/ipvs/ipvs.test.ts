import { describe, expect, it } from 'vitest'
import { FakeClock } from '../../../component-base/clock.ts'
import { seededRandom } from '../../../component-base/random.ts'
import type { ClusterState, Service } from '../../rules/model/objects.ts'
import { renderRules } from '../../rules/render-rules.ts'
import { endpoint, onNode, proxyConfig, service, slice } from '../../rules/testing/objects.ts'
import { address } from '../address.ts'
import { loadRules } from '../load-rules.ts'
import { type Fate, NodeDataPath } from '../node-datapath.ts'
import type { Protocol } from '../packet.ts'
import { proxyNetwork } from '../proxy-network.ts'
import { RuleMemory } from '../rule-memory.ts'

const pod = '10.244.0.7'
const places = ['10.244.1.1', '10.244.1.2', '10.244.1.3']

function node(scheduler = 'rr', minor = 36) {
  const config = proxyConfig({ mode: 'ipvs', ipvs: { scheduler }, minor })
  const clock = new FakeClock()
  const network = proxyNetwork(config)
  const path = new NodeDataPath({ network, random: seededRandom(1), clock })
  const memory = new RuleMemory()
  const send = (
    from: string,
    to: string,
    port: number,
    sourcePort: number,
    protocol: Protocol = 'tcp',
  ): Fate =>
    path.send(
      {
        protocol,
        source: address(from)!,
        sourcePort,
        destination: address(to)!,
        destinationPort: port,
        in: network.interfaceOf(address(from)!),
      },
      true,
    )
  return {
    path,
    clock,
    send,
    load: (state: ClusterState) => loadRules(path, renderRules(state, config), memory),
    to: (...args: Parameters<typeof send>) => send(...args).headers.destination.text,
  }
}

const state = (addresses: readonly string[], spec: Service['spec'] = {}, protocol = 'TCP'): ClusterState => ({
  services: [service('s', { ports: [{ name: 'p', protocol, port: 80 }], ...spec })],
  endpointSlices: [
    slice(
      's',
      addresses.map((one) => endpoint(one)),
      { ports: [{ name: 'p', protocol, port: 8080 }] },
    ),
  ],
})

describe('virtual servers', () => {
  it.each(['rr', 'wrr'])('take their servers in turn by %s, also when one comes', (scheduler) => {
    const { load, to } = node(scheduler)
    load(state(places.slice(0, 2)))
    expect([1, 2, 3].map((port) => to(pod, '10.0.0.10', 80, port))).toEqual([
      '10.244.1.1',
      '10.244.1.2',
      '10.244.1.1',
    ])
    load(state(places))
    expect([4, 5, 6].map((port) => to(pod, '10.0.0.10', 80, port))).toEqual([
      '10.244.1.2',
      '10.244.1.3',
      '10.244.1.1',
    ])
  })

  it.each(['lc', 'wlc', 'sed', 'nq'])('choose the server with the fewest connections by %s', (scheduler) => {
    const { load, send, to, path } = node(scheduler)
    load(state(places))
    for (const one of places) {
      const chosen = to(pod, '10.0.0.10', 80, 1000 + places.indexOf(one))
      expect(chosen).toBe(one)
      send(chosen, pod, 1000 + places.indexOf(one), 8080)
    }
    path.conntrack.deleteWhere(({ reply }) => reply.source.text === '10.244.1.2')
    expect(to(pod, '10.0.0.10', 80, 2000)).toBe('10.244.1.2')
  })

  it('keep a client at its server by sh, and an address by dh, and a connection by mh', () => {
    const chosen = (scheduler: string, sources: readonly string[]): Set<string> => {
      const { load, to } = node(scheduler)
      load(state(places))
      return new Set(
        sources.flatMap((from) => [1, 2, 3, 4, 5].map((port) => to(from, '10.0.0.10', 80, port))),
      )
    }
    const many = Array.from({ length: 20 }, (_, at) => `10.244.0.${at + 7}`)
    expect(chosen('sh', [pod]).size).toBe(1)
    expect(chosen('sh', many).size).toBeGreaterThan(1)
    expect(chosen('dh', many).size).toBe(1)
    expect(chosen('mh', [pod]).size).toBeGreaterThan(1)
  })

  it('answer that nobody is there without servers', () => {
    const { load, send } = node()
    load(state([]))
    expect(send(pod, '10.0.0.10', 80, 1)).toMatchObject({
      outcome: 'rejected',
      rejectedWith: 'icmp-port-unreachable',
    })
  })

  it('let TCP connections to a server that went go on, and end those of UDP', () => {
    for (const [protocol, outcome, next] of [
      ['tcp', 'forwarded', '10.244.1.1'],
      ['udp', 'dropped', '10.244.1.2'],
    ] as const) {
      const { load, send, to } = node()
      load(state(places.slice(0, 1), {}, protocol.toUpperCase()))
      expect(to(pod, '10.0.0.10', 80, 1, protocol)).toBe('10.244.1.1')
      load(state(places.slice(1, 2), {}, protocol.toUpperCase()))
      expect(send(pod, '10.0.0.10', 80, 1, protocol).outcome).toBe(outcome)
      expect(to(pod, '10.0.0.10', 80, 1, protocol)).toBe(next)
    }
  })
})

describe('a node in ipvs mode', () => {
  it('has the addresses of Services itself, and rejects ports that no Service has since 1.26', () => {
    for (const [minor, outcome] of [
      [25, 'delivered'],
      [26, 'rejected'],
    ] as const) {
      const { load, send } = node('rr', minor)
      load(state(places))
      expect(send(pod, '10.0.0.10', 81, 1).outcome, `1.${minor}`).toBe(outcome)
    }
  })

  it('masquerades what comes to node ports from outside, and pods that call themselves', () => {
    const { load, send } = node()
    const ports = [{ name: 'p', protocol: 'TCP', port: 80, nodePort: 30_080 }]
    load({
      services: [service('s', { type: 'NodePort', ports })],
      endpointSlices: [slice('s', [onNode(pod)])],
    })
    const outside = send('192.0.2.1', '10.1.1.1', 30_080, 1)
    expect(outside).toMatchObject({
      outcome: 'forwarded',
      out: 'cbr0',
      headers: { source: { text: '10.1.1.1' } },
    })
    expect(outside.trace.map(({ hook }) => hook)).toEqual(
      expect.arrayContaining(['prerouting', 'input', 'output', 'postrouting']),
    )
    expect(send(pod, '10.0.0.10', 80, 2).headers.source.text).not.toBe(pod)
    expect(send('10.244.0.8', '10.0.0.10', 80, 3).headers.source.text).toBe('10.244.0.8')
    // The answer finds the way back.
    const { headers } = outside
    expect(send(pod, headers.source.text, headers.sourcePort, 8080)).toMatchObject({
      outcome: 'forwarded',
      headers: { source: { text: '10.1.1.1' }, sourcePort: 30_080, destination: { text: '192.0.2.1' } },
    })
  })

  it('goes by source ranges, also itself since 1.29', () => {
    const balancer = (range: string): ClusterState => ({
      ...state(places),
      services: [
        service(
          's',
          { type: 'LoadBalancer', loadBalancerSourceRanges: [range] },
          { status: { loadBalancer: { ingress: [{ ip: '5.6.7.8' }] } } },
        ),
      ],
    })
    const { load, send } = node()
    load(balancer('203.0.113.0/24'))
    expect(send('203.0.113.9', '5.6.7.8', 80, 1).outcome).toBe('forwarded')
    expect(send('192.0.2.1', '5.6.7.8', 80, 2).outcome).toBe('dropped')
    expect(send('5.6.7.8', '5.6.7.8', 80, 3).outcome).toBe('dropped')
    load(balancer('10.1.0.0/16'))
    expect(send('5.6.7.8', '5.6.7.8', 80, 4).outcome).toBe('forwarded')
  })

  it('does not follow schedulers that are not simulated', () => {
    const { load } = node('ovf')
    expect(() => load(state(places))).toThrow('the scheduler ovf of ipvs is not simulated')
  })
})
