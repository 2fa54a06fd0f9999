// Reads what `nft list ruleset` prints. Upstream: nftables doc/nft.txt (chains, priorities)
import type { IPFamily } from '../../../component-base/ip-family.ts'
import { type BaseChain, type Chain, type Hook, RulesetError } from '../ruleset.ts'
import { elementOf, readRule, type TableNames } from './read-rule.ts'
import { NftSet } from './sets.ts'
import { Tokens } from './tokens.ts'

const named: Readonly<Record<string, number>> = {
  raw: -300,
  mangle: -150,
  dstnat: -100,
  filter: 0,
  security: 50,
  srcnat: 100,
}

/** `dstnat - 10`, `-110`, `filter`. */
function priorityOf(text: string): number {
  const [, name, sign, more] = /^([a-z]+)(?: ([+-]) (\d+))?$/.exec(text) ?? []
  if (name === undefined) return Number(text)
  return (named[name] ?? Number.NaN) + Number(`${sign ?? '+'}${more ?? 0}`)
}

const families: ReadonlyMap<string, IPFamily> = new Map([
  ['ip', 'IPv4'],
  ['ip6', 'IPv6'],
])

/** A block `chain x { … }` with its lines and their numbers. */
interface Block {
  kind: string
  name: string
  lines: { text: string; at: number }[]
}

/**
 * The base chains of a text of `nft list ruleset`, of the tables of both families. Throws RulesetError, which names the line.
 * @param before sets of the rules that these replace, whose dynamic elements stay
 */
export function readNftables(
  text: string,
  before: NftSets = new Map(),
): { chains: BaseChain[]; sets: NftSets } {
  const chains: BaseChain[] = []
  const sets = new Map<string, NftSet>()
  for (const { table, blocks } of tablesOf(text)) {
    const names = namesOf(table, blocks, before, sets)
    for (const block of blocks) if (block.kind === 'chain') readChain(table, block, names, chains)
  }
  return { chains, sets }
}

/** The sets of all tables by table and name. */
export type NftSets = ReadonlyMap<string, NftSet>

function* tablesOf(text: string): Generator<{ table: string; blocks: Block[] }> {
  let table: { table: string; blocks: Block[] } | undefined
  let block: Block | undefined
  for (const { line, at } of joined(text)) {
    const [, kind, name] = /^(table|chain|set|map) (.*) \{$/.exec(line) ?? []
    if (kind === 'table') table = { table: name!, blocks: [] }
    else if (kind !== undefined && table !== undefined) {
      block = { kind, name: name!, lines: [] }
      table.blocks.push(block)
    } else if (line === '}') {
      if (block !== undefined) block = undefined
      else if (table !== undefined) {
        yield table
        table = undefined
      }
    } else if (block !== undefined) block.lines.push({ text: line, at })
    else if (!line.startsWith('comment '))
      throw new RulesetError(`line ${at}: ${line} stands in no chain or set`)
  }
}

/** The lines of a ruleset; the elements of a set, which nft wraps, are joined into one line. */
function* joined(text: string): Generator<{ line: string; at: number }> {
  let open = ''
  let at = 0
  for (const raw of text.split('\n')) {
    at++
    const line = raw.trim()
    if (open !== '') open += ` ${line}`
    else if (line.startsWith('elements = {')) open = line
    else if (line !== '' && !line.startsWith('#')) yield { line, at }
    if (open !== '' && line.endsWith('}')) {
      yield { line: open, at }
      open = ''
    }
  }
}

function namesOf(
  table: string,
  blocks: readonly Block[],
  before: NftSets,
  all: Map<string, NftSet>,
): TableNames {
  const chains = new Map<string, Chain>()
  const sets = new Map<string, NftSet>()
  for (const { kind, name, lines } of blocks) {
    if (kind === 'chain') chains.set(name, { name, rules: [] })
    else {
      const set = readSet(name, lines)
      const known = before.get(`${table} ${name}`)
      if (known !== undefined) set.takeOver(known)
      sets.set(name, set)
      all.set(`${table} ${name}`, set)
    }
  }
  return { chains, sets }
}

function readSet(name: string, lines: Block['lines']): NftSet {
  const timeout = lines.find(({ text }) => text.startsWith('timeout '))?.text.slice('timeout '.length)
  const set = new NftSet(name, timeout === undefined ? undefined : milliseconds(timeout))
  for (const { text } of lines)
    if (text.startsWith('elements = '))
      set.elements.push(...new Tokens(text.slice('elements = '.length)).items().map(elementOf))
  return set
}

const units: Readonly<Record<string, number>> = { d: 86_400, h: 3600, m: 60, s: 1 }

/** `3h`, `1d1h1m1s`. */
const milliseconds = (text: string): number =>
  [...text.matchAll(/(\d+)([dhms])/g)].reduce(
    (sum, [, number, unit]) => sum + Number(number) * units[unit!]! * 1000,
    0,
  )

function readChain(table: string, { name, lines }: Block, names: TableNames, into: BaseChain[]): void {
  const chain = names.chains.get(name)!
  for (const { text, at } of lines) {
    if (text.startsWith('type ')) into.push(baseOf(table, chain, text, at))
    else if (!text.startsWith('comment '))
      try {
        chain.rules.push({ text, steps: readRule(text, names) })
      } catch (error) {
        if (error instanceof RulesetError) throw new RulesetError(`line ${at}: ${error.message}`)
        throw error
      }
  }
}

function baseOf(table: string, chain: Chain, text: string, at: number): BaseChain {
  const [, type, hook, priority, policy] =
    /^type (\w+) hook (\w+) priority ([^;]+); policy (accept|drop);$/.exec(text) ?? []
  const value = priorityOf(priority ?? '')
  if (type === undefined || Number.isNaN(value)) throw new RulesetError(`line ${at}: ${text} is no hook`)
  return {
    table,
    family: families.get(table.split(' ')[0]!),
    chain,
    hook: hook as Hook,
    priority: value,
    isNat: type === 'nat',
    policy: policy as 'accept' | 'drop',
  }
}
