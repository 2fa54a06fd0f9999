import { expect, it } from 'vitest'
import type { ResourceRequirements } from '../../api/core-v1.ts'
import { loadRelease } from '../../component-base/release.ts'
import { gatesOf } from '../../component-base/testing/gates-of.ts'
import { defaultSettings } from '../kubelet-options.ts'
import type { Container, Pod } from './pod.ts'
import { changedResources, isResizable, type Resizing, resizeRefusal, restartsFor } from './resize.ts'

const kubelet = (minor: number, settings = {}, gates = {}): Resizing => ({
  release: loadRelease(`1.${minor}`),
  gates: gatesOf(`1.${minor}`, { InPlacePodVerticalScaling: true, ...gates }),
  settings: { ...defaultSettings, ...settings },
})
const asking = (cpu: string, qosClass = 'Burstable'): Pod =>
  ({
    metadata: { name: 'a' },
    spec: { containers: [{ name: 'c', resources: { requests: { cpu } } }] },
    status: { qosClass },
  }) as unknown as Pod

it.each<[ResourceRequirements, ResourceRequirements, string[]]>([
  [{ requests: { cpu: '100m' } }, { requests: { cpu: '150m' } }, ['cpu']],
  [{ requests: { cpu: '1' } }, { requests: { cpu: '1000m' } }, []],
  [{ limits: { memory: '1Gi' } }, { limits: { memory: '2Gi', cpu: '1' } }, ['cpu', 'memory']],
])('from %j to %j change %j', (before, after, names) => {
  expect(changedResources(before, after)).toEqual(names)
})

it('starts a container anew for the resources whose policy says so', () => {
  const container: Container = {
    name: 'c',
    resizePolicy: [{ resourceName: 'memory', restartPolicy: 'RestartContainer' }],
  }
  expect([['memory'], ['cpu'], ['cpu', 'memory']].map((names) => restartsFor(container, names))).toEqual([
    true,
    false,
    true,
  ])
})

it.each([
  [32, 'sidecar', false],
  [33, 'sidecar', true],
  [35, 'init', false],
  [36, 'init', true],
  [36, 'ephemeral', false],
] as const)('1.%i: a container of kind %s can be resized: %s', (minor, kind, expected) => {
  expect(isResizable(kind, kubelet(minor))).toBe(expected)
})

const room = { others: [asking('3')], allocatable: { cpu: '4', memory: '1Gi', pods: '10' } }
const short = "Node didn't have enough resource: cpu, requested: 2000, used: 3000, capacity: 4000"
const beyond = "Node didn't have enough capacity: cpu, requested: 5000, capacity: 4000"

it.each([
  [36, '1', undefined],
  [36, '2', { reason: 'Deferred', message: short }],
  [35, '5', { reason: 'Infeasible', message: beyond }],
  [36, '5', { reason: 'Deferred', message: short.replace('2000', '5000') }],
])('1.%i: %s cpus beside others: %j', (minor, cpu, expected) => {
  expect(resizeRefusal(kubelet(minor), asking(cpu), ['cpu'], room)).toEqual(expected)
})

const pinned = { cpuManagerPolicy: 'static', memoryManagerPolicy: 'Static' }
const intro = 'Resize is infeasible for Guaranteed Pods alongside'

it.each([
  [31, {}, ['cpu'], undefined],
  [33, {}, ['memory'], `${intro} CPU Manager static policy`],
  [33, { InPlacePodVerticalScalingExclusiveCPUs: true }, ['memory'], undefined],
  [34, {}, ['memory'], `${intro} Memory Manager policy "Static"`],
  [36, {}, ['cpu'], `${intro} CPU Manager policy "static"`],
  [36, { InPlacePodVerticalScalingExclusiveCPUs: true }, ['cpu'], undefined],
])('1.%i with %j, and %j of a Guaranteed pod changed: %s', (minor, gates, changed, message) => {
  const refusal = resizeRefusal(kubelet(minor, pinned, gates), asking('1', 'Guaranteed'), changed, room)
  expect(refusal?.message).toBe(message)
})
