import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { checkClaim } from './check-claim.ts'
import { readClaims } from './read-claims.ts'
import type { ClaimWorld } from './world.ts'

const object = (kind: string, name: string, uid: string, status: object, spec: object = {}): KubeObject => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace: 'default', uid },
  spec,
  status,
})
const pod = (name: string, uid: string): KubeObject => object('Pod', name, uid, { phase: 'Running' })

interface Seen {
  now?: readonly KubeObject[]
  before?: readonly KubeObject[]
  /** Before the last step that changed something, where the claim's own did not. */
  change?: readonly KubeObject[]
  /** Uids that there were when something was deleted. */
  deleted?: readonly string[]
}

async function verdict(text: string, resource: string, seen: Seen): Promise<string> {
  const reading = readClaims({ text, line: 1 })
  if (reading.kind !== 'claims') return reading.kind
  const { now = [], before = [], deleted, change } = seen
  const world: ClaimWorld = {
    commands: [],
    step: 1,
    objects: async (one) => (one === resource ? now : []),
    before: async (one) => (one === resource ? before : []),
    lastChange: () => change && { before: async (one) => (one === resource ? change : []), acts: 1 },
    everMade: () => [...before, ...(change ?? [])],
    beforeDeletion: () => deleted && new Set(deleted),
    asMade: (uid) => before.find(({ metadata }) => metadata.uid === uid),
    documented: [],
    gates: () => undefined,
    release: () => undefined,
  }
  return (await checkClaim(reading.claims[0]!, world)).verdict
}

describe('what was recreated', () => {
  const [old, made] = [pod('a', '1'), pod('a', '2')]
  const is = 'The pod was recreated.'
  it.each<[string, string, Seen, string]>([
    ['came in place of what was deleted', is, { now: [made], before: [old], deleted: ['1'] }, 'holds'],
    ['was deleted in the same step', is, { now: [made], deleted: ['1'] }, 'holds'],
    ['was replaced by its controller', is, { now: [made], before: [old] }, 'holds'],
    ['where nothing was ever deleted', is, { now: [made] }, 'unknown'],
    ['is the same as before', is, { now: [old], before: [old] }, 'unknown'],
    ['of another name came', is, { now: [pod('b', '2')], before: [old] }, 'unknown'],
    ['where another was deleted', 'The pods were recreated.', { now: [old, made], before: [old] }, 'unknown'],
    ['is gone', is, { before: [old], deleted: ['1'] }, 'fails'],
    ['is another', 'The pods were replaced.', { now: [made], deleted: ['1'], before: [old] }, 'holds'],
    ['is not', 'The pod was not recreated.', { before: [old], deleted: ['1'] }, 'holds'],
    ['is not, but stayed', 'The pod was not recreated.', { now: [old], before: [old] }, 'holds'],
    ['is not, but was', 'The pod was not recreated.', { now: [made], before: [old] }, 'fails'],
    ['none is', 'No pods were recreated.', { now: [old], before: [old] }, 'holds'],
    [
      'is not, but in the step before',
      'The pod was not replaced.',
      { now: [made], before: [made], change: [old] },
      'fails',
    ],
    [
      'is not, in the step before',
      'The pod was not replaced.',
      { now: [old], before: [old], change: [old] },
      'holds',
    ],
    [
      'was in the step before',
      'The pod was recreated.',
      { now: [made], before: [made], change: [old] },
      'holds',
    ],
    ['none is, but one', 'No pods were recreated.', { now: [old, made], before: [old] }, 'fails'],
    ['two are', 'Two pods were recreated.', { now: [made, pod('b', '3')], before: [old] }, 'holds'],
    ['two are, but one', 'Two pods were recreated.', { now: [made], before: [old] }, 'fails'],
  ])('%s', async (_, text, seen, expected) => {
    expect(await verdict(text, 'pods', seen)).toBe(expected)
  })
})

describe('what is available again', () => {
  const volume = (phase: string): KubeObject => object('PersistentVolume', 'vol', '1', { phase })
  const deployment = (readyReplicas: number): KubeObject =>
    object('Deployment', 'web', '1', { readyReplicas }, { replicas: 2 })
  it.each<[string, string, KubeObject, string]>([
    ['The volume is Available again.', 'persistentvolumes', volume('Available'), 'holds'],
    ['The volume is Available again.', 'persistentvolumes', volume('Released'), 'fails'],
    ['The PersistentVolume is available again.', 'persistentvolumes', volume('Released'), 'fails'],
    ['The Deployment is available again.', 'deployments.apps', deployment(2), 'holds'],
    ['The Deployment is available again.', 'deployments.apps', deployment(0), 'fails'],
    ['The pods are available again.', 'pods', pod('a', '1'), 'unknown'],
    ['The ConfigMap is available again.', 'configmaps', object('ConfigMap', 'c', '1', {}), 'holds'],
  ])('%s (%s)', async (text, resource, now, expected) => {
    expect(await verdict(text, resource, { now: [now] })).toBe(expected)
  })
})

describe('what is back', () => {
  const [old, made] = [pod('a', '1'), pod('a', '2')]
  const node = object('Node', 'n', '3', {})
  it.each<[string, string, string, Seen, string]>([
    ['was deleted in the same step', 'The pod is back.', 'pods', { now: [made], deleted: ['1'] }, 'holds'],
    ['was there in a step before', 'The pod is back.', 'pods', { now: [made], change: [old] }, 'holds'],
    ['was never gone', 'The pod is back.', 'pods', { now: [old], before: [old] }, 'unknown'],
    ['was never gone', 'The pod is there again.', 'pods', { now: [old], before: [old] }, 'unknown'],
    ['is only there', 'The pod is there.', 'pods', { now: [old], before: [old] }, 'holds'],
    ['came of another name', 'The pod is back.', 'pods', { now: [pod('b', '2')], change: [old] }, 'unknown'],
    ['is a node, which comes and goes otherwise', 'The node is back.', 'nodes', { now: [node] }, 'holds'],
  ])('%s: %s', async (_, text, resource, seen, expected) => {
    expect(await verdict(text, resource, seen)).toBe(expected)
  })
})
