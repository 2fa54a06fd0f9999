import { describe, expect, it } from 'vitest'
import { cpuCheckpoint, readCPUCheckpoint } from './cpu-checkpoint.ts'
import { memoryCheckpoint, readMemoryCheckpoint } from './memory-checkpoint.ts'

describe('cpu_manager_state', () => {
  it.each([
    ['none', '', 1353318690],
    ['static', '0-63', 1058907510],
    ['static', '2-15,17-31,34-47,49-63', 4141502832],
  ])('of policy %s with %s has the checksum of a real kubelet', (policyName, defaultCpuSet, checksum) => {
    const text = cpuCheckpoint({ policyName, defaultCpuSet, entries: {} }, false)
    expect(text).toBe(JSON.stringify({ policyName, defaultCpuSet, checksum }))
    expect(readCPUCheckpoint(text)).toEqual({ policyName, defaultCpuSet, entries: {} })
  })

  // Upstream: pkg/kubelet/cm/cpumanager/state/state_checkpoint_test.go
  it('is read with its entries, in whatever order they stand', () => {
    const text =
      '{"policyName":"none","defaultCpuSet":"1-3","entries":{"pod":{"container2":"1-3","container1":"4-6"}},"checksum":3610638499}'
    expect(readCPUCheckpoint(text).entries).toEqual({ pod: { container1: '4-6', container2: '1-3' } })
  })

  it('has another checksum where kubelets have a field for the CPUs of pods', () => {
    const state = { policyName: 'none', defaultCpuSet: '', entries: {} }
    expect(JSON.parse(cpuCheckpoint(state, true))).toEqual({
      policyName: 'none',
      defaultCpuSet: '',
      checksum: 642675224,
    })
    expect(readCPUCheckpoint(cpuCheckpoint(state, true))).toEqual(state)
  })

  it('is corrupted when its checksum is that of something else', () => {
    const read = (text: string) => () => readCPUCheckpoint(text)
    expect(read('{"policyName":"none","defaultCpuSet":"","checksum":1}')).toThrow('checkpoint is corrupted')
    expect(read('')).toThrow('unexpected end of JSON input')
    expect(read('{"policyName":"none"}')()).toMatchObject({ policyName: 'none' })
  })
})

// Upstream: pkg/kubelet/cm/memorymanager/state/state_checkpoint_test.go
describe('memory_manager_state', () => {
  const block = { numaAffinity: [0], type: 'memory', size: 512 }
  const state = {
    policyName: 'static',
    machineState: {
      0: {
        numberOfAssignments: 0,
        memoryMap: {
          memory: { total: 2048, systemReserved: 512, allocatable: 1536, reserved: 512, free: 1024 },
        },
        cells: [],
      },
    },
    entries: { pod: { container1: [block] } },
  }

  it('has the checksum of a real kubelet', () => {
    const text = memoryCheckpoint(state, false)
    expect(JSON.parse(text).checksum).toBe(4215593881)
    expect(readMemoryCheckpoint(text)).toEqual(state)
  })

  it('is read with the memory of pods, and written with a field for it where kubelets know it', () => {
    const podEntries = { pod: { memoryBlocks: [block] } }
    const withPods = JSON.stringify({ ...state, podEntries, checksum: 1278640530 })
    expect(readMemoryCheckpoint(withPods)).toEqual(state)
    const text = memoryCheckpoint(state, true)
    expect(JSON.parse(text).checksum).not.toBe(4215593881)
    expect(readMemoryCheckpoint(text)).toEqual(state)
  })
})
