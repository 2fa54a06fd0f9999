// Where the shell's library is not bash within words and expressions, written otherwise before a script runs.
import { type CommandNode, parse, type StatementNode, type WordNode } from 'just-bash'
import { someNode } from './script-tree.ts'

type Node = Record<string, unknown>
type Part = WordNode['parts'][number]

const statementsOf = (script: string): StatementNode[] => parse(script).statements

/** Holds what a command of an expression prints, followed by its number. */
const term = 'KEPSIM_TERM_'

/**
 * Changes a node in place, but not what lies within it. Without it the library
 * - takes `"${NAME:-value}"` for an unbound variable with `set -u`, where that is the whole word;
 * - runs the commands of `$(( $(f) + 1 ))` as scripts of their own, which know none of the script's functions and variables.
 */
export function amendWords(node: Node): void {
  if (node['type'] === 'Word' && Array.isArray(node['parts'])) guardDefault(node as unknown as WordNode)
  for (const value of Object.values(node))
    if (Array.isArray(value)) value.splice(0, value.length, ...value.map(apart))
}

/** Changes all words of a tree. */
export function amendAllWords(tree: unknown): void {
  const open: unknown[] = [tree]
  while (open.length > 0) {
    const node = open.pop()
    if (typeof node !== 'object' || node === null) continue
    if (!Array.isArray(node)) amendWords(node as Node)
    open.push(...Object.values(node))
  }
}

/** With nothing behind it the library looks for the variable before the default. */
function guardDefault(word: WordNode): void {
  const [part, ...more] = word.parts
  if (more.length > 0 || part?.type !== 'DoubleQuoted') return
  const [inner, ...others] = part.parts
  if (others.length > 0 || inner?.type !== 'ParameterExpansion' || /[@*]/.test(inner.parameter)) return
  if (/^(?:DefaultValue|AssignDefault|UseAlternative)$/.test(inner.operation?.type ?? ''))
    word.parts.push({ type: 'SingleQuoted', value: '' })
}

function apart(node: unknown): unknown {
  const { type, expression } = (node ?? {}) as Node
  if (type !== 'ArithmeticExpansion' && type !== 'ArithmeticCommand') return node
  const found = termsOf(expression)
  if (found === undefined) return node
  const given = found.commands.map((command, i) => `${term}${i}=$(${command}\n) || :`)
  if (type === 'ArithmeticExpansion') return partOf(`$(${given.join('\n')}\necho $((${found.text})))`)
  const [group] = statementsOf(`{ ${given.join('\n')}\n((${found.text})); }`)[0]!.pipelines[0]!.commands
  return {
    ...group,
    redirections: (node as Extract<CommandNode, { type: 'ArithmeticCommand' }>).redirections,
  }
}

const partOf = (word: string): Part => {
  const [command] = statementsOf(`x ${word}`)[0]!.pipelines[0]!.commands
  return (command as Extract<CommandNode, { type: 'SimpleCommand' }>).args[0]!.parts[0]!
}

/** The commands of an expression, and the expression with variables in their places; undefined where it has none. */
function termsOf(expression: unknown): { commands: string[]; text: string } | undefined {
  const commands: string[] = []
  someNode(expression, ({ type, command }) => {
    if (type === 'ArithCommandSubst') commands.push(String(command))
    return false
  })
  let text = String((expression as Node | undefined)?.['originalText'] ?? '')
  for (const [i, command] of commands.entries()) {
    const written = [`$(${command})`, `\`${command}\``].find((one) => text.includes(one))
    if (written === undefined) return undefined
    text = text.replace(written, () => `$${term}${i}`)
  }
  return commands.length === 0 ? undefined : { commands, text }
}
