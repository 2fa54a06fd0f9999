import type { Instruction, StartInstruction } from './instruction.ts'

/**
 * One start where several sentences tell of the same: "Start the cluster with the gate enabled:" and, right after it, "Create a kind
 * cluster with 1.31 and use the config below". The last of them stands for all.
 */
export function mergeStarts(instructions: readonly Instruction[]): Instruction[] {
  const merged: Instruction[] = []
  for (const one of instructions) {
    const last = merged.at(-1)
    if (one.kind === 'start' && last?.kind === 'start' && !contradict(last, one))
      merged[merged.length - 1] = both(last, one)
    else merged.push(one)
  }
  return merged
}

function both(first: StartInstruction, second: StartInstruction): StartInstruction {
  const had = (kind: string, gate: string | undefined): boolean =>
    second.edits.some((edit) => edit.kind === kind && (edit.kind !== 'gate' || edit.gate === gate))
  const kept = first.edits.filter((edit) => !had(edit.kind, edit.kind === 'gate' ? edit.gate : undefined))
  return {
    ...second,
    tool: second.tool ?? first.tool,
    config: second.config ?? first.config,
    fresh: first.fresh || second.fresh,
    components: second.components.length > 0 ? second.components : first.components,
    edits: [...kept, ...second.edits],
  }
}

/** Another release, or a gate the other way: a cluster of its own. */
const contradict = (first: StartInstruction, second: StartInstruction): boolean =>
  first.edits.some((a) =>
    second.edits.some(
      (b) =>
        (a.kind === 'release' && b.kind === 'release' && a.release !== b.release) ||
        (a.kind === 'gate' && b.kind === 'gate' && a.gate === b.gate && a.value !== b.value),
    ),
  )
