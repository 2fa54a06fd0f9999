// conntrack: the connections that a node's kernel knows. Upstream: conntrack-tools src/conntrack.c (1.4.7)
import { type Connection, connectionText, secondsLeft } from '../../kube-proxy-sim/datapath/conntrack.ts'
import type { CommandResult } from './command-result.ts'
import { ownNode } from './component-ports.ts'
import type { MachineCommand } from './machine.ts'
import { networkOf } from './network.ts'

const version = 'conntrack v1.4.7 (conntrack-tools)'

/** Options that take a value → what of a connection must have it. */
const filters: Readonly<Record<string, (connection: Connection) => string | number>> = {
  '-p': ({ protocol }) => protocol,
  '--proto': ({ protocol }) => protocol,
  '-s': ({ original }) => original.source.text,
  '--src': ({ original }) => original.source.text,
  '--orig-src': ({ original }) => original.source.text,
  '-d': ({ original }) => original.destination.text,
  '--dst': ({ original }) => original.destination.text,
  '--orig-dst': ({ original }) => original.destination.text,
  '-r': ({ reply }) => reply.source.text,
  '--reply-src': ({ reply }) => reply.source.text,
  '-q': ({ reply }) => reply.destination.text,
  '--reply-dst': ({ reply }) => reply.destination.text,
  '--sport': ({ original }) => original.sourcePort,
  '--orig-port-src': ({ original }) => original.sourcePort,
  '--dport': ({ original }) => original.destinationPort,
  '--orig-port-dst': ({ original }) => original.destinationPort,
  '--reply-port-src': ({ reply }) => reply.sourcePort,
  '--reply-port-dst': ({ reply }) => reply.destinationPort,
  '-f': ({ original }) => (original.source.family === 'IPv6' ? 'ipv6' : 'ipv4'),
  '--family': ({ original }) => (original.source.family === 'IPv6' ? 'ipv6' : 'ipv4'),
}

const protocolNumbers = { tcp: 6, udp: 17, sctp: 132 } as const
const states = {
  tcp: ['SYN_SENT ', 'ESTABLISHED '],
  udp: ['', ''],
  sctp: ['COOKIE_WAIT ', 'ESTABLISHED '],
} as const

/** Lists, counts or deletes the connections of the node, or of the first one from the author's computer. */
export const conntrack: MachineCommand['run'] = async (machine, args, _ctx, host) => {
  const verb = args.find((arg) => /^(?:-[LDC]|--dump|--delete|--count)$/.test(arg))
  const tests = testsOf(args.filter((arg) => arg !== verb))
  if (verb === undefined || tests === undefined) return notSimulated(args)
  const node = ownNode(machine, host) ?? machine.kubeadm?.plan.nodes[0]?.name
  const kernel = (await networkOf(machine))?.kernelOf(node ?? '')
  const found = (kernel?.connections() ?? []).filter((one) => tests.every((test) => test(one)))
  if (/C|count/.test(verb)) return { stdout: `${found.length}\n`, stderr: '', exitCode: 0 }
  const isDeleted = /D|delete/.test(verb)
  if (isDeleted) kernel?.path.conntrack.deleteWhere((one) => found.includes(one))
  const now = machine.options.clock.now()
  return {
    stdout: found.map((one) => `${entryText(one, now)}\n`).join(''),
    stderr: `${version}: ${found.length} flow entries have been ${isDeleted ? 'deleted' : 'shown'}.\n`,
    // What is not there cannot be deleted.
    exitCode: isDeleted && found.length === 0 ? 1 : 0,
  }
}

/** Undefined where an option is not known. */
function testsOf(args: readonly string[]): ((connection: Connection) => boolean)[] | undefined {
  const tests: ((connection: Connection) => boolean)[] = []
  for (let at = 0; at < args.length; at += 2) {
    const [, name, joined] = /^(--[\w-]+)=(.*)$/.exec(args[at]!) ?? []
    const option = name ?? args[at]!
    const wanted = joined ?? args[at + 1]
    if (joined !== undefined) at--
    if (!Object.hasOwn(filters, option) || wanted === undefined) return undefined
    const of = filters[option]!
    tests.push((connection) => `${of(connection)}` === wanted)
  }
  return tests
}

const entryText = (connection: Connection, now: number): string => {
  const { protocol, answered } = connection
  const [, ...ways] = connectionText(connection).split(' ')
  const head = `${protocol.padEnd(8)} ${protocolNumbers[protocol]} ${secondsLeft(connection, now)} ${states[protocol][answered ? 1 : 0]}`
  return `${head}${ways.join(' ')}${answered && protocol !== 'udp' ? ' [ASSURED]' : ''} mark=0 use=1`
}

const notSimulated = (args: readonly string[]): CommandResult => ({
  stdout: '',
  stderr: `conntrack: this machine lists, counts and deletes connections only: ${args.join(' ')}\n`,
  exitCode: 2,
  limit: 'not simulated',
})
