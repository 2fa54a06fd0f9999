// Where dash and BusyBox's ash are not bash, as whose scripts the shell's library reads all: what they do not know is written as the
// error that they end with. Upstream: dash 0.5 (src/parser.c, eval.c, redir.c, main.c), busybox/shell/ash.c

import { type CommandNode, type ScriptNode, type StatementNode, serialize, type WordNode } from 'just-bash'
import { literalPattern } from '../../component-base/literal-pattern.ts'
import { inserted } from './inserted.ts'
import { commandOf, groupOf, statementOf, statementsOf, statementWith } from './made-of.ts'
import { quoteWord } from './quote.ts'
import { definedIn, wordOf } from './script-tree.ts'
import type { ShellFlavor } from './shell-command.ts'
import { cannotSet, unknownCommand, unknownSyntax } from './shell-words.ts'

type Node = Record<string, unknown>
type Simple = Extract<CommandNode, { type: 'SimpleCommand' }>

/** A shell other than bash, and the name that it was called by. */
interface Reader {
  flavor: 'ash' | 'dash'
  name: string
  /** Functions of the script. */
  defined: ReadonlySet<string>
}

/** Changes a script so that the library does with it what another shell would. A script of bash stays as it is. */
export function readAs(flavor: ShellFlavor, name: string, script: ScriptNode): void {
  if (flavor === 'bash') return
  const reader = { flavor, name, defined: definedIn(script) }
  endAtUnknownSyntax(script, reader)
  change(script, reader)
  for (const one of script.statements) leaveAtReturn(one)
}

/** `says STATUS TEXT`, with the redirections of what stands for it. */
function saying(text: string, status: number, { redirections }: { redirections?: unknown[] }): Simple {
  const made = commandOf(`${inserted.says} ${status} ${quoteWord(text)}`) as Simple
  return { ...made, redirections: (redirections ?? []) as Simple['redirections'] }
}

/** As {@link saying}, and the shell ends with 2. */
function ending(text: string, of: { redirections?: unknown[] }): CommandNode {
  return groupOf([statementWith(saying(text, 2, of)), statementOf('exit 2')])
}

/** A shell reads a script line by line: what stands above a line that is none of its language runs. */
function endAtUnknownSyntax(script: ScriptNode, reader: Reader): void {
  for (const [i, statement] of script.statements.entries()) {
    const found = reader.flavor === 'dash' && hasKeyword(statement) ? '}' : syntaxIn(statement, reader)
    if (found === undefined) continue
    const line = lineOf(statement)
    const kept = script.statements.slice(0, i).filter((one) => lineOf(one) < line)
    const [end] = statementsOf(':')
    end!.pipelines[0]!.commands = [ending(unknownSyntax(reader.flavor, reader.name, line, found), {})]
    script.statements = [...kept, end!]
    return
  }
}

function lineOf(node: unknown): number {
  const open: unknown[] = [node]
  let first = Number.POSITIVE_INFINITY
  while (open.length > 0) {
    const one = open.pop()
    if (typeof one !== 'object' || one === null) continue
    const { line } = one as Node
    if (typeof line === 'number' && line > 0) first = Math.min(first, line)
    open.push(...Object.values(one))
  }
  return Number.isFinite(first) ? first : 1
}

/** The token at which a shell stops reading; undefined: it reads all of it. */
function syntaxIn(node: unknown, reader: Reader): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined
  const { type, array, operator } = node as Node
  if (type === 'Assignment' && array !== null) return '('
  if (type === 'Redirection' && operator === '<<<') return 'redirection'
  if (type === 'ProcessSubstitution' && reader.flavor === 'dash') return '('
  if (type === 'CStyleFor') return 'for'
  for (const value of Object.values(node)) {
    const found = syntaxIn(value, reader)
    if (found !== undefined) return found
  }
  return undefined
}

/** `function f { …; }`, which the tree does not tell from `f() { …; }`. */
const hasKeyword = ({ pipelines, sourceText = '' }: StatementNode): boolean =>
  pipelines.some(({ commands }) =>
    commands.some(
      (one) =>
        one.type === 'FunctionDef' &&
        new RegExp(`\\bfunction\\s+${literalPattern(one.name)}(?![\\w(])`).test(sourceText),
    ),
  )

function change(node: unknown, reader: Reader): void {
  if (typeof node !== 'object' || node === null) return
  for (const value of Object.values(node)) change(value, reader)
  const { type, commands } = node as Node
  if (type === 'Word' && Array.isArray((node as Node)['parts'])) unbraced(node as WordNode)
  if (type !== 'Pipeline') return
  const all = commands as CommandNode[]
  all.splice(0, all.length, ...all.map((one) => replaced(one, reader)))
}

/** `{1..3}` is a word as others. */
function unbraced(word: WordNode): void {
  if (!word.parts.some(({ type }) => type === 'BraceExpansion')) return
  word.parts = word.parts.map((part) => {
    if (part.type !== 'BraceExpansion') return part
    const { type: _, ...one } = commandOf('x y') as Simple
    const args = [{ type: 'Word' as const, parts: [part] }]
    const pipelines = [
      {
        type: 'Pipeline' as const,
        commands: [{ ...one, type: 'SimpleCommand' as const, args }],
        negated: false,
      },
    ]
    const [statement] = statementsOf('x')
    const text = serialize({ type: 'Script', statements: [{ ...statement!, pipelines }] } as ScriptNode)
    return { type: 'SingleQuoted' as const, value: text.trim().slice(2) }
  })
}

function replaced(command: CommandNode, reader: Reader): CommandNode {
  const { flavor, name } = reader
  const bad = ownExpansions(command).find((one) => isUnknownExpansion(one, flavor))
  if (bad !== undefined)
    return ending(
      flavor === 'dash' ? `${name}: 1: Bad substitution` : `${name}: syntax error: bad substitution`,
      command as Simple,
    )
  if (command.type === 'ConditionalCommand') {
    if (flavor === 'dash') return saying(unknownCommand(flavor, name, '[['), 127, command)
    literally(command.expression)
    return command
  }
  if (command.type === 'ArithmeticCommand') {
    const word = (command.expression.originalText ?? '').trim().split(/[\s<>&|;()]/)[0] ?? ''
    return saying(unknownCommand(flavor, name, word), 127, command)
  }
  return command.type === 'SimpleCommand' ? replacedSimple(command, reader) : command
}

/** `[[ $x == b* ]]` compares with the star. */
function literally(expression: unknown): void {
  if (typeof expression !== 'object' || expression === null) return
  const { type, operator, right } = expression as Node
  if (type === 'CondBinary' && /^(?:=|==|!=)$/.test(String(operator))) {
    const word = right as WordNode
    word.parts = word.parts.map((part) =>
      part.type === 'Glob' ? { type: 'SingleQuoted', value: part.pattern } : part,
    )
  }
  for (const value of Object.values(expression)) literally(value)
}

/** The parameters that a command expands itself, not those of what runs within it. */
function ownExpansions(command: CommandNode): Node[] {
  const found: Node[] = []
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const own = node as Node
    if (own['type'] === 'Statement' || own['type'] === 'Script') return
    if (own['type'] === 'ParameterExpansion') found.push(own)
    for (const value of Object.values(own)) look(value)
  }
  if (command.type !== 'FunctionDef') for (const value of Object.values(command)) look(value)
  return found
}

const unknownToAsh = /^(?:CaseModification|Transform|Indirection|ArrayKeys|VarNamePrefix)$/
const unknownToDash =
  /^(?:CaseModification|Transform|Indirection|ArrayKeys|VarNamePrefix|Substring|PatternReplacement)$/

function isUnknownExpansion({ parameter, operation }: Node, flavor: 'ash' | 'dash'): boolean {
  if (String(parameter).includes('[')) return true
  return (flavor === 'dash' ? unknownToDash : unknownToAsh).test(String((operation as Node | null)?.['type']))
}

/** Commands of bash that the other shells have not. */
const ofBash = new Set(
  'bind builtin caller compgen complete compopt declare dirs disown enable logout mapfile popd pushd readarray shopt suspend typeset'.split(
    ' ',
  ),
)
const beyondDash = new Set(['let', 'source'])
/** Special built-ins, whose failure ends a shell that is not interactive. */
const special = new Set(
  '. : eval exec exit export readonly return set shift source times trap unset break continue'.split(' '),
)

function replacedSimple(command: Simple, reader: Reader): CommandNode {
  const { flavor, name, defined } = reader
  const word = wordOf(command.name)
  if (word === undefined || defined.has(word)) return command
  if (ofBash.has(word) || (flavor === 'dash' && beyondDash.has(word)))
    return saying(unknownCommand(flavor, name, word), 127, command)
  if (word === 'set') {
    const wrong = cannotSet(flavor, name, command.args.map(wordOf))
    if (wrong !== undefined) return wrong.ends ? ending(wrong.text, command) : saying(wrong.text, 1, command)
  }
  if (flavor === 'dash' && (word === '[' || word === 'test')) return compared(command, word, name)
  if (word === 'cd' && command.redirections.length === 0) return guarded(command, `${inserted.status} 2`)
  if (special.has(word)) return guardedSpecial(command, word, reader)
  const opens = ({ operator, target }: Simple['redirections'][number]): boolean =>
    /^(?:>|>>|>\||<)$/.test(operator) &&
    target.type === 'Word' &&
    /^(?!\/dev\/).*\//.test(wordOf(target) ?? '/')
  return flavor === 'dash' && command.redirections.some(opens)
    ? guarded(command, `${inserted.refused} "$?"`)
    : command
}

/** dash knows `=` only. */
function compared(command: Simple, word: string, name: string): CommandNode {
  const at = command.args.findIndex((one) => wordOf(one) === '==')
  if (at < 1) return command
  const said = saying(`${name}: 1: ${word}: `, 2, command)
  said.args.push(command.args[at - 1]!, ...(commandOf("x ': unexpected operator'") as Simple).args)
  return said
}

/** `C || END`. */
const guarded = (command: Simple, end: string): CommandNode =>
  groupOf([statementWith(command, `: || ${end}`)])

const runsCommand = (node: unknown): boolean =>
  typeof node === 'object' &&
  node !== null &&
  (/Substitution$/.test(String((node as Node)['type'])) || Object.values(node).some(runsCommand))

/** A special command that cannot be redirected, or a file that cannot be read, ends the shell. */
function guardedSpecial(command: Simple, word: string, { flavor }: Reader): CommandNode {
  const files = command.redirections.filter(
    ({ operator, target }) =>
      /^(?:>|>>|>\||<)$/.test(operator) && target.type === 'Word' && !runsCommand(target),
  )
  const before: StatementNode[] = files.map((redirection) => {
    const [statement] = statementsOf(`: || exit ${flavor === 'dash' ? 2 : 1}`)
    const checking = statement!.pipelines[0]!.commands[0] as Simple
    const operator = redirection.operator === '>' ? '>>' : redirection.operator
    checking.redirections = [structuredClone({ ...redirection, operator })]
    return statement!
  })
  const [file] = command.args
  if ((word === '.' || word === 'source') && file !== undefined && !runsCommand(file)) {
    const [statement] = statementsOf(`${inserted.source} ${word} || exit 2`)
    ;(statement!.pipelines[0]!.commands[0] as Simple).args.push(structuredClone(file))
    before.push(statement!)
  }
  if (before.length === 0) return command
  return groupOf([...before, statementWith(command)])
}

/** Outside of functions `return` ends the script. */
function leaveAtReturn(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  const { type, name } = node as Node
  if (type === 'FunctionDef') return
  if (type === 'SimpleCommand' && wordOf(name as WordNode | null) === 'return')
    Object.assign(node, { name: (commandOf('exit') as Simple).name })
  for (const value of Object.values(node)) leaveAtReturn(value)
}
