// What the shell's library does not do by itself, as transformations of a script before it runs.

import { parse, serialize, type TransformPlugin } from 'just-bash'
import { amend } from './amend.ts'
import { amendAllWords } from './amend-words.ts'
import { markRedirections } from './checked-redirections.ts'
import { devices, readers } from './endless-files.ts'
import { evaluated, inserted, trapAction } from './inserted.ts'
import { groupOf, statementOf as statement } from './made-of.ts'
import { readAs } from './other-shells.ts'
import type { Goes } from './output-goes.ts'
import { quoteWord } from './quote.ts'
import { definedIn, someNode, wordOf } from './script-tree.ts'
import type { ShellFlavor } from './shell-command.ts'
import { unsetMark } from './shell-words.ts'
import { type Devices, stream } from './streaming.ts'

/** Holds the number of the last process in the background: the shell has none, as nothing runs there. */
export const lastBackground = 'KEPSIM_LAST_BACKGROUND'

type Node = Record<string, unknown>
type Statement = ReturnType<typeof parse>['statements'][number]
type Pipeline = Statement['pipelines'][number]
type Script = ReturnType<typeof parse>

/** The shell and the programs that a script is rewritten for. */
export interface Reading {
  /** The flavor of the shell that reads the script; a shell within it may be of another flavor. */
  flavor: ShellFlavor
  /** The name that the shell was called by. */
  name: string
  /** Whether the shell has a program of that name. */
  isProgram(name: string): boolean
  /** Whether the image may have a program of that name, which is not simulated. */
  isBeyond(name: string): boolean
  /** Files that its scripts are told to read from, as far as they say so in plain words. */
  readonly opened: Set<string>
  /** Names of the variables that the next script finds in its environment: the library exports none of those that it is given. */
  exports: readonly string[]
  /** Where scripts write: the shell's own, and those that its commands run. */
  readonly goes: Goes
}

/**
 * Loops and functions tell that they go round; what ends in `&` is started beside the script; `exec PROGRAM` ends it; a
 * program that is named by its path is found by its name. What the shell does not know ends as it does there.
 * What it writes goes to devices.
 * @param looksForSignals whether it looks between a script's commands for signals that have come
 */
export const rewriting = (
  reading: Reading,
  devices: Devices,
  looksForSignals: (mentionsTrap: boolean) => boolean,
): TransformPlugin => ({
  name: 'containers',
  transform: ({ ast }) => {
    const looks = looksForSignals(mentionsTrap(ast))
    rewrite(ast, { reading, defined: definedIn(ast) }, devices, looks)
    const names = reading.exports.filter((name) => /^[A-Za-z_]\w*$/.test(name))
    if (names.length > 0) ast.statements.unshift(statement(`export ${names.join(' ')}`))
    reading.exports = []
    return { ast }
  },
})

/** The steps of it, each of which counts on those before. @param looks whether signals are looked for between commands */
function rewrite(ast: Script, known: Known, devices: Devices, looks = false): void {
  const { reading } = known
  readAs(reading.flavor, reading.name, ast)
  // What they run is to be found by those who look at where output goes.
  amendAllWords(ast)
  change(ast, known)
  if (reading.goes.out) stream(ast, devices, reading.goes)
  if (looks) checkBetween(ast)
  amend(ast)
  markRedirections(ast, devices.number)
}

/**
 * A script as a shell with `rewriting` runs it, for one that `eval` runs in the midst of another. What is no script stays as it is.
 * @param exitStatus of an `exit` that names none; undefined: that of the command before it
 */
export function rewritten(script: string, reading: Reading, devices: Devices, exitStatus?: string): string {
  try {
    const ast = parse(script)
    rewrite(ast, { reading, defined: definedIn(ast), exitStatus }, devices)
    return serialize(ast)
  } catch {
    return script
  }
}

/** The name of the only program that a script runs; undefined where it does more, or that is not told by itself. */
export function onlyProgram(script: string): string | undefined {
  try {
    const { statements } = parse(script)
    const [one, ...more] = statements
    if (one === undefined || more.length > 0 || one.background || one.pipelines.length !== 1) return undefined
    const { commands } = one.pipelines[0]!
    return commands.length === 1 && commands[0]!.type === 'SimpleCommand' ? programName(one) : undefined
  } catch {
    return undefined
  }
}

/** The functions that a script defines, as a script. */
export function functionsOf(script: string): string {
  const found: string[] = []
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const own = node as Partial<Statement> & Node
    if (own.type === 'Statement' && isDefinition(own as Statement))
      found.push(serialize({ type: 'Script', statements: [own] } as never))
    else for (const value of Object.values(own)) look(value)
  }
  look(parse(script))
  return found.map((one) => `${one.trimEnd()}\n`).join('')
}

const isDefinition = ({ pipelines }: Statement): boolean =>
  pipelines.length === 1 && pipelines[0]!.commands[0]?.type === 'FunctionDef'

/** Also `eval "trap …"`, and `t=trap`. */
const mentionsTrap = (script: unknown): boolean =>
  someNode(script, (node) =>
    Object.values(node).some((value) => typeof value === 'string' && /\btrap\b/.test(value)),
  )

/** Shells of their own, with traps of their own. */
const apart = new Set(['Subshell', 'CommandSubstitution', 'ProcessSubstitution'])

const check = (): Statement => statement(`${inserted.trapped} $? && eval "$${trapAction}" && :`)

/** After each command a shell looks whether a signal has come; `$?` and `set -e` see nothing of it. */
function checkBetween(node: unknown): void {
  if (typeof node !== 'object' || node === null || apart.has(String((node as Node)['type']))) return
  for (const one of Object.values(node)) checkBetween(one)
  if ((node as Node)['type'] === 'Statement') checkWithin(node as Statement)
  if (!Array.isArray(node) || !node.some((one) => (one as Node | null)?.['type'] === 'Statement')) return
  node.splice(0, node.length, ...node.flatMap((one) => [one, check()]))
}

/** Also before what `&&` and `||` run next: each pipeline but the last becomes a condition, whose failures `set -e` does not see. */
function checkWithin({ pipelines }: Statement): void {
  for (const [i, pipeline] of pipelines.slice(0, -1).entries()) {
    const condition = statement('if :; then :; else :; fi').pipelines[0]!
    const command = condition.commands[0]!
    if (command.type !== 'If') continue
    command.clauses[0]!.condition[0]!.pipelines = [pipeline]
    command.clauses[0]!.body = [check()]
    command.elseBody = [check()]
    pipelines[i] = condition
  }
}

const loops = new Set(['While', 'Until', 'For', 'CStyleFor'])

/** The state of rewriting a script. */
interface Known {
  reading: Reading
  /** The functions of the script. */
  defined: ReadonlySet<string>
  exitStatus?: string | undefined
  /** Whether it is in a part of a pipeline, which is a process of its own. */
  piped?: boolean
}

function change(node: unknown, known: Known): void {
  if (typeof node !== 'object' || node === null) return
  if (Array.isArray(node)) {
    changeList(node)
    for (const one of node) change(one, known)
    return
  }
  const own = node as Node
  const piped = own['type'] === 'Pipeline' && (own['commands'] as Node[]).length > 1
  for (const value of Object.values(own)) change(value, piped ? { ...known, piped } : known)
  // Without a list of its own it goes through the arguments, each of which is one word.
  if (own['type'] === 'For' && own['words'] === null) own['words'] = [wordIn('x "$@"')]
  if (loops.has(String(own['type']))) (own['body'] as Statement[]).unshift(statement(inserted.round))
  if (own['type'] === 'FunctionDef') tellRound(own['body'] as Node)
  if (own['type'] === 'SimpleCommand') byName(own as unknown as SimpleCommand, known)
  if (own['type'] === 'ParameterExpansion' && own['parameter'] === '!') own['parameter'] = lastBackground
  if (own['type'] === 'ParameterExpansion') nameUnset(own)
  if (own['type'] === 'Pipeline') readDevices(own['commands'] as Node[])
  if (own['type'] === 'Pipeline') evaluate(own['commands'] as Node[], known.defined)
  if (own['type'] === 'Redirection' && own['operator'] === '<')
    known.reading.opened.add(wordOf(own['target'] as Node) ?? '')
}

/** Those without an end are no files here: a program takes its part of one by its name. */
function readDevices(commands: Node[]): void {
  for (const [i, command] of commands.entries()) {
    const redirections = (command['redirections'] ?? []) as Node[]
    const found = redirections.find(
      ({ operator, target }) => operator === '<' && devices.has(wordOf(target as Node) ?? ''),
    )
    if (found === undefined) continue
    const name = command['type'] === 'SimpleCommand' ? wordOf(command['name'] as Node | null) : undefined
    if ((readers as readonly string[]).includes(name ?? '')) {
      ;(command['args'] as Node[]).push(found['target'] as Node)
      redirections.splice(redirections.indexOf(found), 1)
    } else
      commands[i] = statement(`${inserted.endless} ${wordOf(found['target'] as Node)}`).pipelines[0]!
        .commands[0] as unknown as Node
  }
}

/** Rewrites the text that `eval` is given before it runs, as the library would run it unchanged. */
function evaluate(commands: Node[], defined: ReadonlySet<string>): void {
  for (const [i, command] of commands.entries()) {
    if (command['type'] !== 'SimpleCommand' || wordOf(command['name'] as Node | null) !== 'eval') continue
    if (defined.has('eval')) return
    const { pipelines } = statement(`{ ${inserted.evaluate} "$?" && :; eval "$${evaluated}"; }`)
    const [group] = pipelines[0]!.commands as unknown as (Node & { body: Statement[] })[]
    const [before, after] = group!.body.map(
      (one) => one.pipelines[0]!.commands[0] as unknown as SimpleCommand & Node,
    )
    before!.args.push(...(command['args'] as Node[]))
    after!['redirections'] = command['redirections']
    commands[i] = group!
  }
}

/** The library does not say whose value `${NAME:?…}` lacks. */
function nameUnset({ parameter, operation }: Node): void {
  const { type, word, checkEmpty } = (operation ?? {}) as Node
  if (type !== 'ErrorIfUnset') return
  const said = wordIn(
    `x '${unsetMark}${parameter}: ${word === null ? `parameter ${checkEmpty ? 'null or ' : ''}not set` : ''}'`,
  )
  const parts = [
    ...(said['parts'] as unknown[]),
    ...(((word as Node | null)?.['parts'] as unknown[] | undefined) ?? []),
  ]
  ;(operation as Node)['word'] = { ...said, parts }
}

/** The body of a function, which is a group mostly. */
function tellRound(body: Node): void {
  if (Array.isArray(body['body'])) (body['body'] as Statement[]).unshift(statement(inserted.round))
}

interface SimpleCommand {
  name: Node | null
  args: Node[]
}

function byName(command: SimpleCommand, { reading, defined, exitStatus, piped = false }: Known): void {
  if (wordOf(command.name) === 'command' && /^(?:wait|trap|kill)$/.test(wordOf(command.args[0]) ?? ''))
    command.name = command.args.shift()!
  const name = wordOf(command.name)
  if (name === undefined) return
  const [part] = command.name!['parts'] as [Node]
  const [, base] = /\/([^/]+)$/.exec(name) ?? []
  if (base !== undefined && reading.isProgram(base)) part['value'] = base
  if (defined.has(name)) return
  if (reading.isBeyond(name)) {
    command.args = [wordIn(`x ${quoteWord(name)}`)]
    part['value'] = inserted.beyond
    return
  }
  // The library has commands of these names, for which nothing runs.
  if (name === 'wait') part['value'] = inserted.wait
  if (name === 'kill') part['value'] = inserted.kill
  if (name === 'trap') {
    part['value'] = inserted.trap
    command.args.unshift(wordIn(piped ? 'x 0' : 'x "$BASHPID"'))
  }
  if (name === 'exit' && command.args.length === 0 && exitStatus !== undefined)
    command.args.push(wordIn(`x ${exitStatus}`))
}

/** The argument of a command. */
const wordIn = (script: string): Node =>
  (statement(script).pipelines[0]!.commands[0] as unknown as SimpleCommand).args[0]!

function changeList(list: unknown[]): void {
  for (let i = 0; i < list.length; i++) {
    const one = list[i] as Partial<Statement> & Node
    if (one?.type !== 'Statement') continue
    if (one.background) list[i] = spawning(one as Statement)
    else if (isExec(one as Statement)) list.splice(i, 1, ...replacing(one as Statement))
    else for (const pipeline of (one as Statement).pipelines) if (replaces(pipeline)) groupExec(pipeline)
  }
}

/** A shell that can start nothing ends. */
function spawning(one: Statement): Statement {
  const statements = subshellOf(one) ?? [{ ...one, background: false }]
  const script = serialize({ type: 'Script', statements } as never)
  return statement(`${inserted.spawn} ${quoteWord(script)} "$-" || exit $?`)
}

/** What a statement runs that is a subshell and nothing else: one process, not two. */
function subshellOf({ pipelines }: Statement): unknown[] | undefined {
  const [pipeline, ...others] = pipelines
  const [command, ...more] = pipeline!.commands
  return others.length === 0 &&
    more.length === 0 &&
    !pipeline!.negated &&
    command?.type === 'Subshell' &&
    command.redirections.length === 0
    ? command.body
    : undefined
}

/** `exec PROGRAM …` alone, as a statement. */
const isExec = ({ pipelines }: Statement): boolean =>
  pipelines.length === 1 && !pipelines[0]!.negated && replaces(pipelines[0]!)

/** `exec PROGRAM …`; the library runs it, and goes on after it. */
function replaces({ commands }: Pipeline): boolean {
  const [command, ...more] = commands
  if (command?.type !== 'SimpleCommand' || more.length > 0 || command.args.length === 0) return false
  const [part] = command.name?.parts ?? []
  return part?.type === 'Literal' && part.value === 'exec'
}

/** The statements that replace `exec PROGRAM` and end the script. */
function replacing(one: Statement): Statement[] {
  withoutExec(one)
  return [statement(`${inserted.replaced} ${quoteWord(programName(one) ?? '')}`), one, statement('exit $?')]
}

/** Makes a group of an `exec PROGRAM` that stands among other commands, as in `A && exec PROGRAM`. */
function groupExec(pipeline: Pipeline): void {
  const one = statement(':')
  one.pipelines[0]!.commands = pipeline.commands
  pipeline.commands = [groupOf(replacing(one))]
}

/** The name of the program that a statement runs; undefined where it is not told by itself. */
const programName = ({ pipelines }: Statement): string | undefined =>
  wordOf((pipelines[0]!.commands[0] as unknown as Node)['name'] as Node | null)

function withoutExec({ pipelines }: Statement): void {
  const command = pipelines[0]!.commands[0]!
  if (command.type === 'SimpleCommand') command.name = command.args.shift()!
}
