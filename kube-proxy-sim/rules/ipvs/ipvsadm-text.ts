import { joinHostPort } from '../../../component-base/go/net.ts'
import { ipNumber } from '../../../component-base/ip-number.ts'
import type { VirtualServer } from './virtual-servers.ts'

const heading = [
  'IP Virtual Server version 1.2.1 (size=4096)',
  'Prot LocalAddress:Port Scheduler Flags',
  '  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn',
]
/** ipvsadm sorts by protocol number. */
const protocols = ['TCP', 'UDP', 'SCTP']

/** The text of `ipvsadm -Ln`: virtual servers by protocol, address and port, without connections. */
export function ipvsadmText(servers: readonly VirtualServer[]): string {
  const lines = uniqueServers(servers).sort(byAddress).flatMap(serverLines)
  return `${[...heading, ...lines].join('\n')}\n`
}

/** The virtual servers without repetition: of those with the same protocol, address and port the last wins. */
const uniqueServers = (servers: readonly VirtualServer[]): VirtualServer[] => [
  ...new Map(servers.map((server) => [`${server.protocol} ${server.ip} ${server.port}`, server])).values(),
]

interface Placed {
  ip: string
  port: number
}

function byPlace(a: Placed, b: Placed): number {
  const [left, right] = [ipNumber(a.ip), ipNumber(b.ip)]
  return left < right ? -1 : left > right ? 1 : a.port - b.port
}

const byAddress = (a: VirtualServer, b: VirtualServer): number =>
  Number(a.ip.includes(':')) - Number(b.ip.includes(':')) ||
  protocols.indexOf(a.protocol) - protocols.indexOf(b.protocol) ||
  byPlace(a, b)

const place = ({ ip, port }: Placed): string => joinHostPort(ip, port)

function serverLines(server: VirtualServer): string[] {
  const persistent = server.persistent > 0 ? ` persistent ${server.persistent}` : ''
  // @note kube-proxy sets the flag that makes mh hash the source port too.
  const flags = server.scheduler === 'mh' ? ' (mh-port)' : ''
  return [
    `${server.protocol.padEnd(4)} ${place(server)} ${server.scheduler}${persistent}${flags}`,
    ...[...server.endpoints].sort(byPlace).map(endpointLine),
  ]
}

const endpointLine = (endpoint: Placed): string =>
  `  -> ${place(endpoint).padEnd(28)} ${'Masq'.padEnd(7)} ${'1'.padEnd(6)} ${'0'.padEnd(10)} ${'0'.padEnd(10)}`
