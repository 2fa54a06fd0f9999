import { expect, it } from 'vitest'
import { errorText } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { FakeClock } from '../../../component-base/clock.ts'
import { seededRandom } from '../../../component-base/random.ts'
import { loadRelease } from '../../../component-base/release.ts'
import { gatesOf } from '../../../component-base/testing/gates-of.ts'
import { createMemoryStorage } from '../../storage/memory.ts'
import type { RequestContext } from '../generic/strategy.ts'
import { nodeRules } from './strategy.ts'

const { strategy, subresources } = nodeRules

const contextOf = (minor: number, on: Record<string, boolean> = {}) =>
  ({
    server: {
      release: loadRelease(`1.${minor}`),
      gates: gatesOf(`1.${minor}`, on),
      clock: new FakeClock(),
      random: seededRandom(1),
      storage: createMemoryStorage({ writtenBy: '1.36' }),
      serviceCIDRs: ['10.0.0.0/24'],
      nodePortRange: { from: 30000, to: 32767 },
    },
    group: '',
    name: 'n',
  }) as unknown as RequestContext

const node = (spec: object, status: object = {}): KubeObject =>
  structuredClone({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'n', resourceVersion: '1' },
    spec,
    status,
  }) as KubeObject

it('defaults podCIDRs and allocatable', () => {
  const object = node({ podCIDR: '10.1.0.0/24' }, { capacity: { cpu: '2' } })
  strategy.setDefaults!(object, contextOf(36).server)
  expect(object).toMatchObject({ spec: { podCIDRs: ['10.1.0.0/24'] }, status: { allocatable: { cpu: '2' } } })
})

it('says which taint is there twice, as the release prints it', () => {
  const object = node({
    taints: [
      { key: 'a', value: 'x', effect: 'NoSchedule' },
      { key: 'a', effect: 'NoSchedule' },
    ],
  })
  const detail = 'taints must be unique by key and effect pair'
  expect(strategy.validate!(contextOf(36), object).map(errorText)).toEqual([
    `metadata.taints[1]: Duplicate value: {"Key":"a","Value":"","Effect":"NoSchedule","TimeAdded":null}: ${detail}`,
  ])
  expect(strategy.validate!(contextOf(33), object).map(errorText)).toEqual([
    `metadata.taints[1]: Duplicate value: core.Taint{Key:"a", Value:"", Effect:"NoSchedule", TimeAdded:<nil>}: ${detail}`,
  ])
})

it('keeps provider and addresses of pods', () => {
  const old = node({ podCIDRs: ['10.1.0.0/24'], providerID: 'p' })
  const errors = strategy.validateUpdate!(
    contextOf(36),
    node({ podCIDRs: ['10.2.0.0/24'], providerID: 'q' }),
    old,
  )
  expect(errors.map((e) => e.field)).toEqual(['spec.podCIDRs', 'spec.providerID'])
})

it('drops declared features where the gate is off, unless the node has them', () => {
  const ctx = contextOf(36, { NodeDeclaredFeatures: false })
  const made = node({}, { declaredFeatures: ['A'] })
  strategy.prepareForCreate!(ctx, made)
  expect(made['status']).toEqual({})
  const kept = node({}, {})
  strategy.prepareForUpdate!(ctx, kept, node({}, { declaredFeatures: ['A'] }))
  expect(kept['status']).toEqual({ declaredFeatures: ['A'] })
})

it('takes nothing but the status through the status', () => {
  const object = node({ unschedulable: true }, { phase: 'x' })
  subresources!['status']!.prepareForUpdate!(contextOf(36), object, node({}))
  expect(object).toMatchObject({ spec: {}, status: { phase: 'x' } })
})
