// What is said under a release, of a cluster of 1.31.
import { expect, it } from 'vitest'
import { verdictsOf, worldOf } from './testing/sentence-verdicts.ts'

const web = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'default' },
  spec: { replicas: 1 },
  status: { replicas: 1 },
}
const world = { ...worldOf({ 'deployments.apps': [web] }), release: () => '1.31.0' }

it.each([
  ['In v1.31.0, the Deployment `web` has one replica.', 'holds', 'holds'],
  ['With 1.31 the Deployment `web` has one replica:', 'holds', 'holds'],
  ['In v1.31.0, the Deployment `web` has two replicas.', 'holds', 'fails'],
  // Of another time, maybe.
  ['In v1.33.0, the Deployment `web` has one replica.', 'unknown', 'holds'],
  ['On a 1.3 cluster, the Deployment `web` has one replica.', 'holds'],
])('%s', async (text, ...verdicts) => expect(await verdictsOf(text, world)).toEqual(verdicts))

it('leaves what a release has to the readers of gates', async () =>
  expect(await verdictsOf('In 1.33 `JobManagedBy` is on by default.', world)).toHaveLength(1))
