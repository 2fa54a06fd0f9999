import { expect, it } from 'vitest'
import { recordedScopes } from './field-facts.ts'

it('knows what is in no namespace by the recorded discovery', () => {
  const ofCluster = recordedScopes()
  const names = [
    'nodes',
    'persistentvolumes',
    'storageclasses.storage.k8s.io',
    'clusterroles.rbac.authorization.k8s.io',
    'pods',
    'jobs.batch',
    'widgets.example.com',
  ]
  expect(names.filter(ofCluster)).toEqual(names.slice(0, 4))
})
