// Variables that commands of a shell use, and those that they set.

/** Those that a shell, or the machine, sets. */
const ofShell = new Set(
  `HOME USER PATH PWD OLDPWD SHELL KUBECONFIG GOPATH HOSTNAME EDITOR LOGNAME TERM LANG TMPDIR UID EUID GROUPS PPID RANDOM SRANDOM
  SECONDS LINENO IFS PS1 PS2 PS3 PS4 REPLY OPTARG OPTIND OPTERR PIPESTATUS FUNCNAME DIRSTACK MAPFILE COPROC BASH BASHPID
  BASH_SOURCE BASH_LINENO BASH_VERSION BASH_VERSINFO BASH_REMATCH BASH_SUBSHELL OSTYPE HOSTTYPE MACHTYPE SHLVL COLUMNS LINES
  EPOCHSECONDS EPOCHREALTIME`.split(/\s+/),
)

const deepest = 100

interface Reading {
  used: string[]
  set: Set<string>
  /** Whether it reads another script, which may set anything. */
  opaque: boolean
}

/**
 * The names that a command uses and nothing has set: not the shell, nor the commands before it, nor the command itself.
 * @param commandsSoFar texts, in the order in which they are typed
 * @param known names that the computer has in its environment
 */
export function unsetVariables(
  commandsSoFar: readonly string[],
  command: string,
  known: Iterable<string>,
): string[] {
  const own = variablesOf(command)
  if (own.used.length === 0) return []
  const set = new Set(known)
  for (const before of commandsSoFar) {
    const read = variablesOf(before)
    if (read.opaque) return []
    for (const name of read.set) set.add(name)
  }
  if (own.opaque) return []
  return [...new Set(own.used)].filter((name) => !set.has(name) && !own.set.has(name) && !ofShell.has(name))
}

function variablesOf(command: string): Reading {
  const reader = new VariableReader(command)
  return reader.read()
}

interface HereDocument {
  end: string
  tabs: boolean
  /** Its body is taken as it stands. */
  quoted: boolean
}

/** Splits commands into words with what they expand; `$(…)` nests, and so do quotes in it. */
class VariableReader {
  private readonly text: string
  private at = 0
  private readonly result: Reading = { used: [], set: new Set(), opaque: false }
  private readonly bodies: HereDocument[] = []
  private depth = 0

  constructor(text: string) {
    this.text = text
  }

  read(): Reading {
    while (this.at < this.text.length) {
      this.commands()
      // A bracket that nothing opened.
      this.at++
    }
    return this.result
  }

  /** Commands up to the `)` that closes them. */
  private commands(): void {
    let words: string[] = []
    const end = (): void => {
      this.settle(words)
      words = []
    }
    while (this.at < this.text.length) {
      const char = this.text[this.at]!
      if (char === '\n') {
        end()
        this.at++
        while (this.bodies.length > 0) this.body(this.bodies.shift()!)
      } else if (/\s/.test(char)) this.at++
      else if (char === '#') this.skipLine()
      else if (char === ')') break
      else if (this.text.startsWith('<<', this.at) && this.hereDocument()) continue
      else if (char === '(' && words.length > 0 && /^\w+\+?=$/.test(words.at(-1)!)) this.nested()
      else if (/[;&|(]/.test(char)) {
        end()
        this.at++
      } else words.push(this.word())
    }
    end()
  }

  private nested(): void {
    this.at++
    this.within(() => this.commands())
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
      if (/[\s;&|()]/.test(char)) break
      if (char === '\\') {
        if (this.text[this.at + 1] !== '\n') word += this.text[this.at + 1] ?? ''
        this.at += 2
      } else if (char === "'") word += this.single()
      else if (char === '"') word += this.double()
      else if (char === '`') word += this.backticks()
      else if (char === '$') word += this.expansion()
      else if ((char === '<' || char === '>') && this.text[this.at + 1] === '(') {
        this.at++
        this.nested()
        word += '_'
      } else {
        word += char
        this.at++
      }
    }
    return word
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
    this.join(variablesOf(this.text.slice(this.at + 1, stop)))
    this.at = stop + 1
    return '_'
  }

  private join(other: Reading): void {
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
      this.nested()
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

  private hereDocument(): boolean {
    if (this.text.startsWith('<<<', this.at)) {
      this.at += 3
      return true
    }
    const match = /^<<(-?)[ \t]*(\\?)(["']?)([A-Za-z_][\w.-]*)\3/.exec(
      this.text.slice(this.at, this.at + 100),
    )
    if (match === null) return false
    this.at += match[0].length
    const [, dash, slash, quote, end] = match
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
      else if (char === '$') this.expansion()
      else if (char === '`') this.backticks()
      else this.at++
    }
  }

  /** What one simple command sets. */
  private settle(words: readonly string[]): void {
    const first = words.findIndex(
      (word) => !/^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/.test(word) && !keyword.test(word),
    )
    const assigned = (first < 0 ? words : words.slice(0, first)).filter((word) => word.includes('='))
    // `NAME=value program` sets it for that program only.
    if (first < 0) for (const word of assigned) this.set(word)
    const [program = '', ...args] = first < 0 ? [] : words.slice(first)
    if (/^(?:export|declare|local|typeset|readonly|read|mapfile|readarray)$/.test(program))
      for (const word of args) if (!word.startsWith('-')) this.set(word)
    if (program === 'for' || program === 'select') this.set(args[0] ?? '')
    if (program === 'printf' && args[0] === '-v') this.set(args[1] ?? '')
    if (program === 'getopts') this.set(args[1] ?? '')
    if (program === 'let') for (const word of args) this.set(word)
    if (/^(?:source|\.|eval)$/.test(program)) this.result.opaque = true
  }

  private set(word: string): void {
    const name = /^[A-Za-z_]\w*/.exec(word)?.[0]
    if (name !== undefined) this.result.set.add(name)
  }
}

const keyword = /^(?:if|then|elif|else|while|until|do|done|fi|!|\{|\}|time)$/
