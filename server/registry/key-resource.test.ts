import { expect, it } from 'vitest'
import { newComponentGates } from '../../component-base/component-gates.ts'
import { loadRelease } from '../../component-base/release.ts'
import { resolveResourceSet } from '../endpoints/discovery/resource-set.ts'
import { keyResources } from './key-resource.ts'

const release = loadRelease('1.36')
const set = resolveResourceSet({ release, gates: newComponentGates(release, 'kube-apiserver') })

it.each([
  ['secrets/default/x', 'secrets.'],
  ['events/default/x', 'events.'],
  ['minions/node-1', 'nodes.'],
  ['controllers/default/x', 'replicationcontrollers.'],
  ['services/specs/default/x', 'services.'],
  ['services/endpoints/default/x', 'endpoints.'],
  ['ingress/default/x', 'ingresses.networking.k8s.io'],
  ['deployments/default/x', 'deployments.apps'],
  ['apiregistration.k8s.io/apiservices/v1.', 'apiservices.apiregistration.k8s.io'],
  ['apiextensions.k8s.io/customresourcedefinitions/x', 'customresourcedefinitions.apiextensions.k8s.io'],
  ['example.com/pandas/default/x', 'pandas.example.com'],
  ['ranges/serviceips', undefined],
  ['masterleases/10.0.0.1', undefined],
])('finds whose object is at %s', (key, expected) => {
  const found = keyResources(set.groupVersions)(`/registry/${key}`)
  expect(found && `${found.resource}.${found.group}`).toBe(expected)
})
