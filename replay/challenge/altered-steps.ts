// The steps of a section with one thing of their course changed: a gate turned, or a change of release left out. Whoever replays
// them sees whether the document notices.
import type { WantedEdit } from '../instructions/instruction.ts'
import type { Action, Step } from '../step.ts'
import type { Alteration } from './alteration.ts'

/** The steps of a section with a changed course, and the line and text of the change. */
export interface AlteredSteps extends Pick<Alteration, 'kind' | 'line' | 'from' | 'to'> {
  steps: Step[]
}

/** Names of gates have small letters, those of variables have none. */
const gateShape = /\b([A-Z](?=\w*[a-z])\w*)(=|["']?:\s*["']?)(true|false)\b/g
const hop = /^\s*(?:sudo\s+)?(?:git\s+(?:checkout|switch)\s+(?!-b)\S|kubeadm\s+upgrade\s+(?:apply|node)\b)/

/** The altered courses of a section: one for each gate that is set, and for each change of release after the first. */
export function alteredSteps(steps: readonly Step[]): AlteredSteps[] {
  const places = steps.flatMap((step, at) => step.actions.map((action, index) => ({ at, index, action })))
  let hops = 0
  return places.flatMap(({ at, index, action }) => {
    const replaced = (other: Action): Step[] =>
      steps.map((step, i) =>
        i === at ? { ...step, actions: step.actions.map((one, j) => (j === index ? other : one)) } : step,
      )
    const turned = turnedGates(action).map(({ action: other, ...told }) => ({
      kind: 'gate' as const,
      ...told,
      steps: replaced(other),
    }))
    const left = withoutHop(action)
    if (left === undefined || hops++ === 0) return turned
    return [...turned, { kind: 'hop' as const, ...left.told, steps: replaced(left.action) }]
  })
}

interface Told {
  line: number
  from: string
  to: string
}

function turnedGates(action: Action): (Told & { action: Action })[] {
  if (action.kind === 'command') {
    const { command } = action
    return turnedTexts(command.text).map(({ text, ...told }) => ({
      line: command.line,
      ...told,
      action: { ...action, command: { ...command, text } },
    }))
  }
  if (action.kind === 'file')
    return turnedTexts(action.content).map(({ text, ...told }) => ({
      line: action.line,
      ...told,
      action: { ...action, content: text },
    }))
  if (action.kind === 'manifest')
    return turnedTexts(action.text).map(({ text, ...told }) => ({
      line: action.line,
      ...told,
      action: { ...action, text },
    }))
  return action.kind === 'instruction' ? turnedInstructions(action) : []
}

function turnedTexts(text: string): { text: string; from: string; to: string }[] {
  return [...text.matchAll(gateShape)].map((match) => {
    const [from, gate = '', sign = '', value] = match
    const to = `${gate}${sign}${value === 'true' ? 'false' : 'true'}`
    return { from, to, text: text.slice(0, match.index) + to + text.slice(match.index + from.length) }
  })
}

function turnedInstructions(action: Extract<Action, { kind: 'instruction' }>): (Told & { action: Action })[] {
  const { instruction } = action
  if (instruction.kind !== 'change' && instruction.kind !== 'start') return []
  return instruction.edits.flatMap((edit, at) => {
    if (edit.kind !== 'gate') return []
    const other: WantedEdit = { ...edit, value: edit.value === undefined ? true : !edit.value }
    const edits = instruction.edits.map((one, i) => (i === at ? other : one))
    const told = { line: instruction.line, from: gateText(edit), to: gateText(other) }
    return [{ ...told, action: { ...action, instruction: { ...instruction, edits } } }]
  })
}

const gateText = (edit: Extract<WantedEdit, { kind: 'gate' }>): string =>
  `${edit.gate ?? 'the gate'}${edit.value === undefined ? ' not set' : `=${edit.value}`}`

function withoutHop(action: Action): { told: Told; action: Action } | undefined {
  if (action.kind === 'command' && hop.test(action.command.text)) {
    const { command } = action
    return {
      told: { line: command.line, from: command.text, to: '' },
      action: { ...action, command: { ...command, text: 'true', output: undefined } },
    }
  }
  if (action.kind !== 'instruction' || action.instruction.kind !== 'change') return undefined
  const { instruction } = action
  const edits = instruction.edits.filter((edit) => edit.kind !== 'release')
  if (edits.length === instruction.edits.length) return undefined
  return {
    told: { line: instruction.line, from: instruction.text, to: '' },
    action: { ...action, instruction: { ...instruction, edits } },
  }
}
