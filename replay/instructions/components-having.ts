// Which components a change of gates means that names none, where not all that run are of one release.
import { type ChangedComponent, controllerComponents } from '../machine/cluster-change.ts'
import type { Edit } from '../machine/edits.ts'
import type { InstructionWorld } from './world.ts'

/**
 * Those whose release has all the gates; none (which means all) where every one has them, or nobody has. A component that does not know
 * a gate would not start with it: "disable the feature" cannot mean one that was left in an older release.
 */
export function componentsHaving(
  edits: readonly Edit[],
  { machine, hasGate }: Pick<InstructionWorld, 'machine' | 'hasGate'>,
): ChangedComponent[] {
  const gates = edits.flatMap((edit) => (edit.kind === 'gate' ? [edit.gate] : []))
  if (hasGate === undefined || gates.length === 0 || gates.length < edits.length) return []
  const records = [...machine.cluster.records]
  const having = records.filter(([, { release }]) => gates.every((gate) => hasGate(gate, release)))
  if (having.length === records.length) return []
  return [...new Set(having.flatMap(([name]) => programsOf(name)))]
}

function programsOf(name: string): ChangedComponent[] {
  const component = name.split('/')[0] as ChangedComponent
  return component === 'kube-controller-manager' ? [...controllerComponents] : [component]
}
