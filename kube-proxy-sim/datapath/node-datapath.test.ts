import { describe, expect, it } from 'vitest'
import { FakeClock } from '../../component-base/clock.ts'
import { seededRandom } from '../../component-base/random.ts'
import type { ClusterState } from '../rules/model/objects.ts'
import type { ProxyMode } from '../rules/proxy-config.ts'
import { renderRules } from '../rules/render-rules.ts'
import { endpoint, onNode, proxyConfig, service, slice } from '../rules/testing/objects.ts'
import { address } from './address.ts'
import { connectionText } from './conntrack.ts'
import { chainsOfText, loadRules } from './load-rules.ts'
import { type Fate, NodeDataPath } from './node-datapath.ts'
import { proxyNetwork } from './proxy-network.ts'
import { RuleMemory } from './rule-memory.ts'

const modes: readonly ProxyMode[] = ['iptables', 'nftables', 'ipvs']
const pod = '10.244.0.7'

function node(mode: ProxyMode, state: ClusterState) {
  const config = proxyConfig({ mode })
  const clock = new FakeClock()
  const network = proxyNetwork(config)
  const path = new NodeDataPath({ network, random: seededRandom(1), clock })
  const memory = new RuleMemory()
  const load = (next: ClusterState): void => loadRules(path, renderRules(next, config), memory)
  load(state)
  const send = (from: string, to: string, port: number, sourcePort = 4000, trace = false): Fate =>
    path.send(
      {
        protocol: 'tcp',
        source: address(from)!,
        sourcePort,
        destination: address(to)!,
        destinationPort: port,
        in: network.interfaceOf(address(from)!),
      },
      trace,
    )
  return { path, clock, load, send }
}

const to = ({ headers }: Fate): string => headers.destination.text
const withEndpoints = (...addresses: string[]): ClusterState => ({
  services: [service('s')],
  endpointSlices: [
    slice(
      's',
      addresses.map((one) => endpoint(one)),
    ),
  ],
})

describe.each(modes)('packets through %s', (mode) => {
  it('keep their endpoint after the rules have changed, and answers find the way back', () => {
    const { send, load, path, clock } = node(mode, withEndpoints('10.244.1.1'))
    expect(to(send(pod, '10.0.0.10', 80))).toBe('10.244.1.1')
    load(withEndpoints('10.244.1.2'))
    expect(to(send(pod, '10.0.0.10', 80))).toBe('10.244.1.1')
    expect(to(send(pod, '10.0.0.10', 80, 4001))).toBe('10.244.1.2')
    const answer = send('10.244.1.1', pod, 4000, 8080)
    expect(answer.headers).toMatchObject({ source: { text: '10.0.0.10' }, sourcePort: 80 })
    expect(path.conntrack.list(clock.now()).map(connectionText)).toEqual([
      'tcp src=10.244.0.7 dst=10.0.0.10 sport=4000 dport=80 src=10.244.1.1 dst=10.244.0.7 sport=8080 dport=4000',
      'tcp src=10.244.0.7 dst=10.0.0.10 sport=4001 dport=80 [UNREPLIED] src=10.244.1.2 dst=10.244.0.7 sport=8080 dport=4001',
    ])
    expect(path.conntrack.deleteWhere(({ reply }) => reply.source.text === '10.244.1.1')).toBe(1)
    expect(to(send(pod, '10.0.0.10', 80))).toBe('10.244.1.2')
  })

  it('of one client go to one endpoint until its time is over', () => {
    const state = withEndpoints(...Array.from({ length: 20 }, (_, at) => `10.244.1.${at + 1}`))
    const sessionAffinityConfig = { clientIP: { timeoutSeconds: 100 } }
    const { send, clock } = node(mode, {
      ...state,
      services: [service('s', { sessionAffinity: 'ClientIP', sessionAffinityConfig })],
    })
    const chosen = (port: number): string => to(send(pod, '10.0.0.10', 80, port))
    const first = chosen(1)
    expect(Array.from({ length: 10 }, (_, at) => chosen(2 + at))).toEqual(Array(10).fill(first))
    const later = Array.from({ length: 10 }, (_, at) => {
      clock.advance(101_000)
      return chosen(20 + at)
    })
    expect(new Set(later).size).toBeGreaterThan(3)
  })

  it('go out with the address of the node where the way back has to pass it', () => {
    const { send } = node(mode, {
      services: [
        service('s', {
          type: 'NodePort',
          ports: [{ name: 'p', protocol: 'TCP', port: 80, nodePort: 30_080 }],
        }),
      ],
      endpointSlices: [slice('s', [onNode(pod)])],
    })
    expect(send('192.0.2.1', '10.1.1.1', 30_080).headers.source.text).toBe('10.1.1.1')
    // A pod that calls itself by the Service.
    expect(send(pod, '10.0.0.10', 80).headers.source.text).not.toBe(pod)
    expect(send('10.244.0.8', '10.0.0.10', 80).headers.source.text).toBe('10.244.0.8')
  })

  it('of IPv6 meet rules of their own', () => {
    const { send } = node(mode, {
      services: [service('s')],
      endpointSlices: [slice('s', [endpoint('fd00:244::1')], { addressType: 'IPv6' })],
    })
    expect(to(send('fd00:244::7', 'fd00:10::a', 80))).toBe('fd00:244::1')
    expect(send(pod, '10.0.0.10', 80)).toMatchObject({ outcome: 'rejected' })
  })

  it('tell the rules that matched', () => {
    const { send } = node(mode, withEndpoints('10.244.1.1'))
    const { trace } = send(pod, '10.0.0.10', 80, 4000, true)
    const rules = trace.filter(({ hook }) => hook === 'prerouting').map(({ rule }) => rule)
    expect(rules.some((rule) => /jump services|-j KUBE-SERVICES/.test(rule))).toBe(true)
    if (mode === 'ipvs') expect(trace.map(({ rule }) => rule)).toContain('TCP  10.0.0.10:80 rr')
    else expect(rules.at(-1)).toContain('10.244.1.1')
    expect(trace.at(-1)!.hook).toBe('postrouting')
  })
})

it.each([
  [
    '*nat\n:OUTPUT ACCEPT [0:0]\n-A OUTPUT -m bpf --bytecode x -j ACCEPT\nCOMMIT\n',
    'line 3: -m bpf is not simulated',
  ],
  ['*nat\n-A GONE -j ACCEPT\nCOMMIT\n', 'line 2: there is no chain GONE'],
  [
    '*nat\n:OUTPUT ACCEPT [0:0]\n-A OUTPUT -j KUBE-GONE\nCOMMIT\n',
    'line 3: -j KUBE-GONE: there is no such chain, and it is not simulated',
  ],
  ['table ip t {\n\tchain c {\n\t\tip daddr @gone drop\n\t}\n}\n', 'line 3: there is no set @gone'],
  ['table ip t {\n\tchain c {\n\t\tosf name "Linux" drop\n\t}\n}\n', 'line 3: osf name is not simulated'],
  ['hello', 'it is neither of iptables-save nor of nft list ruleset'],
])('does not read what it cannot simulate: %j', (text, message) => {
  expect(() => chainsOfText(text)).toThrow(message)
})

it('ends in chains that call each other', () => {
  const { path, send } = node('iptables', { services: [], endpointSlices: [] })
  const loop = '*filter\n:OUTPUT ACCEPT [0:0]\n:A - [0:0]\n-A OUTPUT -j A\n-A A -j A\nCOMMIT\n'
  path.load(chainsOfText(loop))
  expect(() => send('10.1.1.1', '10.0.0.10', 80)).toThrow('chain A: chains call each other in a circle')
})
