import { expect, test } from 'vitest'
import { annotation, replayAnnotations, replaySummary } from './github.ts'
import { hostile, sampleResult } from './html/testing/sample-result.ts'

test('an annotation stays one line, and its properties apart', () => {
  const text = annotation({
    severity: 'error',
    file: 'a,b:c.md',
    line: 3,
    title: 't',
    message: 'one\ntwo 100%',
  })
  expect(text).toBe('::error file=a%2Cb%3Ac.md,line=3,title=t::one%0Atwo 100%25\n')
})

test('a replay has an annotation for each finding', () => {
  expect(replayAnnotations(sampleResult()).match(/^::/gm)).toHaveLength(1)
})

test('the summary shows texts as they are', () => {
  const summary = replaySummary(sampleResult())
  expect(summary).not.toContain(hostile)
  expect(summary).not.toContain('<script')
  expect(summary).toContain('| 1 | Cluster version 1.30.14 | **passed** |')
})
