import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { checkClaim } from './check-claim.ts'
import { describeClaim } from './describe-claim.ts'
import { readClaims } from './read-claims.ts'
import type { ClaimWorld } from './world.ts'

const pod = (uid: string, phase: string, deleted = false): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: uid,
    namespace: 'default',
    uid,
    ...(deleted ? { deletionTimestamp: '2030-01-01T00:00:00Z' } : {}),
  },
  status: { phase },
})

/** What a claim is said to be after each look; only `old` was there when the deletion began. */
async function looks(text: string, ...seen: KubeObject[][]): Promise<string[]> {
  const reading = readClaims({ text, line: 1 })
  if (reading.kind !== 'claims') return [reading.kind]
  const seenBefore = new Set<string>()
  const found: string[] = []
  for (const pods of seen) {
    const world: ClaimWorld = {
      commands: [],
      step: 1,
      objects: async (resource) => (resource === 'pods' ? pods : []),
      before: async () => [],
      beforeDeletion: () => new Set(['old']),
      documented: [],
      gates: () => undefined,
      release: () => undefined,
      seenBefore,
    }
    found.push((await checkClaim(reading.claims.at(-1)!, world)).verdict)
  }
  return found
}

const ending = pod('old', 'Running', true)
const over = pod('old', 'Failed', true)
const fresh = pod('new', 'Pending')

describe('pods that come in place of deleted ones', () => {
  const after = 'The replacement pod is created only once the old pod is fully terminated.'
  const before = 'Check that a new pod is created before the old pod terminates.'
  it('come after those have ended', async () => {
    expect(await looks(after, [ending], [over], [fresh])).toEqual(['unknown', 'fails', 'holds'])
    expect(await looks(after, [ending], [over, fresh])).toEqual(['unknown', 'holds'])
    expect(await looks(after, [ending, fresh], [fresh])).toEqual(['fails', 'fails'])
    expect(await looks(after, [ending], [ending])).toEqual(['unknown', 'unknown'])
    // It was never seen which came first.
    expect(await looks(after, [fresh])).toEqual(['unknown'])
  })
  it('come before those have ended', async () => {
    expect(await looks(before, [ending], [ending, fresh], [fresh])).toEqual(['fails', 'holds', 'holds'])
    expect(await looks(before, [ending], [over, fresh])).toEqual(['fails', 'fails'])
    expect(await looks(before, [fresh])).toEqual(['unknown'])
  })
})

it.each([
  [
    'Deleting the pod will create a new pod once the old pod is terminated.',
    'pods are replaced after they have ended',
  ],
  [
    'While the pod is terminating, you see the status report a terminating pod.',
    'field .status.terminating of the Job >= 1',
  ],
  ['The status will state that the pod is terminating.', 'field .status.terminating of the Job >= 1'],
  ['There is no terminating pod status.', 'field .status.terminating of the Job is unset'],
])('%s', (text, meaning) => {
  const reading = readClaims({ text, line: 1 })
  expect(reading.kind === 'claims' && reading.claims.map(describeClaim).join('; ')).toBe(meaning)
})

describe('pods of failed indexes', () => {
  const owned = (index: string, phase: string): KubeObject => {
    const made = pod(`p${index}`, phase)
    return {
      ...made,
      metadata: {
        ...made.metadata,
        labels: { 'batch.kubernetes.io/job-completion-index': index },
        ownerReferences: [{ apiVersion: 'batch/v1', kind: 'Job', name: 'j', uid: 'j' }],
      },
    }
  }
  const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'j', uid: 'j' } }
  const world = (failedIndexes: string, pods: KubeObject[]): ClaimWorld => ({
    commands: [],
    step: 1,
    objects: async (resource) => (resource === 'pods' ? pods : [{ ...job, status: { failedIndexes } }]),
    before: async () => [],
    documented: [],
    gates: () => undefined,
    release: () => undefined,
  })
  it.each([
    ['The pod for a failed index is not re-created.', 'holds', 'fails'],
    ['No pod of a failed index is made again.', 'holds', 'fails'],
    ['Pods for failed indexes are recreated.', 'unread', 'unread'],
    ['The pods for the failed indexes are recreated.', 'fails', 'holds'],
  ])('%s', async (text, ifGone, ifThere) => {
    const reading = readClaims({ text, line: 1 })
    const told = async (failed: string, pods: KubeObject[]): Promise<string> =>
      reading.kind === 'claims'
        ? (await checkClaim(reading.claims[0]!, world(failed, pods))).verdict
        : reading.kind
    const others = [owned('1', 'Running'), owned('0', 'Failed')]
    expect(await told('0', others)).toBe(ifGone)
    expect(await told('0-1', others)).toBe(ifThere)
    expect(await told('', others)).toBe(ifGone === 'unread' ? 'unread' : 'unknown')
  })
})
