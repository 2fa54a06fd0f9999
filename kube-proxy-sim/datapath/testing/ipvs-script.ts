// A shell script that gives a kernel the rules of ipvs mode, as the tools of a node print them.
import type { IpvsRules } from '../../rules/ipvs/render-ipvs.ts'
import { readIpvsadm } from '../ipvs/read-ipvsadm.ts'

const here = (command: string, text: string): string => `${command} <<'END'\n${text}END\n`

/** The script for IPv4. It stops at its first error. */
export function ipvsScript({ ipvsadm, ipset, iptables }: IpvsRules): string {
  const servers = readIpvsadm(ipvsadm).filter(({ ip }) => !ip.includes(':'))
  const addresses = new Set(servers.map(({ ip }) => ip))
  return [
    'set -e',
    'sysctl -qw net.ipv4.vs.conntrack=1 net.ipv4.vs.expire_nodest_conn=1',
    'ip link add kube-ipvs0 type dummy',
    // The node's own addresses are on the machine already.
    ...[...addresses].map((ip) => `ip address add ${ip}/32 dev kube-ipvs0 2>/dev/null || true`),
    here('ipset restore', restoredSets(ipset)),
    here('iptables-restore', iptables.IPv4.replace(/ -m nfacct --nfacct-name {2}\S+/g, '')),
    here('ipvsadm -R', servers.flatMap(restoredServer).join('')),
  ].join('\n')
}

function restoredServer({
  protocol,
  ip,
  port,
  scheduler,
  persistent,
  servers,
}: ReturnType<typeof readIpvsadm>[number]) {
  const flag = { tcp: '-t', udp: '-u', sctp: '--sctp-service' }[protocol]
  const service = `${flag} ${ip}:${port}`
  const stays = persistent > 0 ? ` -p ${persistent}` : ''
  return [
    `-A ${service} -s ${scheduler}${stays}\n`,
    ...servers.map(({ text }) => `-a ${service} -r ${text} -m -w 1\n`),
  ]
}

/** `ipset list` → `ipset restore`. */
const restoredSets = (text: string): string =>
  text
    .split(/^(?=Name: )/m)
    .filter((part) => part.includes('Name: ') && !part.includes('family inet6'))
    .map((part) => {
      const of = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1] ?? ''
      const members = (part.split(/^Members:\n/m)[1] ?? '').split('\n').filter((line) => line !== '')
      return [
        `create ${of('Name')} ${of('Type')} ${of('Header')}\n`,
        ...members.map((member) => `add ${of('Name')} ${member}\n`),
      ].join('')
    })
    .join('')
