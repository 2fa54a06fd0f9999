import { describe, expect, it } from 'vitest'
import { carryNode } from './carry-node.ts'
import type { NodeInstruction } from './instruction.ts'
import { readInstructions } from './read-instruction.ts'
import type { InstructionWorld } from './world.ts'

const world = (names: readonly string[]): InstructionWorld => {
  const nodes = names.map((name) => ({ name, role: name.includes('worker') ? 'worker' : 'control-plane' }))
  const machine = { cluster: { apiserver: {} }, kubeadm: { plan: { nodes } } }
  return { machine, gates: [], commands: [], blocks: [] } as unknown as InstructionWorld
}
const kind = world(['kind-control-plane', 'kind-worker', 'kind-worker2'])
const carried = (text: string, where = kind) =>
  carryNode(readInstructions({ text, line: 1 })[0] as NodeInstruction, where)

describe('carryNode', () => {
  it.each([
    ['Taint node2 with `a=b:NoSchedule`', 'kubectl taint node kind-worker2 a=b:NoSchedule'],
    ['Add the taint `a=b:NoSchedule` to a node', 'kubectl taint node kind-worker a=b:NoSchedule'],
    ['Remove the taint `a=b:NoSchedule` from node1', 'kubectl taint node kind-worker a=b:NoSchedule-'],
    ['Label node `kind-control-plane` with `x=y`', 'kubectl label node kind-control-plane --overwrite x=y'],
  ])('%s', (text, command) => expect(carried(text)).toEqual({ deeds: [{ text: command }] }))

  it('looks at what the author says of the nodes that he names', () => {
    expect(carried("Let's name the node as node1, labelled with `kubernetes.io/os`")).toEqual({
      deeds: [
        { text: 'kubectl get nodes -l kubernetes.io/os -o name | grep -x node/kind-worker', asserts: true },
      ],
    })
  })

  it('says which nodes there are where none can be meant', () => {
    expect(carried('Cordon node4')).toEqual({
      notUnderstood:
        'the cluster has no node for node4: it has kind-worker, kind-worker2, kind-control-plane',
    })
    expect(carried("Let's name the nodes node1 and node2.")).toHaveProperty('notUnderstood')
  })
})
