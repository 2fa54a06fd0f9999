import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { readClaims } from './read-claims.ts'
import { verdictsOf, worldOf } from './testing/sentence-verdicts.ts'

const job = (reason: string): KubeObject => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'bad', namespace: 'default', uid: '1' },
  status: { conditions: [{ type: 'Failed', status: 'True', reason }] },
})

/** Of all claims of a sentence, over a Job that failed for the reason. */
const verdicts = (text: string, reason: string): Promise<string[]> =>
  verdictsOf(text, worldOf({ 'jobs.batch': [job(reason)] }))

describe('a cause', () => {
  it.each([
    'The Job failed because its deadline was exceeded.',
    'The Job has failed, as its deadline was exceeded.',
    'The Job failed due to its deadline being exceeded.',
    'Because its deadline was exceeded, the Job failed.',
  ])('that a condition has is held against it: %s', async (text) => {
    expect(await verdicts(text, 'DeadlineExceeded')).toEqual(['holds', 'holds'])
    expect(await verdicts(text, 'BackoffLimitExceeded')).toEqual(['holds', 'fails'])
  })
  it('is told from another one', async () => {
    const text = 'The Job failed since it exceeded its backoff limit.'
    expect(await verdicts(text, 'BackoffLimitExceeded')).toEqual(['holds', 'holds'])
    expect(await verdicts(text, 'DeadlineExceeded')).toEqual(['holds', 'fails'])
  })
  it.each([
    'The Job has failed because the node was drained.',
    'Since the node was drained, the Job has failed.',
    'The pod is pending due to the taint on the node.',
    'The Job has not failed because its deadline was exceeded.',
    'The pod is pending because the feature gate is set.',
    'The pod is pending because the kubelet crashed.',
  ])('that nothing shows leaves the sentence unread: %s', (text) =>
    expect(readClaims({ text, line: 1 }).kind).toBe('unread'),
  )
  it.each([
    ['The Pod is pending because that is how it works.', []],
    ['The Pod is pending, since a retry takes long.', []],
    ['The Pod is pending because a failed pod is not made again.', ['unseen']],
    ['The Pod is pending because the scheduler ignores gated pods.', ['unseen']],
    ['Because a failed pod is not made again, the Job has failed.', ['unseen']],
  ])('that is so in general claims nothing that can be looked at: %s', (text, more) => {
    const reading = readClaims({ text, line: 1 })
    expect(reading.kind === 'claims' && reading.claims.map(({ kind }) => kind)).toEqual(['state', ...more])
  })
})
