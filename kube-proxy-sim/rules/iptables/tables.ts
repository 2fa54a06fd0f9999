import { type SaveRule, saveRule } from './save-rule.ts'

/** The tables that kube-proxy writes to. */
export type TableName = 'mangle' | 'filter' | 'nat'

const builtIn: Record<TableName, readonly string[]> = {
  mangle: ['PREROUTING', 'INPUT', 'FORWARD', 'OUTPUT', 'POSTROUTING'],
  filter: ['INPUT', 'FORWARD', 'OUTPUT'],
  nat: ['PREROUTING', 'INPUT', 'OUTPUT', 'POSTROUTING'],
}

/** An iptables table: its chains and the rules of each, in order. */
export class Table {
  readonly name: TableName
  readonly chains = new Map<string, string[]>()

  constructor(name: TableName) {
    this.name = name
    for (const chain of builtIn[name]) this.chains.set(chain, [])
  }

  addChain(chain: string): void {
    if (!this.chains.has(chain)) this.chains.set(chain, [])
  }

  append(chain: string, rule: SaveRule): void {
    this.addChain(chain)
    this.chains.get(chain)!.push(saveRule(chain, rule))
  }

  prepend(chain: string, rule: SaveRule): void {
    this.addChain(chain)
    this.chains.get(chain)!.unshift(saveRule(chain, rule))
  }

  /** Whether it is there at all: a table without chains of its own is not. */
  isUsed(): boolean {
    return this.chains.size > builtIn[this.name].length
  }

  /** Built-in chains first, then the others by name, as iptables-save lists them. */
  text(): string {
    const own = builtIn[this.name]
    const others = [...this.chains.keys()].filter((chain) => !own.includes(chain)).sort()
    const order = [...own, ...others]
    const heads = order.map((chain) => `:${chain} ${own.includes(chain) ? 'ACCEPT' : '-'} [0:0]`)
    const rules = order.flatMap((chain) => this.chains.get(chain)!)
    return `${[`*${this.name}`, ...heads, ...rules, 'COMMIT'].join('\n')}\n`
  }
}

/** The iptables tables of a family, in the order of `iptables-save`. */
export class Tables {
  readonly mangle = new Table('mangle')
  readonly filter = new Table('filter')
  readonly nat = new Table('nat')

  text(): string {
    const used = [this.mangle, this.filter, this.nat].filter((table) => table.isUsed())
    return used.map((table) => table.text()).join('')
  }
}
