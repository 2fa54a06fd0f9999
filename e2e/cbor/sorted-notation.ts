import { diagnosticNotation } from '../../apimachinery/scheme/cbor/diagnostic.ts'
import { CborItems } from '../../apimachinery/scheme/cbor/items.ts'

/** The items of a sequence of CBOR in the notation that people read, the keys of maps sorted: servers answer them in any order. */
export function sortedNotation(data: Buffer): string[] {
  const items = new CborItems(data)
  const out: string[] = []
  while (items.at < data.length) out.push(notationOf(items))
  return out
}

function notationOf(items: CborItems): string {
  const { at } = items
  const type = items.head()
  if (type === 6) return `${items.exact}(${notationOf(items)})`
  if (type !== 4 && type !== 5) {
    items.at = at
    items.skip()
    return diagnosticNotation(items.data.subarray(at, items.at))
  }
  const members: string[] = []
  items.items(() => {
    members.push(type === 4 ? notationOf(items) : `${notationOf(items)}: ${notationOf(items)}`)
  })
  return type === 4 ? `[${members.join(', ')}]` : `{${members.sort().join(', ')}}`
}
