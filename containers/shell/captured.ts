// Commands that run other commands as scripts of their own, whose output is not the script's: it goes into a pipe, a word or a file.
import type { CommandNode, ScriptNode } from 'just-bash'
import { inserted } from './inserted.ts'

type Node = Record<string, unknown>
type Simple = Extract<CommandNode, { type: 'SimpleCommand' }>

const runners = new Set('ash bash dash env find nice nohup sh time timeout xargs'.split(' '))

/**
 * Marks such commands: what they run is not to write to the script's devices.
 * @param functions those of the script that are called where their output goes elsewhere
 */
export function markCaptured(script: ScriptNode, functions: ReadonlySet<string>): void {
  walk(script, false, functions)
}

function walk(node: unknown, captured: boolean, functions: ReadonlySet<string>): void {
  if (typeof node !== 'object' || node === null) return
  const { type, commands, name } = node as Node
  if (type === 'Pipeline' && Array.isArray(commands)) {
    for (const [i, one] of commands.entries()) walk(one, captured || i < commands.length - 1, functions)
    return
  }
  const within =
    captured ||
    type === 'CommandSubstitution' ||
    type === 'ProcessSubstitution' ||
    (type === 'FunctionDef' && functions.has(String(name))) ||
    isRedirected(node as Node)
  for (const value of Object.values(node)) walk(value, within, functions)
  if (type === 'SimpleCommand' && within) mark(node as Simple)
}

const isRedirected = ({ redirections }: Node): boolean =>
  Array.isArray(redirections) &&
  (redirections as Simple['redirections']).some(({ operator }) => !operator.startsWith('<'))

function mark(command: Simple): void {
  const [part, ...more] = command.name?.parts ?? []
  if (part?.type !== 'Literal' || more.length > 0 || !runners.has(part.value.split('/').at(-1)!)) return
  const word = (value: string): NonNullable<Simple['name']> => ({
    type: 'Word',
    parts: [{ type: 'SingleQuoted', value }],
  })
  command.args.unshift(word(command.assignments.map(({ name }) => name).join(' ')), command.name!)
  command.name = { type: 'Word', parts: [{ type: 'Literal', value: inserted.captured }] }
}
