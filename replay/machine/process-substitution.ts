// `<(command)`, which the machine's shell knows only without here-documents: the command runs first, into a file.

/** A command line with files in place of `<(…)`. */
export interface Substituted {
  /** The command with a file in place of each substitution. */
  command: string
  /** What fills the files, in order. */
  before: string[]
}

/** @param newFile a fresh path */
export function substituteProcesses(command: string, newFile: () => string): Substituted {
  const before: string[] = []
  let text = command
  for (let start = openingOf(text); start >= 0; start = openingOf(text)) {
    const end = closingOf(text, start + 2)
    if (end < 0) break
    const path = newFile()
    const body = text.slice(start + 2, end)
    before.push(`{ ${body.trimEnd()}\n} > ${path}`)
    text = `${text.slice(0, start)}${path}${text.slice(end + 1)}`
  }
  return { command: text, before }
}

const openingOf = (text: string): number => (/<\([\s\S]*?<</.test(text) ? text.indexOf('<(') : -1)

/** The parenthesis that closes what is open at `from`, past quotes and here-documents; -1 where there is none. */
function closingOf(text: string, from: number): number {
  let depth = 1
  let quote = ''
  let heredoc: string | undefined
  for (let at = from; at < text.length; at++) {
    const char = text[at]!
    if (quote !== '') {
      if (char === quote) quote = ''
    } else if (char === "'" || char === '"') quote = char
    else if (char === '\n' && heredoc !== undefined) {
      const end = new RegExp(`\\n\\s*${heredoc}(?=\\n|$)`).exec(text.slice(at))
      if (end === null) return -1
      at += end.index + end[0].length - 1
      heredoc = undefined
    } else if (text.startsWith('<<', at)) heredoc ??= /^<<-?\s*\\?["']?([\w.-]+)/.exec(text.slice(at))?.[1]
    else if (char === '(') depth++
    else if (char === ')' && --depth === 0) return at
  }
  return -1
}
