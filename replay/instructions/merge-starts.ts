// Several sentences about one start of a cluster: "Start the cluster with the gate enabled:" and, right after it, "Create a kind
// cluster with 1.31 and use the config below", or the command that does it.
import type { Instruction, StartInstruction } from './instruction.ts'
import { startsCommand } from './introduces.ts'

type Told = { kind: 'instruction'; instruction: Instruction } | { kind: 'command'; command: { text: string } }

/**
 * The actions of a section without the starts that a later sentence or command makes, where nothing is done between the two; a later
 * sentence takes over what only the first says.
 * @param steps each with its actions, in the document's order; actions of other kinds than instructions and commands that do nothing
 * to the cluster are looked past
 */
export function mergeStarts<A extends { kind: string }, S extends { actions: A[] }>(
  steps: readonly S[],
): void {
  let open: { actions: A[]; start: StartInstruction } | undefined
  for (const { actions } of steps)
    for (const action of [...actions]) {
      const start = startOf(action)
      if (
        open !== undefined &&
        (start === undefined ? startsByCommand(action) : !contradict(open.start, start))
      ) {
        const { start: first } = open
        open.actions.splice(
          open.actions.findIndex((one) => startOf(one) === first),
          1,
        )
        if (start !== undefined) Object.assign(start, both(first, start))
      }
      if (start !== undefined) open = { actions, start }
      else if (!looksPast(action)) open = undefined
    }
}

const looksPast = ({ kind }: { kind: string }): boolean =>
  kind === 'file' || kind === 'claim' || kind === 'unread'

function startOf(action: { kind: string }): StartInstruction | undefined {
  if (action.kind !== 'instruction') return undefined
  const { instruction } = action as Extract<Told, { kind: 'instruction' }>
  return instruction.kind === 'start' && instruction.components.length === 0 ? instruction : undefined
}

const startsByCommand = (action: { kind: string }): boolean =>
  action.kind === 'command' &&
  startsCommand.test((action as Extract<Told, { kind: 'command' }>).command.text.slice(0, 3000))

function both(first: StartInstruction, second: StartInstruction): StartInstruction {
  const said = (kind: string, gate: string | undefined): boolean =>
    second.edits.some((edit) => edit.kind === kind && (edit.kind !== 'gate' || edit.gate === gate))
  const kept = first.edits.filter((edit) => !said(edit.kind, edit.kind === 'gate' ? edit.gate : undefined))
  return {
    ...second,
    tool: second.tool ?? first.tool,
    config: second.config ?? first.config,
    ...(second.count === undefined && nodesOf(first)),
    fresh: first.fresh || second.fresh,
    edits: [...kept, ...second.edits],
  }
}

const nodesOf = ({ count, atLeast }: StartInstruction): Pick<StartInstruction, 'count' | 'atLeast'> => ({
  count,
  ...(atLeast && { atLeast }),
})

/** Another release, or a gate the other way: a cluster of its own. */
const contradict = (first: StartInstruction, second: StartInstruction): boolean =>
  first.edits.some((a) =>
    second.edits.some(
      (b) =>
        (a.kind === 'release' && b.kind === 'release' && a.release !== b.release) ||
        (a.kind === 'gate' && b.kind === 'gate' && a.gate === b.gate && a.value !== b.value),
    ),
  )
