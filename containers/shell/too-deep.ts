// Scripts that are nested more deeply than the shell's library can follow.
import type { ScriptNode } from 'just-bash'
import { isDeeperThan } from './script-tree.ts'

/** What happened, and what to do. */
export const tooDeepText = 'a line of so many nested parts or terms is not simulated: take several lines'

/** The library's own calls are nested several times as deeply. */
const mostLevels = 1000

/** What the library says of a script that it cannot read for its depth. */
const unread =
  /^bash: (?:Maximum call stack size exceeded|syntax error: Parse error at [\d:]+: Maximum parser nesting depth exceeded \(\d+\))\n$/

/** Looks at the scripts that a shell of the library is to run. */
export class DepthGuard {
  private readonly onTooDeep: () => void
  private read = false

  /** @param onTooDeep is called where a script is nested too deeply: nothing of it runs */
  constructor(onTooDeep: () => void) {
    this.onTooDeep = onTooDeep
  }

  /** A script is given to the shell. */
  begin(): void {
    this.read = false
  }

  /** The shell has read a script: the one that it was given, or one that this runs. */
  look(ast: ScriptNode): void {
    this.read = true
    if (!isDeeperThan(ast, mostLevels)) return
    ast.statements = []
    this.onTooDeep()
  }

  /** The script that was given has ended. What could not be read has run nothing: all that it has written is the library's. */
  end(stderr: string): void {
    if (!this.read && unread.test(stderr)) this.onTooDeep()
  }
}
