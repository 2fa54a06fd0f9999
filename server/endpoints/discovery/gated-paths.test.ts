import { expect, it } from 'vitest'
import { releaseFacts } from '../../../component-base/release-facts.ts'
import { gatesOf } from '../../../component-base/testing/gates-of.ts'
import { pathsBesideGroups } from './gated-paths.ts'

const hook = (name: string) => `/readyz/poststarthook/${name}`
const apis = (path: string) => /^\/apis?(\/|$)/.test(path)

it.each([
  ['1.36', 'storage-readiness', 'WatchCacheInitializationPostStartHook'],
  ['1.36', 'peer-endpoint-reconciler-controller', 'UnknownVersionInteroperabilityProxy'],
  ['1.33', 'start-kube-apiserver-coordinated-leader-election-controller', 'CoordinatedLeaderElection'],
  ['1.30', 'start-kubernetes-service-cidr-controller', 'MultiCIDRServiceAllocator'],
  ['1.26', 'apiservice-discovery-controller', 'AggregatedDiscoveryEndpoint'],
])('a server of %s has a check of %s with %s only', (release, name, gate) => {
  expect(pathsBesideGroups(release, gatesOf(release, { [gate]: true }))).toContain(hook(name))
  expect(pathsBesideGroups(release, gatesOf(release, { [gate]: false }))).not.toContain(hook(name))
})

it('updates storage versions where both the versions and the identities of servers are on', () => {
  const name = hook('built-in-resources-storage-version-updater')
  expect(pathsBesideGroups('1.36', gatesOf('1.36', { StorageVersionAPI: true }))).toContain(name)
  const anonymous = gatesOf('1.36', { StorageVersionAPI: true, APIServerIdentity: false })
  expect(pathsBesideGroups('1.36', anonymous)).not.toContain(name)
})

it.each([
  '1.24',
  '1.25',
  '1.26',
  '1.27',
  '1.28',
  '1.29',
  '1.30',
  '1.31',
  '1.32',
  '1.33',
  '1.34',
  '1.35',
  '1.36',
])('a server of %s with its own defaults has the recorded paths', (release) => {
  const recorded = releaseFacts(release, 'discovery').paths.filter((path) => !apis(path))
  expect(pathsBesideGroups(release, gatesOf(release)).sort()).toEqual([...recorded].sort())
})
