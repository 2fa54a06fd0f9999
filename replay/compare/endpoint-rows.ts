// Rules for the endpoints of a Service stand in the order of their addresses, which nobody can know: in that of the document.
import type { Shown } from './comparison.ts'
import { addTo } from './sorted.ts'

/** A rule of kube-proxy that sends to one endpoint, taken apart: what hangs on its place is not the endpoint's own. */
interface Row {
  chain: string
  before: string
  address: string
  between: string
  target: string
}

const row =
  /^(-A (KUBE-\S{1,60}) [^>]{0,200} -> )([^\s"]{1,60})(" (?:[^"]{0,300} )?-j )(KUBE-SEP-[A-Z2-7]{16})$/

function rowOf(line: string): Row | undefined {
  const [, before, chain, address, between, target] = row.exec(line) ?? []
  if (before === undefined) return undefined
  return { before, chain: chain!, address: address!, between: between!, target: target! }
}

/** `10.0.0.1:80` → `10.0.0.1`, and `:80`. */
const parts = (address: string): [ip: string, port: string] => {
  const at = address.lastIndexOf(':')
  return [address.slice(0, at).replace(/^\[|\]$/g, ''), address.slice(at)]
}

/**
 * What iptables-save printed, with the endpoints of each chain in the order in which the document has them, as far as it is
 * known which they are. @param realOf what an address of the document stands for
 */
export function endpointsAsShown(
  shown: readonly Shown[],
  actual: readonly string[],
  realOf: (address: string) => string | undefined,
): string[] {
  const wanted = byChain(shown.flatMap(({ text }) => rowOf(text) ?? []))
  const lines = [...actual]
  if (wanted.size === 0) return lines
  const printed = actual.flatMap((line, at) => {
    const found = rowOf(line)
    return found === undefined ? [] : { ...found, at }
  })
  for (const [chain, rows] of byChain(printed)) {
    const own = wanted.get(chain)
    if (own?.length !== rows.length) continue
    for (const [i, { address, target }] of inOrder(own, rows, realOf).entries()) {
      const { at, before, between, target: former } = rows[i]!
      // With session affinity the row looks its own endpoint's chain up.
      lines[at] = before + address + between.replaceAll(former, target) + target
    }
  }
  return lines
}

function byChain<R extends Row>(rows: readonly R[]): Map<string, R[]> {
  const found = new Map<string, R[]>()
  for (const one of rows) addTo(found, one.chain, one)
  return found
}

/** Those that are known in their places, the others between them as they stand. */
function inOrder(
  own: readonly Row[],
  rows: readonly Row[],
  realOf: (address: string) => string | undefined,
): Row[] {
  const byAddress = new Map<string, Row[]>()
  for (const one of rows.toReversed()) addTo(byAddress, parts(one.address).join(' '), one)
  const placed = own.map(({ address }) => {
    const [ip, port] = parts(address)
    const real = realOf(ip)
    return real === undefined ? undefined : byAddress.get(`${real} ${port}`)?.pop()
  })
  const known = new Set(placed)
  const left = rows.filter((one) => !known.has(one)).values()
  return placed.map((one) => one ?? left.next().value!)
}
