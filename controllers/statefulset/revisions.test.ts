import { expect, it } from 'vitest'
import { revisionHash } from './revisions.ts'

it('hashes a template as the real controller does', () => {
  const template = {
    spec: { n: 30, b: '<é>', a: null },
    $patch: 'replace',
    metadata: { labels: { x: 'y' } },
  }
  expect(revisionHash({ spec: { template } }, 0)).toBe('7cbbcd4855')
})
