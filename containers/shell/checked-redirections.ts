// A redirection that fails is a command that fails. The shell's library ends the whole script there.
import { type CommandNode, parse, type ScriptNode, type StatementNode, type WordNode } from 'just-bash'
import { inserted } from './inserted.ts'

/** Looks before each command that writes to a file whether its folder is there. Changes the script. */
export function checkRedirections(script: ScriptNode): void {
  const pipelines: CommandNode[][] = []
  const open: unknown[] = [script]
  while (open.length > 0) {
    const node = open.pop()
    if (typeof node !== 'object' || node === null) continue
    const { type, commands } = node as { type?: string; commands?: CommandNode[] }
    if (type === 'Pipeline' && commands !== undefined) pipelines.push(commands)
    for (const value of Object.values(node)) open.push(value)
  }
  for (const commands of pipelines) commands.splice(0, commands.length, ...commands.map(checked))
}

/** `if kepsim-writable FILE…; then COMMAND; else kepsim-status $?; fi` */
function checked(command: CommandNode): CommandNode {
  const targets = targetsOf(command)
  if (targets.length === 0) return command
  const [whole] = parse(`if ${inserted.writable}; then :; else ${inserted.status} $?; fi`).statements[0]!
    .pipelines[0]!.commands as [Extract<CommandNode, { type: 'If' }>]
  const { condition, body } = whole.clauses[0]!
  onlyCommand(condition, ({ args }) => args.push(...structuredClone(targets)))
  body[0]!.pipelines[0]!.commands[0] = command
  return whole
}

function onlyCommand(
  statements: readonly StatementNode[],
  act: (command: Extract<CommandNode, { type: 'SimpleCommand' }>) => void,
): void {
  const [command] = statements[0]!.pipelines[0]!.commands
  if (command?.type === 'SimpleCommand') act(command)
}

/** The files that a command's output goes to, but those of which it is known that they can be written. */
function targetsOf(command: CommandNode): WordNode[] {
  if (!('redirections' in command) || command.type === 'FunctionDef') return []
  // What looks at the exit code before it would see that of the check.
  if (mentions(command, /"parameter":"\?"/)) return []
  return command.redirections.flatMap(({ operator, target }) =>
    /^(?:>|>>|>\||&>|&>>)$/.test(operator) && target.type === 'Word' && mayFail(target) ? [target] : [],
  )
}

/** What runs commands would run them twice; what is on a device, or in the shell's own folder, has one. */
function mayFail(target: WordNode): boolean {
  if (mentions(target, /Substitution"/)) return false
  const [part, ...more] = target.parts
  const path =
    more.length === 0 && (part?.type === 'Literal' || part?.type === 'SingleQuoted') ? part.value : undefined
  return path === undefined || !/^\/(?:dev|proc)\/|^[^/]*$/.test(path)
}

const mentions = (node: WordNode | CommandNode, what: RegExp): boolean => what.test(JSON.stringify(node))
