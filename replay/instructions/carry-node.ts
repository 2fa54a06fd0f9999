// What prose has its reader do to nodes, as kubectl commands. Names that no node has ("node1") are the author's: the first of them
// is the first node that takes pods, and so on.
import type { NodeInstruction } from './instruction.ts'
import type { CarriedOut, Deed, InstructionWorld } from './world.ts'

/** The commands that taint, label or cordon nodes as prose tells. */
export function carryNode(instruction: NodeInstruction, world: InstructionWorld): CarriedOut {
  const known = nodesOf(world)
  if (known.length === 0)
    return { couldNotRun: 'no cluster runs that it could change', reason: { code: 'no cluster' } }
  const meant = nodesMeant(instruction, known)
  if (typeof meant === 'string') return { notUnderstood: meant }
  if (instruction.does === 'name' && instruction.values.length === 0)
    return { notUnderstood: 'it says nothing of the nodes that could be looked at' }
  return { deeds: meant.flatMap((node) => deedsFor(instruction, node)) }
}

function deedsFor({ does, values }: NodeInstruction, node: string): Deed[] {
  if (does === 'cordon' || does === 'uncordon') return [{ text: `kubectl ${does} ${node}` }]
  // A label that the node is said to have.
  if (does === 'name')
    return values.map((key) => ({
      text: `kubectl get nodes -l ${key} -o name | grep -x node/${node}`,
      asserts: true,
    }))
  if (does === 'label') return [{ text: `kubectl label node ${node} --overwrite ${values.join(' ')}` }]
  const taints = does === 'untaint' ? values.map((one) => `${one}-`) : values
  return [{ text: `kubectl taint node ${node} ${taints.join(' ')}` }]
}

/** Those that take pods first. */
function nodesOf({ machine }: InstructionWorld): string[] {
  if (machine.cluster.apiserver === undefined) return []
  const { kubeadm } = machine
  if (kubeadm === undefined) return ['127.0.0.1']
  const { nodes } = kubeadm.plan
  const workers = nodes.filter(({ role }) => role === 'worker')
  return [...workers, ...nodes.filter(({ role }) => role !== 'worker')].map(({ name }) => name)
}

/** Names, or why it is not known which. */
function nodesMeant({ nodes, all }: NodeInstruction, known: readonly string[]): string[] | string {
  if (nodes.length === 0) return all ? [...known] : known.slice(0, 1)
  const found: string[] = []
  for (const name of nodes) {
    const node = known.includes(name) ? name : known[ordinal(name) - 1]
    if (node === undefined) return `the cluster has no node for ${name}: it has ${known.join(', ')}`
    found.push(node)
  }
  return found
}

/** `node2`, `worker-b`: 2; 0 for a name that tells none. */
function ordinal(name: string): number {
  const end = /^(?:node|worker)-?([a-z0-9]+)$/.exec(name)?.[1]
  if (end === undefined) return 0
  if (/^\d+$/.test(end)) return Number(end) === 0 ? 1 : Number(end)
  return end.length === 1 ? end.charCodeAt(0) - 96 : 0
}
