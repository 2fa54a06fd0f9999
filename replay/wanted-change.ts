import type { ClusterChange } from './machine/cluster-change.ts'
import { readEdits } from './machine/edits.ts'
import type { ProseChange } from './prose-changes.ts'
import type { Step } from './step.ts'

/**
 * A change that prose tells of, with what the comments of its step say of it.
 * @param gates that the document is about: "the feature gate" means the only one
 * @returns undefined where that cannot be told
 */
export function wantedChange(
  change: ProseChange,
  step: Step,
  gates: readonly string[],
): ClusterChange | undefined {
  const notes = step.actions.flatMap((a) => (a.kind === 'command' ? a.command.notes : []))
  const edits = readEdits(notes, gates)
  if (change.gate !== undefined) {
    const gate = change.gate.name ?? (gates.length === 1 ? gates[0] : undefined)
    if (gate === undefined) return undefined
    edits.push({ kind: 'gate', gate, value: change.gate.value })
  }
  if (change.release !== undefined && edits.every(({ kind }) => kind !== 'release'))
    edits.push({ kind: 'release', release: change.release })
  return { edits, components: change.components }
}
