import { expect, it } from 'vitest'
import type { ResourceRequirements } from '../../api/core-v1.ts'
import { seededRandom } from '../../component-base/random.ts'
import { loadRelease } from '../../component-base/release.ts'
import { simulatedMachine } from '../kubelet-options.ts'
import { kubeletLog } from '../options/kubelet-log.ts'
import { prepareKubelet } from '../options/prepare-kubelet.ts'
import type { Container, Pod } from './pod.ts'
import { type Resize, resizeOf } from './resize.ts'

const machine = simulatedMachine(seededRandom(1), 2)
const container = (resources: ResourceRequirements, more: Partial<Container> = {}): Container => ({
  name: 'app',
  image: 'busybox',
  resources,
  ...more,
})
const restartsFor = (resourceName: string): Partial<Container> => ({
  resizePolicy: [{ resourceName, restartPolicy: 'RestartContainer' }],
})

it.each<[ResourceRequirements, ResourceRequirements, Partial<Container>, boolean, Resize]>([
  [{ requests: { cpu: '100m' } }, { requests: { cpu: '150m' } }, {}, true, 'in place'],
  [{ requests: { cpu: '100m' } }, { requests: { cpu: '150m' } }, {}, false, undefined],
  [{ requests: { cpu: '1' } }, { requests: { cpu: '1000m' } }, {}, true, undefined],
  [{ limits: { memory: '1Gi' } }, { limits: { memory: '2Gi' } }, restartsFor('memory'), true, 'restart'],
  [{ limits: { memory: '1Gi' } }, { limits: { memory: '2Gi' } }, restartsFor('cpu'), true, 'in place'],
  [{ requests: { cpu: '1' } }, { requests: { cpu: '3' } }, {}, true, undefined],
])('from %j to %j with %j, the gate being on (%s): %s', async (before, after, more, on, how) => {
  const { gates } = await prepareKubelet([`--feature-gates=InPlacePodVerticalScaling=${on}`], {
    release: loadRelease('1.33'),
    logger: kubeletLog({ write: () => {}, now: () => 0 }),
    notice: () => {},
    readText: () => Promise.reject(new Error('none')),
  })
  const wanted = container(after, more)
  const pod = { metadata: { name: 'a' }, spec: { containers: [wanted] }, status: {} } as unknown as Pod
  expect(resizeOf({ gates, machine }, pod, container(before, more), wanted)).toBe(how)
})
