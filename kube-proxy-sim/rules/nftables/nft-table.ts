import type { IPFamily } from '../../../component-base/ip-family.ts'
import { ipBytes } from '../../../component-base/ip-number.ts'

/** An element of a set or map, by the fields of its key. */
export interface NftElement {
  key: readonly string[]
  /** The verdict, in a map. */
  value?: string
  comment?: string
}

/** A set or map of the table. */
export interface NftSet {
  kind: 'set' | 'map'
  name: string
  /** Fields of the key, joined with ` . `; of a map also ` : verdict`. */
  type: string
  comment?: string
  /** Lines such as `flags dynamic,timeout`. */
  properties?: readonly string[]
  elements: NftElement[]
}

/** A chain of the table; a base chain has a hook. */
export interface NftChain {
  name: string
  /** The hook of a base chain: `type filter hook …`. */
  hook?: string
  comment?: string
  rules: string[]
}

/** An nftables table, of which kube-proxy has one for each address family. */
export class NftTable {
  readonly family: IPFamily
  /** Releases before 1.31 did not set comments on tables, sets and chains. */
  readonly comments: boolean
  readonly sets = new Map<string, NftSet>()
  readonly chains = new Map<string, NftChain>()

  constructor(family: IPFamily, comments: boolean) {
    this.family = family
    this.comments = comments
  }

  addSet(set: Omit<NftSet, 'elements'>): void {
    if (!this.sets.has(set.name)) this.sets.set(set.name, { ...set, elements: [] })
  }

  addElement(set: string, element: NftElement): void {
    this.sets.get(set)!.elements.push(element)
  }

  addChain(name: string, more: { hook?: string; comment?: string } = {}): void {
    if (!this.chains.has(name)) this.chains.set(name, { name, ...more, rules: [] })
  }

  addRule(chain: string, rule: string, comment?: string): void {
    this.addChain(chain)
    this.chains.get(chain)!.rules.push(comment === undefined ? rule : `${rule} comment "${comment}"`)
  }

  /** The table in the form of `nft list ruleset`. */
  text(): string {
    const comment = (text: string | undefined, indent: string): string[] =>
      this.comments && text !== undefined ? [`${indent}comment "${text}"`] : []
    const sets = [...this.sets.values()].map((set) => [
      `\t${set.kind} ${set.name} {`,
      `\t\ttype ${set.type}`,
      ...comment(set.comment, '\t\t'),
      ...(set.properties ?? []).map((line) => `\t\t${line}`),
      ...elementLines(set),
      '\t}',
    ])
    const chains = [...this.chains.values()].map(({ name, hook, comment: about, rules }) => [
      `\tchain ${name} {`,
      ...(hook === undefined ? [] : [`\t\t${hook}`]),
      ...comment(about, '\t\t'),
      ...rules.map((rule) => `\t\t${rule}`),
      '\t}',
    ])
    const head = [`table ${this.family === 'IPv6' ? 'ip6' : 'ip'} kube-proxy {`]
    const blocks = [...sets, ...chains].map((lines) => `${lines.join('\n')}\n`).join('\n')
    return `${[...head, ...comment('rules for kube-proxy', '\t')].join('\n')}\n${blocks}}\n`
  }
}

function elementLines({ type, elements }: NftSet): string[] {
  if (elements.length === 0) return []
  const concatenated = type.includes(' . ')
  const perLine = !concatenated && type === 'ipv4_addr' ? 2 : 1
  const texts = sortElements(elements, concatenated).map(elementText)
  const lines: string[] = []
  for (let at = 0; at < texts.length; at += perLine) lines.push(texts.slice(at, at + perLine).join(', '))
  return [`\t\telements = { ${lines.join(',\n\t\t\t     ')} }`]
}

const elementText = ({ key, value, comment }: NftElement): string =>
  `${key.join(' . ')}${comment === undefined ? '' : ` comment "${comment}"`}${value === undefined ? '' : ` : ${value}`}`

/** nft sorts by number; it reads a concatenated key with its last byte first. */
function sortElements(elements: readonly NftElement[], concatenated: boolean): NftElement[] {
  const keyed = new Map(elements.map((element) => [element.key.join(' . '), element]))
  const bytes = [...keyed.values()].map((element) => ({ element, bytes: element.key.flatMap(fieldBytes) }))
  for (const one of bytes) if (concatenated) one.bytes.reverse()
  return bytes.sort((a, b) => compareBytes(a.bytes, b.bytes)).map(({ element }) => element)
}

const protocols: ReadonlyMap<string, number> = new Map([
  ['tcp', 6],
  ['udp', 17],
  ['sctp', 132],
])

function fieldBytes(field: string): number[] {
  const protocol = protocols.get(field)
  if (protocol !== undefined) return [protocol]
  if (!/^[0-9]+$/.test(field)) return ipBytes(field)
  return [Number(field) >> 8, Number(field) & 255]
}

function compareBytes(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return a[at]! - b[at]!
  return 0
}
