import type { IPFamily } from '../../../component-base/ip-family.ts'
import type { IPSet } from './ip-sets.ts'

/** Bytes that `ipset list` reports for an empty set, and for each entry; the kernel's own figures differ a little. */
const [emptyBytes, entryBytes, bitmapBytes] = [200, 64, 8264]

const revisions: Record<IPSet['type'], number> = {
  'hash:ip': 5,
  'hash:ip,port': 5,
  'hash:ip,port,ip': 5,
  'hash:ip,port,net': 7,
  'bitmap:port': 3,
}

/** What `ipset list` prints for one set. `references`: rules that match it. */
function setText(set: IPSet, family: IPFamily, references: number): string {
  const bitmap = set.type === 'bitmap:port'
  const header = bitmap
    ? 'range 0-65535'
    : `family ${family === 'IPv6' ? 'inet6' : 'inet'} hashsize 1024 maxelem 65536`
  const size = bitmap ? bitmapBytes : emptyBytes + entryBytes * set.entries.size
  return [
    `Name: ${set.name}`,
    `Type: ${set.type}`,
    `Revision: ${revisions[set.type]}`,
    `Header: ${header}`,
    `Size in memory: ${size}`,
    `References: ${references}`,
    `Number of entries: ${set.entries.size}`,
    'Members:',
    ...sortedEntries(set),
    '',
  ].join('\n')
}

/** A bitmap lists its ports in order; hash tables have an order of their own, here that of the texts. */
const sortedEntries = ({ type, entries }: IPSet): string[] =>
  type === 'bitmap:port' ? [...entries].sort((a, b) => Number(a) - Number(b)) : [...entries].sort()

/** The text of `ipset list` for the sets of a family. @param rules those that refer to the sets, which are counted */
export function ipsetText(sets: readonly IPSet[], family: IPFamily, rules: string): string {
  const references = ({ name }: IPSet): number => rules.split(`--match-set ${name} `).length - 1
  return sets.map((set) => setText(set, family, references(set))).join('\n')
}
