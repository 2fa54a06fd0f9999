import { type SaveRule, saveRule } from './save-rule.ts'

/** The tables that kube-proxy writes to. */
export type TableName = 'mangle' | 'filter' | 'nat'

const builtIn: Record<TableName, readonly string[]> = {
  mangle: ['PREROUTING', 'INPUT', 'FORWARD', 'OUTPUT', 'POSTROUTING'],
  filter: ['INPUT', 'FORWARD', 'OUTPUT'],
  nat: ['PREROUTING', 'INPUT', 'OUTPUT', 'POSTROUTING'],
}

/** The names of the chains of each table, sorted. With it a few new ones among very many are put in their places without sorting all. */
export class ChainOrder {
  private readonly last = new Map<TableName, readonly string[]>()

  /** The names of chains that are not `own`. */
  sorted(table: TableName, chains: ReadonlyMap<string, unknown>, own: readonly string[]): readonly string[] {
    const before = this.last.get(table) ?? []
    const known = new Set(before)
    const stayed = before.filter((chain) => chains.has(chain))
    const others = [...chains.keys()].filter((chain) => !known.has(chain) && !own.includes(chain)).sort()
    // Two runs that are sorted already: V8's sort only merges them.
    const sorted = stayed.concat(others).sort()
    this.last.set(table, sorted)
    return sorted
  }
}

/** A chain, and its rules in order. */
export class Chain {
  readonly name: string
  /** The table that appends to it. Others that have it too take a copy first. */
  readonly owner: Table
  readonly rules: string[]
  private joined: string | undefined
  private declared: string | undefined

  constructor(name: string, owner: Table, rules: string[] = []) {
    this.name = name
    this.owner = owner
    this.rules = rules
  }

  /** Puts rules before or after those that are there. */
  add(where: 'push' | 'unshift', rule: string): void {
    this.rules[where](rule)
    this.joined = undefined
  }

  /** The line that declares the chain: `:KUBE-SERVICES - [0:0]`. */
  get declaration(): string {
    this.declared ??= `:${this.name} - [0:0]`
    return this.declared
  }

  /** The rules, a line each; kept, as of very many chains few change. Empty: none. */
  get text(): string {
    this.joined ??= this.rules.join('\n')
    return this.joined
  }
}

/** An iptables table: its chains and the rules of each, in order. */
export class Table {
  readonly name: TableName
  readonly chains = new Map<string, Chain>()

  constructor(name: TableName) {
    this.name = name
  }

  /** Makes the chains that the kernel has by itself. */
  addBuiltIn(): void {
    for (const chain of builtIn[this.name]) this.addChain(chain)
  }

  addChain(name: string): void {
    if (!this.chains.has(name)) this.chains.set(name, new Chain(name, this))
  }

  append(chain: string, rule: SaveRule): void {
    this.own(chain).add('push', saveRule(chain, rule))
  }

  prepend(chain: string, rule: SaveRule): void {
    this.own(chain).add('unshift', saveRule(chain, rule))
  }

  /** Appends the chains and rules of another table, which stays as it is. */
  appendAll(part: Table): void {
    for (const [name, chain] of part.chains)
      if (!this.chains.has(name)) this.chains.set(name, chain)
      else if (chain.rules.length > 0) {
        const own = this.own(name)
        for (const rule of chain.rules) own.add('push', rule)
      }
  }

  /** The chain of the name, to be added to. */
  private own(name: string): Chain {
    const known = this.chains.get(name)
    if (known?.owner === this) return known
    const own = new Chain(name, this, [...(known?.rules ?? [])])
    this.chains.set(name, own)
    return own
  }

  /** Whether it is there at all: a table without chains of its own is not. */
  isUsed(): boolean {
    return this.chains.size > builtIn[this.name].length
  }

  /** Built-in chains first, then the others by name, as iptables-save lists them. */
  text(order: ChainOrder): string {
    const own = builtIn[this.name]
    const kernels = own.map((name) => this.chains.get(name)!)
    const others = order.sorted(this.name, this.chains, own).map((name) => this.chains.get(name)!)
    const lines = [`*${this.name}`]
    for (const { name } of kernels) lines.push(`:${name} ACCEPT [0:0]`)
    for (const { declaration } of others) lines.push(declaration)
    for (const { rules, text } of kernels.concat(others)) if (rules.length > 0) lines.push(text)
    lines.push('COMMIT', '')
    return lines.join('\n')
  }
}

/** The iptables tables of a family, or what a part of its rules adds to them, in the order of `iptables-save`. */
export class Tables {
  readonly mangle = new Table('mangle')
  readonly filter = new Table('filter')
  readonly nat = new Table('nat')

  /** The tables of a kernel without any rules. */
  static empty(): Tables {
    const tables = new Tables()
    for (const table of tables.all()) table.addBuiltIn()
    return tables
  }

  /** Appends the chains and rules of others, which stay as they are. */
  appendAll(part: Tables): void {
    this.mangle.appendAll(part.mangle)
    this.filter.appendAll(part.filter)
    this.nat.appendAll(part.nat)
  }

  /** @param order of the chains when the text was last made, which it keeps */
  text(order = new ChainOrder()): string {
    return this.all()
      .filter((table) => table.isUsed())
      .map((table) => table.text(order))
      .join('')
  }

  private all(): Table[] {
    return [this.mangle, this.filter, this.nat]
  }
}

/** The rules of a service port. */
export interface IptablesPart {
  /** As they are written: with comments on each endpoint, or in a large cluster without. */
  largeCluster: boolean
  tables: Tables
}
