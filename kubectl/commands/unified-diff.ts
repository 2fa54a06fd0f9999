import { subsequenceDiff } from '../../component-base/line-diff.ts'
import { unifiedHunks } from '../../component-base/unified-diff.ts'

/** The hunks that `diff -u -N` prints for two texts; empty where they are the same. */
export function unifiedDiff(before: string, after: string): string {
  const split = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))
  return unifiedHunks(subsequenceDiff(split(before), split(after)))
}
