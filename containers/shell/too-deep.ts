// Scripts that are nested more deeply than the shell's library can follow.
import { parse, type ScriptNode } from 'just-bash'
import { isDeeperThan } from './script-tree.ts'

/** What happened, and what to do. */
export const tooDeepText = 'a line of so many nested parts or terms is not simulated: take several lines'

/** The library's own calls are nested several times as deeply. */
const mostLevels = 1000

/** Puts a message in the place of a script that is nested too deeply. */
export function refuseTooDeep(ast: ScriptNode): void {
  if (isDeeperThan(ast, mostLevels))
    ast.statements = parse(`echo 'bash: ${tooDeepText}' >&2; exit 1`).statements
}

/** Whether what a shell has written to its standard error tells that. */
export const isTooDeep = (stderr: string): boolean =>
  stderr.includes(tooDeepText) || /^(?:\S+: )?Maximum call stack size exceeded$/m.test(stderr)
