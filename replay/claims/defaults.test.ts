import { expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { checkClaim } from './check-claim.ts'
import { readClaims } from './read-claims.ts'
import type { ClaimWorld } from './world.ts'

const web = (annotations: Record<string, string> = {}): KubeObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'default', uid: '1', annotations },
  spec: { revisionHistoryLimit: 10, replicas: 3 },
})
const applied = web({
  'kubectl.kubernetes.io/last-applied-configuration': '{"spec":{"revisionHistoryLimit":10}}',
})
const patch = `kubectl patch deployment web -p '{"spec":{"revisionHistoryLimit":10}}'`
const look = `kubectl get deployment web -o jsonpath='{.spec.revisionHistoryLimit}'`

it.each<[string, string[], KubeObject, string]>([
  ['`revisionHistoryLimit` is 10 by default.', [], web(), 'holds'],
  ['`revisionHistoryLimit` is 5 by default.', [], web(), 'fails'],
  ['The default of `revisionHistoryLimit` is 10.', [look], web(), 'holds'],
  ['By default, `revisionHistoryLimit` is 10.', [], web(), 'holds'],
  ['`revisionHistoryLimit` defaults to 10.', [], web(), 'holds'],
  ['`minReadySeconds` is 0 by default.', [], web(), 'unknown'],
  // Whoever sets it shows no default, be it right or wrong.
  ['`revisionHistoryLimit` is 10 by default.', [patch], web(), 'unknown'],
  ['`revisionHistoryLimit` is 5 by default.', [patch], web(), 'unknown'],
  ['By default, `revisionHistoryLimit` is 10.', [], applied, 'unknown'],
  ['`revisionHistoryLimit` is 10.', [patch], applied, 'holds'],
  [
    'By default, a Deployment has one replica.',
    ['kubectl create deployment web --image=nginx --replicas=3'],
    web(),
    'unknown',
  ],
  ['By default, a Deployment has one replica.', [], web(), 'fails'],
])('%s %j', async (text, commands, object, expected) => {
  const reading = readClaims({ text, line: 1 })
  if (reading.kind !== 'claims') throw new Error(`read as ${reading.kind}`)
  const world: ClaimWorld = {
    commands: commands.map((command) => ({
      step: 1,
      text: command,
      line: 1,
      stdout: command === look ? '10' : '',
      stderr: '',
      exitCode: 0,
    })),
    step: 1,
    objects: async (resource) => (resource === 'deployments.apps' ? [object] : []),
    before: async () => [],
    documented: [{ resource: 'deployments.apps', name: 'web', namespace: 'default' }],
    gates: () => undefined,
    release: () => undefined,
  }
  expect((await checkClaim(reading.claims[0]!, world)).verdict).toBe(expected)
})
