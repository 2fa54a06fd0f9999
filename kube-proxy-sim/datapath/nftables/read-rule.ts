// Rules of nft as steps. Upstream: nftables doc/{statements,nft}.txt
import { joinHostPort } from '../../../component-base/go/net.ts'
import { type Chain, dnat, RulesetError, type Step, type Test, type Verdict, type Walk } from '../ruleset.ts'
import { type Expression, fieldMatch, hasFields, readExpression, readKey } from './expressions.ts'
import { type Element, elementFinder, keyText, type NftSet } from './sets.ts'
import { Tokens } from './tokens.ts'

/** The chains and sets of a table, which its rules name. */
export interface TableNames {
  chains: ReadonlyMap<string, Chain>
  sets: ReadonlyMap<string, NftSet>
}

/** The steps of a rule. Throws RulesetError. */
export function readRule(rule: string, names: TableNames): Step[] {
  const tokens = new Tokens(rule)
  const steps: Step[] = []
  while (!tokens.isAtEnd) {
    const step = readStatement(tokens, names)
    if (step !== undefined) steps.push(step)
  }
  return steps
}

/** The next statement or match; undefined for one without effect on packets. */
function readStatement(tokens: Tokens, names: TableNames): Step | undefined {
  const word = tokens.peek()
  if (word === 'comment') return skip(tokens, 2)
  if (word === 'counter') return readCounter(tokens)
  if (verdictWords.has(word)) return readVerdict(tokens, names)
  if (word === 'dnat') return readDNAT(tokens)
  if (word === 'update' || word === 'add') return readUpdate(tokens, names)
  if (word === 'numgen') {
    const choose = readNumgen(tokens)
    tokens.expect('vmap')
    return choose(tokens.items(), (value) => readVerdict(new Tokens(value.join(' ')), names))
  }
  return readMatch(tokens, names)
}

function skip(tokens: Tokens, words: number): undefined {
  for (let at = 0; at < words; at++) tokens.next()
}

/** Skips `counter`, with its packets and bytes where they are listed. */
function readCounter(tokens: Tokens): undefined {
  tokens.next()
  if (tokens.peek() === 'packets') skip(tokens, 4)
}

const verdictWords = new Set(['accept', 'drop', 'return', 'jump', 'goto', 'reject', 'masquerade'])

function readVerdict(tokens: Tokens, { chains }: TableNames): Verdict {
  const word = tokens.next()
  if (word === 'accept' || word === 'drop' || word === 'return') return { kind: word }
  if (word === 'reject') return { kind: 'reject', with: readReject(tokens) }
  if (word === 'masquerade')
    return { kind: 'masquerade', randomPort: tokens.take('fully-random') || tokens.take('random') }
  if (word !== 'jump' && word !== 'goto') throw new RulesetError(`${word} is no verdict`)
  const name = tokens.next()
  const chain = chains.get(name)
  if (chain === undefined) throw new RulesetError(`there is no chain ${name}`)
  return { kind: word, chain }
}

/** `with icmp port-unreachable`, which goes without saying. */
function readReject(tokens: Tokens): string {
  if (!tokens.take('with')) return 'icmp-port-unreachable'
  const family = tokens.next()
  if (tokens.take('type') || family !== 'tcp') return `${family}-${tokens.next()}`
  tokens.expect('reset')
  return 'tcp-reset'
}

/** `dnat to 10.0.0.1:80`, `dnat ip to numgen random mod 2 map { 0 : 10.0.0.1 . 80, … }`. */
function readDNAT(tokens: Tokens): Step {
  tokens.expect('dnat')
  if (!tokens.take('ip')) tokens.take('ip6')
  tokens.expect('to')
  if (tokens.peek() !== 'numgen') return dnat(tokens.next())
  const choose = readNumgen(tokens)
  tokens.expect('map')
  return choose(tokens.items(), ([ip, , port]) =>
    dnat(port === undefined ? ip! : joinHostPort(ip!, Number(port))),
  )
}

type Choose = (items: string[][], verdictOf: (value: string[]) => Verdict) => Test

/** `numgen random mod 3`: chooses among the items of a map, which count from 0. */
function readNumgen(tokens: Tokens): Choose {
  tokens.expect('numgen')
  const mode = tokens.next()
  tokens.expect('mod')
  const count = Number(tokens.next())
  if (mode !== 'random' || !(count > 0))
    throw new RulesetError(`numgen ${mode} mod ${count} is not simulated`)
  return (items, verdictOf) => {
    const verdicts: Verdict[] = []
    for (const [number, , ...value] of items) verdicts[Number(number)] = verdictOf(value)
    return (walk) => verdicts[walk.random.int(count)] ?? false
  }
}

/** `update @affinity-x { ip saddr }`. */
function readUpdate(tokens: Tokens, names: TableNames): Step {
  tokens.next()
  const set = namedSet(tokens.next(), names)
  const [item] = tokens.items()
  const key = keyText(readKey(new Tokens(item!.join(' '))))
  return (walk) => {
    set.add(key(walk), walk.now)
    return true
  }
}

function namedSet(word: string, { sets }: TableNames): NftSet {
  const set = word.startsWith('@') ? sets.get(word.slice(1)) : undefined
  if (set === undefined) throw new RulesetError(`there is no set ${word}`)
  return set
}

/** A comparison, a lookup in a set or map, or a change of the mark. */
function readMatch(tokens: Tokens, names: TableNames): Step {
  const isMark = tokens.peek() === 'meta'
  const fields = readKey(tokens)
  const mask = tokens.take('&') ? Number(tokens.next()) : undefined
  if (mask !== undefined) return readMasked(tokens, fields[0]!, mask)
  if (isMark && tokens.take('set')) return readMarkChange(tokens)
  if (tokens.take('vmap')) return readVmap(tokens, fields, names)
  const not = tokens.take('!=')
  tokens.take('==')
  const test = readTest(tokens, fields, names)
  const applies = hasFields(fields)
  return not ? (walk) => applies(walk) && !test(walk) : (walk) => applies(walk) && test(walk)
}

/** `meta mark & 0x00004000 != 0x00000000`. */
function readMasked(tokens: Tokens, { number }: Expression, mask: number): Step {
  const not = tokens.take('!=')
  tokens.take('==')
  const wanted = Number(tokens.next())
  if (number === undefined || Number.isNaN(wanted))
    throw new RulesetError('& is simulated with numbers alone')
  return (walk) => ((number(walk) & mask) >>> 0 === wanted) !== not
}

/** `meta mark set meta mark | 0x00004000`. */
function readMarkChange(tokens: Tokens): Step {
  const from = /^\d/.test(tokens.peek()) ? undefined : readExpression(tokens)
  if (from === undefined) return changed(() => 0, '|', Number(tokens.next()))
  if (from.number === undefined) throw new RulesetError('meta mark is set from a mark alone')
  const operator = tokens.next()
  return changed(from.number, operator, Number(tokens.next()))
}

function changed(from: (walk: Walk) => number, operator: string, value: number): Step {
  const apply: Record<string, (mark: number) => number> = {
    '|': (mark) => mark | value,
    '^': (mark) => mark ^ value,
    '&': (mark) => mark & value,
  }
  const change = Object.hasOwn(apply, operator) ? apply[operator] : undefined
  if (change === undefined || Number.isNaN(value)) throw new RulesetError(`${operator} is not simulated`)
  return (walk) => {
    walk.mark = change(from(walk)) >>> 0
    return true
  }
}

function readVmap(tokens: Tokens, fields: readonly Expression[], names: TableNames): Step {
  const elements =
    tokens.peek() === '{' ? tokens.items().map(elementOf) : namedSet(tokens.next(), names).elements
  const find = elementFinder(elements, fields, ({ value }) => readVerdict(new Tokens(value.join(' ')), names))
  const applies = hasFields(fields)
  return (walk) => (applies(walk) ? find(walk) : undefined) ?? false
}

const isThere = (): true => true

function readTest(tokens: Tokens, fields: readonly Expression[], names: TableNames): (walk: Walk) => boolean {
  const key = keyText(fields)
  if (tokens.peek().startsWith('@')) {
    const set = namedSet(tokens.next(), names)
    const find = elementFinder(set.elements, fields, isThere)
    return (walk) => set.hasAdded(key(walk), walk.now) || find(walk) === true
  }
  if (tokens.peek() === '{') {
    const find = elementFinder(tokens.items().map(elementOf), fields, isThere)
    return (walk) => find(walk) === true
  }
  const wanted = [tokens.next()]
  while (tokens.take(',')) wanted.push(tokens.next())
  const tests = wanted.map((text) => fieldMatch(fields[0]!, text))
  return (walk) => tests.some((test) => test(walk))
}

/** `10.0.0.1 . tcp . 80 comment "…" : goto x`. The comment's text is left out by who splits it. */
export function elementOf(words: readonly string[]): Element {
  const end = words.indexOf(':')
  const left = end === -1 ? words : words.slice(0, end)
  const comment = left.indexOf('comment')
  const key = (comment === -1 ? left : left.slice(0, comment)).filter((word) => word !== '.')
  return { key, value: end === -1 ? [] : words.slice(end + 1) }
}
