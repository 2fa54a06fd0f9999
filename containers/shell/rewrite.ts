// What the shell's library does not do by itself, as transformations of a script before it runs.
import { parse, serialize, type TransformPlugin } from 'just-bash'
import { inserted } from './inserted.ts'
import { quoteWord } from './quote.ts'

/** Holds the number of the last process in the background: the shell has none, as nothing runs there. */
export const lastBackground = 'KEPSIM_LAST_BACKGROUND'

type Node = Record<string, unknown>
type Statement = ReturnType<typeof parse>['statements'][number]

const statement = (script: string): Statement => parse(script).statements[0]!

/**
 * Loops and functions tell that they go round; what ends in `&` is started beside the script; `exec PROGRAM` ends it; what goes to
 * /dev/null does so; a program that is named by its path is found by its name.
 * @param isProgram whether the shell has a program of that name
 */
export const rewriting = (isProgram: (name: string) => boolean): TransformPlugin => ({
  name: 'containers',
  transform: ({ ast }) => {
    change(ast, isProgram)
    return { ast }
  },
})

const loops = new Set(['While', 'Until', 'For', 'CStyleFor'])

function change(node: unknown, isProgram: (name: string) => boolean): void {
  if (typeof node !== 'object' || node === null) return
  if (Array.isArray(node)) {
    changeList(node)
    for (const one of node) change(one, isProgram)
    return
  }
  const own = node as Node
  for (const value of Object.values(own)) change(value, isProgram)
  if (loops.has(String(own['type']))) (own['body'] as Statement[]).unshift(statement(inserted.round))
  if (own['type'] === 'FunctionDef') tellRound(own['body'] as Node)
  if (own['type'] === 'Redirection') toNull(own['target'] as Node)
  if (own['type'] === 'SimpleCommand') byName(own['name'] as Node | null, isProgram)
  if (own['type'] === 'ParameterExpansion' && own['parameter'] === '!') own['parameter'] = lastBackground
}

/** The body of a function, which is a group mostly. */
function tellRound(body: Node): void {
  if (Array.isArray(body['body'])) (body['body'] as Statement[]).unshift(statement(inserted.round))
}

function byName(name: Node | null, isProgram: (name: string) => boolean): void {
  const [part, ...more] = (name?.['parts'] ?? []) as Node[]
  const [, base] = /\/([^/]+)$/.exec(String(part?.['value'] ?? '')) ?? []
  if (base !== undefined && more.length === 0 && isProgram(base)) part!['value'] = base
}

/** After `exec` has sent all output elsewhere, the library sends there what a command sends to /dev/null, too. */
function toNull(target: Node): void {
  const [part, ...more] = (target['parts'] ?? []) as Node[]
  if (more.length === 0 && part?.['type'] === 'Literal' && part['value'] === '/dev/null')
    part['value'] = '/dev/.null'
}

function changeList(list: unknown[]): void {
  for (let i = 0; i < list.length; i++) {
    const one = list[i] as Partial<Statement> & Node
    if (one?.type !== 'Statement') continue
    if (one.background) list[i] = spawning(one as Statement)
    else if (isExec(one as Statement)) list.splice(i + 1, 0, statement('exit $?'))
  }
}

function spawning(one: Statement): Statement {
  const script = serialize({ type: 'Script', statements: [{ ...one, background: false }] } as never)
  return statement(`${inserted.spawn} ${quoteWord(script)}`)
}

/** `exec PROGRAM …` alone; the library runs it, and goes on after it. */
function isExec({ pipelines }: Statement): boolean {
  const [command, ...more] = pipelines.length === 1 ? pipelines[0]!.commands : []
  if (command?.type !== 'SimpleCommand' || more.length > 0 || command.args.length === 0) return false
  const [part] = command.name?.parts ?? []
  return part?.type === 'Literal' && part.value === 'exec'
}
