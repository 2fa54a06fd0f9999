// kubelet, kube-proxy and kube-apiserver started by hand: they stay in the machine's background.
import { hostname } from 'node:os'
import type { ResolvedCommandContext } from 'just-bash'
import type { StartFailure } from '../../cluster/component-start.ts'
import { flagGiven } from '../../component-base/flags/flag-given.ts'
import type { CommandResult } from './command-result.ts'
import type { Machine } from './machine.ts'

function refused(
  machine: Machine,
  component: string,
  release: string,
  failure: Omit<StartFailure, 'ok'>,
): CommandResult {
  machine.incidents.noteFailure({ ...failure, component, release })
  return { stdout: '', stderr: failure.stderr, exitCode: failure.exitCode }
}

/** The release of a component that runs on the machine, or of the checkout. */
function releaseHere(machine: Machine, component: string): string {
  const record = [...machine.cluster.records].find(([name]) => name.split('/')[0] === component)?.[1]
  return record?.release ?? machine.sources.checkedOutRelease()
}

function nodeOf(machine: Machine, component: string, args: readonly string[]): string {
  const known = [...machine.cluster.records.keys()].find((n) => n.startsWith(`${component}/`))?.split('/')[1]
  return flagGiven(args, 'hostname-override') ?? known ?? machine.options.hostname ?? hostname()
}

const versionFlag = (args: readonly string[]): boolean => args.includes('--version')

const versionTold = ({ sources }: Machine, release: string): CommandResult => ({
  stdout: `Kubernetes ${sources.buildVersion() ?? `v${release}`}\n`,
  stderr: '',
  exitCode: 0,
})

/** Starts a kubelet by hand, in the background. */
export async function kubelet(machine: Machine, args: string[]): Promise<CommandResult> {
  const release = machine.sources.checkedOutRelease()
  if (versionFlag(args)) return versionTold(machine, release)
  if (machine.cluster.apiserver === undefined)
    return refused(machine, 'kubelet', release, noServer('kubelet'))
  const started = await machine.clusters.startKubelet({
    node: nodeOf(machine, 'kubelet', args),
    release,
    args,
  })
  return started.ok ? { stdout: '', stderr: '', exitCode: 0 } : refused(machine, 'kubelet', release, started)
}

const noServer = (component: string) => ({
  exitCode: 1,
  stderr: `${component}: no kube-apiserver runs on this machine yet\n`,
})

/** Starts a kube-proxy by hand, in the background, or writes its configuration. */
export async function kubeProxy(
  machine: Machine,
  args: string[],
  ctx: ResolvedCommandContext,
): Promise<CommandResult> {
  const release = machine.sources.checkedOutRelease()
  if (versionFlag(args)) return versionTold(machine, release)
  const { runtime } = machine.cluster
  const cleanup = args.some((arg) => arg === '--cleanup' || arg === '--cleanup=true')
  if (cleanup || flagGiven(args, 'write-config-to') !== undefined) {
    const readFile = (path: string): Promise<string> => machine.disk.readFile(machine.absolute(path, ctx.cwd))
    const done = await runtime.runKubeProxy({
      release,
      version: machine.sources.buildVersion(),
      args,
      readFile,
    })
    for (const [path, content] of Object.entries(done.files))
      await machine.writeFile(machine.absolute(path, ctx.cwd), content)
    if (done.exitCode !== 0) machine.incidents.noteFailure({ ...done, component: 'kube-proxy', release })
    else if (cleanup) machine.cluster.forgetEnded(`kube-proxy/${nodeOf(machine, 'kube-proxy', args)}`)
    return { stdout: '', stderr: done.stderr, exitCode: done.exitCode }
  }
  if (machine.cluster.apiserver === undefined)
    return refused(machine, 'kube-proxy', release, noServer('kube-proxy'))
  const started = await machine.clusters.startKubeProxy({
    node: nodeOf(machine, 'kube-proxy', args),
    release,
    args,
  })
  return started.ok
    ? { stdout: '', stderr: '', exitCode: 0 }
    : refused(machine, 'kube-proxy', release, started)
}

/** @note There is one etcd on the machine, whatever `--etcd-servers` says: a server that is restarted by hand finds its data there. */
export async function kubeApiserver(machine: Machine, args: string[]): Promise<CommandResult> {
  const release = releaseHere(machine, 'kube-apiserver')
  if (versionFlag(args)) return versionTold(machine, release)
  const dataDir = await machine.stores.dataDirOf(
    flagGiven(args, 'data-dir') ?? machine.stores.etcdDir ?? '/var/lib/etcd',
  )
  const kept = args.filter((a) => !a.startsWith('--etcd-') && !a.startsWith('--data-dir'))
  const start = {
    release: machine.sources.checkedOutRelease(),
    version: machine.sources.buildVersion(),
    args: kept,
    readFile: machine.readFile,
    dataDir,
  }
  const started = await machine.cluster.startApiserver(start)
  if (!started.ok) return refused(machine, 'kube-apiserver', start.release, started)
  await machine.writeFile(`${machine.home}/.kube/config`, started.component.kubeconfig('admin'))
  machine.cluster.startedAs({ release: start.release, gates: started.component.gates?.set ?? {} })
  return { stdout: '', stderr: '', exitCode: 0 }
}
