import { expect, it } from 'vitest'
import { unifiedDiff } from './unified-diff.ts'

const lines = (...changes: string[]): string =>
  Array.from({ length: 12 }, (_, i) => changes[i] ?? `line ${i}`).join('\n')

it('shows three lines around a change', () => {
  const changed = lines().replace('line 5', 'other')
  expect(unifiedDiff(lines(), changed)).toBe(
    '@@ -3,7 +3,7 @@\n line 2\n line 3\n line 4\n-line 5\n+other\n line 6\n line 7\n line 8\n',
  )
})

it('is empty for equal texts', () => {
  expect(unifiedDiff(lines(), lines())).toBe('')
})
