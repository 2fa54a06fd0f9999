// What a shell keeps of the lines that were typed, for those after them.
import { parse, serialize } from 'just-bash'
import { declaredArrays } from '../../containers/shell/declared-arrays.ts'
import { someNode, wordOf } from '../../containers/shell/script-tree.ts'
import { defines } from './definitions.ts'

/** Changes of arrays, and definitions behind other commands. */
const changes = /\w\[[^\]]*\]\+?=|\w\[[^\]]*\](?:\+\+|--)|\+?=\(|\bunset\s|\w\s*\(\s*\)\s*[{(]|;\s*alias\s/

/**
 * What of a command defines or changes what no environment variable holds, as a script without the rest of the command; empty where it
 * does nothing of that.
 */
export function definitionsIn(command: string): string {
  if (!defines(command) && !changes.test(command)) return ''
  let statements: Statement[]
  try {
    statements = parse(command).statements
  } catch {
    return defines(command) ? command : ''
  }
  const kept = statements.filter(isDefinition)
  if (kept.length === statements.length) return command
  return kept.length === 0 ? '' : serialize({ type: 'Script', statements: kept.flatMap(declaredArrays) })
}

type Statement = ReturnType<typeof parse>['statements'][number]
type Command = Statement['pipelines'][number]['commands'][number]

const isDefinition = ({ pipelines, background }: Statement): boolean =>
  !background && pipelines.every(({ commands }) => commands.length === 1 && definesOrChanges(commands[0]!))

function definesOrChanges(command: Command): boolean {
  if (command.type === 'FunctionDef') return true
  if (command.type !== 'SimpleCommand') return changesArrays(command)
  if (command.name === null)
    return command.assignments.some(({ name, array }) => array !== null || name.includes('['))
  const [program, flag = ''] = [command.name, command.args[0]].map((word) => wordOf(word) ?? '')
  if (program === 'declare' || program === 'typeset') return /^-\w*[aA]/.test(flag)
  return program === 'alias' ? command.args.length > 0 : program === 'unset'
}

/** A loop or a condition that only computes: it may run once more, and nobody sees it. */
const changesArrays = (command: Command): boolean =>
  someNode(command, ({ type, name }) =>
    type === 'Assignment' ? String(name).includes('[') : /^ArithArray/.test(String(type)),
  ) &&
  !someNode(
    command,
    ({ type, name }) => (type === 'SimpleCommand' && name !== null) || /CommandSubst/.test(String(type)),
  )
