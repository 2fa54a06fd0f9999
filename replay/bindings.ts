// What the literals of a document stand for: each for what it met first, and for the same at every other place of the section.
import { minorOf } from '../component-base/minor.ts'
import { isOfMachine } from '../containers/machine-amounts.ts'
import { isBuild, type Token, type Tokenized, type TokenKind, tokenize } from './compare/tokens.ts'
import { TypedSizes } from './compare/typed-sizes.ts'
import { inPlaceOf } from './stand-ins-in.ts'

/** A version of the document, and the one that reality shows in its place. */
export interface OtherVersion {
  expected: string
  actual: string
}

/** How two lines are the same. */
export interface Match {
  /** Tokens that say nothing yet: what they stand for was learnt here. */
  volatile: number
  /** Whether anything was held against reality: text beside them, or a token that was known. */
  held: boolean
}

/** Nothing is ever given twice. */
const unique: ReadonlySet<TokenKind> = new Set(['uid', 'name', 'hash', 'digest', 'credential', 'temporary'])
/** Nor as long as nothing was freed; what was may be given again later. */
const uniqueNow: ReadonlySet<TokenKind> = new Set(['address', 'port', 'chain'])
/** Each is what it is: nothing else of a document says the same. */
const free: ReadonlySet<TokenKind> = new Set(['age', 'moment', 'revision'])

/** The bindings of one section. */
export class Bindings {
  private readonly bound = new Map<string, string>()
  /** Of amounts, which are compared with each other alone: in a command the same digits are the author's own. */
  private readonly amounts = new Map<string, string>()
  /** Of what is unique: `real value` → what the document calls it. */
  private readonly meant = new Map<string, string>()
  private meantNow = new Map<string, string>()
  /** Whether addresses and ports of before may be others' now. */
  private freed = false
  /** The same of the command whose output comes. */
  private askedNow = new Map<string, string>()
  /** What undoes each binding, the last one last. */
  private readonly trail: { map: Map<string, string>; key: string }[] = []
  private readonly typed: WordsOf
  /** The same without what stands for something printed: the author's own words. */
  private readonly written: WordsOf
  private typedSizes: TypedSizes | undefined
  private others: OtherVersion[] = []
  private readonly lines = new Map<string, Tokenized>()
  /** Whether the command prints tables whose columns are kubectl's own. */
  private rows = false
  /** Releases that the document names where it says what runs, as `v1.31.0`. */
  private readonly asked = new Set<string>()
  private readonly standIns: ReadonlyMap<string, string>

  /**
   * @param typed what the author typed before any output: it is no free literal
   * @param standIns releases that another one stands for: `v1.27.5` or `release-1.27` → `1.30.0`
   * @param commands those of the document, whose releases are what is to run
   * @param written the same as `typed`, without what stands for something printed
   */
  constructor(
    typed = '',
    standIns: ReadonlyMap<string, string> = new Map(),
    commands: readonly string[] = [],
    written = typed,
  ) {
    this.typed = new WordsOf(typed)
    this.written = new WordsOf(written)
    this.standIns = standIns
    for (const text of [typed, ...commands])
      for (const [, release, rest] of text.matchAll(/(?<![\w.])v?(1\.\d+\.\d+)(?!\d)([\w.]*)/g))
        if (!/\d/.test(rest!)) this.asked.add(`v${release}`)
  }

  /** Others of the same document, which have met nothing. */
  unmet(): Bindings {
    return new Bindings(this.typed.text, this.standIns, [], this.written.text)
  }

  /**
   * A command as it is to be run: what the document copied from earlier outputs stands for what was really printed there.
   * What it holds beside that is the author's own from here on.
   */
  type(command: string): string {
    this.rows = /\bget\b/.test(command) && !/\b(?:custom-columns|jsonpath|go-template)/.test(command)
    const long = [...this.bound].filter(([shown]) => shown.length > 4)
    const { text, found } = inPlaceOf(command, long)
    this.askedNow = new Map(found.map(([shown, real]) => [real, shown]))
    const blanks = found.map(([shown]): [string, string] => [shown, ' '])
    this.written.add(inPlaceOf(command, blanks).text)
    this.typed.add(text)
    this.typedSizes = undefined
    return text
  }

  /** What the document calls something is known from elsewhere than its outputs. */
  learn(shown: string, real: string): void {
    this.bound.set(shown, real)
  }

  /** What a literal of the document stands for; undefined where it has met nothing yet. */
  realOf(shown: string): string | undefined {
    return this.bound.get(shown)
  }

  /** A text of the document with what outputs have shown that its literals stand for. */
  inReality(text: string): string {
    const known = tokenize(text).tokens.flatMap(({ kind, text: shown }): [string, string][] => {
      const real = unique.has(kind) || uniqueNow.has(kind) ? this.bound.get(shown) : undefined
      return real === undefined ? [] : [[shown, real]]
    })
    return inPlaceOf(text, new Map(known)).text
  }

  /**
   * The function undoes what has been matched since, and answers one that does it again, where nothing else was matched in between;
   * marks are undone in the reverse order of their making.
   */
  mark(): () => () => void {
    const length = this.trail.length
    const others = [...this.others]
    return () => {
      const undone = this.trail.splice(length).map(({ map, key }) => ({ map, key, value: map.get(key)! }))
      const othersNow = this.others
      for (const { map, key } of undone) map.delete(key)
      this.others = others
      return () => {
        for (const { map, key, value } of undone) this.set(map, key, value)
        this.others = othersNow
      }
    }
  }

  /** Something was changed: addresses and ports that were given before it may be given again. */
  free(): void {
    this.freed = true
  }

  /** Another output. */
  nextOutput(): void {
    this.meantNow = new Map([...(this.freed ? [] : this.meantNow), ...this.askedNow])
    this.freed = false
    this.lines.clear()
  }

  /** Versions that matched although their minor differs, since the last call. */
  takeOtherVersions(): OtherVersion[] {
    return this.others.splice(0)
  }

  /** A line's tokens; read once for each output. */
  tokensOf(line: string): Tokenized {
    const known = this.lines.get(line)
    if (known !== undefined) return known
    const read = tokenize(line, this.rows)
    this.lines.set(line, read)
    return read
  }

  /** How a line of the document and a real one say the same; binds new literals when they do. */
  match(shown: string, printed: string): Match | undefined {
    const expected = this.tokensOf(shown)
    const actual = this.tokensOf(printed)
    if (expected.skeleton !== actual.skeleton || otherNamespace(shown, printed)) return undefined
    return this.matchTokens(expected, actual)
  }

  /** The same for lines of one skeleton. */
  matchTokens(expected: Tokenized, actual: Tokenized): Match | undefined {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it stands where a token was
    let held = expected.skeleton.replace(/\u0000[a-z]+\u0000/g, '').trim() !== ''
    if (expected.tokens.length === 0) return { volatile: 0, held }
    const undo = this.mark()
    let volatile = 0
    for (const [i, token] of expected.tokens.entries()) {
      const result = this.matchToken(token, actual.tokens[i]!)
      if (result === undefined) {
        undo()
        return undefined
      }
      if (result === 'held') held = true
      else volatile++
    }
    return { volatile, held }
  }

  private matchToken({ kind, text }: Token, real: Token): 'held' | 'volatile' | undefined {
    if (free.has(kind)) return 'volatile'
    if (kind === 'amount') return this.matchAmount(text, real.text)
    const known = this.bound.get(text)
    if (known !== undefined) {
      if (known !== real.text) return undefined
      if (uniqueNow.has(kind) && !this.meantNow.has(known)) this.set(this.meantNow, known, text)
      return 'held'
    }
    if (kind === 'address' && isV4(text) !== isV4(real.text)) return undefined
    if (kind === 'version') return this.matchVersion(text, real.text)
    const asWritten = this.typed.has(text) || this.written.has(real.text)
    if (asWritten || (kind === 'address' && (isFixedAddress(text) || isFixedAddress(real.text))))
      return text === real.text ? 'held' : undefined
    const meant = unique.has(kind) ? this.meant : uniqueNow.has(kind) ? this.meantNow : undefined
    if (meant !== undefined) {
      if (meant.has(real.text)) return undefined
      this.set(meant, real.text, text)
    }
    this.set(this.bound, text, real.text)
    return 'volatile'
  }

  /** What hangs on nothing but the machine is another amount on the author's, unless a text of the author's asks for just that. */
  private matchAmount(text: string, real: string): 'held' | 'volatile' | undefined {
    const known = this.amounts.get(text)
    if (known !== undefined) return known === real ? 'held' : undefined
    if (text === real) {
      this.set(this.amounts, text, real)
      return 'held'
    }
    if (!isOfMachine(real) || this.meant.has(real) || this.isAsked(text)) return undefined
    this.set(this.meant, real, text)
    this.set(this.amounts, text, real)
    return 'volatile'
  }

  private isAsked(amount: string): boolean {
    this.typedSizes ??= new TypedSizes(this.typed.text)
    return this.typed.has(amount) || this.typedSizes.explain(amount)
  }

  /** A patch release that nobody named stands for its minor, an author's build for another; a minor that differs is noted. */
  private matchVersion(text: string, real: string): 'held' | 'volatile' | undefined {
    const expected = this.standInOf(text)
    if (expected === real) return 'held'
    // What was asked for runs: another patch release in its place is false.
    if (this.typed.has(text) || (this.asked.has(real) && releaseOf(expected) !== real)) return undefined
    const otherMinor = minorOf(expected) !== minorOf(real)
    const stamped = ![expected, real].some((one) => one.startsWith('v0.0.0-'))
    if (isBuild(expected) && isBuild(real) && !(otherMinor && stamped)) return 'volatile'
    if (otherMinor) this.others.push({ expected: text, actual: real })
    return 'held'
  }

  private set(map: Map<string, string>, key: string, value: string): void {
    map.set(key, value)
    this.trail.push({ map, key })
  }

  private standInOf(version: string): string {
    const [, release = '', minor = ''] = /^v((\d+\.\d+)\.\d+)$/.exec(version) ?? []
    const other = this.standIns.get(`v${release}`) ?? this.standIns.get(`release-${minor}`)
    return other === undefined ? version : `v${other}`
  }
}

/** A text that grows, and which words stand in it: answers are kept until it does. */
class WordsOf {
  private known = new Map<string, boolean>()
  private all: string

  constructor(text: string) {
    this.all = text
  }

  get text(): string {
    return this.all
  }

  add(line: string): void {
    this.all += `\n${line}`
    this.known = new Map()
  }

  /** Whether it is there as a word of its own. */
  has(word: string): boolean {
    const before = this.known.get(word)
    if (before !== undefined) return before
    let found = false
    for (let at = this.all.indexOf(word); at >= 0 && !found; at = this.all.indexOf(word, at + 1))
      found = standsAlone(this.all, at, word.length)
    this.known.set(word, found)
    return found
  }
}

/** Of what was deleted: where both say it, it is the same. */
function otherNamespace(shown: string, printed: string): boolean {
  const [, expected] = deletedFrom.exec(shown) ?? []
  const [, actual] = expected === undefined ? [] : (deletedFrom.exec(printed) ?? [])
  return actual !== undefined && actual !== expected
}
const deletedFrom = /\bdeleted from (\S+) namespace$/

/** `v1.33.4` of `v1.33.4-dirty`. */
const releaseOf = (version: string): string => /^v\d+\.\d+\.\d+/.exec(version)?.[0] ?? version

const standsAlone = (text: string, at: number, length: number): boolean =>
  !/[\w.]/.test(text[at - 1] ?? ' ') && !/^(?:\w|\.\d)/.test(text.slice(at + length, at + length + 2))

const isV4 = (address: string): boolean => !address.includes(':')
const isFixedAddress = (text: string): boolean =>
  /^(127\.|0\.0\.0\.0|255\.)/.test(text) || text === '::1' || text === '::'
