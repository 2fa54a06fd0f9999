// The walker beside the kernel that runs this: the same rules, the same packets.
import { describe, expect, it } from 'vitest'
import { FakeClock } from '../../component-base/clock.ts'
import { seededRandom } from '../../component-base/random.ts'
import { renderIptables } from '../rules/iptables/render-iptables.ts'
import { type IpvsRules, renderIpvs } from '../rules/ipvs/render-ipvs.ts'
import { renderNftables } from '../rules/nftables/render-nftables.ts'
import { proxyConfig } from '../rules/testing/objects.ts'
import { address } from './address.ts'
import { readIptables } from './iptables/read-iptables.ts'
import { sharedState } from './iptables/shared-state.ts'
import { readIPSets } from './ipvs/ipsets.ts'
import { readIpvs } from './ipvs/read-ipvs.ts'
import { readNftables } from './nftables/read-nftables.ts'
import { type Fate, NodeDataPath } from './node-datapath.ts'
import { nodeNetwork } from './node-network.ts'
import type { BaseChain } from './ruleset.ts'
import { ipvsScript } from './testing/ipvs-script.ts'
import { fateText, type KernelPacket, kernelHas, sendThroughKernel } from './testing/kernel.ts'
import { type Flow, nodeAddresses, randomFlows, randomServices } from './testing/random-services.ts'

const flowsOfEach = 25
const packetsOfEach = 220

const network = nodeNetwork([
  { name: 'eth0', addresses: nodeAddresses.eth0, routes: ['0.0.0.0/0'] },
  { name: 'cbr0', addresses: nodeAddresses.cbr0, routes: ['10.244.0.0/24'] },
])

const told = ({ outcome, headers, out }: Fate): string =>
  outcome === 'delivered' || outcome === 'forwarded'
    ? fateText(headers.source.text, headers.destination.text, headers.destinationPort, out)
    : outcome

/** Rules as they are loaded, with addresses that are the node's own. */
interface Loaded {
  chains: readonly BaseChain[]
  addresses?: readonly string[]
}

const interfaces = { pod0: 'cbr0', ext0: 'eth0', node: undefined }

/**
 * The fates of packets in the walker, each the first of a connection. @param apart so long that nothing of those before is remembered
 */
function walked({ chains, addresses }: Loaded, packets: readonly KernelPacket[], apart = false): string[] {
  const clock = new FakeClock()
  const path = new NodeDataPath({ network, random: seededRandom(5), clock })
  path.load(chains, addresses)
  return packets.map((packet) => {
    if (apart) clock.advance(dayMs)
    const fate = path.send({
      protocol: packet.protocol,
      source: address(packet.source)!,
      sourcePort: packet.sourcePort,
      destination: address(packet.destination)!,
      destinationPort: packet.destinationPort,
      in: interfaces[packet.from],
    })
    return told(fate)
  })
}

const dayMs = 86_400_000

const flowText = ({ from, source, destination, destinationPort, protocol }: Flow): string =>
  `${from} ${source} -> ${destination}:${destinationPort}/${protocol}`

/** Flow → the different fates of its packets. */
function byFlow(packets: readonly KernelPacket[], fates: readonly string[]): Record<string, string[]> {
  const sets = new Map<string, Set<string>>()
  packets.forEach((packet, at) => {
    const flow = flowText(packet)
    sets.set(flow, (sets.get(flow) ?? new Set()).add(fates[at]!))
  })
  return Object.fromEntries([...sets].map(([flow, set]) => [flow, [...set].sort()]))
}

/** Sends packets of flows through both. The kernel must choose what the walker may, all of it unless clients stay where they are. */
function compare(program: readonly string[], rules: string, loaded: Loaded, flows: readonly Flow[]): void {
  const unique = [...new Map(flows.map((flow) => [flowText(flow), flow])).values()]
  const packets = unique.flatMap((flow, at) =>
    Array.from({ length: packetsOfEach }, (_, number) => ({
      ...flow,
      sourcePort: 10_000 + at * packetsOfEach + number,
    })),
  )
  const possible = byFlow(packets, walked(loaded, packets, true))
  const together = byFlow(packets, walked(loaded, packets))
  const fates = sendThroughKernel(program, rules, packets)
  const kernel = byFlow(
    packets,
    packets.map(({ sourcePort }) => fates.get(sourcePort) ?? 'dropped'),
  )
  for (const [flow, choices] of Object.entries(possible)) {
    const stays = together[flow]!.length < choices.length
    if (!stays) expect.soft(kernel[flow], flow).toEqual(choices)
    else {
      expect.soft([kernel[flow]!.length, together[flow]!.length], flow).toEqual([1, 1])
      expect.soft(choices, flow).toContain(kernel[flow]![0])
    }
  }
}

/** The chains of rules as a node in this mode loads them, and the addresses that are its own with them. */
function ipvsChains(rules: IpvsRules) {
  const state = sharedState(new Map(), readIPSets(rules.ipset))
  const virtual = readIpvs(rules.ipvsadm, new Map())
  return {
    chains: [...virtual.chains, ...readIptables(rules.iptables.IPv4, 'IPv4', state)],
    addresses: virtual.addresses,
  }
}

/** The kernel may lack the match that counts packets, which has no other effect. */
const withoutCounters = (rules: string): string => rules.replace(/ -m nfacct --nfacct-name {2}\S+/g, '')

const legacy = ['iptables-legacy-restore']
const restore = kernelHas('iptables-legacy', '-t', 'nat', '-L') ? legacy : ['iptables-nft-restore']
const hasIptables = kernelHas(
  'sh',
  '-c',
  `${restore[0]!.replace('-restore', '')} -t nat -L && nft list ruleset`,
)
const hasNft = kernelHas('nft', 'list', 'ruleset')
const why = (program: string, there: boolean): string =>
  there ? '' : ` (skipped: needs root, unshare, nft and ${program})`

describe.skipIf(!hasIptables)(`iptables${why('iptables', hasIptables)}`, () => {
  it.each([
    [30, 1],
    [36, 2],
  ])('sends packets where the kernel does, by the rules of 1.%i', { timeout: 120_000 }, (minor, seed) => {
    const random = seededRandom(seed)
    const state = randomServices(random, 14)
    const text = withoutCounters(renderIptables(state, 'IPv4', proxyConfig({ mode: 'iptables', minor })))
    compare(restore, text, { chains: readIptables(text, 'IPv4') }, randomFlows(random, state, flowsOfEach))
  })
})

describe.skipIf(!hasNft)(`nftables${why('nft', hasNft)}`, () => {
  it.each([
    [31, 3],
    [33, 4],
    [36, 5],
  ])('sends packets where the kernel does, by the rules of 1.%i', { timeout: 120_000 }, (minor, seed) => {
    const random = seededRandom(seed)
    const state = randomServices(random, 14)
    const text = renderNftables(state, proxyConfig({ mode: 'nftables', minor }))
    compare(['nft', '-f', '-'], text, readNftables(text), randomFlows(random, state, flowsOfEach))
  })
})

const hasIpvs = kernelHas('sh', '-c', 'ipvsadm -Ln && ipset list && iptables -t nat -L')

describe.skipIf(!hasIpvs)(`ipvs${why('ipvsadm and ipset, and a kernel with ip_vs', hasIpvs)}`, () => {
  it.each([
    [28, 6],
    [36, 7],
  ])('sends packets where the kernel does, by the rules of 1.%i', { timeout: 120_000 }, (minor, seed) => {
    const random = seededRandom(seed)
    const state = randomServices(random, 14)
    const rules = renderIpvs(state, proxyConfig({ mode: 'ipvs', minor }))
    compare(['sh'], ipvsScript(rules), ipvsChains(rules), randomFlows(random, state, flowsOfEach))
  })
})
