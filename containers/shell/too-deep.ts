// Scripts that are nested more deeply than the shell's library can follow.
import type { ScriptNode } from 'just-bash'
import { isDeeperThan } from './script-tree.ts'

/** The text that `what` of so many nested `of` is beyond what is simulated. */
export const tooDeepFor = (what: string, of: string): string =>
  `${what} of so many nested ${of} is not simulated`

/** The text on a line that is nested too deeply, with what to do. */
export const tooDeepText = `${tooDeepFor('a line', 'parts or terms')}: take several lines`

/** The library's own calls are nested several times as deeply. */
const mostLevels = 1000

/** What the library says of a script that it cannot read for its depth. */
const unread =
  /^(?:bash|sh): (?:Maximum call stack size exceeded|syntax error: Parse error at [\d:]+: Maximum parser nesting depth exceeded \(\d+\))\n$/

/** What the library says of a script that it cannot read for its length. */
const unreadLong =
  /^(?:bash|sh): syntax error: Parse error at [\d:]+: (?:Parser stuck: too many iterations \(>\d+\)|Too many tokens: \d+ exceeds limit of \d+)\n$/

/** The text on a script that is longer than the library reads. */
const tooLongText = 'a script of so many commands or words is not simulated: take several scripts'

/** What the library says last where it ends a script for its depth: of functions that call one another, or of an expression. */
const ended =
  /(?:^|\n)(?:bash|sh): (?:(\S+): maximum recursion depth \((\d+)\) exceeded, .*|[^\n]*\bmaximum depth \(\d+\) exceeded)\n$/

/** Why the shell did not go on with a script; undefined of any other end. */
export function depthEnd({ stderr, exitCode }: { stderr: string; exitCode: number }): string | undefined {
  const found = exitCode === 126 ? ended.exec(stderr) : null
  if (found === null) return undefined
  const [, name, most] = found
  return name === undefined
    ? tooDeepText
    : `${name}: functions that call one another more than ${most} deep are not simulated`
}

/** What `let` says of an expression, after which the script goes on. */
const ofLet =
  /^(?:bash|sh): let: .*: (?:Parse error at [\d:]+: Maximum parser nesting depth exceeded \(\d+\)|Maximum call stack size exceeded)$/gm

/** What a script has written to its standard error, with what happened in place of what `let` says of expressions of so many terms. */
export const withoutLet = (stderr: string): string => stderr.replace(ofLet, `bash: ${tooDeepText}`)

/** Looks at the scripts that a shell of the library is to run. */
export class DepthGuard {
  private readonly onTooDeep: (text: string) => void
  private read = false

  /** @param onTooDeep is called where a script is nested too deeply or too long, with what to say of it: nothing of it runs */
  constructor(onTooDeep: (text: string) => void) {
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
    this.onTooDeep(tooDeepText)
  }

  /** The script that was given has ended. What could not be read has run nothing: all that it has written is the library's. */
  end(stderr: string): void {
    if (this.read) return
    if (unread.test(stderr)) this.onTooDeep(tooDeepText)
    if (unreadLong.test(stderr)) this.onTooDeep(tooLongText)
  }

  /** Runs a shell within the shell, as `bash -c`. */
  async within<T extends { stderr: string }>(run: () => Promise<T>): Promise<T> {
    this.begin()
    const result = await run()
    this.end(result.stderr)
    this.read = true
    return result
  }
}
