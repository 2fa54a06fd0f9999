// systemd as far as scripts use it: start, stop and restart of the node's services, with their configuration as it is on the disk.
import { onceOf } from '../../component-base/once-of.ts'
import type { CommandResult } from './command-result.ts'
import type { Host } from './host.ts'
import type { Machine } from './machine.ts'

/** Services that run on every node beside those of the cluster. */
const runtimes: readonly string[] = ['containerd', 'docker', 'etcd', 'crio']

/** Runs systemctl for the services of the node's components; refuses other verbs. */
export async function systemctl(
  machine: Machine,
  args: string[],
  _ctx: unknown,
  host: Host,
): Promise<CommandResult> {
  const [verb, ...units] = args.filter((a) => !a.startsWith('-'))
  if (verb === 'show' || verb === 'cat')
    return {
      stdout: '',
      stderr: `systemctl: '${verb}' is not simulated\n`,
      exitCode: 1,
      limit: 'not simulated',
    }
  for (const unit of units) {
    const component = unit.replace(/\.service$/, '')
    const name = [...machine.cluster.records.keys()].find((n) => isUnit(machine, host, component, n))
    if (verb === 'status' || verb === 'is-active') return status(machine, verb, component)
    if (verb !== undefined) verbsOf(machine).set(component, verb)
    if (name === undefined) {
      if (runtimes.includes(component)) continue
      return {
        stdout: '',
        stderr: `Failed to ${verb} ${component}.service: Unit ${component}.service not found.\n`,
        exitCode: 5,
      }
    }
    if (verb === 'stop') await machine.cluster.stopOne(name)
    if (verb === 'start' || verb === 'restart') {
      const failed = await restart(machine, name)
      if (failed !== undefined) return failed
    }
  }
  return { stdout: '', stderr: '', exitCode: 0 }
}

/** On a node its own; on the author's computer the first there is. */
const isUnit = (machine: Machine, host: Host, component: string, name: string): boolean =>
  machine.computers.nodes.has(host.name)
    ? name === `${component}/${host.name}`
    : name.split('/')[0] === component

/** What was done last with each service, by its name. */
const verbsOf = onceOf((_: Machine) => new Map<string, string>())

const words = {
  active: 'active (running)',
  // It ends as soon as it starts, and systemd waits to start it again.
  activating: 'activating (auto-restart) (Result: exit-code)',
  inactive: 'inactive (dead)',
} as const

function status(machine: Machine, verb: string, component: string): CommandResult {
  const active =
    runtimes.includes(component) ||
    [...machine.cluster.running.keys()].some((n) => n.split('/')[0] === component)
  const started = /^(?:re)?start$/.test(verbsOf(machine).get(component) ?? '')
  const word = active ? 'active' : started ? 'activating' : 'inactive'
  const text = verb === 'is-active' ? `${word}\n` : `● ${component}.service\n     Active: ${words[word]}\n`
  return { stdout: text, stderr: '', exitCode: active ? 0 : 3 }
}

async function restart(machine: Machine, name: string): Promise<CommandResult | undefined> {
  const record = machine.cluster.records.get(name)!
  const [component = '', node = ''] = name.split('/')
  if (machine.cluster.apiserver === undefined) return undefined
  if (component === 'kubelet' && machine.kubeadm !== undefined) return machine.kubeadm.startKubelet(node)
  const start = { node, release: record.release, args: record.args }
  const started =
    component === 'kube-proxy'
      ? await machine.clusters.startKubeProxy(start)
      : await machine.clusters.startKubelet(start)
  if (started.ok) return undefined
  machine.incidents.noteFailure({ ...started, component, release: record.release })
  return {
    stdout: '',
    stderr: `Job for ${component}.service failed because the control process exited with error code.\n${started.stderr}`,
    exitCode: 1,
  }
}
