// Small programs of a shell that scripts take for granted: they run another command, or tell of the computer.
import { decodeBytesToUtf8, type ResolvedCommandContext } from 'just-bash'
import type { CommandResult } from './command-result.ts'
import type { Host } from './host.ts'
import { addressesOfPlan, type ClusterPlan } from './kubeadm-plan.ts'
import type { Machine } from './machine.ts'

const ok = (stdout = ''): CommandResult => ({ stdout, stderr: '', exitCode: 0 })

const word = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The command that the arguments are, where this one was given. */
async function runArguments(
  args: readonly string[],
  ctx: ResolvedCommandContext,
  env: Record<string, string> = { ...ctx.exportedEnv },
): Promise<CommandResult> {
  const [command, ...rest] = args
  if (command === undefined || ctx.exec === undefined) return ok()
  return ctx.exec(word(command), { cwd: ctx.cwd, env, args: rest, stdin: decodeBytesToUtf8(ctx.stdin) })
}

/** Options dropped, `A=1` assignments given to the command. */
export async function sudo(
  _machine: Machine,
  args: string[],
  ctx: ResolvedCommandContext,
): Promise<CommandResult> {
  const env: Record<string, string> = { ...ctx.exportedEnv }
  let at = 0
  for (; at < args.length; at++) {
    const arg = args[at]!
    const assignment = /^([A-Za-z_]\w*)=(.*)$/s.exec(arg)
    if (assignment !== null) env[assignment[1]!] = assignment[2]!
    else if (/^-[ugpC]$/.test(arg)) at++
    else if (!arg.startsWith('-')) break
  }
  return runArguments(args.slice(at), ctx, env)
}

/** Nothing hangs up on the machine. */
export const nohup = (
  _machine: Machine,
  args: string[],
  ctx: ResolvedCommandContext,
): Promise<CommandResult> => runArguments(args, ctx)

const watchFlags = /^(?:-[bcdegrtwx]+|--[a-z-]+(?:=.*)?|-n[\d.]+|-d=\S+)$/

/** Runs the command of `watch` once: whoever watches ends it when they have seen the output. */
export async function watch(
  _machine: Machine,
  args: string[],
  ctx: ResolvedCommandContext,
): Promise<CommandResult> {
  let at = 0
  while (at < args.length && (args[at] === '-n' || args[at] === '--interval' || watchFlags.test(args[at]!)))
    at += args[at] === '-n' || args[at] === '--interval' ? 2 : 1
  const line = args.slice(at).join(' ')
  if (ctx.exec === undefined) return ok()
  return ctx.exec(line, { cwd: ctx.cwd, env: { ...ctx.exportedEnv } })
}

/** Runs mktemp: makes a file or directory under /tmp and prints its path. */
export async function mktemp(
  machine: Machine,
  args: string[],
  _ctx: ResolvedCommandContext,
  host: Host,
): Promise<CommandResult> {
  const path = machine.newTempDir('tmp')
  if (args.some((arg) => /^-[a-z]*d|^--directory$/.test(arg)))
    await host.disk.mkdir(path, { recursive: true })
  else await host.writeFile(path, '')
  return ok(`${path}\n`)
}

/** Prints the whole file or input, as a pager whose user reads to the end. */
export const pager = (
  _machine: Machine,
  args: string[],
  ctx: ResolvedCommandContext,
): Promise<CommandResult> => runArguments(['cat', ...args.filter((arg) => !/^[-+]/.test(arg))], ctx)

/** Runs uname for a Linux machine on x86_64. */
export async function uname(
  _machine: Machine,
  args: string[],
  _ctx: unknown,
  host: Host,
): Promise<CommandResult> {
  const parts = { s: 'Linux', n: host.name, r: '6.8.0', m: 'x86_64' }
  const letters = args.includes('-a') ? 'snrm' : args.join('').replaceAll('-', '') || 's'
  const shown = Object.entries(parts).filter(([letter]) => letters.includes(letter))
  return ok(`${shown.map(([, text]) => text).join(' ')}\n`)
}

/** Runs hostname: the computer's name, and with -i or -I the addresses that its node has. */
export async function hostname(
  machine: Machine,
  args: string[],
  _ctx: unknown,
  host: Host,
): Promise<CommandResult> {
  const [flag = '', ...more] = args
  if (
    more.length > 0 ||
    !/^(?:$|-[sfiId]$|--(?:short|fqdn|long|ip-address|all-ip-addresses|domain)$)/.test(flag)
  )
    return {
      stdout: '',
      stderr: `hostname ${args.join(' ')} is not simulated\n`,
      exitCode: 1,
      limit: 'not simulated',
    }
  const node = nodeOf(machine, host)
  const addresses = node === undefined ? ['127.0.1.1'] : addressesOfPlan(node)
  if (/^(?:-I|--all-ip-addresses)$/.test(flag)) return ok(`${addresses.map((one) => `${one} `).join('')}\n`)
  if (/^(?:-i|--ip-address)$/.test(flag)) return ok(`${addresses.join(' ')}\n`)
  return ok(/^(?:-d|--domain)$/.test(flag) ? '\n' : `${node?.name ?? host.name}\n`)
}

/** The node that a computer is: the author's own is the one that kubeadm made of it. */
function nodeOf(machine: Machine, { name: computer }: Host): ClusterPlan['nodes'][number] | undefined {
  const plan = machine.kubeadm?.plan
  const own = computer === 'workstation' && plan?.local === true ? plan.nodes[0] : undefined
  return own ?? plan?.nodes.find(({ name }) => name === computer)
}

/** Runs whoami: `root` on nodes, `user` on the author's computer. */
export const whoami = async (
  _machine: Machine,
  _args: string[],
  _ctx: unknown,
  host: Host,
): Promise<CommandResult> => ok(host.home === '/root' ? 'root\n' : 'user\n')
