// A kernel that packets are sent through, where the machine lets one have networks of its own.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Flow } from './random-services.ts'
import { nodeAddresses, senders } from './random-services.ts'

const works = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0

/** Whether a program that writes rules works in a network of its own. */
export const kernelHas = (...program: string[]): boolean => works('unshare', '--net', ...program)

/** A packet of a flow, identified by a source port of its own. */
export interface KernelPacket extends Flow {
  sourcePort: number
}

/** The outcome of packets, by their source port; those without a line were dropped. */
export type KernelFates = Map<number, string>

/** `10.1.1.1 -> 10.244.1.2:8080 eth0`: what is compared of a packet. */
export const fateText = (source: string, destination: string, port: number, out = 'here'): string =>
  `${source} -> ${destination}:${port} ${out}`

type Fate = Parameters<typeof fateText>

/** Loads rules into a kernel and sends packets. @param program that reads the rules */
export function sendThroughKernel(
  program: readonly string[],
  rules: string,
  packets: readonly KernelPacket[],
): KernelFates {
  const node = fileURLToPath(new URL('kernel-node.mjs', import.meta.url))
  const { status, stdout, stderr } = spawnSync('unshare', ['--net', process.execPath, node], {
    input: JSON.stringify({ program, rules, addresses: nodeAddresses, clients: senders, packets }),
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  if (status !== 0) throw new Error(stderr)
  const { left, reached, refused } = JSON.parse(stdout) as {
    left: [number, string, string, number, string][]
    reached: [number, string, string, number][]
    refused: [number][]
  }
  const fates: KernelFates = new Map()
  // What the node sends to itself leaves by lo before it is refused.
  const byLoopback = left.filter(([, , , , out]) => out === 'lo')
  for (const [port, ...fate] of byLoopback) fates.set(port, fateText(...fate))
  for (const [port] of refused) fates.set(port, 'rejected')
  for (const one of left)
    if (!byLoopback.includes(one)) fates.set(one[0], fateText(...(one.slice(1) as Fate)))
  for (const [port, ...fate] of reached) fates.set(port, fateText(...fate))
  return fates
}
