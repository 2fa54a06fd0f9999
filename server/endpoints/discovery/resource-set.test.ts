import { describe, expect, it } from 'vitest'
import { newComponentGates } from '../../../component-base/component-gates.ts'
import { loadRelease } from '../../../component-base/release.ts'
import { recordedReleases, releaseFacts } from '../../../component-base/release-facts.ts'
import { type ResourceSet, resolveResourceSet } from './resource-set.ts'
import { byVersionPriority } from './version-priority.ts'

const gates = (release: string) => newComponentGates(loadRelease(release), 'kube-apiserver')
const names = (set: ResourceSet): string[] =>
  set.groupVersions.flatMap((gv) =>
    gv.resources.map((r) => `${gv.group}/${gv.version}/${r.name} ${r.storageVersionHash ?? ''}`),
  )
const resolve = (flags: Record<string, string>, emulation = 36, more = {}) =>
  resolveResourceSet({
    release: loadRelease('1.36'),
    emulation,
    minCompatibility: Math.max(33, emulation - 1),
    gates: gates('1.36'),
    runtimeConfig: new Map(Object.entries(flags)),
    ...more,
  })

describe('resolveResourceSet', () => {
  it.each(recordedReleases())('serves what %s serves without flags', (release) => {
    const set = resolveResourceSet({ release: loadRelease(release), gates: gates(release) })
    const recorded = releaseFacts(release, 'discovery').groupVersions
    expect(names(set)).toEqual(
      recorded.flatMap((gv) =>
        gv.resources.map((r) => `${gv.group}/${gv.version}/${r.name} ${r.storageVersionHash ?? ''}`),
      ),
    )
  })
  it('leaves out what the emulated release did not have', () => {
    expect(resolve({}, 33).groupVersion('resource.k8s.io', 'v1')).toBeUndefined()
    expect(
      resolve({}, 34).resource('admissionregistration.k8s.io', 'v1', 'mutatingadmissionpolicies'),
    ).toBeUndefined()
    expect(
      resolve({ 'api/beta': 'true' }, 33).resource(
        'admissionregistration.k8s.io',
        'v1beta1',
        'validatingadmissionpolicies',
      ),
    ).toBeDefined()
  })
  it('refuses what is named and cannot be had', () => {
    expect(() => resolve({ 'resource.k8s.io/v1': 'true' }, 33)).toThrow(
      'all the resources have been introduced after the current version 1.33',
    )
    expect(
      resolve({ 'resource.k8s.io/v1': 'true' }, 33, {
        runtimeConfigEmulationForwardCompatible: true,
      }).groupVersion('resource.k8s.io', 'v1'),
    ).toBeDefined()
    expect(() => resolve({ 'apps/v9': 'true' })).toThrow('group version apps/v9 that has not been registered')
  })
  it('stores in a version that the oldest compatible release knows', () => {
    const set = resolve({}, 36, { minCompatibility: 33 })
    expect(set.resource('resource.k8s.io', 'v1', 'deviceclasses')?.storedAs).toEqual({
      group: 'resource.k8s.io',
      version: 'v1beta2',
    })
  })
})

it('orders versions as Kubernetes does', () => {
  expect(['v1alpha1', 'v1', 'v10', 'v2beta1', 'v2', 'foo', 'v1beta2'].sort(byVersionPriority)).toEqual([
    'v10',
    'v2',
    'v1',
    'v2beta1',
    'v1beta2',
    'v1alpha1',
    'foo',
  ])
})
