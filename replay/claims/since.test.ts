import { expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { type ClaimWorld, checkClaim } from './check-claim.ts'
import { readClaims } from './read-claims.ts'
import { changeOf } from './replaced.ts'

type Objects = Record<string, KubeObject[]>

const object = (name: string, meta: object = {}, rest: object = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default', uid: `uid-${name}`, ...meta },
  status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
  ...rest,
})
const pods = (...names: string[]): KubeObject[] => names.map((name) => object(name))
const ending = (name: string): KubeObject => object(name, { deletionTimestamp: '2026-01-01T00:00:00Z' })

interface Past {
  before: Objects
  /** At the beginnings of steps that replaced something, the last first. */
  replaced?: Objects[]
  deletedFrom?: string[]
}
const world = (now: Objects, { before, replaced = [], deletedFrom }: Past): ClaimWorld => ({
  commands: [],
  step: 4,
  objects: async (resource) => now[resource] ?? [],
  before: async (resource) => before[resource] ?? [],
  beforeReplacements: replaced.map((past) => async (resource) => past[resource] ?? []),
  beforeDeletion: (resource) =>
    deletedFrom === undefined || resource !== 'pods'
      ? undefined
      : new Set(deletedFrom.map((name) => `uid-${name}`)),
  documented: [],
  gates: () => undefined,
  release: () => undefined,
})

async function verdict(sentence: string, where: ClaimWorld): Promise<string> {
  const reading = readClaims({ text: sentence, line: 1 })
  if (reading.kind !== 'claims') return reading.kind
  return (await checkClaim(reading.claims[0]!, where)).verdict
}

const now = { pods: pods('b1', 'b2') }
const unchanged = { before: now, replaced: [{ pods: pods('a1', 'a2') }] }

it.each<[string, ClaimWorld, string]>([
  ['The old pods are still running.', world(now, unchanged), 'fails'],
  ['The old pods are gone.', world(now, unchanged), 'holds'],
  ['The old pods were deleted.', world(now, unchanged), 'holds'],
  ['The original pods are gone.', world(now, unchanged), 'holds'],
  ['The new pods are running.', world(now, unchanged), 'holds'],
  ['There are two new pods.', world(now, unchanged), 'holds'],
  ['The fourth Pod is ready.', world({ pods: pods('a', 'b', 'c', 'd') }, unchanged), 'holds'],
  ['The fifth Pod is ready.', world({ pods: pods('a', 'b', 'c', 'd') }, unchanged), 'fails'],
  // What is said not to be there is said of the step.
  ['There are no new pods.', world(now, unchanged), 'holds'],
  ['No new pods are created.', world(now, unchanged), 'holds'],
  // Those that were there when the step began.
  ['The existing pods are still running.', world(now, unchanged), 'holds'],
  // The step itself replaces, adds or removes some.
  ['The old pods are gone.', world(now, { before: { pods: pods('a1', 'a2') } }), 'holds'],
  [
    'The old pods are still running.',
    world({ pods: pods('b1', 'c') }, { ...unchanged, before: { pods: pods('b1') } }),
    'holds',
  ],
  ['The old pods are gone.', world({ pods: pods('b1') }, unchanged), 'fails'],
  // One that was being deleted before has ended since.
  [
    'The old pods are still running.',
    world(now, { ...unchanged, before: { pods: [...pods('b1', 'b2'), ending('a1')] } }),
    'fails',
  ],
  // The last of several, and only one that replaced what is spoken of.
  ['The old pods are gone.', world(now, { before: now, replaced: [now, { pods: pods('a1') }] }), 'holds'],
  [
    'The new pods are running.',
    world(
      { pods: [object('b1'), object('c', {}, { status: { phase: 'Pending' } })] },
      {
        before: { pods: pods('b1', 'c') },
        replaced: [{ pods: pods('a1', 'b1') }, { pods: pods('a0', 'a1') }],
      },
    ),
    'fails',
  ],
  ['The old pods are still running.', world(now, { before: now }), 'holds'],
  // Of a deletion and a replacement the later one.
  ['There is one new pod.', world(now, { ...unchanged, deletedFrom: ['b1'] }), 'holds'],
  [
    'There are two new pods.',
    world(
      { pods: pods('a0', 'b1', 'b2') },
      {
        before: { pods: pods('a0', 'b1', 'b2') },
        replaced: [{ pods: pods('a0', 'a1') }],
        deletedFrom: ['z'],
      },
    ),
    'holds',
  ],
  ['There is one new pod.', world(now, { ...unchanged, deletedFrom: ['b1', 'b2'] }), 'fails'],
])('%s %#', async (sentence, where, expected) => {
  expect(await verdict(sentence, where)).toBe(expected)
})

it('takes for old what stays beside what is new', async () => {
  const sets = { 'replicasets.apps': pods('rs-a', 'rs-b') }
  const past = { before: sets, replaced: [{ 'replicasets.apps': pods('rs-a') }] }
  expect(await verdict('There is one new ReplicaSet.', world(sets, past))).toBe('holds')
  expect(await verdict('There is one old ReplicaSet.', world(sets, past))).toBe('holds')
})

it.each<[KubeObject[], KubeObject[], boolean, boolean]>([
  [pods('a'), pods('a'), false, false],
  [pods('a'), pods('a', 'b'), true, false],
  [pods('a', 'b'), pods('a'), false, true],
  [pods('a'), pods('b'), true, true],
  [pods('a'), [ending('a'), object('b')], true, true],
  [[ending('a')], [], false, false],
])('what became of objects %#', (earlier, later, made, gone) => {
  expect(changeOf(earlier, later)).toEqual({ made, gone })
})
