import { ipText, widthOf } from '../../../component-base/ip-number.ts'
import type { IPRange } from '../model/ip-range.ts'

/** The operand that nft shows for an anonymous set of networks: sorted, overlaps merged, braces only around several. */
export function addressSet(ranges: readonly IPRange[]): string {
  const merged: { first: bigint; last: bigint }[] = []
  for (const { first, last } of [...ranges].sort((a, b) => (a.first < b.first ? -1 : 1))) {
    const before = merged.at(-1)
    if (before === undefined || first > before.last + 1n) merged.push({ first, last })
    else if (last > before.last) before.last = last
  }
  const texts = merged.map(({ first, last }) => rangeOperand(first, last, ranges[0]!.family))
  return texts.length === 1 ? texts[0]! : `{ ${texts.join(', ')} }`
}

function rangeOperand(first: bigint, last: bigint, family: IPRange['family']): string {
  const size = last - first + 1n
  const hostBits = size.toString(2).length - 1
  if (size !== 1n << BigInt(hostBits) || first % size !== 0n)
    return `${ipText(first, family)}-${ipText(last, family)}`
  return hostBits === 0 ? ipText(first, family) : `${ipText(first, family)}/${widthOf(family) - hostBits}`
}
