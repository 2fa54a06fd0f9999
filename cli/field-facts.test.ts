import { expect, it } from 'vitest'
import { loadPlan } from '../plans/load-plan.ts'
import { recordedFields, recordedScopes } from './field-facts.ts'

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

it('knows the fields of a plan, and those within them', () => {
  const plan = loadPlan('e2e/planned/claim-retention/plan.yaml')
  const claims = 'persistentvolumeclaims'
  const names = ['retention', 'Copies', 'zone', 'volumeMode', 'retentions', 'moon']
  expect(names.filter((name) => recordedFields(plan)(claims, name))).toEqual(names.slice(0, 5))
  expect(recordedFields()(claims, 'retention')).toBe(false)
})

it('knows the fields of a kind, those of its metadata and of what is within it', () => {
  const has = recordedFields()
  const rows: [string, string, boolean | undefined][] = [
    ['services', 'endpoints', false],
    ['services', 'trafficDistribution', true],
    ['services', 'labels', true],
    ['deployments.apps', 'update strategy', false],
    ['deployments.apps', 'strategy', true],
    ['daemonsets.apps', 'update strategy', true],
    ['nodes', 'kubeProxyVersion', true],
    ['pods', 'replicas', false],
    ['pods', 'hostIPs', true],
    ['endpointslices.discovery.k8s.io', 'hints', true],
    ['widgets.example.com', 'labels', undefined],
    // Of which kind it is, is not known.
    ['', 'endpoints', true],
  ]
  for (const [resource, name, known] of rows)
    expect([resource, name, has(resource, name)]).toEqual([resource, name, known])
})
