// Changes of a running cluster that a document tells of in prose: the components restart with other gates or another release.
import { type ClusterChange, concerns } from './cluster-change.ts'
import type { CommandResult } from './command-result.ts'
import { editedArgs, editedFile } from './edits.ts'
import { gatesOfArgs } from './feature-gates.ts'
import type { Machine } from './machine.ts'

/** Undefined where every component runs again; else what the first one that does not said. */
export function changeCluster(machine: Machine, change: ClusterChange): Promise<CommandResult | undefined> {
  return machine.kubeadm?.change(change) ?? changeLocalUp(machine, change)
}

/** The components of hack/local-up-cluster.sh, each with its own command line and configuration file. */
async function changeLocalUp(machine: Machine, asked: ClusterChange): Promise<CommandResult | undefined> {
  const edits = asked.edits.map((edit) =>
    edit.kind === 'release' ? { ...edit, release: machine.releaseOfTag(edit.release) ?? '' } : edit,
  )
  if (edits.some((edit) => edit.kind === 'release' && edit.release === ''))
    return { stdout: '', stderr: 'there is no such release\n', exitCode: 1 }
  const change = { ...asked, edits }
  return (
    (await changeApiserver(machine, change)) ??
    (await changeControllers(machine, change)) ??
    (await changeNodePrograms(machine, change))
  )
}

const releaseOf = (change: ClusterChange, before: string): string =>
  change.edits.find((edit) => edit.kind === 'release')?.release ?? before

const versionOf = (machine: Machine, change: ClusterChange): string | undefined =>
  change.edits.some((edit) => edit.kind === 'release') ? undefined : machine.buildVersion()

async function changeApiserver(machine: Machine, change: ClusterChange): Promise<CommandResult | undefined> {
  const record = machine.cluster.records.get('kube-apiserver')
  if (record === undefined || !concerns(change, 'kube-apiserver')) return undefined
  const args = editedArgs(record.args, change.edits)
  const release = releaseOf(change, record.release)
  const started = await machine.cluster.startApiserver(
    {
      release,
      version: versionOf(machine, change),
      args,
      readFile: machine.readFile,
      dataDir: await machine.dataDirOf(machine.etcdDir ?? '/var/lib/etcd'),
    },
    gatesOfArgs(args),
  )
  return started.ok ? undefined : refused(machine, 'kube-apiserver', release, started.stderr)
}

async function changeControllers(
  machine: Machine,
  change: ClusterChange,
): Promise<CommandResult | undefined> {
  const record = machine.cluster.records.get('kube-controller-manager')
  const { apiserver } = machine.cluster
  if (record === undefined || apiserver === undefined || !concerns(change, 'kube-controller-manager'))
    return undefined
  const release = releaseOf(change, record.release)
  const started = await machine.cluster.startControllers({
    release,
    version: versionOf(machine, change),
    args: editedArgs(record.args, change.edits),
    readFile: machine.readFile,
    apiserver,
  })
  return started.ok ? undefined : refused(machine, 'kube-controller-manager', release, started.stderr)
}

async function changeNodePrograms(
  machine: Machine,
  change: ClusterChange,
): Promise<CommandResult | undefined> {
  for (const [name, record] of [...machine.cluster.records]) {
    const [component, node = ''] = name.split('/')
    if ((component !== 'kubelet' && component !== 'kube-proxy') || !concerns(change, component)) continue
    const config = record.args.find((arg) => arg.startsWith('--config='))?.slice(9)
    if (config !== undefined)
      await machine.writeFile(config, editedFile(await machine.readFile(config), change.edits))
    const release = releaseOf(change, record.release)
    const start = {
      node,
      release,
      args: config === undefined ? editedArgs(record.args, change.edits) : record.args,
      version: versionOf(machine, change),
    }
    const started =
      component === 'kubelet' ? await machine.startKubelet(start) : await machine.startKubeProxy(start)
    if (!started.ok) return refused(machine, component, release, started.stderr)
  }
  return undefined
}

function refused(machine: Machine, component: string, release: string, stderr: string): CommandResult {
  machine.noteFailure({ component, release, stderr })
  return { stdout: '', stderr, exitCode: 1 }
}
