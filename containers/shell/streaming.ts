// The shell's library answers when a script has ended, and scripts of containers run for days: what writes to the script's own output
// is redirected to a device, command by command.
import { type CommandNode, type PipelineNode, parse, type ScriptNode, type StatementNode } from 'just-bash'
import { markCaptured } from './captured.ts'
import { asScript, type Goes, intoPipe, redirectedFrom } from './output-goes.ts'
import { wordOf } from './script-tree.ts'

type Redirection = Extract<CommandNode, { type: 'SimpleCommand' }>['redirections'][number]

/** Devices for what a script writes. */
export interface Devices {
  out: string
  err: string
  /** The number of the shell's process. */
  number: number
}

/** Of the shell itself, and without output mostly: a redirection would cost, or undo what they do. */
const silent = new Set(
  'break continue exit return shift local unset : true false [ test eval exec export readonly set kepsim-round kepsim-spawn kepsim-trapped kepsim-status kepsim-replaced kepsim-beyond kepsim-refused kepsim-eval'.split(
    ' ',
  ),
)

/** Redirects the output of a script, which is changed. @param goes where it writes */
export function stream(script: ScriptNode, devices: Devices, goes: Goes = asScript): void {
  const to = (fd: number | null, path: string): Redirection => {
    const [command] = parse(`x ${fd ?? ''}>>'${path}'`).statements[0]!.pipelines[0]!.commands
    return (command as Extract<CommandNode, { type: 'SimpleCommand' }>).redirections[0]!
  }
  const names = captured(script)
  markCaptured(script, names, goes)
  const walk = new Walk(
    { out: to(null, devices.out), err: to(2, devices.err), merged: to(2, devices.out) },
    names,
  )
  walk.substituted(script, goes)
  walk.statements(script.statements, goes)
}

/** Names of what is run where its output is not the script's: in a pipe, or as a part of a word. */
function captured(node: unknown, inside = false, names = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return names
  const { type, commands } = node as { type?: string; commands?: CommandNode[] }
  if (inside && type === 'SimpleCommand') {
    const name = wordOf((node as Extract<CommandNode, { type: 'SimpleCommand' }>).name)
    if (name !== undefined) names.add(name)
  }
  if (type === 'Pipeline' && commands !== undefined)
    for (const [i, one] of commands.entries())
      captured(one, inside || i < commands.length - 1 || redirected(one), names)
  else
    for (const value of Object.values(node))
      captured(value, inside || type === 'CommandSubstitution' || type === 'ProcessSubstitution', names)
  return names
}

const redirected = (command: CommandNode): boolean =>
  'redirections' in command && command.redirections.some(({ operator }) => operator !== '<')

class Walk {
  private readonly to: Readonly<Record<'out' | 'err' | 'merged', Redirection>>
  private readonly captured: ReadonlySet<string>

  constructor(to: Walk['to'], names: ReadonlySet<string>) {
    this.to = to
    this.captured = names
  }

  statements(all: readonly StatementNode[], goes: Goes): void {
    for (const { pipelines } of all) for (const pipeline of pipelines) this.pipeline(pipeline, goes)
  }

  private pipeline({ commands }: PipelineNode, goes: Goes): void {
    commands.forEach((command, i) => {
      if (i === commands.length - 1) this.command(command, goes)
      else this.errors(command, intoPipe(goes))
    })
  }

  private errorsOf({ err }: Goes): Redirection[] {
    return err === 'elsewhere' ? [] : [structuredClone(err === 'out' ? this.to.merged : this.to.err)]
  }

  /** Directs the errors of a command in a pipe to the script's errors; its output goes into the pipe. */
  private errors(command: CommandNode, goes: Goes): void {
    if (command.type === 'SimpleCommand' && (command.name === null || silent.has(wordOf(command.name) ?? '')))
      return
    if ('redirections' in command && command.type !== 'FunctionDef')
      command.redirections = [...this.errorsOf(goes), ...command.redirections]
  }

  private command(command: CommandNode, goes: Goes): void {
    if (command.type === 'FunctionDef') {
      if (!this.captured.has(command.name)) this.command(command.body, goes)
      return
    }
    if (command.type === 'SimpleCommand') {
      const name = wordOf(command.name)
      if (command.name === null || (name !== undefined && silent.has(name))) return
      command.redirections = [structuredClone(this.to.out), ...this.errorsOf(goes), ...command.redirections]
    } else {
      const within = redirectedFrom(goes, command.redirections)
      if (command.redirections.length > 0) this.errors(command, goes)
      if (within.out) for (const body of bodies(command)) this.statements(body, within)
    }
  }

  /** What runs as a part of a word: its errors are the script's, and come before what the word is for. */
  substituted(node: unknown, given: Goes): void {
    if (typeof node !== 'object' || node === null) return
    const {
      type,
      body,
      redirections = [],
    } = node as {
      type?: string
      body?: ScriptNode
      redirections?: Redirection[]
    }
    const goes = redirectedFrom(given, redirections)
    if (type === 'CommandSubstitution')
      for (const { pipelines } of body?.statements ?? [])
        for (const { commands } of pipelines) for (const one of commands) this.errors(one, goes)
    for (const value of Object.values(node)) this.substituted(value, goes)
  }
}

function bodies(command: Exclude<CommandNode, { type: 'SimpleCommand' | 'FunctionDef' }>): StatementNode[][] {
  switch (command.type) {
    case 'If':
      return [...command.clauses.flatMap(({ condition, body }) => [condition, body]), command.elseBody ?? []]
    case 'While':
    case 'Until':
      return [command.condition, command.body]
    case 'For':
    case 'CStyleFor':
    case 'Subshell':
    case 'Group':
      return [command.body]
    case 'Case':
      return command.items.map(({ body }) => body)
    default:
      return []
  }
}
