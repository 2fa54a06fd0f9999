// Just enough of shell syntax to know where a command ends and what it runs; the simulated shell parses for real.

/** Whether more lines belong to this command: open quotes, a here-document, a trailing `\`, `|` or `&&`, an unfinished loop. */
export function isIncomplete(text: string): boolean {
  const scan = scanShell(text)
  if (scan.openQuote || scan.openHeredoc) return true
  if (/(^|[^\\])(\\\\)*\\$/.test(text)) return true
  return /(\||&&|\|\|)\s*$/.test(text) || scan.depth > 0
}

interface Scan {
  openQuote: boolean
  openHeredoc: boolean
  depth: number
}

const opens = new Set(['do', 'then', 'case', '{', '('])
const closes = new Set(['done', 'fi', 'esac', '}', ')'])
const heads = new Set(['for', 'while', 'until', 'if'])

/** @note `for` … `do` counts once: the head waits for its `do`, which waits for its `done`. */
function scanShell(text: string): Scan {
  const lines = text.split('\n')
  let quote = ''
  let heredoc: { end: string; tabs: boolean } | undefined
  let depth = 0
  let substitutions = 0
  for (const line of lines) {
    if (heredoc !== undefined) {
      if ((heredoc.tabs ? line.replace(/^\t+/, '') : line) === heredoc.end) heredoc = undefined
      continue
    }
    const bare = stripQuotes(line, quote)
    quote = bare.quote
    if (quote === '') {
      const match = /<<(-?)\s*\\?(["']?)([\w.-]+)\2/.exec(line)
      if (match !== null && !line.includes('<<<')) heredoc = { end: match[3]!, tabs: match[1] === '-' }
    }
    depth += nesting(bare.text)
    substitutions = openSubstitutions(bare.text, substitutions)
  }
  return { openQuote: quote !== '', openHeredoc: heredoc !== undefined, depth: depth + substitutions }
}

/** How many of `$(`, `<(` and `>(` are open after a line, given how many were before it. */
function openSubstitutions(text: string, before: number): number {
  let open = before
  for (const [mark] of text.matchAll(/[$<>]\(|\(|\)/g)) {
    if (mark.length === 2 || (mark === '(' && open > 0)) open++
    else if (mark === ')' && open > 0) open--
  }
  return open
}

/** What stands before the body of a function. */
const heading = /(?:^|(?<=[\s;&|]))(?:function\s+[\w-]+(?:\s*\(\s*\))?|[\w-]+\s*\(\s*\))/g

/** Depth of `for … done`, `if … fi`, `{ … }`, counted at the words where a command may begin. */
function nesting(text: string): number {
  let depth = 0
  let start = true
  for (const word of text.replace(heading, '()').match(/[;&|()]+|[^\s;&|()]+/g) ?? []) {
    if (/^[;&|]+$/.test(word) || word === '()') {
      start = true
      continue
    }
    if (start && heads.has(word)) depth++
    else if (start && (word === 'case' || word === '{')) depth++
    else if (start && closes.has(word) && word !== ')') depth--
    start = word === 'do' || word === 'then' || word === 'else' || (start && opens.has(word))
  }
  return depth
}

function stripQuotes(line: string, open: string): { text: string; quote: string } {
  let quote = open
  let text = ''
  for (let i = 0; i < line.length; i++) {
    const c = line[i]!
    if (quote !== '') {
      if (c === '\\' && quote === '"') i++
      else if (c === quote) quote = ''
      continue
    }
    if (c === '\\') i++
    else if (c === "'" || c === '"') quote = c
    else if (c === '#' && (i === 0 || /\s/.test(line[i - 1]!))) break
    else text += c
  }
  return { text, quote }
}

const wrappers = new Set(['sudo', 'env', 'time', 'exec', 'nohup', 'watch', 'timeout'])

/** The program that a command line runs, past `sudo -E env A=1 …`: `/a/b/kubelet` is `kubelet`. */
export function programOf(command: string): string {
  const words = command.trim().split(/\s+/)
  let wrapped = false
  for (const word of words) {
    if (/^[A-Za-z_]\w*=/.test(word)) continue
    if (wrapped && (word.startsWith('-') || /^\d+[smh]?$/.test(word))) continue
    const name = word.slice(word.lastIndexOf('/') + 1)
    if (!wrappers.has(name)) return name
    wrapped = true
  }
  return wrapped ? (words[0] ?? '') : ''
}

/** A word as the shell takes it whole. */
export const quoteWord = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/** The last part of a path. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
