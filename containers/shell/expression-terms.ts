// The commands of arithmetic expressions, which the shell's library runs as scripts of their own: they know none of the script's
// functions and variables. They run before what has the expression, which then computes with what they print.
import type { CommandNode, PipelineNode, StatementNode } from 'just-bash'
import { inserted } from './inserted.ts'
import { groupOf, statementsOf, statementWith } from './made-of.ts'
import { someNode } from './script-tree.ts'

type Node = Record<string, unknown>

/** Holds what a command of an expression prints, followed by its number. */
const term = 'KEPSIM_TERM_'
/** The variable with the exit code of the last command of an expression. */
const status = 'KEPSIM_TERM_STATUS'

/** The variable with the value that `$?` had before the commands of the expressions. */
const asked = 'KEPSIM_TERM_ASKED'

/** Puts the commands of expressions before the statements of a list that are one command each. */
export function liftTerms(list: unknown[]): void {
  if ((list[0] as Node | undefined)?.['type'] !== 'Statement') return
  const all = (list as StatementNode[]).flatMap((one) => {
    const { pipelines, background } = one
    const { commands, negated } = pipelines[0]!
    const isAlone = pipelines.length === 1 && commands.length === 1 && !negated && !background
    const found = isAlone ? takenFrom(commands[0]!) : undefined
    return found === undefined ? [one] : [...found.before, one, ...found.after]
  })
  list.splice(0, list.length, ...all)
}

/** The same for commands that stand among others: each becomes a group. */
export function groupTerms({ commands }: PipelineNode): void {
  for (const [i, command] of commands.entries()) {
    const found = takenFrom(command)
    if (found === undefined) continue
    commands[i] = groupOf([...found.before, statementWith(command), ...found.after])
  }
}

const isExpression = ({ type }: Node): boolean =>
  type === 'ArithmeticExpansion' || type === 'ArithmeticCommand'

/** Changes a command; undefined where it has no such expression, or what it does would be another: it stays as it is then. */
function takenFrom(command: CommandNode): { before: StatementNode[]; after: StatementNode[] } | undefined {
  const expressions = ownExpressions(command)
  const assigned = command.type === 'SimpleCommand' && command.name === null ? command.assignments.length : 0
  if (expressions.length === 0 || assigned > 1) return undefined
  const given: string[] = []
  const texts = expressions.map((one) => textOf(one['expression'], given))
  if (given.length === 0 || texts.includes(undefined)) return undefined
  askBefore(command)
  for (const [i, one] of expressions.entries()) {
    const [made] = statementsOf(`((${texts[i]!.replaceAll('$?', `$${asked}`)}))`)[0]!.pipelines[0]!.commands
    one['expression'] = (made as Extract<CommandNode, { type: 'ArithmeticCommand' }>).expression
  }
  const runs = given.map((one, i) => `${term}${i}=$(${one}\n)`)
  // What only assigns ends as the last of its commands.
  const last = assigned === 1 ? `if ${runs.pop()}; then ${status}=0; else ${status}=$?; fi` : ':'
  return {
    before: statementsOf([`${asked}=$?`, ...runs.map((one) => `${one} || :`), last].join('\n')),
    after: assigned === 1 ? statementsOf(`${inserted.status} "$${status}"`) : [],
  }
}

/** The expressions that a command computes itself once. */
function ownExpressions(command: CommandNode): Node[] {
  const found: Node[] = []
  if (command.type !== 'FunctionDef' && command.type !== 'CStyleFor')
    eachOwn(command, (node) => {
      if (isExpression(node)) found.push(node)
      return !isExpression(node)
    })
  return found
}

/** Replaces `$?` by the value that it had before the commands of the expressions. */
const askBefore = (command: CommandNode): void =>
  eachOwn(command, (node) => {
    if (node['type'] === 'ParameterExpansion' && node['parameter'] === '?') node['parameter'] = asked
    return true
  })

/** Goes through a command, but not through what runs within it. @param look tells whether to go into a node */
function eachOwn(node: unknown, look: (node: Node) => boolean): void {
  if (typeof node !== 'object' || node === null) return
  const own = node as Node
  if (own['type'] === 'Statement' || own['type'] === 'Script' || !look(own)) return
  for (const value of Object.values(own)) eachOwn(value, look)
}

/** An expression with variables in the places of its commands, which are added to those given; undefined where they are not found. */
function textOf(expression: unknown, given: string[]): string | undefined {
  const commands: string[] = []
  someNode(expression, ({ type, command }) => {
    if (type === 'ArithCommandSubst') commands.push(String(command))
    return false
  })
  let text = String((expression as Node | undefined)?.['originalText'] ?? '')
  for (const command of commands) {
    const written = [`$(${command})`, `\`${command}\``].find((one) => text.includes(one))
    if (written === undefined) return undefined
    text = text.replace(written, () => `$${term}${given.push(command) - 1}`)
  }
  return text
}
