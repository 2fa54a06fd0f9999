// Commands that run other commands as scripts of their own, whose output is not the script's: it goes into a pipe, a word or a file.
import type { CommandNode, ScriptNode } from 'just-bash'
import { inserted } from './inserted.ts'
import { type Goes, intoPipe, redirectedFrom } from './output-goes.ts'
import { wordOf } from './script-tree.ts'

type Node = Record<string, unknown>
type Simple = Extract<CommandNode, { type: 'SimpleCommand' }>

const runners = new Set('ash bash dash env find nice nohup sh time timeout xargs'.split(' '))

/**
 * Marks such commands: what they run is not to write to the script's devices.
 * @param functions those of the script that are called where their output goes elsewhere
 * @param goes where the script itself writes
 */
export function markCaptured(script: ScriptNode, functions: ReadonlySet<string>, goes: Goes): void {
  walk(script, goes, functions)
}

function walk(node: unknown, goes: Goes, functions: ReadonlySet<string>): void {
  if (typeof node !== 'object' || node === null) return
  const { type, commands, name } = node as Node
  if (type === 'Pipeline' && Array.isArray(commands)) {
    for (const [i, one] of commands.entries())
      walk(one, i < commands.length - 1 ? intoPipe(goes) : goes, functions)
    return
  }
  const isCaptured =
    type === 'CommandSubstitution' ||
    type === 'ProcessSubstitution' ||
    (type === 'FunctionDef' && functions.has(String(name)))
  const { redirections } = node as Partial<Simple>
  const within = redirectedFrom(
    isCaptured ? intoPipe(goes) : goes,
    Array.isArray(redirections) ? redirections : [],
  )
  for (const value of Object.values(node)) walk(value, within, functions)
  if (type === 'SimpleCommand' && (!within.out || within.err !== 'err')) mark(node as Simple, within)
}

/** Before a marked command: where it writes, and the names of its assignments. */
function mark(command: Simple, goes: Goes): void {
  const program = wordOf(command.name)?.split('/').at(-1)
  if (program === undefined || !runners.has(program)) return
  const word = (value: string): NonNullable<Simple['name']> => ({
    type: 'Word',
    parts: [{ type: 'SingleQuoted', value }],
  })
  command.args.unshift(
    word(goes.out ? goes.err : 'captured'),
    word(command.assignments.map(({ name }) => name).join(' ')),
    command.name!,
  )
  command.name = { type: 'Word', parts: [{ type: 'Literal', value: inserted.captured }] }
}
