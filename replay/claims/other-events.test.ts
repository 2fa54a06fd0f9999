import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { readClaims } from './read-claims.ts'
import { verdictsOf, worldOf } from './testing/sentence-verdicts.ts'

const pod = (restartCount: number): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', namespace: 'default', uid: '1' },
  status: { phase: 'Running', containerStatuses: [{ name: 'c', restartCount, state: { running: {} } }] },
})

const verdicts = (text: string, restarts: number): Promise<string[]> =>
  verdictsOf(text, worldOf({ pods: [pod(restarts)] }))

describe('what a claim is said to come after', () => {
  it.each([
    ['The pod is running after two restarts.', 2],
    ['After two restarts, the pod is running.', 2],
    ['The pod is running after at least one restart.', 1],
  ])('is counted: %s', async (text, restarts) => {
    expect(await verdicts(text, restarts)).toEqual(['holds', 'holds'])
    expect(await verdicts(text, 0)).toEqual(['holds', 'fails'])
  })
  it.each([
    'The pod is running after its eviction.',
    'After its eviction, the pod is running.',
    'The pod is ready after a restart.',
    'The pod is ready after its node was upgraded.',
    'The pod is ready since the second attempt.',
    'The pod has been running for five minutes.',
    'The pod has failed after 20 seconds.',
    'The Job is running after two restarts.',
    'The Deployment `web` was created after the Deployment `idle`.',
    'The pod became ready after the other pods.',
    'The Deployment was updated after `idle`.',
  ])('is an event that is not looked at: %s', (text) =>
    expect(readClaims({ text, line: 1 }).kind).toBe('unread'),
  )
  it.each([
    'The pod is running after the upgrade.',
    'The pod is running after the rollback.',
    'The pod is running after step 2.',
    'The pod is running after a restart of the kubelet.',
    'The pods are still running after the kubelet restart.',
    'The pod is running after 20 seconds.',
    'The pod is running within 30 seconds.',
    'The pod is pending for a while.',
    'After the upgrade, the pod is running.',
    'After a minute, the pod is running.',
  ])('is what the document did, or the time of the look: %s', (text) => {
    const reading = readClaims({ text, line: 1 })
    expect(reading.kind === 'claims' && reading.claims.map(({ kind }) => kind)).toEqual(['state'])
  })
})
