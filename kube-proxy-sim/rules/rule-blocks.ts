/** The rules or elements of chains, sets and maps, in comparable form, by name. */
export type RuleBlocks = Map<string, string[]>

/**
 * The blocks in a text of iptables-save or nft. In chains that a service owns the order of rules counts and stays; in shared
 * chains and in sets it is that of a hash table, so these are sorted.
 * @param isShared of a block of iptables: whether its rules are sorted
 */
export function ruleBlocks(text: string, isShared = sharedInSomeMode): RuleBlocks {
  if (/^table \w+ /m.test(text)) return nftBlocks(text)
  if (text.startsWith('IP Virtual Server')) return ipvsadmBlocks(text)
  return text.startsWith('Name: ') ? ipsetBlocks(text) : iptablesBlocks(text, isShared)
}

/** The endpoints of each virtual server; connections are not compared. */
function ipvsadmBlocks(text: string): RuleBlocks {
  const blocks: RuleBlocks = new Map()
  let block: string[] = []
  for (const line of text.split('\n').slice(3)) {
    const endpoint = /^ {2}-> (\S+) +(\S+) +(\d+)/.exec(line)
    if (endpoint !== null) block.push(endpoint.slice(1).join(' '))
    else if (line !== '') block = blockOf(blocks, line)
  }
  for (const endpoints of blocks.values()) endpoints.sort()
  return blocks
}

/** The members of each ipset. */
function ipsetBlocks(text: string): RuleBlocks {
  const blocks: RuleBlocks = new Map()
  for (const set of text.split(/^Name: /m).slice(1)) {
    const [name, ...lines] = set.trimEnd().split('\n')
    blocks.set(name!, lines.slice(lines.indexOf('Members:') + 1).sort())
  }
  return blocks
}

function iptablesBlocks(text: string, isShared: (name: string) => boolean): RuleBlocks {
  const blocks: RuleBlocks = new Map()
  let table = ''
  for (const counted of text.split('\n')) {
    // Counters, as `iptables-save -c` prints them.
    const line = counted.replace(/^\[\d+:\d+\] /, '')
    if (line.startsWith('*')) table = line.slice(1)
    const chain = /^:(\S+) (\S+)/.exec(line)
    if (chain !== null) blockOf(blocks, `${table} ${chain[1]}`)
    const rule = /^-A (\S+)/.exec(line)
    if (rule !== null) blockOf(blocks, `${table} ${rule[1]}`).push(line)
  }
  for (const [name, rules] of blocks) if (isShared(name)) rules.sort()
  return blocks
}

const sharedInSomeMode = (name: string): boolean =>
  /^(filter|nat) KUBE-(SERVICES|NODEPORTS|NODE-PORT|EXTERNAL-SERVICES|PROXY-FIREWALL|IPVS-OUT-FILTER)$/.test(
    name,
  )

function blockOf(blocks: RuleBlocks, name: string): string[] {
  const block = blocks.get(name) ?? []
  blocks.set(name, block)
  return block
}

function nftBlocks(text: string): RuleBlocks {
  const blocks: RuleBlocks = new Map()
  let table = ''
  let block: string[] | undefined
  for (const line of joinElements(text)
    .split('\n')
    .map((one) => one.trim())) {
    const head = /^(table|chain|set|map) (.*) \{$/.exec(line)
    if (head?.[1] === 'table') {
      table = head[2]!
      block = blockOf(blocks, table)
    } else if (head !== null) block = blockOf(blocks, `${table} ${head[1]} ${head[2]}`)
    else if (line === '}') block = undefined
    else if (line.startsWith('elements = ')) block?.push(...elementsOf(line))
    else if (line !== '') block?.push(line)
  }
  return blocks
}

const joinElements = (text: string): string =>
  text.replace(/elements = \{[^}]*\}/g, (elements) => elements.replace(/\s+/g, ' '))

const elementsOf = (line: string): string[] =>
  line
    .slice('elements = {'.length, -1)
    .split(',')
    .map((element) => element.trim())
    .sort()
