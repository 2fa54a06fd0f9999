// docker and podman, as far as scripts use them: the containers are the nodes that kind runs.

import { decodeBytesToUtf8, type ResolvedCommandContext } from 'just-bash'
import { textTable } from '../../component-base/text-table.ts'
import type { CommandResult } from './command-result.ts'
import type { Host } from './host.ts'
import type { Machine } from './machine.ts'

const ok = (stdout: string): CommandResult => ({ stdout, stderr: '', exitCode: 0 })
const refused = (stderr: string, exitCode = 1): CommandResult => ({
  stdout: '',
  stderr: `${stderr}\n`,
  exitCode,
})

type Verb = (
  machine: Machine,
  args: string[],
  ctx: ResolvedCommandContext,
  host: Host,
) => Promise<CommandResult> | CommandResult

const verbs: Readonly<Record<string, Verb>> = {
  ps: list,
  exec,
  cp: copy,
  restart,
  start: restart,
  stop,
  kill: stop,
}
/** What has nothing to do with nodes: images and networks are there as soon as they are named. */
const without = new Set([
  'build',
  'buildx',
  'pull',
  'push',
  'tag',
  'image',
  'images',
  'login',
  'network',
  'rmi',
  'system',
])

/** Runs docker's commands on the nodes of kind; refuses what is not simulated. */
export async function docker(
  machine: Machine,
  args: string[],
  ctx: ResolvedCommandContext,
  host: Host,
): Promise<CommandResult> {
  const [verb = '', ...rest] = args[0] === 'container' ? args.slice(1) : args
  if (Object.hasOwn(verbs, verb)) return verbs[verb]!(machine, rest, ctx, host)
  if (without.has(verb)) return ok('')
  const said = `docker: '${verb}' is not simulated: the containers of this machine are the nodes of kind`
  return { ...refused(said, 125), limit: 'not simulated' }
}

function list(machine: Machine, args: string[]): CommandResult {
  const nodes = machine.kubeadm?.plan.nodes ?? []
  const ids = nodes.map((_node, at) => (0xc0ffee000000 + at).toString(16))
  if (args.some((arg) => /^(-a?q|--quiet)$/.test(arg))) return ok(ids.map((id) => `${id}\n`).join(''))
  const rows = nodes.map(({ name, release }, at) => [
    ids[at]!,
    `kindest/node:v${release}`,
    '"/usr/local/bin/entr…"',
    '1 minute ago',
    'Up 1 minute',
    at === 0 ? '127.0.0.1:6443->6443/tcp' : '',
    name,
  ])
  return ok(textTable(['CONTAINER ID', 'IMAGE', 'COMMAND', 'CREATED', 'STATUS', 'PORTS', 'NAMES'], rows, 3))
}

const noSuchContainer = (name: string): CommandResult =>
  refused(`Error response from daemon: No such container: ${name}`)

const withValue = /^(?:-u|-w|-e|--user|--workdir|--env|--env-file)$/

async function exec(machine: Machine, args: string[], ctx: ResolvedCommandContext): Promise<CommandResult> {
  let at = 0
  while (args[at]?.startsWith('-')) at += withValue.test(args[at]!) ? 2 : 1
  const [name = '', command, ...rest] = args.slice(at)
  const node = machine.computers.nodes.get(name)
  if (node === undefined) return noSuchContainer(name)
  if (command === undefined) return refused("docker: 'docker exec' requires at least 2 arguments")
  if (
    /^(?:\/(?:usr\/)?bin\/)?(?:ba)?sh$/.test(command) &&
    rest.every((arg) => /^(?:-l|--login|-i)$/.test(arg))
  ) {
    machine.computers.enter(node)
    return ok('')
  }
  return node.exec([command, ...rest], decodeBytesToUtf8(ctx.stdin))
}

/** `docker cp NODE:PATH PATH` and the other way. */
async function copy(
  machine: Machine,
  args: string[],
  ctx: ResolvedCommandContext,
  host: Host,
): Promise<CommandResult> {
  const [from = '', to = ''] = args.filter((arg) => !arg.startsWith('-'))
  const place = (text: string): { host: Host | undefined; path: string } => {
    const [, name, path = ''] = /^([^/:]+):(.*)$/.exec(text) ?? []
    return name === undefined
      ? { host, path: host.absolute(text, ctx.cwd) }
      : { host: machine.computers.nodes.get(name), path }
  }
  const source = place(from)
  const target = place(to)
  if (source.host === undefined || target.host === undefined)
    return noSuchContainer((source.host === undefined ? from : to).split(':')[0]!)
  const content = await source.host.readFile(source.path).catch(() => undefined)
  if (content === undefined)
    return refused(`Error response from daemon: Could not find the file ${source.path} in container`)
  const directory =
    target.path.endsWith('/') ||
    (await target.host.disk
      .exists(target.path)
      .then((there) => there && target.host!.disk.stat(target.path).then((stat) => stat.isDirectory)))
  const name = source.path.slice(source.path.lastIndexOf('/') + 1)
  await target.host.writeFile(directory ? `${target.path.replace(/\/$/, '')}/${name}` : target.path, content)
  return ok('')
}

async function restart(machine: Machine, args: string[]): Promise<CommandResult> {
  for (const name of args.filter((arg) => !arg.startsWith('-'))) {
    if (!machine.computers.nodes.has(name)) return noSuchContainer(name)
    const failed = await machine.kubeadm?.startNode(name)
    if (failed !== undefined) return failed
  }
  return ok(args.map((name) => `${name}\n`).join(''))
}

async function stop(machine: Machine, args: string[]): Promise<CommandResult> {
  for (const name of args.filter((arg) => !arg.startsWith('-'))) {
    if (!machine.computers.nodes.has(name)) return noSuchContainer(name)
    await machine.kubeadm?.stopNode(name)
  }
  return ok(args.map((name) => `${name}\n`).join(''))
}
