// The text of iptables-save and nft as a recording holds it: without counters and times, and in an order of its own where the
// program's order is that of a hash table.

/** Chains that all services share: their rules come in the order of a Go map. */
const shared = new Set(['KUBE-SERVICES', 'KUBE-NODEPORTS', 'KUBE-EXTERNAL-SERVICES', 'KUBE-PROXY-FIREWALL'])

const chainOf = (rule: string): string => rule.split(' ')[1] ?? ''
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The rules by chain; within a chain in their order, or sorted where the chain is shared. @note The rule that must be last stays last. */
const byChain = (a: string, b: string): number => {
  const [left, right] = [chainOf(a), chainOf(b)]
  if (left !== right) return compare(left, right)
  const last = Number(a.includes('must be the last rule')) - Number(b.includes('must be the last rule'))
  return shared.has(left) ? last || compare(a, b) : 0
}

function tableText(table: string): string {
  const lines = table.trimEnd().split('\n')
  const chains = lines
    .filter((line) => line.startsWith(':'))
    .map((line) => line.replace(/\[\d+:\d+\]$/, '[0:0]'))
  const rules = lines.filter((line) => line.startsWith('-A '))
  return [lines[0], ...chains.sort(compare), ...rules.sort(byChain), 'COMMIT', ''].join('\n')
}

/** What iptables-save printed, in the order mangle, filter, nat. */
export function goldenIptables(saved: string): string {
  const tables = saved.replace(/^#.*\n/gm, '').split(/^(?=\*)/m)
  return ['mangle', 'filter', 'nat']
    .flatMap((name) => tables.filter((table) => table.startsWith(`*${name}\n`)))
    .map(tableText)
    .join('')
}

/** The blocks of a table of nft, each without line breaks in its elements, by their heads. */
export function goldenNft(listed: string): string {
  const joined = listed
    .replace(/elements = \{[^}]*\}/g, (elements) => elements.replace(/\s+/g, ' '))
    .replace(/ counter packets \d+ bytes \d+/g, ' counter packets 0 bytes 0')
  const tables = joined.split(/^(?=table )/m).filter((table) => /^table \w+ kube-proxy /.test(table))
  return tables.map(nftTable).join('')
}

function nftTable(table: string): string {
  const [head, ...rest] = table.trimEnd().split('\n')
  const body = rest.slice(0, -1).join('\n')
  const blocks = body.split(/^(?=\t(?:chain|set|map) )/m).map((block) => sortElements(block.trimEnd()))
  const own = blocks.filter((block) => !/^\t(?:chain|set|map) /.test(block) && block.trim() !== '')
  const named = blocks.filter((block) => /^\t(?:chain|set|map) /.test(block)).sort(compare)
  return `${[head, ...own, ...named, '}'].join('\n')}\n`
}

const sortElements = (block: string): string =>
  block.replace(/elements = \{ (.*) \}/, (_all, elements: string) => {
    const sorted = elements.split(',').map((one) => one.trim())
    return `elements = { ${sorted.sort(compare).join(', ')} }`
  })
