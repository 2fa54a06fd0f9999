// Loops that go on until someone ends them by hand.
import { scriptOf } from './run-inside.ts'
import { readShell } from './shell-reader.ts'
import type { SimpleCommand } from './simple-command.ts'

/** Shells within shells: more nobody types. */
const deepest = 8

/** Whether one of the commands is a loop without an end, or a script with one that a shell is given and waited for. What is only a word or a file to another program is none. */
export const hasEndlessLoop = (commands: readonly SimpleCommand[], depth = 0): boolean =>
  commands.some((_, at) => isEndless(commands, at)) ||
  (depth < deepest &&
    commands.some((command) => {
      const script = scriptOf(command)
      return script !== undefined && hasEndlessLoop(readShell(script).commands, depth + 1)
    }))

/** @param at of the command that may be the condition of a loop */
function isEndless(commands: readonly SimpleCommand[], at: number): boolean {
  const begins = commands[at + 1]?.keywords[0] === 'do'
  return begins && isAlwaysMet(commands[at]!) && !bodyFrom(commands, at + 1).some(leaves)
}

function isAlwaysMet({ keywords, program, words }: SimpleCommand): boolean {
  switch (keywords.at(-1)) {
    case 'while':
      return succeeds.test(program) || (/^\[\[?$/.test(program) && isOneWord(words))
    case 'until':
      return program === 'false'
    case 'for':
      // `for ((;;))`: what stood in its brackets would be commands of their own.
      return words.length === 0
    default:
      return false
  }
}
const succeeds = /^(?:true|:|sleep)$/
/** `[ 1 ]`: any word that is not empty is true. */
const isOneWord = ([word = '', end, ...more]: readonly string[]): boolean =>
  /^\w+$/.test(word) && /^\]\]?$/.test(end ?? '') && more.length === 0

/** The commands of a loop from its `do` to its `done`, or to the end. */
function bodyFrom(commands: readonly SimpleCommand[], from: number): readonly SimpleCommand[] {
  let open = 0
  for (const [n, { keywords }] of commands.slice(from).entries()) {
    for (const word of keywords) open += word === 'do' ? 1 : word === 'done' ? -1 : 0
    if (open <= 0) return commands.slice(from, from + n)
  }
  return commands.slice(from)
}

const leaves = ({ program }: SimpleCommand): boolean => /^(?:break|exit|return)$/.test(program)
