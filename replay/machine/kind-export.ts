// kind export logs. Upstream: kind's pkg/cmd/kind/export/logs
import type { CommandResult } from './command-result.ts'
import type { Host } from './host.ts'
import type { KindLine } from './kind-flags.ts'
import type { Machine } from './machine.ts'

const inPods = ['kube-apiserver', 'kube-controller-manager', 'kube-proxy']

/** Writes what the nodes' components have logged. Deviates: of kind's many files those whose content is simulated. */
export async function exportLogs(
  machine: Machine,
  { values, positional }: KindLine,
  cwd: string,
  host: Host,
): Promise<CommandResult> {
  const name = values.string('name')
  const plan = machine.kubeadm?.plan
  if (plan === undefined || plan.name !== name)
    return { stdout: '', stderr: `ERROR: unknown cluster "${name}"\n`, exitCode: 1 }
  const [given] = positional
  const directory = given === undefined ? machine.newTempDir('kind') : host.absolute(given, cwd)
  const { journal } = machine.cluster.runtime
  const write = (path: string, component: string, node: string): Promise<void> =>
    host.writeFile(
      `${directory}/${path}`,
      (journal?.(component, node) ?? []).map(({ text }) => text).join(''),
    )
  for (const [at, node] of plan.nodes.entries()) {
    await host.writeFile(`${directory}/${node.name}/kubernetes-version.txt`, `v${node.release}`)
    await write(`${node.name}/kubelet.log`, 'kubelet', node.name)
    for (const component of inPods) {
      const ofNode = component === 'kube-proxy'
      if (!ofNode && at > 0) continue
      const file = `${component}-${node.name}_kube-system_${component}.log`
      await write(`${node.name}/containers/${file}`, component, ofNode ? node.name : '')
    }
  }
  return { stdout: `${directory}\n`, stderr: `Exporting logs for cluster "${name}" to:\n`, exitCode: 0 }
}

/** `kind load docker-image IMAGE`: every image is there, and comes to the nodes. */
export function loadImages(machine: Machine, { values, positional }: KindLine): CommandResult {
  const name = values.string('name')
  const plan = machine.kubeadm?.plan
  if (plan === undefined || plan.name !== name)
    return { stdout: '', stderr: `ERROR: no nodes found for cluster "${name}"\n`, exitCode: 1 }
  if (positional.length === 0)
    return {
      stdout: '',
      stderr: 'ERROR: a list of image names is required\n',
      exitCode: 1,
    }
  const lines = positional.flatMap((image) =>
    plan.nodes.map(
      (node) => `Image: "${image}" with ID "sha256:0" not yet present on node "${node.name}", loading...\n`,
    ),
  )
  return { stdout: '', stderr: lines.join(''), exitCode: 0 }
}
