// crictl on a node, as far as the components that kubeadm runs in pods go: `ps` and `logs`.
import { textTable } from '../../component-base/text-table.ts'
import type { CommandResult } from './command-result.ts'
import type { Host } from './host.ts'
import type { Machine } from './machine.ts'

const ok = (stdout: string): CommandResult => ({ stdout, stderr: '', exitCode: 0 })
const refused = (message: string): CommandResult => ({ stdout: '', stderr: `${message}\n`, exitCode: 1 })

interface Container {
  id: string
  name: string
  image: string
  pod: string
  running: boolean
  node: string
}

/** The components that run on the node in containers of their own. */
function containers(machine: Machine, host: Host): Container[] {
  const plan = machine.kubeadm?.plan
  const node = plan?.nodes.find(({ name }) => name === host.name) ?? (plan?.local ? plan.nodes[0] : undefined)
  if (node === undefined) return []
  return [...machine.cluster.records].flatMap(([key, { release }], at) => {
    const [component = '', on = ''] = key.split('/')
    const here = on === '' ? node.role === 'control-plane' : on === node.name
    if (component === 'kubelet' || !here) return []
    return {
      id: (0xc0ffee0000000 + 0x1111111 * (at + 1)).toString(16),
      name: component,
      image: `registry.k8s.io/${component}:v${machine.sources.fullRelease(release)}`,
      pod: `${component}-${node.name}`,
      running: machine.cluster.running.has(key),
      node: on,
    }
  })
}

/** Runs `crictl ps` and `crictl logs` on a node; refuses other commands. */
export async function crictl(
  machine: Machine,
  args: string[],
  _ctx: unknown,
  host: Host,
): Promise<CommandResult> {
  const [verb, ...rest] = args.filter(
    (arg, at) =>
      !/^(?:-r|--runtime-endpoint)$/.test(args[at - 1] ?? '') && !/^(?:-r|--runtime-endpoint)/.test(arg),
  )
  if (verb === 'ps') return list(containers(machine, host), rest)
  if (verb === 'logs') return logs(machine, containers(machine, host), rest)
  const said = `crictl ${verb ?? ''} is not simulated`
  return { ...refused(said), limit: 'not simulated' }
}

function list(all: readonly Container[], args: readonly string[]): CommandResult {
  const at = args.indexOf('--name')
  const wanted = at < 0 ? args.find((arg) => arg.startsWith('--name='))?.slice(7) : args[at + 1]
  const every = args.some((arg) => /^-[a-z]*a|^--all$/.test(arg))
  const shown = all.filter(({ name, running }) => (every || running) && name.includes(wanted ?? ''))
  if (args.some((arg) => /^-[a-z]*q|^--quiet$/.test(arg)))
    return ok(shown.map(({ id }) => `${id}\n`).join(''))
  const rows = shown.map(({ id, image, running, name, pod }) => [
    id,
    image,
    running ? 'Running' : 'Exited',
    name,
    pod,
  ])
  return ok(textTable(['CONTAINER', 'IMAGE', 'STATE', 'NAME', 'POD'], rows, 3))
}

function logs(machine: Machine, all: readonly Container[], args: readonly string[]): CommandResult {
  const at = args.indexOf('--tail')
  const tail = at < 0 ? args.find((arg) => arg.startsWith('--tail='))?.slice(7) : args[at + 1]
  const id = args.find((arg, i) => !arg.startsWith('-') && (at < 0 || i !== at + 1)) ?? ''
  const container = all.find((one) => one.id.startsWith(id) && id !== '')
  if (container === undefined) return refused(`level=fatal msg="container "${id}" not found"`)
  const lines = machine.cluster.runtime.journal?.(container.name, container.node) ?? []
  return ok((tail === undefined ? lines : lines.slice(-Number(tail))).map(({ text }) => text).join(''))
}
