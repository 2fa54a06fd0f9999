// kubeadm on the author's own computer. Upstream: cmd/kubeadm/app/cmd
import type { ResolvedCommandContext } from 'just-bash'
import { minorOf } from '../../component-base/minor.ts'
import type { CommandResult } from './command-result.ts'
import type { Host } from './host.ts'
import { checkInitDocuments } from './kubeadm-cli/config-documents.ts'
import { configDocuments, type KubeadmCall } from './kubeadm-cli/context.ts'
import { kubeadmDialect } from './kubeadm-cli/dialect.ts'
import { readCommandLine } from './kubeadm-cli/flags.ts'
import { init } from './kubeadm-cli/init.ts'
import { KubeadmError } from './kubeadm-cli/kubeadm-error.ts'
import { migrated } from './kubeadm-cli/migrate.ts'
import { apply, node, plan } from './kubeadm-cli/upgrade.ts'
import type { Machine } from './machine.ts'

const ok = (stdout: string): CommandResult => ({ stdout, stderr: '', exitCode: 0 })

type Verb = (call: KubeadmCall) => Promise<CommandResult>

const needingCluster =
  (verb: Verb): Verb =>
  (call) => {
    if (call.machine.kubeadm === undefined || call.machine.cluster.apiserver === undefined)
      throw new KubeadmError(
        'couldn\'t create a Kubernetes client from file "/etc/kubernetes/admin.conf": failed to load admin kubeconfig: open /etc/kubernetes/admin.conf: no such file or directory',
      )
    return verb(call)
  }

const verbs: Readonly<Record<string, Verb>> = {
  init,
  reset: ({ machine }) => reset(machine),
  version: async ({ version, line }) => ok(versionText(version, line.values.get('output'))),
  'upgrade apply': needingCluster(apply),
  'upgrade plan': needingCluster(plan),
  'upgrade node': needingCluster(node),
  'config migrate': migrate,
  'config validate': validate,
  'config images': async () => ok(''),
}
/** Commands that have nothing to do here: what they make is there. */
const without = new Set(['certs', 'token', 'kubeconfig', 'completion', 'help', 'alpha', 'join'])
const groups = ['upgrade', 'config']

/** Runs kubeadm's commands, in the version that is installed. */
export async function kubeadm(
  machine: Machine,
  args: string[],
  ctx: ResolvedCommandContext,
  host: Host,
): Promise<CommandResult> {
  const release =
    machine.packages.get('kubeadm')?.release ??
    machine.sources.fullRelease(machine.sources.checkedOutRelease())
  const version = machine.packages.tagOf('kubeadm') ?? machine.sources.fullRelease(release)
  const minor = minorOf(version)
  const warnings: string[] = []
  const warn = (message: string): void => {
    const iso = new Date(machine.options.clock.now()).toISOString()
    const [month, day, time] = [iso.slice(5, 7), iso.slice(8, 10), iso.slice(11, 23)]
    warnings.push(`W${month}${day} ${time}000       1 common.go:1] ${message}\n`)
  }
  try {
    const { command, rest } = commandOf(args)
    // Of these it is known what they refuse, although there is nothing to do.
    if (command === 'join') readCommandLine(command, rest, minor)
    if (command === '' || without.has(command.split(' ')[0]!)) return ok('')
    const line = readCommandLine(command, rest, minor)
    const verb = verbs[command]!
    const result = await verb({ machine, host, ctx, line, release, version, minor, warn })
    return { ...result, stderr: warnings.join('') + result.stderr }
  } catch (error) {
    if (!(error instanceof KubeadmError)) throw error
    const text = `${kubeadmDialect(minor).errorPrefix}${error.message}\nTo see the stack trace of this error execute with --v=5 or higher\n`
    return { stdout: '', stderr: warnings.join('') + text, exitCode: 1 }
  }
}

/** The words that name the command. Throws {@link KubeadmError} for one that there is not. */
function commandOf(args: readonly string[]): { command: string; rest: string[] } {
  const at = args.findIndex((arg) => !arg.startsWith('-'))
  if (at < 0) return { command: '', rest: [] }
  const first = args[at]!
  const before = args.slice(0, at)
  if (!groups.includes(first)) {
    if (!Object.hasOwn(verbs, first) && !without.has(first))
      throw new KubeadmError(`unknown command "${first}" for "kubeadm"`)
    return { command: first, rest: [...before, ...args.slice(at + 1)] }
  }
  const second = args.slice(at + 1).find((arg) => !arg.startsWith('-'))
  if (second === undefined) return { command: '', rest: [] }
  if (second === 'diff' || second === 'print') return { command: '', rest: [] }
  const command = `${first} ${second}`
  if (!Object.hasOwn(verbs, command))
    throw new KubeadmError(`unknown command "${second}" for "kubeadm ${first}"`)
  const rest = args.slice(at + 1)
  rest.splice(rest.indexOf(second), 1)
  return { command, rest: [...before, ...rest] }
}

const versionText = (version: string, output: string | undefined): string => {
  const [major, minor] = version.split('.')
  if (output === 'short') return `v${version}\n`
  if (output === 'json')
    return `${JSON.stringify({ clientVersion: { major, minor, gitVersion: `v${version}` } }, undefined, 2)}\n`
  if (output === 'yaml')
    return `clientVersion:\n  gitVersion: v${version}\n  major: "${major}"\n  minor: "${minor}"\n`
  if (output !== undefined) throw new KubeadmError(`invalid output format: ${output}`)
  return `kubeadm version: &version.Info{Major:"${major}", Minor:"${minor}", GitVersion:"v${version}"}\n`
}

async function migrate(call: KubeadmCall): Promise<CommandResult> {
  if (!call.line.values.has('old-config')) throw new KubeadmError('the --old-config flag is mandatory')
  const text = migrated(await configDocuments(call, 'old-config'), call.minor)
  const target = call.line.values.get('new-config')
  if (target === undefined) return ok(text)
  await call.host.writeFile(call.host.absolute(target, call.ctx.cwd), text)
  return ok('')
}

async function validate(call: KubeadmCall): Promise<CommandResult> {
  if (!call.line.values.has('config')) throw new KubeadmError('the --config flag is mandatory')
  for (const warning of checkInitDocuments(await configDocuments(call), call.minor)) call.warn(warning)
  return ok('ok\n')
}

async function reset(machine: Machine): Promise<CommandResult> {
  await machine.kubeadm?.stop()
  await machine.cluster.stop()
  machine.clusters.forgetLayout()
  return ok('[reset] Stopping the kubelet service\n')
}
