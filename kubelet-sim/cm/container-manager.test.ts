import { describe, expect, it } from 'vitest'
import { formatStructured } from '../../component-base/klog.ts'
import type { KubeletConfiguration } from '../config/kubelet-configuration.ts'
import { KubeletStartError } from '../options/kubelet-start-error.ts'
import type { Pod } from '../pods/pod.ts'
import { ContainerManager } from './container-manager.ts'

interface Node {
  files: Map<string, string>
  lines: string[]
}

function start(config: KubeletConfiguration, minor = 34, { files, lines }: Node = node(), on = ['']) {
  return ContainerManager.start({
    config,
    minor,
    gates: {
      known: () => true,
      unregistered: () => false,
      enabled: (gate) => gate === 'CPUManagerPolicyBetaOptions' || on.includes(gate),
    },
    files: {
      path: (name) => `/var/lib/kubelet/${name}`,
      read: async (name) => files.get(name),
      write: async (name, content) => void files.set(name, content),
    },
    logger: {
      log: () => {},
      logS: (_severity, message, values) => void lines.push(formatStructured(message, values)),
    },
    cpus: 8,
    capacity: { cpu: '8', memory: '1Gi', 'hugepages-2Mi': '0' },
  })
}
const node = (): Node => ({ files: new Map(), lines: [] })
const cpuState = ({ files }: Node) => JSON.parse(files.get('cpu_manager_state')!)

const strict = { cpuManagerPolicy: 'static', cpuManagerPolicyOptions: { 'strict-cpu-reservation': 'true' } }
const reserved = { reservedSystemCPUs: '0,4' }

const pod = (uid: string, cpu: string, phase = 'Running'): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { uid, name: uid },
  spec: {
    containers: [
      { name: 'c', resources: { requests: { cpu, memory: '64Mi' } } } as Pod['spec']['containers'][0],
    ],
  },
  status: { phase, qosClass: 'Guaranteed' },
})

describe('the container manager', () => {
  it('writes its state when there is none', async () => {
    const own = node()
    await start({}, 34, own)
    expect(cpuState(own)).toEqual({ policyName: 'none', defaultCpuSet: '', checksum: 1353318690 })
    expect(JSON.parse(own.files.get('memory_manager_state')!)).toMatchObject({
      policyName: 'None',
      machineState: {},
    })
  })

  it.each([
    ['strictly', { ...strict, ...reserved }, '1-3,5-7'],
    ['by number', { cpuManagerPolicy: 'static', kubeReserved: { cpu: '1500m' } }, '0-7'],
  ])('shares what is not reserved %s', async (_how, config, defaultCpuSet) => {
    const own = node()
    await start(config, 34, own)
    expect(cpuState(own)).toMatchObject({ policyName: 'static', defaultCpuSet })
  })

  it('gives CPUs to Guaranteed pods with whole ones, and takes them back', async () => {
    const own = node()
    const manager = await start({ cpuManagerPolicy: 'static', systemReserved: { cpu: '1' } }, 34, own)
    await manager.sync([pod('a', '2'), pod('b', '500m'), pod('d', '1')])
    expect(cpuState(own)).toMatchObject({
      defaultCpuSet: '0,4-7',
      entries: { a: { c: '1-2' }, d: { c: '3' } },
    })
    await start({ cpuManagerPolicy: 'static', systemReserved: { cpu: '1' } }, 34, own)
    await manager.sync([pod('a', '2', 'Succeeded'), pod('d', '1')])
    expect(cpuState(own)).toMatchObject({ defaultCpuSet: '0-2,4-7', entries: { d: { c: '3' } } })
  })

  it('binds memory', async () => {
    const own = node()
    const config = {
      memoryManagerPolicy: 'Static',
      reservedMemory: [{ numaNode: 0, limits: { memory: '24Mi' } }],
    }
    const manager = await start({ ...config, systemReserved: { memory: '24Mi' } }, 34, own)
    await manager.sync([pod('a', '1')])
    expect(JSON.parse(own.files.get('memory_manager_state')!)).toMatchObject({
      machineState: { 0: { memoryMap: { memory: { allocatable: 1000 << 20, free: 936 << 20 } } } },
      entries: { a: { c: [{ numaAffinity: [0], type: 'memory', size: 64 << 20 }] } },
    })
    await start({ ...config, systemReserved: { memory: '24Mi' } }, 34, own)
    await expect(start({ ...config, systemReserved: { memory: '20Mi' } }, 34, own)).rejects.toThrow(
      'the total amount "24Mi" of type "memory" is not equal to the value "20Mi" determined by Node Allocatable feature',
    )
  })

  it('does not start with the state of another policy', async () => {
    const own = node()
    await start({}, 34, own)
    await expect(start({ ...strict, ...reserved }, 34, own)).rejects.toThrow(KubeletStartError)
    expect(own.lines.at(-1)).toBe(
      `"Failed to start ContainerManager" err=${JSON.stringify('start cpu manager error: could not restore state from checkpoint: configured policy "static" differs from state checkpoint policy "none", please drain this node and delete the CPU manager checkpoint file "/var/lib/kubelet/cpu_manager_state" before restarting Kubelet')}`,
    )
  })

  it.each([
    [strict, {}, 'not all reserved cpus: "0,4" are present in defaultCpuSet: "1-3,5-7"'],
    [{}, strict, 'some of strictly reserved cpus: "0,4" are present in defaultCpuSet: "0-7"'],
  ])('does not start with the state of other options: %j', async (before, after, message) => {
    const own = node()
    const base = { cpuManagerPolicy: 'static', ...reserved }
    await start({ ...base, ...before }, 34, own)
    await expect(
      start({ ...base, ...after, ...(after === strict ? {} : { cpuManagerPolicyOptions: {} }) }, 34, own),
    ).rejects.toThrow()
    expect(own.lines.at(-1)).toContain(JSON.stringify(`start cpu manager error: ${message}`))
  })

  it.each([
    [31, 'new static policy error: unknown CPU Manager Policy option: "strict-cpu-reservation"'],
    [
      32,
      'new static policy error: CPU Manager Policy Alpha-level Options not enabled, but option "strict-cpu-reservation" provided',
    ],
  ])('of 1.%i refuses options that are not to be had', async (minor, message) => {
    await expect(start({ ...strict, ...reserved }, minor)).rejects.toThrow(
      `failed to run Kubelet: ${message}`,
    )
    await start({ ...strict, ...reserved }, 35)
  })

  it.each([
    [
      { cpuManagerPolicy: 'static' },
      '[cpumanager] unable to determine reserved CPU resources for static policy',
    ],
    [{ reservedSystemCPUs: '0,9' }, 'reserved-cpus: 0,9 is not a subset of online-cpus: 0-7'],
    [
      { cpuManagerPolicyOptions: { 'full-pcpus-only': 'true' } },
      'new none policy error: None policy: received unsupported options=map[full-pcpus-only:true]',
    ],
  ])('refuses %j', async (config, message) => {
    await expect(start(config)).rejects.toThrow(`failed to run Kubelet: ${message}`)
  })
})
