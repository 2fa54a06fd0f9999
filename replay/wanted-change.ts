import type { ClusterChange } from './machine/cluster-change.ts'
import { type Edit, readEdits } from './machine/edits.ts'
import { changeIn, type ProseChange } from './prose-changes.ts'
import type { ScriptCommand } from './script.ts'
import { commandsOf, type Step } from './step.ts'

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
  const notes = commandsOf(step).flatMap((command) => command.notes)
  const edits: Edit[] = readEdits([...notes, change.text], gates)
  if (change.gate !== undefined) {
    const gate = change.gate.name ?? (gates.length === 1 ? gates[0] : undefined)
    if (gate === undefined) return undefined
    if (!edits.some((edit) => edit.kind === 'gate'))
      edits.push({ kind: 'gate', gate, value: change.gate.value })
  }
  if (change.release !== undefined && !edits.some(({ kind }) => kind === 'release'))
    edits.push({ kind: 'release', release: change.release })
  return { edits, components: change.components }
}

/** What an editor that a command opens is to do: by the comments and the prose beside it, else by the title of its step. */
export function editsFor(command: ScriptCommand, step: Step, gates: readonly string[]): readonly Edit[] {
  const edits = readEdits(command.notes, gates)
  if (edits.length > 0) return edits
  const change = changeIn({ kind: 'prose', text: step.title, line: step.line, heading: false })
  return change === undefined ? [] : (wantedChange(change, step, gates)?.edits ?? [])
}
