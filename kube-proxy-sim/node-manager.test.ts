import { describe, expect, it } from 'vitest'
import { formatStructured, type Logger } from '../component-base/klog.ts'
import { NodeManager } from './node-manager.ts'

function manager(minor: number, watchPodCIDRs = true) {
  const lines: string[] = []
  const exits: string[] = []
  const logger: Logger = {
    log: () => {},
    logS: (severity, message, values) => void lines.push(`${severity} ${formatStructured(message, values)}`),
  }
  const exit = (error: Error): void => void exits.push(error.message)
  const nodes = new NodeManager({ minor, nodeName: 'n1', watchPodCIDRs, logger, exit })
  return { nodes, lines, exits }
}

const node = (podCIDRs: string[], address = '10.0.0.1') => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'n1' },
  spec: { podCIDRs },
  status: { addresses: [{ type: 'InternalIP', address }] },
})
const found = { nodeIPs: ['10.0.0.1'], podCIDRs: ['10.244.0.0/24'] }

describe('the node of a kube-proxy that runs', () => {
  it.each([
    [
      36,
      'I "PodCIDRs changed for the node" node="n1" newPodCIDRs=["10.244.9.0/24"] oldPodCIDRs=["10.244.0.0/24"]',
    ],
    [
      33,
      'E "Using NodeCIDR LocalDetector mode, current PodCIDRs are different than previous PodCIDRs, restarting" node="n1" newPodCIDRs=["10.244.9.0/24"] oldPODCIDRs=["10.244.0.0/24"]',
    ],
  ])('ends it in 1.%s where rules depend on pod CIDRs that change', (minor, line) => {
    const { nodes, lines, exits } = manager(minor)
    nodes.begin(found)
    nodes.changed(node(['10.244.9.0/24']))
    expect(lines).toEqual([line])
    expect(exits).toHaveLength(1)
    const other = manager(minor, false)
    other.nodes.begin(found)
    other.nodes.changed(node(['10.244.9.0/24']))
    expect(other.exits).toEqual([])
  })

  it('gets other addresses without an end, and with a line from 1.34 on', () => {
    for (const [minor, expected] of [
      [33, []],
      [34, ['I "NodeIPs changed for the node" node="n1" newNodeIPs=["10.0.0.9"] oldNodeIPs=["10.0.0.1"]']],
    ] as const) {
      const { nodes, lines, exits } = manager(minor)
      nodes.begin(found)
      nodes.changed(node(found.podCIDRs, '10.0.0.9'))
      expect(lines).toEqual(expected)
      expect(exits).toEqual([])
    }
  })

  it('is kept as it was when it is deleted', () => {
    const { nodes, lines } = manager(36)
    nodes.begin(found)
    nodes.changed(node(found.podCIDRs))
    nodes.deleted()
    expect(lines).toEqual(['I "Node is being deleted" node="n1"'])
    expect(nodes.node?.metadata).toEqual({ name: 'n1' })
    const [old, without] = [manager(33), manager(33, false)]
    for (const { nodes: n } of [old, without]) {
      n.begin(found)
      n.deleted()
    }
    expect(old.lines).toEqual(['E "Current Node is being deleted" node="n1"'])
    expect(without.lines).toEqual([])
  })
})
