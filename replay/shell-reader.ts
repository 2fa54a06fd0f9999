// Reads command lines as the shell does, as far as that can be told without running them. The simulated shell parses for real.
import { type Read, type SimpleCommand, settings, simpleCommand, type Word } from './simple-command.ts'

const deepest = 100

/** The variables of a command line, by their names. */
export interface VariablesOfLine {
  /** Those that it needs to be set. */
  readonly used: readonly string[]
  /** Those that it sets, for itself and what comes after it. */
  readonly set: ReadonlySet<string>
  /** Whether it reads another script, which may set anything. */
  readonly opaque: boolean
}

/** What there is in a command line. */
export interface ShellRead {
  commands: readonly SimpleCommand[]
  variables: VariablesOfLine
}

/** Reads the commands of a text. */
export function readShell(text: string): ShellRead {
  const { commands, ...variables } = new ShellReader(text).read()
  let line = 0
  let seen = 0
  const inOrder = commands
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, read }) => {
      line += breaksIn(text.slice(seen, at))
      seen = at
      return simpleCommand(read, line)
    })
  return { commands: inOrder, variables }
}

/** What has been read so far. */
interface Reading {
  commands: { at: number; read: Read }[]
  used: string[]
  set: Set<string>
  opaque: boolean
}

/** A simple command that is being read. */
interface Open {
  words: Word[]
  redirections: Read['redirections'][number][]
  after: string
  /** Where it begins; undefined before its first word. */
  at: number | undefined
}

const opened = (after: string): Open => ({ words: [], redirections: [], after, at: undefined })

interface HereDocument {
  end: string
  tabs: boolean
  /** Its body is taken as it stands. */
  quoted: boolean
}

/** `|`, `&&`, `;` */
const joint = /\|\||&&|\|&|;;&?|[|&;(]/y
const redirection = /(?:\d?(?:>>|>\||>&|<&|<>|>|<)|&>>?)(?!\()/y
/** `<pod-name>`: to be filled in by the reader. */
const placeholder = /<[A-Za-z](?:[\w .:/|-]{0,80}\w)?(?<! \d)>/y

/** Splits commands into words with what they expand; `$(…)` nests, and so do quotes in it. */
class ShellReader {
  private readonly text: string
  private at = 0
  private readonly result: Reading = { commands: [], used: [], set: new Set(), opaque: false }
  private readonly bodies: HereDocument[] = []
  private depth: number
  private readonly from: number

  /** @param depth of what it stands in @param from where it stands in the whole text */
  constructor(text: string, depth = 0, from = 0) {
    this.text = text
    this.depth = depth
    this.from = from
  }

  read(): Reading {
    for (let after = ''; this.at < this.text.length; after = ')') {
      this.commands(after)
      // A bracket that nothing opened.
      this.at++
    }
    return this.result
  }

  /** What a regular expression finds right here. */
  private here(shape: RegExp): string | undefined {
    shape.lastIndex = this.at
    return shape.exec(this.text)?.[0]
  }

  /** Commands up to the `)` that closes them. @param after what opened them */
  private commands(after: string): void {
    let open = opened(after)
    while (this.at < this.text.length) {
      const char = this.text[this.at]!
      if (char === '\n') {
        open = this.next(open, '\n')
        this.at++
        while (this.bodies.length > 0) this.body(this.bodies.shift()!)
      } else if (/\s/.test(char)) this.at++
      else if (this.text.startsWith('\\\n', this.at)) this.at += 2
      else if (char === '#') this.skipLine()
      else if (char === ')') break
      else if (this.hereDocument(open) || this.redirected(open)) continue
      else if (char === '(' && open.words.length > 0 && /^\w+\+?=$/.test(open.words.at(-1)!.raw))
        this.nested('(')
      else {
        const operator = this.here(joint)
        if (operator === undefined) this.push(open)
        else {
          open = this.next(open, operator)
          this.at += operator.length
        }
      }
    }
    this.settle(open)
  }

  /** The command after one that ends here. An empty one leaves what stands before it, as a line break after `|` does. */
  private next(open: Open, operator: string): Open {
    this.settle(open)
    return opened(open.at === undefined && operator === '\n' ? open.after : operator)
  }

  private push(open: Open): void {
    open.at ??= this.at
    open.words.push(this.wordHere())
  }

  private wordHere(): Word {
    const from = this.at
    const value = this.word()
    // What can begin no word is passed over.
    if (this.at === from) this.at++
    return { raw: this.text.slice(from, this.at), value }
  }

  /** `2> file` */
  private redirected(open: Open): boolean {
    if (this.here(placeholder) !== undefined) return false
    const operator = this.here(redirection)
    if (operator === undefined) return false
    open.at ??= this.at
    this.at += operator.length
    open.redirections.push({ operator, target: this.target() })
    return true
  }

  private target(): string {
    while (this.text[this.at] === ' ' || this.text[this.at] === '\t') this.at++
    return this.at < this.text.length && !/[\s;&|()]/.test(this.text[this.at]!) ? this.wordHere().raw : ''
  }

  /** @param after what opens it; `at` is at its bracket */
  private nested(after: string): void {
    this.at++
    this.within(() => this.commands(after))
    this.at++
  }

  /** What nests deeper than anybody types is passed over. */
  private within(read: () => void): void {
    if (this.depth === deepest) {
      this.at = this.text.length
      return
    }
    this.depth++
    read()
    this.depth--
  }

  private skipLine(): void {
    const end = this.text.indexOf('\n', this.at)
    this.at = end < 0 ? this.text.length : end
  }

  /** One word as it was typed, quotes left out; what it expands is noted. */
  private word(): string {
    let word = ''
    while (this.at < this.text.length) {
      const char = this.text[this.at]!
      if (/[\s;&|()]/.test(char) || this.endsWord(char)) break
      if (char === '\\') {
        if (this.text[this.at + 1] !== '\n') word += this.text[this.at + 1] ?? ''
        this.at += 2
      } else if (char === "'") word += this.single()
      else if (char === '"') word += this.double()
      else if (char === '`') word += this.backticks()
      else if (char === '$') word += this.expansion()
      else if ((char === '<' || char === '>') && this.text[this.at + 1] === '(') {
        this.at++
        this.nested(`${char}(`)
        word += '_'
      } else if (char === '<') word += this.filledIn()
      else {
        word += char
        this.at++
      }
    }
    return word
  }

  /** Whether a redirection begins here. */
  private endsWord(char: string): boolean {
    return (
      (char === '<' || char === '>') && this.text[this.at + 1] !== '(' && this.here(placeholder) === undefined
    )
  }

  private filledIn(): string {
    const found = this.here(placeholder) ?? '<'
    this.at += found.length
    return found
  }

  private single(): string {
    const end = this.text.indexOf("'", this.at + 1)
    const stop = end < 0 ? this.text.length : end
    const inner = this.text.slice(this.at + 1, stop)
    this.at = stop + 1
    return inner === '' ? '_' : inner
  }

  private double(): string {
    let word = ''
    this.at++
    while (this.at < this.text.length && this.text[this.at] !== '"') {
      const char = this.text[this.at]!
      if (char === '\\') {
        word += this.text[this.at + 1] ?? ''
        this.at += 2
      } else if (char === '$') word += this.expansion()
      else if (char === '`') word += this.backticks()
      else {
        word += char
        this.at++
      }
    }
    this.at++
    return word
  }

  private backticks(): string {
    const end = this.text.indexOf('`', this.at + 1)
    const stop = end < 0 ? this.text.length : end
    const inner = this.text.slice(this.at + 1, stop)
    this.join(new ShellReader(inner, this.depth + 1, this.from + this.at + 1).read())
    this.at = stop + 1
    return '_'
  }

  private join(other: Reading): void {
    this.result.commands.push(...other.commands)
    this.result.used.push(...other.used)
    for (const name of other.set) this.result.set.add(name)
    this.result.opaque ||= other.opaque
  }

  /** What `$` begins. */
  private expansion(): string {
    const rest = this.text.slice(this.at, this.at + 80)
    if (rest.startsWith('$((')) {
      this.arithmetic()
      return '_'
    }
    if (rest.startsWith('$(')) {
      this.at++
      this.nested('$(')
      return '_'
    }
    if (rest.startsWith('${')) {
      this.within(() => this.braces())
      return '_'
    }
    if (rest.startsWith("$'")) {
      this.at++
      return this.single()
    }
    const name = /^\$([A-Za-z_]\w*)/.exec(rest)?.[1]
    this.at += name === undefined ? 1 : name.length + 1
    if (name === undefined) return '$'
    this.result.used.push(name)
    return '_'
  }

  /** Names count as zero there. */
  private arithmetic(): void {
    let depth = 0
    while (this.at < this.text.length) {
      const char = this.text[this.at]!
      if (char === '$' && /[A-Za-z_{]/.test(this.text[this.at + 1] ?? '')) {
        this.expansion()
        continue
      }
      if (char === '(') depth++
      if (char === ')' && --depth === 0) break
      this.at++
    }
    this.at++
  }

  /** `${name}` and what it does where there is none. */
  private braces(): void {
    const [head = '${', hash, name, mark] =
      /^\$\{([#!]?)(\w+|[@*#?!$-])?(?:\[[^\]]{0,80}\])?(:?[-=+?])?/.exec(
        this.text.slice(this.at, this.at + 200),
      ) ?? []
    this.at += head.length
    if (name !== undefined && /^[A-Za-z_]/.test(name)) {
      const defaults = mark !== undefined && /[-=+]/.test(mark)
      if (mark?.endsWith('=') === true) this.result.set.add(name)
      if (!defaults && hash !== '!') this.result.used.push(name)
    }
    while (this.at < this.text.length && this.text[this.at] !== '}') {
      const char = this.text[this.at]!
      if (char === '\\') this.at += 2
      else if (char === '$') this.expansion()
      else if (char === '"') this.double()
      else this.at++
    }
    this.at++
  }

  private hereDocument(open: Open): boolean {
    if (!this.text.startsWith('<<', this.at)) return false
    open.at ??= this.at
    if (this.text.startsWith('<<<', this.at)) {
      this.at += 3
      open.redirections.push({ operator: '<<<', target: this.target() })
      return true
    }
    const match = /^<<(-?)[ \t]*(\\?)(["']?)([A-Za-z_][\w.-]*)\3/.exec(
      this.text.slice(this.at, this.at + 100),
    )
    if (match === null) {
      this.at += 2
      return true
    }
    this.at += match[0].length
    const [, dash, slash, quote, end] = match
    open.redirections.push({ operator: '<<', target: end! })
    this.bodies.push({ end: end!, tabs: dash === '-', quoted: slash !== '' || quote !== '' })
    return true
  }

  private body({ end, tabs, quoted }: HereDocument): void {
    while (this.at < this.text.length) {
      const stop = this.text.indexOf('\n', this.at)
      const next = stop < 0 ? this.text.length : stop
      const line = this.text.slice(this.at, next)
      if ((tabs ? line.replace(/^\t+/, '') : line) === end) {
        this.at = next
        return
      }
      if (!quoted) this.expand(next)
      this.at = Math.max(this.at, next + 1)
    }
  }

  /** Expands a line of a here-document, in which quotes mean nothing. */
  private expand(end: number): void {
    while (this.at < end) {
      const char = this.text[this.at]!
      if (char === '\\') this.at += 2
      else if (char === '$' && this.text[this.at + 1] !== "'") this.expansion()
      else if (char === '`') this.backticks()
      else this.at++
    }
  }

  /** A simple command that has been read whole. */
  private settle({ words, redirections, after, at }: Open): void {
    if (at === undefined) return
    const text = this.text.slice(at, this.at).trim()
    const read = { words, redirections, text, after, depth: this.depth }
    this.result.commands.push({ at: this.from + at, read })
    const { set, opaque } = settings(words.map(({ value }) => value))
    for (const word of set) this.set(word)
    this.result.opaque ||= opaque
  }

  private set(word: string): void {
    const name = /^[A-Za-z_]\w*/.exec(word)?.[0]
    if (name !== undefined) this.result.set.add(name)
  }
}

const breaksIn = (text: string): number => text.split('\n').length - 1
