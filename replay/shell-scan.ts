// Where a shell command ends: quotes, here-documents, loops and brackets that are open after some of its lines. The simulated
// shell parses for real.

/** What a command waits for: the shell would show `>` and read on. */
export type Unfinished = 'quote' | 'here-document' | 'group' | 'operator' | 'line'

/** A here-document of which the body is being read. */
interface HereDocument {
  end: string
  /** `<<-`: its end may be indented with tabs. */
  tabs: boolean
}

/** Reads a command line by line; each line once. */
export class ShellScan {
  /** Open quotes and brackets, the innermost last. */
  private readonly stack: string[] = []
  private readonly bodies: HereDocument[] = []
  /** `for … done`, `if … fi`, `{ … }` that are open. */
  private depth = 0
  private continued = false
  private operator = false

  /** @param line without its line break */
  add(line: string): void {
    const body = this.bodies[0]
    if (body !== undefined && !this.continued) {
      if ((body.tabs ? line.replace(/^\t+/, '') : line) === body.end) this.bodies.shift()
      return
    }
    const bare = this.plain(line)
    this.depth += nesting(bare)
    if (bare.trim() !== '') this.operator = /(?:\||&&)\s*$/.test(bare)
  }

  /** What is open; undefined for a whole command. */
  get unfinished(): Unfinished | undefined {
    const innermost = this.stack.at(-1)
    if (this.bodies.length > 0 && !this.continued) return 'here-document'
    if (innermost !== undefined && innermost !== '(') return 'quote'
    if (this.continued) return 'line'
    if (this.stack.length > 0 || this.depth > 0) return 'group'
    return this.operator ? 'operator' : undefined
  }

  /** The end of the here-document that is being read. */
  get delimiter(): string | undefined {
    return this.bodies[0]?.end
  }

  /** The line without what is quoted or a comment; keeps what it opens. */
  private plain(line: string): string {
    let text = ''
    this.continued = false
    for (let at = 0; at < line.length; at++) {
      const char = line[at]!
      const top = this.stack.at(-1)
      if (top === "'") {
        if (char === "'") this.stack.pop()
      } else if (char === '\\') {
        if (at === line.length - 1) this.continued = true
        else if (top !== '"') text += '_'
        at++
      } else if (top === '"' || top === '`') {
        if (char === top) this.stack.pop()
        else if (line.startsWith('$(', at)) this.stack.push('(')
        if (line.startsWith('$(', at)) at++
      } else if (char === '#' && (at === 0 || /[\s;]/.test(line[at - 1]!))) break
      else if (char === "'" || char === '"' || char === '`') {
        this.stack.push(char)
        text += '_'
      } else {
        const length = this.opens(line, at)
        text += line.slice(at, at + length)
        at += length - 1
      }
    }
    return text
  }

  /** Reads one mark of a shell, or one character; returns its length. */
  private opens(line: string, at: number): number {
    const char = line[at]!
    if (char === '<' && line[at + 1] === '<') return this.hereDocument(line, at)
    if (/[$<>]/.test(char) && line[at + 1] === '(') {
      this.stack.push('(')
      return 2
    }
    if (char === '(' && line[at + 1] !== ')') {
      const starts =
        this.stack.length > 0 || /(?:^|[;&|]|\w\+?=)\s*$/.test(line.slice(Math.max(0, at - 40), at))
      if (starts) this.stack.push('(')
    } else if (char === ')' && this.stack.at(-1) === '(' && line[at - 1] !== '(') this.stack.pop()
    return 1
  }

  private hereDocument(line: string, at: number): number {
    if (line[at + 2] === '<') return 3
    const match = /^<<(-?)[ \t]*\\?(["']?)([A-Za-z_][\w.-]*)\2/.exec(line.slice(at, at + 80))
    if (match === null) return 2
    this.bodies.push({ end: match[3]!, tabs: match[1] === '-' })
    return match[0].length
  }
}

/** Whether more lines belong to a command. */
export function isIncomplete(text: string): boolean {
  const scan = new ShellScan()
  for (const line of text.split('\n')) scan.add(line)
  return scan.unfinished !== undefined
}

const openers = new Set(['case', '{', 'for', 'while', 'until', 'if', 'select'])
const closers = new Set(['done', 'fi', 'esac', '}'])
const continues = new Set(['do', 'then', 'else', 'elif', '{', '(', '!', 'while', 'until', 'if'])

/** What stands before the body of a function. */
const heading = /(?:^|(?<=[\s;&|]))(?:function\s+[\w-]{1,60}(?:\s*\(\s*\))?|[\w-]{1,60}\s{0,4}\(\s*\))/g

/** How many of `for … done`, `if … fi`, `{ … }` a line opens, counted at the words where a command may begin. */
function nesting(text: string): number {
  let depth = 0
  let start = true
  for (const word of text.replace(heading, '()').match(/[;&|()]+|[^\s;&|()]+/g) ?? []) {
    if (/^[;&|(]+$/.test(word) || word === '()') {
      start = true
      continue
    }
    if (start && openers.has(word)) depth++
    else if (start && closers.has(word)) depth--
    start = start && continues.has(word) ? true : word === 'do' || word === 'then'
  }
  return depth
}
