// kepsim kube-proxy rules trace: what becomes of packets that go through a node's rules.
import { realClock } from '../../component-base/clock.ts'
import { joinHostPort } from '../../component-base/go/net.ts'
import { seededRandom } from '../../component-base/random.ts'
import { address } from '../../kube-proxy-sim/datapath/address.ts'
import { chainsOfText, loadRules } from '../../kube-proxy-sim/datapath/load-rules.ts'
import { type Fate, NodeDataPath } from '../../kube-proxy-sim/datapath/node-datapath.ts'
import type { Headers, Packet, Protocol } from '../../kube-proxy-sim/datapath/packet.ts'
import { proxyNetwork } from '../../kube-proxy-sim/datapath/proxy-network.ts'
import { type BaseChain, RulesetError } from '../../kube-proxy-sim/datapath/ruleset.ts'
import { parseHostPort } from '../../kube-proxy-sim/rules/model/ip-range.ts'
import { renderRules } from '../../kube-proxy-sim/rules/render-rules.ts'
import { InputError } from '../../replay/input-error.ts'
import { takeOption } from '../take-option.ts'
import { UsageError } from '../usage-error.ts'
import { wholeNumber } from '../whole-number.ts'
import { type RulesIO, rulesSource } from './rules-source.ts'

const usage = `usage: kepsim kube-proxy rules trace --from IP[:PORT] --to IP:PORT[/tcp|udp|sctp] [--in INTERFACE] [--packets N]
         (--kubeconfig FILE | --input FILE) [--rules FILE] [--mode iptables|nftables|ipvs] [--seed N]
         [--release R] [--plan P] [--node NAME] [--config FILE] [KUBE-PROXY'S OWN FLAGS]

Sends a packet through the rules that a kube-proxy programs on its node, and prints the rules that match it and what becomes
of it. --packets sends N of them, each of a connection of its own, and counts where they go. --rules takes rules that a node's
iptables-save or "nft list ruleset" has printed instead. Pods of the node come in by cbr0 (or the bridge that kube-proxy is
told), others by eth0, unless --in names an interface; the node's own addresses send from the node itself. Choices by chance
follow --seed (default 1). Exit code 0 where packets get through, 1 where all are refused, 2 where there is nothing to send.
`

/** Runs `kube-proxy rules trace`; resolves with the exit code. @param argv those after `trace` */
export async function runTraceCommand(argv: readonly string[], io: RulesIO): Promise<number> {
  if (argv.length === 0 || ['--help', '-h', 'help'].includes(argv[0]!)) {
    io.stdout(usage)
    return argv.length === 0 ? 2 : 0
  }
  try {
    return await trace([...argv], io)
  } catch (error) {
    if (error instanceof RulesetError || error instanceof InputError) throw new UsageError(error.message)
    throw error
  }
}

async function trace(args: string[], io: RulesIO): Promise<number> {
  const [from, to] = [takeOption(args, 'from'), takeOption(args, 'to')]
  if (from === undefined || to === undefined) throw new UsageError('give --from and --to')
  const packets = wholeNumber(takeOption(args, 'packets') ?? '1', 'packets')
  const seed = wholeNumber(takeOption(args, 'seed') ?? '1', 'seed', 0)
  const [inBy, file] = [takeOption(args, 'in'), takeOption(args, 'rules')]
  const packet = packetOf(from, to)
  const source = await rulesSource(args, io, 'kepsim kube-proxy rules trace')
  if ('print' in source) {
    io.stdout(source.print)
    return 0
  }
  const network = proxyNetwork(source.config)
  const path = new NodeDataPath({ network, random: seededRandom(seed), clock: realClock })
  if (file === undefined) loadRules(path, renderRules(source.objects, source.config))
  else path.load(await chainsOfFile(file, io))
  const sent = { ...packet, in: inBy ?? network.interfaceOf(packet.source) }
  return packets === 1 ? one(path, sent, io) : many(path, sent, packets, io)
}

async function chainsOfFile(file: string, io: RulesIO): Promise<BaseChain[]> {
  const text = await io.readText(file).catch(() => {
    throw new UsageError(`open ${file}: no such file or directory`)
  })
  try {
    return chainsOfText(text)
  } catch (error) {
    if (error instanceof RulesetError) throw new UsageError(`${file}: ${error.message}`)
    throw error
  }
}

const firstPort = 32_768

function packetOf(from: string, to: string): Packet {
  const source = endpointOf('--from', from)
  const destination = endpointOf('--to', to)
  if (destination.port === undefined) throw new UsageError(`--to ${to}: it has no port (IP:PORT/tcp)`)
  if (source.ip.family !== destination.ip.family)
    throw new UsageError(`--from ${from} and --to ${to} are of different address families`)
  return {
    protocol: destination.protocol ?? 'tcp',
    source: source.ip,
    sourcePort: source.port ?? firstPort,
    destination: destination.ip,
    destinationPort: destination.port,
  }
}

/** `10.0.0.1`, `10.0.0.1:80`, `[fd00::1]:80/udp`. */
function endpointOf(option: string, text: string) {
  const [, plain, protocol] = /^(.*?)(?:\/(tcp|udp|sctp))?$/i.exec(text)!
  const place = parseHostPort(plain!)
  if (place === undefined) throw new UsageError(`${option} ${text}: it is no IP:PORT/PROTOCOL`)
  const { ip, port } = place
  if (port !== undefined && (port < 1 || port > 65_535))
    throw new UsageError(`${option} ${text}: ports are 1 to 65535`)
  return { ip: address(ip)!, port, protocol: protocol?.toLowerCase() as Protocol | undefined }
}

const way = ({ source, sourcePort, destination, destinationPort }: Headers): string =>
  `${joinHostPort(source.text, sourcePort)} -> ${joinHostPort(destination.text, destinationPort)}`

const gotThrough = ({ outcome }: Fate): boolean => outcome === 'delivered' || outcome === 'forwarded'

function one(path: NodeDataPath, packet: Packet, io: RulesIO): number {
  const fate = path.send(packet, true)
  io.stdout(
    `${way(packet)} ${packet.protocol}${packet.in === undefined ? ' from the node' : ` in by ${packet.in}`}\n`,
  )
  for (const { hook, table, chain, rule } of fate.trace) io.stdout(`  ${hook} ${table} ${chain}: ${rule}\n`)
  io.stdout(`${fateText(fate)}\n`)
  return gotThrough(fate) ? 0 : 1
}

function fateText(fate: Fate): string {
  if (fate.outcome === 'rejected') return `rejected with ${fate.rejectedWith}`
  if (fate.outcome === 'forwarded') return `forwarded by ${fate.out}: ${way(fate.headers)}`
  return gotThrough(fate) ? `delivered to the node: ${way(fate.headers)}` : fate.outcome
}

/** Counts where packets go, the most frequent first. Each has its own port, which masquerading changes. */
function many(path: NodeDataPath, packet: Packet, count: number, io: RulesIO): number {
  const counts = new Map<string, number>()
  let through = 0
  for (let at = 0; at < count; at++) {
    const sourcePort = ((packet.sourcePort - 1 + at) % 65_535) + 1
    const fate = path.send({ ...packet, sourcePort })
    if (gotThrough(fate)) through++
    const place = gotThrough(fate) ? placeText(packet, fate) : fateText(fate)
    counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  for (const [place, times] of [...counts].sort(([, a], [, b]) => b - a)) io.stdout(`${times} ${place}\n`)
  return through > 0 ? 0 : 1
}

const placeText = (packet: Packet, { headers, out }: Fate): string =>
  `to ${joinHostPort(headers.destination.text, headers.destinationPort)}${out === undefined ? ' on the node' : ` by ${out}`}${
    headers.source === packet.source ? '' : ` from ${headers.source.text}`
  }`
