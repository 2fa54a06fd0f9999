// Changes of a running cluster that a document tells of in prose: the components restart with other gates or another release.

import type { StartFailure } from '../../cluster/component-start.ts'
import {
  type ChangeFailure,
  type ClusterChange,
  concerns,
  concernsNode,
  controllerComponents,
  notDone,
} from './cluster-change.ts'
import type { CommandResult } from './command-result.ts'
import { type DoneEdits, editedArgs, editedFile } from './edits.ts'
import { kubeletArgsOfScript } from './local-up-cluster.ts'
import type { Machine } from './machine.ts'

/** Undefined where every component runs again; else what the first one that does not said. */
export async function changeCluster(
  machine: Machine,
  change: ClusterChange,
): Promise<ChangeFailure | undefined> {
  if (change.stop === true && (machine.kubeadm === undefined || !change.components.some(isStaticPod))) {
    await stopComponents(machine, change)
    return undefined
  }
  return machine.kubeadm?.change(change) ?? changeLocalUp(machine, change)
}

const isStaticPod = (name: string): boolean => /^kube-(?:apiserver|controller-manager|scheduler)$/.test(name)

/** What was not told to start again stays down. */
async function stopComponents(machine: Machine, change: ClusterChange): Promise<void> {
  const names = [...machine.cluster.running.keys()].filter((name) => {
    const [component = '', node = ''] = name.split('/')
    const role = machine.kubeadm?.plan.nodes.find((one) => one.name === node)?.role
    return (change.components as readonly string[]).includes(component) && concernsNode(change, node, role)
  })
  // The server goes last: the others say goodbye to it.
  for (const name of names.reverse()) await machine.cluster.stopOne(name)
}

/** The components of hack/local-up-cluster.sh, each with its own command line and configuration file. */
async function changeLocalUp(machine: Machine, asked: ClusterChange): Promise<CommandResult | undefined> {
  const edits = asked.edits.map((edit) =>
    edit.kind === 'release' ? { ...edit, release: machine.sources.releaseOfTag(edit.release) ?? '' } : edit,
  )
  if (edits.some((edit) => edit.kind === 'release' && edit.release === ''))
    return { stdout: '', stderr: 'there is no such release\n', exitCode: 1 }
  const change = { ...asked, edits }
  const done: DoneEdits = new Set(edits.filter(({ kind }) => kind === 'release'))
  return (
    (await changeApiserver(machine, change, done)) ??
    (await changeControllers(machine, change, done)) ??
    (await changeNodePrograms(machine, change, done)) ??
    notDone(change, done)
  )
}

const releaseOf = (change: ClusterChange, before: string): string =>
  change.edits.find((edit) => edit.kind === 'release')?.release ?? before

const versionOf = (machine: Machine, change: ClusterChange): string | undefined =>
  change.edits.some((edit) => edit.kind === 'release') ? undefined : machine.sources.buildVersion()

async function changeApiserver(
  machine: Machine,
  change: ClusterChange,
  done: DoneEdits,
): Promise<CommandResult | undefined> {
  const record = machine.cluster.records.get('kube-apiserver')
  if (record === undefined || !concerns(change, 'kube-apiserver')) return undefined
  const args = editedArgs(record.args, change.edits, done)
  if (unchanged(machine, 'kube-apiserver', record.args, args, change)) return undefined
  const release = releaseOf(change, record.release)
  const started = await machine.cluster.startApiserver({
    release,
    version: versionOf(machine, change),
    args,
    readFile: machine.readFile,
    dataDir: await machine.stores.dataDirOf(machine.stores.etcdDir ?? '/var/lib/etcd'),
  })
  return started.ok ? undefined : refused(machine, 'kube-apiserver', release, started)
}

const concernsControllers = (change: ClusterChange): boolean =>
  controllerComponents.some((component) => concerns(change, component))

async function changeControllers(
  machine: Machine,
  change: ClusterChange,
  done: DoneEdits,
): Promise<CommandResult | undefined> {
  const record = machine.cluster.records.get('kube-controller-manager')
  const { apiserver } = machine.cluster
  if (record === undefined || apiserver === undefined || !concernsControllers(change)) return undefined
  const release = releaseOf(change, record.release)
  const own = change.edits.filter(({ kind }) => kind !== 'api')
  const args = editedArgs(record.args, own, done)
  if (unchanged(machine, 'kube-controller-manager', record.args, args, change)) return undefined
  const started = await machine.cluster.startControllers({
    release,
    version: versionOf(machine, change),
    args,
    readFile: machine.readFile,
    apiserver,
  })
  return started.ok ? undefined : refused(machine, 'kube-controller-manager', release, started)
}

/** Where there was nothing to take away, nothing starts again. */
const unchanged = (
  machine: Machine,
  name: string,
  before: readonly string[],
  after: readonly string[],
  { edits }: ClusterChange,
): boolean =>
  edits.length > 0 &&
  edits.every(({ kind }) => kind !== 'release') &&
  before.join('\n') === after.join('\n') &&
  machine.cluster.running.has(name)

async function changeNodePrograms(
  machine: Machine,
  change: ClusterChange,
  done: DoneEdits,
): Promise<CommandResult | undefined> {
  for (const [name, record] of [...machine.cluster.records]) {
    const [component, node = ''] = name.split('/')
    if ((component !== 'kubelet' && component !== 'kube-proxy') || !concerns(change, component)) continue
    const config = record.args.find((arg) => arg.startsWith('--config='))?.slice(9)
    const before = config === undefined ? '' : await machine.readFile(config)
    const text = editedFile(before, change.edits, done)
    const flags = change.edits.filter(
      ({ kind }) => kind !== 'api' && (config === undefined || kind !== 'field'),
    )
    const args = editedArgs(record.args, flags, done)
    const same = text === editedFile(before, [])
    if (config !== undefined && !same) await machine.writeFile(config, text)
    if (same && unchanged(machine, name, record.args, args, change)) continue
    const release = releaseOf(change, record.release)
    const start = { node, release, args, version: versionOf(machine, change) }
    const started =
      component === 'kubelet'
        ? await machine.clusters.startKubelet({
            ...start,
            args: kubeletArgsOfScript(args, record.release, release),
          })
        : await machine.clusters.startKubeProxy(start)
    if (!started.ok) return refused(machine, component, release, started)
  }
  return undefined
}

function refused(machine: Machine, component: string, release: string, failure: StartFailure): CommandResult {
  machine.incidents.noteFailure({ ...failure, component, release })
  return { stdout: '', stderr: failure.stderr, exitCode: 1 }
}
