// What a document cannot know: uids, times, allocated addresses, generated names, patch releases. A literal of the document
// stands for what it met first, and must stand for the same at every other place of the section.

type Kind = 'chain' | 'uid' | 'time' | 'address' | 'name' | 'port' | 'version' | 'free'

const alphanums = 'bcdfghjklmnpqrstvwxz2456789'
const uid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const time = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?:Z|[+-]\\d\\d:\\d\\d)'
const longTime =
  '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d\\d [A-Z][a-z]{2} \\d{4} \\d\\d:\\d\\d:\\d\\d [+-]\\d{4}'
const ipv4 = '\\b\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\b'
const ipv6 = '\\b[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}\\b'
const generated = `-(?:[${alphanums}0-9a-f]{8,10}-)?[${alphanums}]{5}\\b`
const token = 'eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]+'
const tmp = '(?<=/tmp/[\\w.-]+\\.)[A-Za-z0-9]{6,10}\\b'
const nodePort = '(?<=:)3[0-2]\\d{3}\\b|(?<=nodePort: )3[0-2]\\d{3}\\b'
/** An endpoint's chain is named after its address. */
const chain = '\\bKUBE-SEP-[A-Z2-7]{16}\\b'
/** Minor, and what a build that is no release adds. */
const version = '\\bv(?:0|1)\\.\\d+\\.\\d+(?:-[\\w.]+)?(?:\\+[\\w.$:%-]+)?'

const kinds: readonly [Kind, string][] = [
  ['chain', chain],
  ['uid', uid],
  ['time', time],
  ['free', longTime],
  ['free', token],
  ['version', version],
  ['name', tmp],
  ['address', ipv4],
  ['address', ipv6],
  ['port', nodePort],
  ['name', generated],
]
const literal = new RegExp(kinds.map(([, source]) => `(${source})`).join('|'), 'g')
/** Lines of which only the key is held against reality: revisions, and the tools of whoever runs the commands. */
const freeLine =
  /^(\s*(?:- )?"?(?:resourceVersion|selfLink|observedGeneration)"?: |(?:Client|Kustomize) Version: )\S.*$/

/** A version of the document, and the one that reality shows in its place. */
export interface OtherVersion {
  expected: string
  actual: string
}

/** The bindings of one section. */
export class Bindings {
  private bound = new Map<string, string>()
  private typed: string
  private others: OtherVersion[] = []

  private readonly standIns: ReadonlyMap<string, string>

  /**
   * @param typed what the author typed before any output: it is no free literal
   * @param standIns releases that another one stands for: `v1.27.5` or `release-1.27` → `1.30.0`
   */
  constructor(typed = '', standIns: ReadonlyMap<string, string> = new Map()) {
    this.typed = typed
    this.standIns = standIns
  }

  /**
   * A command as it is to be run: what the document copied from earlier outputs stands for what was really printed there.
   * What it holds beside that is the author's own from here on.
   */
  type(command: string): string {
    let text = command
    for (const [shown, real] of this.bound) if (shown.length > 4) text = text.replaceAll(shown, real)
    this.typed += `\n${text}`
    return text
  }

  /** The function undoes what has been matched since. */
  mark(): () => void {
    const bound = new Map(this.bound)
    const others = [...this.others]
    return () => {
      this.bound = bound
      this.others = others
    }
  }

  /** Versions that matched although their minor differs, since the last call. */
  takeOtherVersions(): OtherVersion[] {
    return this.others.splice(0)
  }

  /** Whether a line of the document and a real one say the same; binds new literals when they do. */
  match(shown: string, printed: string): boolean {
    const expected = ofAnyKubectl(shown)
    const actual = ofAnyKubectl(printed)
    if (expected === actual && !this.hasBound(expected)) {
      this.learn(expected, actual)
      return true
    }
    const free = freeLine.exec(expected)
    if (free !== null && actual.startsWith(free[1]!)) return true
    const others: OtherVersion[] = []
    const found = this.tryMatch(expected, actual, others)
    if (found === undefined) return false
    for (const [key, value] of found) this.bound.set(key, value)
    this.others.push(...others)
    return true
  }

  private hasBound(text: string): boolean {
    return this.literals(text).some((l) => this.bound.has(l.text) && this.bound.get(l.text) !== l.text)
  }

  private learn(expected: string, actual: string): void {
    for (const [key, value] of this.tryMatch(expected, actual, []) ?? []) this.bound.set(key, value)
  }

  private tryMatch(
    expected: string,
    actual: string,
    others: OtherVersion[],
  ): Map<string, string> | undefined {
    const literals = this.literals(expected)
    if (literals.length === 0) return expected === actual ? new Map() : undefined
    let pattern = '^'
    let at = 0
    for (const l of literals) {
      pattern += `${escapeRegExp(expected.slice(at, l.start))}(${l.kind === 'free' ? '.*' : sourceOf(l.kind, l.text)})`
      at = l.start + l.text.length
    }
    const match = new RegExp(`${pattern}${escapeRegExp(expected.slice(at))}$`).exec(actual)
    if (match === null) return undefined
    const found = new Map<string, string>()
    for (const [i, l] of literals.entries()) {
      if (l.kind === 'free') continue
      const value = match[i + 1]!
      if (l.kind === 'version') {
        if (!sameMinor(this.standInOf(l.text), value)) others.push({ expected: l.text, actual: value })
        continue
      }
      const known = found.get(l.text) ?? this.bound.get(l.text)
      if (known !== undefined && known !== value) return undefined
      found.set(l.text, value)
    }
    return found
  }

  private standInOf(version: string): string {
    const [, release = '', minor = ''] = /^v((\d+\.\d+)\.\d+)$/.exec(version) ?? []
    const other = this.standIns.get(`v${release}`) ?? this.standIns.get(`release-${minor}`)
    return other === undefined ? version : `v${other}`
  }

  private literals(text: string): { kind: Kind; text: string; start: number }[] {
    const found: { kind: Kind; text: string; start: number }[] = []
    for (const match of text.matchAll(literal)) {
      const kind = kinds[match.slice(1).findIndex((group) => group !== undefined)]![0]
      if (
        kind === 'address' &&
        (isFixedAddress(match[0]) || !/[.:]/.test(match[0]) || /^\d+:\d+(:\d+)?$/.test(match[0]))
      )
        continue
      if (kind === 'name' && !/\d/.test(match[0]) && !/^-[a-z0-9]{8,10}-/.test(match[0])) continue
      if (this.typed.includes(match[0].replace(/^-/, ''))) continue
      found.push({ kind, text: match[0], start: match.index })
    }
    return found
  }
}

function sourceOf(kind: Kind, text: string): string {
  if (kind === 'chain') return chain
  if (kind === 'uid') return uid
  if (kind === 'time') return time
  if (kind === 'port') return '3[0-2]\\d{3}'
  if (kind === 'version') return version
  if (kind === 'address') return text.includes(':') ? '[0-9a-f:.]+' : ipv4
  return text.startsWith('-') ? generated : '[A-Za-z0-9]{4,12}'
}

/** kubectl names the namespace of what it deleted since 1.34. */
const ofAnyKubectl = (line: string): string =>
  line.replace(/^(\S+ "[^"]+" (?:force )?deleted) from \S+ namespace$/, '$1')

const isBuild = (text: string): boolean => text.includes('+')
const minorOf = (text: string): string => text.split('.')[1]!

/** A build that is no release says nothing that could be held against another. */
const sameMinor = (expected: string, actual: string): boolean =>
  minorOf(expected) === minorOf(actual) || (isBuild(expected) && isBuild(actual))

const isFixedAddress = (text: string): boolean =>
  /^(127\.|0\.0\.0\.0|255\.)/.test(text) || text === '::1' || text === '::'

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
