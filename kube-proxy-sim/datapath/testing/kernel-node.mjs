// A node of the kernel's: loads rules in a network of its own, and tells what becomes of packets that a second network sends.
// usage: unshare --net node kernel-node.mjs      stdin: JSON { program, rules, addresses, packets }; stdout: JSON by packet
// Its interfaces: cbr0, by which 10.244.0.0/24 is reached, and eth0, by which all others are.
import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sendAll } from './kernel-send.mjs'

const run = (program, args, input) =>
  execFileSync(program, args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] })
const ip = (text) => run('ip', text.split(' '))
const macOf = (device) => JSON.parse(ip(`-j link show ${device}`))[0].address

/** Sets that remember by a packet's own port what it was when it left or reached the node itself, and whether it was refused. */
const probe = `table ip probe {
	set left { type inet_service . ipv4_addr . ipv4_addr . inet_service . ifname; size 65535; flags dynamic; }
	set reached { type inet_service . ipv4_addr . ipv4_addr . inet_service; size 65535; flags dynamic; }
	set refused { type inet_service; size 65535; flags dynamic; }
	chain postrouting {
		type filter hook postrouting priority 300; policy accept;
		ct direction original meta l4proto { tcp, udp } add @left { ct original proto-src . ip saddr . ip daddr . th dport . oifname }
	}
	chain input {
		type filter hook input priority 300; policy accept;
		ct direction original meta l4proto { tcp, udp } add @reached { ct original proto-src . ip saddr . ip daddr . th dport }
	}
	chain output {
		type filter hook output priority 300; policy accept;
		meta l4proto icmp add @refused { ct original proto-src }
	}
}
`

const { program, rules, addresses, clients, packets } = JSON.parse(readFileSync(0, 'utf8'))
ip('link set lo up')
ip('link add cbr0 type veth peer name pod0')
ip('link add eth0 type veth peer name ext0')
const client = spawn(
  'unshare',
  ['--net', process.execPath, join(dirname(fileURLToPath(import.meta.url)), 'kernel-client.mjs')],
  { stdio: ['pipe', 'pipe', 'inherit'] },
)
const lines = createInterface(client.stdout)[Symbol.asyncIterator]()
const said = async () => (await lines.next()).value
await said()
const gateways = { pod0: macOf('cbr0'), ext0: macOf('eth0') }
const own = { pod0: macOf('pod0'), ext0: macOf('ext0') }
for (const device of ['pod0', 'ext0']) ip(`link set ${device} netns ${client.pid}`)
for (const one of addresses.eth0) ip(`address add ${one}/32 dev eth0`)
for (const one of addresses.cbr0) ip(`address add ${one}/32 dev cbr0`)
for (const device of ['cbr0', 'eth0']) ip(`link set ${device} up`)
client.stdin.write(
  `${JSON.stringify({ clients, gateways, packets: packets.filter(({ from }) => from !== 'node') })}\n`,
)
await said()
ip('route add 10.244.0.0/24 dev cbr0')
ip('route add default via 10.1.1.254 dev eth0 onlink')
ip(`neigh replace 10.1.1.254 lladdr ${own.ext0} dev eth0 nud permanent`)
for (const one of clients.pod0) ip(`neigh replace ${one} lladdr ${own.pod0} dev cbr0 nud permanent`)
for (const device of ['all', 'default', 'cbr0', 'eth0'])
  run('sysctl', ['-qw', `net.ipv4.conf.${device}.rp_filter=0`, `net.ipv4.conf.${device}.route_localnet=1`])
run('sysctl', [
  '-qw',
  'net.ipv4.ip_forward=1',
  'net.ipv4.icmp_ratelimit=0',
  'net.ipv4.icmp_msgs_per_sec=1000000',
  'net.ipv4.icmp_msgs_burst=1000000',
])
run('nft', ['-f', '-'], probe)
run(program[0], program.slice(1), rules)
client.stdin.write('go\n')
await said()
await sendAll(packets.filter(({ from }) => from === 'node'))

const elements = (name) =>
  (
    JSON.parse(run('nft', ['-j', 'list', 'set', 'ip', 'probe', name])).nftables.find((one) => one.set)?.set
      .elem ?? []
  ).map((one) => one.concat ?? [one])
console.log(
  JSON.stringify({ left: elements('left'), reached: elements('reached'), refused: elements('refused') }),
)
// With the client goes its end of the interfaces.
client.stdin.end()
