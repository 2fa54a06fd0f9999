import { subsequenceDiff } from '../../component-base/line-diff.ts'
import { unifiedHunks } from '../../component-base/unified-diff.ts'

/** What `diff -u -N` prints of two texts: the hunks; '' where the texts are the same. */
export function unifiedDiff(before: string, after: string): string {
  const split = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))
  return unifiedHunks(subsequenceDiff(split(before), split(after)))
}
