import { expect, it } from 'vitest'
import { address } from '../../kube-proxy-sim/datapath/address.ts'
import type { TraceLine } from '../../kube-proxy-sim/datapath/node-datapath.ts'
import { packetWay } from './packet-way.ts'
import { Topology } from './topology.ts'

const pod = (name: string, podIP: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace: 'default', name },
  spec: { nodeName: 'n1', containers: [] },
  status: { podIP },
})
const topology = new Topology({
  nodes: [],
  pods: [pod('web', 'fd00::5')],
  services: [],
  slices: [],
})
const line = (chain: string) =>
  ({ hook: 'output', table: 'nat', chain, rule: `-A ${chain}` }) as unknown as TraceLine

it('names the ends, and gathers the rules of each node', () => {
  const [source, destination, translated] = ['fc00::1', 'fd00:96::a', 'fd00::5'].map((text) => address(text)!)
  const packet = {
    protocol: 'tcp' as const,
    source: source!,
    sourcePort: 40_000,
    destination: destination!,
    destinationPort: 80,
  }
  const headers = { ...packet, destination: translated!, destinationPort: 8080 }
  const [first, second] = ['A', 'B'].map((chain) => ({ node: 'n1', line: line(chain) }))
  const trace = ['load balancer: to n1', first!, second!, { node: 'n2', line: line('C') }]
  const arrival = {
    outcome: 'delivered' as const,
    headers,
    node: 'n2',
    pod: undefined,
    listener: undefined,
    trace,
  }
  expect(packetWay(packet, arrival, topology)).toEqual({
    from: { place: '[fc00::1]:40000' },
    to: '[fd00:96::a]:80/tcp',
    hops: [
      { at: 'load balancer: to n1', rules: [] },
      { at: 'node n1', rules: ['output nat A: -A A', 'output nat B: -A B'] },
      { at: 'node n2', rules: ['output nat C: -A C'] },
    ],
    outcome: 'delivered',
    end: { place: '[fd00::5]:8080', of: 'pod default/web' },
  })
})
