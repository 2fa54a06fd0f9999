// What kube-proxy in ipvs mode asked of its tools, as the tools would show it.
import { joinHostPort } from '../../../component-base/go/net.ts'

/** A virtual server with its real ones, as kube-proxy enters them. */
export interface AskedServer {
  address: string
  port: number
  protocol: string
  scheduler: string
  /** 1: clients stick to an endpoint; 16: the scheduler hashes the source port too. */
  flags?: number
  /** Seconds that a client sticks. */
  timeout?: number
  real?: readonly { address: string; port: number; weight: number }[]
}

/** What the program `ipvs` prints. */
export interface AskedRules {
  servers: readonly AskedServer[]
  sets: readonly { name: string; type: string; family: string; entries: readonly string[] }[]
  iptables: {
    /** `nat KUBE-SERVICES` */
    chains: readonly string[]
    /** `nat -A OUTPUT -j KUBE-SERVICES`: each was put before the rules of its chain. */
    jumps: readonly string[]
    /** The input of iptables-restore. */
    restored: string
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const place = ({ address, port }: { address: string; port: number }): string => joinHostPort(address, port)

const [persistent, hashesPort] = [1, 16]

function serverText(server: AskedServer): string {
  const { protocol, scheduler, flags = 0, timeout, real = [] } = server
  const sticks = (flags & persistent) === 0 ? '' : ` persistent ${timeout}`
  const hashes = (flags & hashesPort) === 0 ? '' : ` (${scheduler}-port)`
  const ends = real.map((one) => `  -> ${place(one)} Masq ${one.weight}\n`).sort(compare)
  return [`${protocol.padEnd(4)} ${place(server)} ${scheduler}${sticks}${hashes}\n`, ...ends].join('')
}

const setText = ({ name, type, family, entries }: AskedRules['sets'][number]): string =>
  `Name: ${name}\nType: ${type}\nHeader: ${type.startsWith('bitmap') ? 'range 0-65535' : `family ${family}`}\nMembers:\n${entries.map((one) => `${one}\n`).join('')}`

/** Sources and interfaces stand before matches, in whichever place they were given. */
function inOrder(rule: string): string {
  const early = / (?:! )?-(?:s|i) \S+/g
  const [chain] = /^-A \S+/.exec(rule)!
  return `${chain}${(rule.match(early) ?? []).join('')}${rule.slice(chain.length).replace(early, '')}`
}

const protocolNumbers: Readonly<Record<string, string>> = { tcp: '6', udp: '17', sctp: '132' }
const hex = (mark: string): string => `0x${Number(mark).toString(16)}`

/** The rule as iptables-save prints it, of what was given to iptables-restore. @param bits of an address */
export function savedRule(rule: string, bits: 32 | 128): string {
  return inOrder(rule)
    .replace(/ (-s) ([^\s/]+)(?= |$)/, ` $1 $2/${bits}`)
    .replace(
      /--vaddr (\S+) --vproto (\S+)/,
      (_all, address: string, protocol: string) => `--vproto ${protocolNumbers[protocol]} --vaddr ${address}`,
    )
    .replace(
      /--mark (0x\w+)\/(0x\w+)/,
      (_all, mark: string, mask: string) => `--mark ${hex(mark)}/${hex(mask)}`,
    )
    .replace(/--or-mark (0x\w+)/, (_all, mark: string) => `--set-xmark ${hex(mark)}/${hex(mark)}`)
    .replace(/--xor-mark (0x\w+)/, (_all, mark: string) => `--set-xmark ${hex(mark)}/0x0`)
    .replace(/-j REJECT$/, `-j REJECT --reject-with icmp${bits === 32 ? '' : '6'}-port-unreachable`)
}

/** The kernel's own chains. */
const builtIn: Readonly<Record<string, readonly string[]>> = {
  filter: ['INPUT', 'FORWARD', 'OUTPUT'],
  nat: ['PREROUTING', 'INPUT', 'OUTPUT', 'POSTROUTING'],
}

function tableText(
  table: string,
  { chains, jumps, restored }: AskedRules['iptables'],
  bits: 32 | 128,
): string {
  const own = (line: string): boolean => line.startsWith(`${table} `)
  const rest = (line: string): string => line.slice(table.length + 1)
  const part = restored.split(/^(?=\*)/m).find((one) => one.startsWith(`*${table}\n`)) ?? ''
  const rules = part.split('\n').filter((line) => line.startsWith('-A '))
  const heads = [
    ...builtIn[table]!.map((chain) => `:${chain} ACCEPT [0:0]`),
    ...chains.filter(own).map((chain) => `:${rest(chain)} - [0:0]`),
  ]
  const first = jumps.filter(own).map(rest).reverse()
  const lines = [...first, ...rules].map((rule) => savedRule(rule, bits))
  return [`*${table}`, ...heads.sort(compare), ...lines, 'COMMIT', ''].join('\n')
}

/** The tools' texts, each below the command that shows it. @param family `IPv4` */
export function goldenIpvs({ servers, sets, iptables }: AskedRules, family: 'IPv4' | 'IPv6'): string {
  const bits = family === 'IPv6' ? 128 : 32
  return [
    '# ipvsadm -Ln\n',
    'IP Virtual Server version 1.2.1 (size=4096)\n',
    'Prot LocalAddress:Port Scheduler Flags\n',
    '  -> RemoteAddress:Port Forward Weight\n',
    ...servers.map(serverText).sort(compare),
    '# ipset list\n',
    ...sets.map(setText),
    '# iptables-save\n',
    ...['filter', 'nat'].map((table) => tableText(table, iptables, bits)),
  ].join('')
}
