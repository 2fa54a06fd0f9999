// `kepsim up` in a document: its cluster, on the machine of the transcript.

import type { ResolvedCommandContext } from 'just-bash'
import type { Started } from '../../cluster/component-start.ts'
import { clusterDialect } from '../../cluster/dialect.ts'
import { type FlagDefinition, FlagError } from '../../component-base/flags/flag-definition.ts'
import { parseFlags } from '../../component-base/flags/parse-flags.ts'
import { minorOf } from '../../component-base/minor.ts'
import type { CommandResult } from '../machine/command-result.ts'
import type { Machine } from '../machine/machine.ts'

const flags: FlagDefinition[] = [
  { name: 'release', type: 'string' },
  { name: 'nodes', type: 'int', default: '1' },
  { name: 'feature-gates', type: 'mapStringBool' },
  { name: 'kubeconfig', type: 'string' },
]

interface Request {
  /** With its patch number. */
  release: string
  nodes: number
  gates: Record<string, boolean>
  kubeconfig: string
}

/** Starts the cluster in place of the one that runs, as if in the background: the command ends when the cluster serves. */
export async function up(
  machine: Machine,
  args: readonly string[],
  context: ResolvedCommandContext,
): Promise<CommandResult> {
  try {
    const request = read(machine, args, context)
    await machine.cluster.stop()
    const url = await start(machine, request, context)
    await context.fs.writeFile(request.kubeconfig, machine.cluster.apiserver!.kubeconfig('admin'))
    return ended(0, `A cluster of release ${request.release} serves on ${url}\n`)
  } catch (error) {
    if (!(error instanceof FlagError || error instanceof StartError)) throw error
    return ended(2, '', `${error.message.trim()}\n`)
  }
}

const ended = (exitCode: number, stdout: string, stderr = ''): CommandResult => ({ stdout, stderr, exitCode })

class StartError extends Error {}

function read(machine: Machine, args: readonly string[], { cwd, fs }: ResolvedCommandContext): Request {
  const { values } = parseFlags(flags, args)
  const release = values.string('release') || machine.checkout.newest
  if (!machine.checkout.known(release))
    throw new FlagError(`kepsim up: there is no release ${release} to simulate`)
  return {
    release: machine.sources.fullRelease(release),
    nodes: values.number('nodes'),
    gates: Object.fromEntries(values.boolMap('feature-gates')),
    kubeconfig: fs.resolvePath(cwd, values.string('kubeconfig') || `${machine.home}/.kube/config`),
  }
}

async function start(
  machine: Machine,
  { release, nodes, gates }: Request,
  { fs }: ResolvedCommandContext,
): Promise<string> {
  const { cluster } = machine
  const set = Object.entries(gates).map(([name, on]) => `${name}=${on}`)
  const gateFlags = set.length === 0 ? [] : [`--feature-gates=${set.join(',')}`]
  const base = { release, version: undefined, readFile: (path: string) => fs.readFile(path) }
  const apiserver = running(await cluster.startApiserver({ ...base, args: gateFlags, dataDir: undefined }))
  running(await cluster.startControllers({ ...base, args: [], apiserver }))
  for (let i = 1; i <= nodes; i++) {
    const node = `node-${i}`
    const own = { ...base, args: [`--hostname-override=${node}`, ...gateFlags], apiserver }
    const { runtimeFlags } = clusterDialect(minorOf(release))
    running(await cluster.startKubelet(node, { ...own, args: [...own.args, ...runtimeFlags] }))
    running(await cluster.startKubeProxy(node, own))
  }
  return apiserver.url
}

function running<T>(started: Started<T>): T {
  if (!started.ok) throw new StartError(started.stderr)
  return started.component
}
