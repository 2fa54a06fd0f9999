import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { checkClaim } from './check-claim.ts'
import { readClaims } from './read-claims.ts'
import type { ClaimWorld } from './world.ts'

const service = (uid: string, clusterIP: string, labels = { app: 'web' }): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web', namespace: 'default', uid, labels },
  spec: { clusterIP, type: 'ClusterIP' },
})
const pod = (name: string, uid: string, image = 'nginx'): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name,
    namespace: 'default',
    uid,
    ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'r', uid: 'r', controller: true }],
  },
  spec: { containers: [{ name: 'c', image }] },
  status: { phase: 'Running' },
})
const web = (replicas: number, labels: Record<string, string> = { app: 'web' }): KubeObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'default', uid: 'd', labels },
  spec: { replicas },
})

interface Seen {
  now: readonly KubeObject[]
  /** At the end of the step before. */
  before?: readonly KubeObject[]
  /** Before the last step that changed something, and by how many commands it did. */
  change?: readonly [before: readonly KubeObject[], acts: number]
  /** Before steps that replaced some. */
  replaced?: readonly KubeObject[]
}

async function verdict(text: string, { now, before = now, change, replaced }: Seen): Promise<string> {
  const reading = readClaims({ text, line: 1 })
  if (reading.kind !== 'claims') return reading.kind
  const of = (objects: readonly KubeObject[]) => async (resource: string) =>
    objects.filter(({ kind }) => `${kind?.toLowerCase()}s` === resource.split('.')[0])
  const world: ClaimWorld = {
    commands: [],
    step: 1,
    objects: of(now),
    before: of(before),
    ...(change === undefined ? {} : { lastChange: () => ({ before: of(change[0]), acts: change[1] }) }),
    ...(replaced === undefined ? {} : { beforeReplacements: [of(replaced)] }),
    documented: ['services', 'deployments.apps'].map((resource) => ({
      resource,
      name: 'web',
      namespace: 'default',
    })),
    gates: () => undefined,
    release: () => undefined,
  }
  const results = await Promise.all(reading.claims.map((claim) => checkClaim(claim, world)))
  return results.map((one) => one.verdict).join()
}

describe('a Service that was made anew', () => {
  const [old, made] = [service('1', '10.0.0.1'), service('2', '10.0.0.2')]
  const keeps = 'The Service `web` keeps its cluster IP.'
  const isNew = 'The Service `web` has a new cluster IP.'
  it.each<[string, string, Seen, string]>([
    ['in the step', keeps, { now: [made], before: [old] }, 'fails'],
    ['in the step', isNew, { now: [made], before: [old] }, 'holds'],
    ['in the step before', keeps, { now: [made], change: [[old], 2] }, 'fails'],
    ['in the step before', isNew, { now: [made], change: [[old], 2] }, 'holds'],
    [
      'in the step before',
      'The cluster IP of the Service `web` has changed.',
      { now: [made], change: [[old], 2] },
      'holds',
    ],
    [
      'in the step before',
      'The cluster IP of the Service `web` is unchanged.',
      { now: [made], change: [[old], 2] },
      'fails',
    ],
    ['in the step before', 'The Service `web` keeps its type.', { now: [made], change: [[old], 2] }, 'holds'],
    ['before another change', keeps, { now: [made], change: [[made], 1], replaced: [old] }, 'holds'],
    ['before what the step did itself', keeps, { now: [made], replaced: [old] }, 'holds'],
    ['never', keeps, { now: [old], change: [[old], 1] }, 'holds'],
    ['never', isNew, { now: [old], change: [[old], 1] }, 'unknown'],
    ['when it was made first', keeps, { now: [old], change: [[], 1] }, 'holds'],
  ])('%s: %s', async (_, text, seen, expected) => expect(await verdict(text, seen)).toBe(expected))
})

describe('what changed in place', () => {
  const keeps = 'The Deployment `web` keeps its `replicas`.'
  it.each<[string, string, Seen, string]>([
    ['by the one command of the step before', keeps, { now: [web(4)], change: [[web(3)], 1] }, 'fails'],
    ['by one of several', keeps, { now: [web(4)], change: [[web(3)], 2] }, 'unknown'],
    ['by none', keeps, { now: [web(3)], change: [[web(3)], 1] }, 'holds'],
  ])('%s', async (_, text, seen, expected) => expect(await verdict(text, seen)).toBe(expected))
  it.each<[string, readonly KubeObject[], string]>([
    ['a new `app` label', [web(3)], 'unknown'],
    ['a new `app` label', [web(3, { app: 'db' })], 'holds'],
    ['a new `app` label', [web(3, {})], 'holds'],
    ['a new replicas value', [web(3)], 'unknown'],
    ['a new replicas value', [web(2)], 'holds'],
    ['the new `app` label', [web(3)], 'holds'],
    ['an `app` label', [web(3)], 'holds'],
  ])('has %s, after it was %j', async (what, before, expected) =>
    expect(await verdict(`The Deployment \`web\` has ${what}.`, { now: [web(3)], before })).toBe(expected),
  )
})

describe('Pods that controllers replaced', () => {
  const old = [pod('r-a', '1'), pod('r-b', '2')]
  const made = [pod('r-c', '3'), pod('r-d', '4', 'httpd')]
  const keep = 'The Pods keep their names.'
  const anew = 'The Pods have new names.'
  it.each<[string, Seen, string]>([
    [keep, { now: made, before: old }, 'fails'],
    [keep, { now: made, change: [old, 1] }, 'fails'],
    [keep, { now: [old[0]!, made[0]!], before: old }, 'fails'],
    [keep, { now: old, before: old }, 'holds'],
    [keep, { now: [old[0]!], before: old }, 'holds'],
    [keep, { now: [...old, made[0]!], before: old }, 'holds'],
    [keep, { now: [pod('r-a', '5'), pod('r-b', '6')], before: old }, 'holds'],
    [anew, { now: made, before: old }, 'holds'],
    [anew, { now: made, change: [old, 1] }, 'holds'],
    [anew, { now: old, before: old }, 'unknown'],
    [anew, { now: [old[0]!, made[0]!], before: old }, 'unknown'],
    ['The Pods keep their image.', { now: [made[0]!], before: [old[0]!] }, 'holds'],
    ['The Pods keep their image.', { now: [made[1]!], before: [old[0]!] }, 'fails'],
  ])('%s (%j)', async (text, seen, expected) => expect(await verdict(text, seen)).toBe(expected))
})
