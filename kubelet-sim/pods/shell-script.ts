// A shell script, command by command: which branches run, and which files it makes.
import type { Outcome } from './outcome.ts'

/** Files as a script sees them, by path. `has`: undefined for a path that is not known here. */
export interface ScriptFiles {
  has(path: string): boolean | undefined
  add(path: string): void
}

/** A command without expansions, redirections or blocks. */
const plainCommand = /^(?:[\w./:,=+@%-]+|"[^"$`\\!]*"|'[^']*')(?: +(?:[\w./:,=+@%-]+|"[^"$`\\!]*"|'[^']*'))*$/
const keywords = new Set(['if', 'while', 'until', 'for', 'case', 'function', 'time', 'exec', 'set', 'trap'])

/**
 * The outcome of a script that is a sequence of plain commands, as `sleep 2; exit 3`; undefined for every other one.
 * @param one the outcome of a command but `exit`; undefined where it has to be run
 */
export function plainScript(
  script: string,
  one: (words: readonly string[]) => Outcome | undefined,
): Outcome | undefined {
  let [afterMs, exitCode, skips] = [0, 0, false]
  const parts = script.trim().split(/(;|&&|\n)/)
  for (let i = 0; i < parts.length; i += 2) {
    const [text, separator] = [parts[i]!.trim(), parts[i + 1]]
    const words = text.split(/ +/)
    if (text !== '' && (!plainCommand.test(text) || keywords.has(words[0]!))) return undefined
    if (text !== '' && !skips) {
      if (words[0] === 'exit') {
        const given = words.length === 1 ? exitCode : Number(words[1])
        return Number.isInteger(given) && words.length <= 2 ? { afterMs, exitCode: given & 255 } : undefined
      }
      const outcome = one(words)
      if (outcome === undefined) return undefined
      afterMs += outcome.afterMs
      exitCode = outcome.exitCode
    }
    skips = separator === '&&' && (skips || exitCode !== 0)
  }
  return { afterMs, exitCode }
}

/**
 * The outcome of a script's commands one after the other; undefined where one of them runs on.
 * @param one the outcome of a command that is neither a branch nor makes files
 * @param files what `[ -f PATH ]` looks for and `touch` makes; without them a script that looks for files is not known to end
 */
export function runScript(
  script: string,
  one: (words: readonly string[]) => Outcome | undefined,
  files?: ScriptFiles,
): Outcome | undefined {
  /** Of the conditions that are open, innermost last: whether the branch runs that is read. */
  const branches: boolean[] = []
  let afterMs = 0
  let exitCode = 0
  for (const command of script.split(/;|&&|\n/)) {
    const words = branching(command.trim().split(/\s+/), branches, files)
    if (words === undefined) return undefined
    const [program = ''] = words
    if (program === '' || program === 'trap' || program === ':') continue
    const touches = program === 'touch' && paths(words).every((path) => files?.has(path) !== undefined)
    if (touches) for (const path of paths(words)) files?.add(path)
    const outcome = touches ? { afterMs: 0, exitCode: 0 } : one(words)
    if (outcome === undefined) return undefined
    afterMs += outcome.afterMs
    exitCode = outcome.exitCode
    if (program === 'exit') break
  }
  return { afterMs, exitCode }
}

/** What is left to run of a command's words; undefined where a condition is not known. */
function branching(words: string[], branches: boolean[], files?: ScriptFiles): string[] | undefined {
  const [first, ...rest] = words
  switch (first) {
    case 'if': {
      const holds = branches.includes(false) ? false : fileTest(rest, files)
      if (holds === undefined) return undefined
      branches.push(holds)
      return []
    }
    case 'then':
      return branching(rest, branches, files)
    case 'else':
      if (branches.length === 0) return undefined
      branches.push(!branches.pop())
      return branching(rest, branches, files)
    case 'fi':
      return branches.pop() === undefined ? undefined : []
    case 'elif':
      return undefined
  }
  return branches.includes(false) ? [] : words
}

/** `[ -f PATH ]` and `[[ ! -r PATH ]]`; undefined for other conditions. */
function fileTest(words: readonly string[], files?: ScriptFiles): boolean | undefined {
  const [, not, path] = /^\[\[? (! )?-[efr] (\S+) \]\]?$/.exec(words.join(' ')) ?? []
  const has = path === undefined ? undefined : files?.has(unquoted(path))
  return has === undefined ? undefined : has !== (not !== undefined)
}

const paths = ([, ...words]: readonly string[]): string[] =>
  words.filter((word) => !word.startsWith('-')).map(unquoted)

const unquoted = (word: string): string => word.replace(/^(["'])(.*)\1$/, '$2')
