// Programs that fail where a command line does not tell: left of a pipe, in a loop, before a `;`. What counts as a failure is
// what `set -e` and `set -o pipefail` would end a script for; the line itself runs as it is written.
import { type CustomCommand, defineCommand, type TransformPlugin } from 'just-bash'
import { asCoreutils } from '../../containers/shell/as-coreutils.ts'
import { tooDeepEnd, withinDepth } from '../../containers/shell/library-limits.ts'
import { withTextBelow } from '../../containers/shell/sed-scripts.ts'
import { shellPrograms } from '../../containers/shell/shell-programs.ts'
import { type DepthGuard, depthEnd } from '../../containers/shell/too-deep.ts'
import { isShellName } from '../../containers/signals.ts'
import { isKnownAs } from '../programs/programs.ts'
import type { Limit } from '../reason.ts'
import type { CommandResult, ProgramFailure } from './command-result.ts'
import { editedFiles, toleratedFailure, unchangedFiles } from './doubts.ts'

/** Set for the time of a command that may fail: one that is asked whether it does. */
const mayFail = 'KEPSIM_MAY_FAIL'

/** Of these command lines exit code 1 is an answer: here, and on another computer. */
const answers: readonly RegExp[] = [/^kubectl (?:.* )?(?:diff|auth can-i)\b/, /\b(?:e?grep|diff)\b/]
/** Ended by a time limit or a signal: who gave that expects it. */
const ended = new Set([124, 130, 137, 141, 143])
const notFound = new Set([126, 127])

/** Of the shell itself: an assignment before one of them may stay. */
const builtins = new Set(
  'exec eval export declare local readonly typeset set unset shift return exit break continue trap source . : cd read [ test'.split(
    ' ',
  ),
)

/** A command of the machine. */
export interface Program {
  name: string
  run: Parameters<typeof defineCommand>[1]
}

function isFailure(
  program: string,
  args: readonly string[],
  { exitCode, stdout, stderr }: CommandResult,
): boolean {
  if (exitCode === 0 || ended.has(exitCode)) return false
  if (isKnownAs(program, 'runsOthers')) return notFound.has(exitCode)
  // "activating", "inactive": what was asked.
  if (program === 'systemctl' && exitCode === 3) return false
  if (exitCode !== 1) return true
  if (isKnownAs(program, 'answers')) return false
  // What is run on another computer may be a search.
  const line = [program, ...args].join(' ')
  const silent = program !== 'docker' || stdout + stderr === ''
  return !(silent && answers[program === 'docker' ? 1 : 0]!.test(line))
}

/** Receives what a line's exit code does not tell of its programs. */
export interface Notes {
  failure(failure: ProgramFailure): void
  /** What the machine cannot do. @param stderr what the program says of it */
  limit(limit: Limit, stderr: string): void
  /** What nobody can tell from the exit code: see `doubts.ts`. */
  doubt(doubt: string): void
}

/** Takes note of the failures of a command, and of what it was to do and did not. */
export function told({ name, run }: Program, notes: Notes): CustomCommand {
  return defineCommand(name, async (args, context) => {
    const files = await editedFiles(name, args, context.fs, context.cwd)
    const result: CommandResult = await run(args, context)
    const { limit } = result
    const allowed = context.env.get(mayFail) !== undefined
    if (!allowed && isFailure(name, args, result))
      notes.failure({ program: name, exitCode: result.exitCode, stderr: result.stderr, limit })
    if (limit !== undefined) notes.limit(limit, result.stderr)
    const doubt = allowed
      ? toleratedFailure(name, args, result)
      : result.exitCode === 0
        ? await unchangedFiles(name, files, context.fs)
        : undefined
    if (doubt !== undefined) notes.doubt(doubt)
    return result
  })
}

/** The shell's own programs that are not in `taken`, told of as those of the machine. */
export const toldPrograms = (taken: ReadonlySet<string>, notes: Notes, depth: DepthGuard): CustomCommand[] =>
  shellPrograms
    .filter((name) => !taken.has(name) && !isKnownAs(name, 'untold'))
    .map((name) => told({ name, run: libraryProgram(name, depth) }, notes))

const libraryProgram =
  (name: string, depth: DepthGuard): Program['run'] =>
  async (args, context) => {
    const given = name === 'sed' ? args.map(withTextBelow) : args
    const run = (): Promise<CommandResult> => context.origCommand!(given)
    if (isShellName(name)) {
      const result = await depth.within(run)
      const why = depthEnd(result)
      return why === undefined ? result : { ...result, stderr: `${name}: ${why}\n`, limit: 'not simulated' }
    }
    const result = await withinDepth(run)
    if (result !== undefined) return { ...result, stdout: asCoreutils(name, args, result.stdout) }
    return { ...tooDeepEnd(name), limit: 'not simulated' as const }
  }

/** The shell's word on interpreters that it can have and has not, as bash says it of what it does not have. */
export const asNotFound = (stderr: string): string =>
  stderr.replace(/^(bash: \S+: command not) available in browser environments\..*$/gm, '$1 found')

/** What a shell says of programs that it does not have. */
export const missingPrograms = (stderr: string): ProgramFailure[] =>
  [...stderr.matchAll(/^(?:bash|sh): (?:line \d+: )?(\S+): command not found$/gm)].map(([line, program]) => ({
    program: program!,
    exitCode: 127,
    stderr: `${line}\n`,
  }))

/** Marks the commands of a script that may fail. */
export const markMayFail: TransformPlugin = {
  name: 'may-fail',
  transform: ({ ast }) => {
    for (const command of allowed(ast, false)) {
      const assignment = { type: 'Assignment', name: mayFail, value: word, append: false, array: null }
      command.assignments.push(structuredClone(assignment) as (typeof command.assignments)[number])
    }
    return { ast }
  },
}
const word = { type: 'Word', parts: [{ type: 'Literal', value: '1' }] }

type Script = Parameters<TransformPlugin['transform']>[0]['ast']
type Statement = Script['statements'][number]
type Pipeline = Statement['pipelines'][number]
type Simple = Extract<Pipeline['commands'][number], { type: 'SimpleCommand' }>

/** @param may whether what is above it may fail */
function allowed(node: unknown, may: boolean): Simple[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap((one) => allowed(one, may))
  const { type } = node as { type?: string }
  if (type === 'Statement') return ofStatement(node as Statement, may)
  const own = type === 'SimpleCommand' && (may || isSilenced(node as Simple)) && isProgram(node as Simple)
  const rest = Object.entries(node).flatMap(([key, value]) =>
    allowed(value, may || key === 'condition' || isSilenced(node as Partial<Simple>)),
  )
  return own ? [node as Simple, ...rest] : rest
}

/** Left of `||` anything may fail, left of `&&` what only decides whether to say something or to go on. */
function ofStatement({ pipelines, operators }: Statement, may: boolean): Simple[] {
  return pipelines.flatMap((pipeline, i) => {
    const asked = operators.slice(i).includes('||') || pipelines.slice(i + 1).some(onlyTells)
    return allowed(pipeline.commands, may || pipeline.negated || asked)
  })
}

const tellers = new Set('break continue exit return echo printf true :'.split(' '))
const onlyTells = ({ commands }: Pipeline): boolean =>
  commands.length === 1 && commands[0]!.type === 'SimpleCommand' && tellers.has(nameOf(commands[0] as Simple))

function nameOf({ name }: Simple): string {
  const [part, ...more] = name?.parts ?? []
  return part?.type === 'Literal' && more.length === 0 ? part.value : ''
}

const isProgram = (command: Simple): boolean => command.name !== null && !builtins.has(nameOf(command))

/** Whether its errors go nowhere. */
function isSilenced({ redirections }: Partial<Simple>): boolean {
  return (redirections ?? []).some(
    ({ fd, operator, target }) =>
      (operator === '&>' || (operator === '>' && fd === 2)) &&
      target.type === 'Word' &&
      target.parts.map((part) => ('value' in part ? part.value : '')).join('') === '/dev/null',
  )
}
