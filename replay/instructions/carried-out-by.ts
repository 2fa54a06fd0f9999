// Whether what a sentence asks for is done by commands beside it, so that it is not done twice.

import type { ChangedComponent } from '../machine/cluster-change.ts'
import { installers } from '../programs/in-sentences.ts'
import { clausesOf } from './clauses.ts'
import type {
  ActInstruction,
  ChangeInstruction,
  Instruction,
  NodeInstruction,
  RepeatInstruction,
  RestartInstruction,
} from './instruction.ts'
import { headOf, isDoneBy, restartsCommand, startsCommand } from './introduces.ts'

const setsGates = /FEATURE_GATES|--feature-gates|featureGates|\bRUNTIME_CONFIG\b|--runtime-config/
const writesFile = /(?:\b(?:sed\s[^|;]*-i|tee|vi|vim|nano|yq\s[^|;]*-i|docker\s+cp)\b|>>?\s*\S)/
const configures = /\b(?:kubectl(?:\.sh)?|k|kc)\b[^|;\n]*\s(?:edit|patch|set|replace|apply)\b[^\n]*/
const ofSystem = /kube-system|kube-proxy|kubelet-config|kubeadm-config/
const movesRelease = new RegExp(
  String.raw`\bkubeadm\s+upgrade\b|\bgit\s+(?:checkout|switch)\b|--image[ =]\S*:v?\d|\bset\s+image\b|\b(?:${installers})\b[^\n]*\bkube|\b(?:dnf|yum)\s[^\n]*\bhistory\s+undo\b`,
)
const looks =
  /^\s*(?:sudo\s+)?\S*(?:kubectl(?:\.sh)?|k|kc)\s[^|]*\b(?:get|describe|logs|top|version|events)\b/

/** Files that are a component's configuration. */
const files: Readonly<Record<ChangedComponent, RegExp>> = {
  'kube-apiserver': /kube-?apiserver|\/manifests\/(?:\*|\s|$)/,
  'kube-controller-manager': /kube-?controller-?manager|\/manifests\/(?:\*|\s|$)/,
  'kube-scheduler': /kube-?scheduler|\/manifests\/(?:\*|\s|$)/,
  kubelet: /kubelet/,
  'kube-proxy': /kube-?proxy/,
}

/** @param whole the commands: those of the step, or of everything up to the next heading where a heading says it */
export function carriedOutBy(instruction: Instruction, whole: readonly string[]): boolean {
  const commands = whole.map(headOf)
  switch (instruction.kind) {
    case 'change':
      return (
        commands.some((command) => startsCommand.test(command)) ||
        (instruction.components.length === 0
          ? commands.some((one) => changes(one, instruction, undefined))
          : leftToDo(instruction, commands).length === 0)
      )
    case 'start':
      return commands.some((command) => startsCommand.test(command))
    case 'restart':
    case 'stop':
      return commands.some((command) => restarts(command, instruction))
    case 'repeat':
      return repeats(instruction, commands)
    case 'run':
      return instruction.commands.every((one) => commands.some((command) => command.includes(one)))
    case 'wait':
      return commands.some((command) =>
        /\bsleep\b|\bwait\b|\buntil\b|\brollout\s+status\b|\s-w\b|--watch\b/.test(command),
      )
    case 'node':
      return commands.some((command) => ofNodes[instruction.does].test(command))
    case 'act': {
      const clauses = clausesOf(instruction.part)
      return clauses.length > 0
        ? clauses.some((clause) => isDoneBy(clause, whole))
        : actsOn(instruction, commands)
    }
  }
}

const ofNodes: Readonly<Record<NodeInstruction['does'], RegExp>> = {
  taint: /\staint\s/,
  untaint: /\staint\s/,
  label: /\slabel\s/,
  cordon: /\s(?:cordon|drain)\s/,
  uncordon: /\suncordon\s/,
  name: /(?!)/,
}

/** The components of a change that no command changes. */
export function leftToDo(instruction: ChangeInstruction, commands: readonly string[]): ChangedComponent[] {
  return instruction.components.filter(
    (component) => !commands.some((command) => changes(headOf(command), instruction, component)),
  )
}

/** @param component undefined: any */
function changes(
  command: string,
  { edits }: ChangeInstruction,
  component: ChangedComponent | undefined,
): boolean {
  if (looks.test(command)) return false
  const named =
    component === undefined ||
    files[component].test(command) ||
    !/kube-?(?:apiserver|controller-?manager|scheduler|proxy)|kubelet/.test(command)
  if (!named) return false
  // A Pod has gates as well.
  if (component === undefined && /schedulingGates/.test(command) && configures.test(command)) return true
  const release = edits.some(({ kind }) => kind === 'release')
  if (release && movesRelease.test(command)) return true
  const system = configures.test(command) && ofSystem.test(command)
  const written =
    writesFile.test(command) &&
    (setsGates.test(command) || /\/etc\/kubernetes|\/var\/lib\/kubelet|kubelet|kube-|config/.test(command))
  return system || written || (!release && setsGates.test(command)) || setsGate(command, edits)
}

/** A command that names the gate with a value sets it. */
const setsGate = (command: string, edits: ChangeInstruction['edits']): boolean =>
  edits.some(
    (edit) =>
      edit.kind === 'gate' &&
      edit.gate !== undefined &&
      new RegExp(`\\b${edit.gate}\\b\\s*[:=]\\s*"?(?:true|false)`).test(command),
  )

function restarts(command: string, { components }: RestartInstruction): boolean {
  if (!restartsCommand.test(command) && !/\bkubectl\b[^\n]*\bdelete\b[^\n]*kube-system/.test(command))
    return false
  const named = (Object.keys(files) as ChangedComponent[]).filter((one) => files[one].test(command))
  return named.length === 0 || components.some((one) => named.includes(one))
}

const verbs: Readonly<Record<string, RegExp>> = {
  create: /\s(?:create|apply|run)\b/,
  recreate: /\s(?:create|apply|run|replace)\b/,
  delete: /\sdelete\b|\brm\b/,
  scale: /\sscale\b/,
  restart: /\brestart\b/,
  change: /\s(?:patch|edit|apply|replace|set|label|annotate)\b|\bsed\b/,
}

function repeats({ what }: RepeatInstruction, commands: readonly string[]): boolean {
  if (typeof what === 'object' && 'verb' in what)
    return commands.some((command) => verbs[what.verb]!.test(command))
  return commands.some((command) => !looks.test(command))
}

/** "Then, deleting the pods": it is no sentence of its own. */
const actsOn = ({ verb, object }: ActInstruction, commands: readonly string[]): boolean =>
  commands.some((command) => verbs[verb]!.test(command) && (object === undefined || command.includes(object)))

/** The last command that does what a verb says; undefined where none did. */
export const lastDoing = <T extends { text: string }>(commands: readonly T[], verb: string): T | undefined =>
  commands.findLast(({ text }) => verbs[verb]?.test(text) === true && !looks.test(text))
