// Where the shell's library is not bash: a script is written otherwise before it runs, so that it does what bash would do.
import { type parse, serialize } from 'just-bash'
import { declaredArrays } from './declared-arrays.ts'
import { statementOf } from './made-of.ts'
import { definedIn, someNode, wordOf } from './script-tree.ts'

type Node = Record<string, unknown>
type Script = ReturnType<typeof parse>
type Statement = Script['statements'][number]
type Pipeline = Statement['pipelines'][number]
type Simple = Extract<Pipeline['commands'][number], { type: 'SimpleCommand' }>
type Word = NonNullable<Simple['name']>

/** Holds the exit code of what was before, for as long as it takes to read it. */
const status = 'KEPSIM_STATUS'

/**
 * Changes a script in place, whose words are amended already (amend-words.ts). Without it the library
 * - takes `"$@"` and `"${words[@]}"` for one word where they are a command;
 * - keeps `$?` over an assignment, which sets it to 0: `set -e; false || code=$?` ended a script;
 * - ends a script with `set -e` in a group, a loop or a function that stands before `&&` or `||`, or after `!`;
 * - takes `$k` for the name of one command where its value has several words;
 * - splits the values of `declare -A m=([a]="b c")` at spaces, and has no `local -A`;
 * - goes on after a function or subshell that ends with a list of `&&` which has failed, whose own failure ends a script with `set -e`;
 * - knows no arrays behind the names of `local -n`; a function that goes by names otherwise (`eval`, `printf -v`) is left as it is.
 */
export function amend(ast: Script): void {
  const functions = definedIn(ast)
  const open: unknown[] = [ast]
  const lists: Statement[][] = []
  const bodies = new Set<unknown>()
  while (open.length > 0) {
    const node = open.pop()
    if (typeof node !== 'object' || node === null) continue
    if (Array.isArray(node) && isStatement(node[0])) lists.push(node)
    const { type, body } = node as Node
    if (type === 'FunctionDef') bodies.add((body as Node | undefined)?.['body'])
    if (type === 'FunctionDef') tellStatus((body as Node | undefined)?.['body'], 'return $?')
    if (type === 'Subshell') tellStatus(body, 'exit $?')
    if (type === 'SimpleCommand') spread(node as Simple)
    for (const value of Object.values(node)) open.push(value)
  }
  // The inner lists first, since the outer ones contain them.
  for (const list of lists.reverse()) {
    const statements = list.flatMap(declaredArrays).flatMap((one) => amendedStatement(one, functions))
    const amended = bodies.has(list) ? withReferences(statements) : statements
    list.splice(0, list.length, ...amended)
  }
}

/** `a && b` at the end of a body guards `a` only within it: the whole body fails as any other command. */
function tellStatus(body: unknown, end: string): void {
  if (!Array.isArray(body)) return
  const last = body.at(-1) as Statement | undefined
  if (last === undefined || last.background) return
  const guards = (node: unknown): boolean =>
    someNode(node, ({ type, pipelines }) => type === 'Statement' && (pipelines as unknown[]).length > 1)
  if (guards(last)) body.push(statementOf(end))
}

/** Whether a script has a command whose name only its run tells. */
export const namesCommandsLate = (script: unknown): boolean =>
  someNode(
    script,
    ({ type, name }) => type === 'SimpleCommand' && name !== null && wordOf(name as Word) === undefined,
  )

const isStatement = (node: unknown): boolean => (node as Node | undefined)?.['type'] === 'Statement'

/** `"$@" a` is `${1+"$1"} "${@:2}" a`. */
function spread(command: Simple): void {
  const { name } = command
  const [part, ...more] = name?.parts ?? []
  if (part === undefined || more.length > 0) return
  const quoted = part.type === 'DoubleQuoted'
  const inner = quoted ? (part.parts.length === 1 ? part.parts[0] : undefined) : part
  if (inner?.type !== 'ParameterExpansion' || inner.operation !== null) return
  const array = /^(\w+)\[[@*]\]$/.exec(inner.parameter)?.[1]
  const isList = array !== undefined || inner.parameter === '@' || inner.parameter === '*'
  if (!isList && !quoted && /^\w+(?:\[.+\])?$/.test(inner.parameter)) splitName(command, inner.parameter)
  // "$*" is one word.
  if (!isList || (quoted && /\*/.test(inner.parameter))) return
  const [first, rest] = array === undefined ? ['1', '@:2'] : [`${array}[0]`, `${array}[@]:1`]
  const written = (text: string): string => (quoted ? `"\${${text}}"` : `\${${text}}`)
  // Of an empty list nothing is left, and the next word is the command.
  const both = statementOf(`\${${first}+${written(first)}} ${written(rest)}`).pipelines[0]!
    .commands[0] as Simple
  command.name = both.name
  command.args.unshift(...both.args)
}

/** `$k ns` is `${k%% *} ${k#"${k%% *}"} ns`: the library takes the words of a variable for the name of one command. */
function splitName(command: Simple, parameter: string): void {
  const first = `\${${parameter}%%[[:space:]]*}`
  const both = statementOf(`${first} \${${parameter}#"${first}"}`).pipelines[0]!.commands[0] as Simple
  command.name = both.name
  command.args.unshift(...both.args)
}

function amendedStatement(statement: Statement, functions: ReadonlySet<string>): Statement[] {
  const statements = settled(statement)
  const { pipelines, background } = statement
  const last = pipelines.at(-1)!
  const isAsked = (one: Pipeline): boolean => one.negated || one !== last
  if (!pipelines.some((one) => isAsked(one) && canEndScript(one, functions))) return statements
  const parts = split(statement)
  if (!background) return parts
  const group = statementOf('{ :; } &')
  Object.assign(group.pipelines[0]!.commands[0]!, { body: parts })
  return [group]
}

/**
 * `x=1` in a list of `&&` and `||` is `{ x=1 || :; }`, and alone comes after `:`, which ends with 0. What is not set ends a script with
 * `set -u`, but not in a group: what expands something stays as it is where `:` cannot stand before it.
 */
function settled(statement: Statement): Statement[] {
  const { pipelines } = statement
  const [only] = pipelines
  if (pipelines.length === 1 && !only!.negated && assigns(only!) && !asksForStatus(only))
    return [statementOf(':'), statement]
  for (const pipeline of pipelines) {
    if (!assigns(pipeline) || expands(pipeline)) continue
    const group = statementOf('{ : || :; }').pipelines[0]!.commands[0]!
    if (group.type !== 'Group') continue
    group.body[0]!.pipelines[0]!.commands = pipeline.commands
    pipeline.commands = [group]
  }
  return [statement]
}

/** Whether it only assigns values, none of which a command gives. */
const assigns = ({ commands: [command, ...more] }: Pipeline): boolean =>
  command?.type === 'SimpleCommand' &&
  more.length === 0 &&
  command.name === null &&
  command.assignments.length > 0 &&
  !substitutes(command)

const asksForStatus = (node: unknown): boolean =>
  someNode(node, ({ type, parameter }) => type === 'ParameterExpansion' && parameter === '?')

/** Whether something may not be there, or cannot be computed: it expands another parameter than `$?`, or an expression. */
const expands = (node: unknown): boolean =>
  someNode(
    node,
    ({ type, parameter }) =>
      (type === 'ParameterExpansion' && parameter !== '?') || /^Arith/.test(String(type)),
  )

/** Whether an assignment has a command substitution, whose exit code then is its own. */
const substitutes = (node: unknown): boolean =>
  someNode(node, ({ type }) => /CommandSubst/.test(String(type)))

const compound = new Set(['Group', 'If', 'For', 'CStyleFor', 'While', 'Until', 'Case'])

function canEndScript({ commands }: Pipeline, functions: ReadonlySet<string>): boolean {
  const isFunction = ({ name }: Simple): boolean => {
    const word = wordOf(name)
    return word === undefined ? name !== null && functions.size > 0 : functions.has(word)
  }
  return commands.some((one) => (one.type === 'SimpleCommand' ? isFunction(one) : compound.has(one.type)))
}

/** `L && P` asks in a condition, where `set -e` ends nothing, how L ends: `if L; …; fi; (exit $STATUS) && P`. `! P` likewise. */
function split({ pipelines, operators }: Statement): Statement[] {
  const asked = statementOf(`if :; then ${status}=0; else (( ${status} = $?, 1 )); fi`)
  const answer = statementOf(`(exit "$${status}")`)
  const condition = asked.pipelines[0]!.commands[0]!
  if (condition.type !== 'If') return []
  const question = condition.clauses[0]!.condition[0]!
  const last = pipelines.at(-1)!
  if (pipelines.length === 1) {
    question.pipelines = [{ ...last, negated: false }]
    answer.pipelines[0]!.negated = true
  } else {
    question.pipelines = pipelines.slice(0, -1)
    question.operators = operators.slice(0, -1)
    answer.pipelines.push(last)
    answer.operators = operators.slice(-1)
  }
  return [asked, answer]
}

/** More are left to the library: each writes what comes after it once more, quoted. */
const mostReferences = 3
const longestReferring = 20_000

/**
 * What comes after `local -n name=target` in a function runs by `eval`, as a script that has the target's name in place of the other,
 * where it uses an array and nothing that goes by names.
 */
function withReferences(list: Statement[], before = 0): Statement[] {
  const found = list.slice(0, -1).map(referenceIn)
  const at = found.findIndex((one) => one !== undefined)
  if (at < 0 || before + found.filter((one) => one !== undefined).length > mostReferences) return list
  const { declares, name, target } = found[at]!
  const rest = list.slice(at + 1)
  const text = serialize({ type: 'Script', statements: rest })
  if (text.length > longestReferring || goesByNames(text, name) || !usesArray(text, name))
    return [...list.slice(0, at + 1), ...withReferences(rest, before + 1)]
  const marked = `${mark}_${name.length}_${name}_`
  renameIn(rest, name, marked)
  const pieces = serialize({ type: 'Script', statements: withReferences(rest, before + 1) })
    .split(marked)
    .map((one) => `'${one.replaceAll("'", "'\\''")}'`)
  const variable = `KEPSIM_${name}_IS`
  const kept = statementOf(`${declares} ${variable}=`)
  const [assignment] = (kept.pipelines[0]!.commands[0] as Simple).args
  assignment!.parts.push(...target)
  const run =
    statementOf(`if [[ "$${variable}" =~ ^[A-Za-z_][A-Za-z_0-9]*$ ]]; then eval ${pieces.join(`"$${variable}"`)}
else echo "bash: ${declares}: \\\`$${variable}': invalid variable name for name reference" >&2; false; fi`)
  return [...list.slice(0, at), kept, run]
}

/** Whether it has an array, or is what is read: the library knows other uses. */
const usesArray = (text: string, name: string): boolean =>
  new RegExp(
    `(?<!\\w)${name}(?:\\[|\\+?=\\()|\\b(?:mapfile|read|readarray|unset)\\b[^\\n;]*\\b${name}\\b`,
  ).test(text)
/** Variables that are named in a text, or that a function within has of its own. */
const goesByNames = (text: string, name: string): boolean =>
  /\beval\b|\bprintf\s+-v|\s-[vR]\s|\$\{!(?!\w+\[[@*]\])|\bfunction\b|\w\s*\(\)/.test(text) ||
  new RegExp(`\\b(?:declare|export|local|readonly|typeset)\\b[^\\n;]*\\b${name}\\b`).test(text)

/** The prefix of variables that stand for name references; no script has names that begin with it. */
const mark = 'KEPSIM_REFERENCE'
const declaring = new Set(['local', 'declare', 'typeset'])

/** `local -n name=target`, with the parts of the target's word. */
function referenceIn({
  pipelines,
  background,
}: Statement): { declares: string; name: string; target: Word['parts'] } | undefined {
  const command = pipelines[0]?.commands[0]
  if (pipelines.length !== 1 || background || command?.type !== 'SimpleCommand') return undefined
  const declares = wordOf(command.name) ?? ''
  const [flag, assigned, ...more] = command.args
  if (!declaring.has(declares) || wordOf(flag) !== '-n' || more.length > 0) return undefined
  const [first, ...others] = assigned?.parts ?? []
  const [, name, begin = ''] = first?.type === 'Literal' ? (/^(\w+)=(.*)$/s.exec(first.value) ?? []) : []
  if (name === undefined) return undefined
  const start = begin === '' ? [] : [{ type: 'Literal' as const, value: begin }]
  return { declares, name, target: [...start, ...others] }
}

/** Fields that hold the name of a variable, or of one and its index. */
const naming: Readonly<Record<string, string>> = {
  Assignment: 'name',
  ParameterExpansion: 'parameter',
  ArrayKeys: 'array',
  ArithVariable: 'name',
  ArithArrayElement: 'array',
  ArithAssignment: 'variable',
  For: 'variable',
}
const namingCommands = new Set(['read', 'unset', 'mapfile', 'readarray'])

function renameIn(node: unknown, from: string, to: string): void {
  if (typeof node !== 'object' || node === null) return
  const own = node as Node
  const type = String(own['type'])
  const field = naming[type]
  const value = field === undefined ? undefined : own[field]
  const isNamed = (text: unknown): boolean =>
    typeof text === 'string' && (text === from || text.startsWith(`${from}[`))
  if (isNamed(value)) own[field!] = to + String(value).slice(from.length)
  if (type === 'SimpleCommand' && namingCommands.has(wordOf((own as unknown as Simple).name) ?? ''))
    for (const { parts } of (own as unknown as Simple).args)
      if (parts[0]?.type === 'Literal' && isNamed(parts[0].value))
        parts[0].value = to + parts[0].value.slice(from.length)
  // An arithmetic expression is read again from its text.
  if (typeof own['originalText'] === 'string')
    own['originalText'] = own['originalText'].replace(new RegExp(`\\b${from}\\b`, 'g'), to)
  for (const child of Object.values(own)) renameIn(child, from, to)
}
