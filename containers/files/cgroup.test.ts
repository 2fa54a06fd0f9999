import { describe, expect, it } from 'vitest'
import type { CgroupRules, MemoryQoS } from '../cgroup-rules.ts'
import type { Container, Pod } from '../pod.ts'
import { podAtWork } from '../testing/pod-at-work.ts'
import { cgroupFiles } from './cgroup.ts'

type Resources = NonNullable<Container['resources']>
const usual: CgroupRules = { quotaPeriod: 100_000, podLevel: false, memoryQoS: undefined }

function files(
  resources: Resources,
  rules: Partial<CgroupRules> = {},
  { qosClass = 'Burstable', ofPod }: { qosClass?: string; ofPod?: Resources } = {},
): Record<string, string> {
  const pod = { spec: { containers: [], resources: ofPod }, status: { qosClass } } as unknown as Pod
  return cgroupFiles(pod, { name: 'c', resources }, { ...usual, ...rules })
}

const max = 'max\n'

describe('the control group of a container', () => {
  it.each<[Resources, string, string, string]>([
    [{}, 'max 100000\n', '1\n', max],
    [
      { requests: { cpu: '100m', memory: '64Mi' }, limits: { cpu: '200m', memory: '128Mi' } },
      '20000 100000\n',
      '4\n',
      '134217728\n',
    ],
    // Limits stand for requests; a quota is a millisecond at least, and memory is counted in pages.
    [{ limits: { cpu: '1', memory: '10000' } }, '100000 100000\n', '39\n', '8192\n'],
    [{ requests: { cpu: '0' }, limits: { cpu: '5m' } }, '1000 100000\n', '1\n', max],
    [{ requests: { cpu: '1000' } }, 'max 100000\n', '10000\n', max],
  ])('of %j has cpu.max %j, cpu.weight %j, memory.max %j', (resources, cpuMax, weight, memoryMax) => {
    expect(files(resources)).toEqual({
      'cgroup.controllers': 'cpuset cpu io memory hugetlb pids rdma misc\n',
      'cpu.max': cpuMax,
      'cpu.weight': weight,
      'memory.max': memoryMax,
      'memory.min': '0\n',
      'memory.low': '0\n',
      'memory.high': max,
    })
  })

  it('has the period that the kubelet is told, or no quota', () => {
    const limits = { cpu: '500m' }
    expect(files({ limits }, { quotaPeriod: 50_000 })['cpu.max']).toBe('25000 50000\n')
    expect(files({ limits }, { quotaPeriod: undefined })['cpu.max']).toBe('max 100000\n')
  })

  it('has limits of the pod where it has none of its own', () => {
    const ofPod = { limits: { cpu: '2', memory: '1Gi' } }
    const own = { limits: { cpu: '500m' } }
    const [on, off] = [true, false].map((podLevel) => files(own, { podLevel }, { ofPod }))
    expect([on!['cpu.max'], on!['memory.max']]).toEqual(['50000 100000\n', '1073741824\n'])
    expect([off!['cpu.max'], off!['memory.max']]).toEqual(['50000 100000\n', max])
  })

  it.each<[Partial<MemoryQoS>, string, Resources, [min: string, low: string, high: string]]>([
    [
      {},
      'Burstable',
      { requests: { memory: '1Gi' }, limits: { memory: '2Gi' } },
      ['1073741824', '0', '2040107008'],
    ],
    [{}, 'Burstable', { requests: { memory: '1Gi' } }, ['1073741824', '0', '3972841472']],
    [
      {},
      'Guaranteed',
      { requests: { memory: '1Gi' }, limits: { memory: '1Gi' } },
      ['1073741824', '0', 'max'],
    ],
    [{ throttles: 'of the limit' }, 'Burstable', { limits: { memory: '1Gi' } }, ['0', '0', '966365184']],
    [
      { keeps: 'nothing' },
      'Burstable',
      { requests: { memory: '1Gi' }, limits: { memory: '2Gi' } },
      ['0', '0', '2040107008'],
    ],
    [
      { keeps: 'tiers' },
      'Burstable',
      { requests: { memory: '1Gi' }, limits: { memory: '1Gi' } },
      ['0', '1073741824', 'max'],
    ],
    [
      { keeps: 'tiers' },
      'Guaranteed',
      { requests: { memory: '1Gi' }, limits: { memory: '1Gi' } },
      ['1073741824', '0', 'max'],
    ],
  ])('with MemoryQoS %j in a %s pod keeps memory of %j', (rules, qosClass, resources, [min, low, high]) => {
    const memoryQoS: MemoryQoS = {
      throttlingFactor: 0.9,
      throttles: 'above the request',
      keeps: 'min',
      allocatable: () => 4 * 1024 ** 3,
      ...rules,
    }
    expect(files(resources, { memoryQoS }, { qosClass })).toMatchObject({
      'memory.min': `${min}\n`,
      'memory.low': `${low}\n`,
      'memory.high': `${high}\n`,
    })
  })
})

it('shows a container what it has at the moment, and lets it write nothing', async () => {
  const container = {
    name: 'c',
    image: 'busybox',
    command: ['sleep', '1d'],
    resources: { limits: { cpu: '1' } },
  }
  const pod = podAtWork({ containers: [container] })
  const read = { stdout: '100000 100000\n', stderr: '', exitCode: 0 }
  expect(await pod.exec(['cat', '/sys/fs/cgroup/cpu.max'])).toEqual(read)
  container.resources.limits.cpu = '1500m'
  expect(await pod.exec(['head', '-n', '1', '/sys/fs/cgroup/cpu.max'])).toMatchObject({
    stdout: '150000 100000\n',
  })
  expect(await pod.exec(['sh', '-c', 'echo max > /sys/fs/cgroup/cpu.max'])).toMatchObject({ exitCode: 1 })
  pod.node.stop()
})

it('does not take what is not known of the kernel for missing', async () => {
  const pod = podAtWork({ containers: [{ name: 'c', image: 'busybox', command: ['sleep', '1d'] }] })
  for (const path of [
    '/sys/fs/cgroup/memory.current',
    '/proc/meminfo',
    '/proc/self/status',
    '/sys/class/net',
  ])
    await expect(pod.exec(['sh', '-c', `cat ${path}; true`])).rejects.toThrow(`${path} is not simulated`)
  await expect(pod.exec(['grep', 'x', '/proc/1/status'])).rejects.toThrow('is not simulated')
  expect(await pod.exec(['cat', '/proc/nosuch'])).toMatchObject({ exitCode: 1 })
  pod.node.stop()
})
