// Parts of a script's tree from their text, for those who write scripts otherwise before they run.
import { type CommandNode, parse, type StatementNode } from 'just-bash'

type GroupNode = Extract<CommandNode, { type: 'Group' }>

/** The statements of a script. */
export const statementsOf = (script: string): StatementNode[] => parse(script).statements

/** The first statement of a text. */
export const statementOf = (script: string): StatementNode => statementsOf(script)[0]!

/** The first command of a text. */
export const commandOf = (script: string): CommandNode => statementOf(script).pipelines[0]!.commands[0]!

/** A command as a statement. @param guard what stands for it in a text, as in `: || exit 2` */
export function statementWith(command: CommandNode, guard = ':'): StatementNode {
  const statement = statementOf(guard)
  statement.pipelines[0]!.commands = [command]
  return statement
}

/** A group command that has these statements. */
export function groupOf(body: StatementNode[]): GroupNode {
  const group = commandOf('{ :; }') as GroupNode
  group.body = body
  return group
}
