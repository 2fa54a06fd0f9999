// Upstream: pkg/kubelet/cm/memorymanager/{memory_manager,policy_static}.go, state/state_checkpoint.go
// Deviates: the machine is one NUMA node.

import { Quantity } from '../../apimachinery/quantity.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import type { KubeletConfiguration } from '../config/kubelet-configuration.ts'
import type { Pod } from '../pods/pod.ts'
import { ContainerManagerError } from './container-manager-error.ts'
import { isActive, lastingContainers, mayPin, memoryRequests } from './guaranteed.ts'
import type { ManagerOptions } from './manager-options.ts'
import {
  type MemoryBlock,
  type MemoryState,
  type MemoryTable,
  memoryCheckpoint,
  type NUMANode,
  readMemoryCheckpoint,
} from './memory-checkpoint.ts'
import { reservedQuantity } from './reservations.ts'
import { takeUpCheckpoint } from './take-up-checkpoint.ts'

const file = 'memory_manager_state'

/** Binds the memory of Guaranteed pods to NUMA nodes, where the policy is `Static`, and keeps `memory_manager_state`. */
export class MemoryManager {
  private readonly options: ManagerOptions
  private readonly policy: string
  private state: MemoryState

  /** Throws {@link ContainerManagerError}. */
  constructor(options: ManagerOptions) {
    this.options = options
    this.policy = options.config.memoryManagerPolicy ?? 'None'
    this.state = { policyName: this.policy, machineState: {}, entries: {} }
    if (this.policy === 'Static') checkReserved(options)
    else if (this.policy !== 'None') throw new ContainerManagerError(`unknown policy: "${this.policy}"`)
  }

  /** Takes up the state that the last kubelet left. Throws an Error with upstream's message where it does not fit. */
  async start(): Promise<void> {
    const { logger } = this.options
    logger.logS('I', 'Starting memorymanager', { policy: this.policy })
    await takeUpCheckpoint(this.options, {
      file,
      manager: 'memory manager',
      store: () => this.store(),
      restore: (text) => this.restore(text),
    })
    if (this.policy === 'Static') await this.startStatic()
  }

  private restore(text: string): void {
    const state = readMemoryCheckpoint(text)
    if (state.policyName !== this.policy)
      throw new Error(
        `[memorymanager] configured policy "${this.policy}" differs from state checkpoint policy "${state.policyName}"`,
      )
    this.state = state
  }

  private async startStatic(): Promise<void> {
    const { logger } = this.options
    if (Object.keys(this.state.machineState).length === 0) {
      this.state.machineState = { 0: machineOf(this.options) }
      return this.store()
    }
    const expected = machineOf(this.options)
    for (const blocks of Object.values(this.state.entries).flatMap((pod) => Object.values(pod)))
      for (const block of blocks) assign(expected, block)
    if (JSON.stringify(sorted(expected)) === JSON.stringify(sorted(this.state.machineState['0']))) return
    const err = '[memorymanager] the expected machine state is different from the real one'
    logger.logS('E', 'Invalid state, please drain node and remove policy state file', { err })
    logger.logS('E', 'Policy start error', { err })
    throw new Error(err)
  }

  /** Takes over the node's pods as they are now; only the policy Static does anything. */
  async sync(pods: readonly Pod[]): Promise<void> {
    if (this.policy !== 'Static') return
    const active = pods.filter(isActive).filter(mayPin)
    const entries = Object.fromEntries(active.map((pod) => [pod.metadata.uid!, blocksOf(pod)]))
    if (JSON.stringify(entries) === JSON.stringify(this.state.entries)) return
    const machine = machineOf(this.options)
    for (const blocks of Object.values(entries).flatMap((pod) => Object.values(pod)))
      for (const block of blocks) assign(machine, block)
    this.state = { ...this.state, machineState: { 0: machine }, entries }
    await this.store()
  }

  private store(): Promise<void> {
    const ofPods = gateEnabled(this.options.gates, 'PodLevelResourceManagers')
    return this.options.files.write(file, memoryCheckpoint(this.state, ofPods))
  }
}

const blocksOf = (pod: Pod): Record<string, MemoryBlock[]> =>
  Object.fromEntries(
    lastingContainers(pod).map((container) => [
      container.name,
      memoryRequests(container).map(([type, size]) => ({ numaAffinity: [0], type, size })),
    ]),
  )

/** A comparison does not look at the order of keys. */
const sorted = (node: NUMANode | undefined): unknown =>
  node === undefined
    ? undefined
    : [
        node.numberOfAssignments,
        node.cells,
        Object.entries(node.memoryMap).sort(([a], [b]) => (a < b ? -1 : 1)),
      ]

function assign(node: NUMANode, { type, size }: MemoryBlock): void {
  const table = node.memoryMap[type]
  if (table === undefined) return
  node.numberOfAssignments++
  const taken = Math.min(size, table.free)
  table.reserved += taken
  table.free -= taken
}

const bytes = (amount: string | undefined): number =>
  amount === undefined ? 0 : Number(Quantity.parse(String(amount)).value())

function machineOf({ config, capacity }: ManagerOptions): NUMANode {
  const kinds = Object.keys(capacity).filter((name) => name === 'memory' || name.startsWith('hugepages-'))
  const huge = kinds.filter((kind) => kind !== 'memory')
  const ofHuge = huge.reduce((sum, kind) => sum + bytes(capacity[kind]), 0)
  const table = (kind: string): MemoryTable => {
    const total = bytes(capacity[kind])
    const systemReserved = reservedOfNode(config, kind)
    const allocatable = total - systemReserved - (kind === 'memory' ? ofHuge : 0)
    return { total, systemReserved, allocatable, reserved: 0, free: allocatable }
  }
  const memoryMap = Object.fromEntries(kinds.sort().map((kind) => [kind, table(kind)]))
  return { numberOfAssignments: 0, memoryMap, cells: [0] }
}

const reservedOfNode = ({ reservedMemory = [] }: KubeletConfiguration, kind: string): number =>
  reservedMemory.reduce((sum, { limits }) => sum + bytes(limits[kind]), 0)

/** What is reserved by NUMA node must be what is reserved at all. */
function checkReserved({ config, capacity }: ManagerOptions): void {
  const kinds = new Set([
    'memory',
    ...(config.reservedMemory ?? []).flatMap(({ limits }) => Object.keys(limits)),
  ])
  for (const kind of kinds) {
    const total = Quantity.of(reservedOfNode(config, kind), 'BinarySI')
    const eviction = kind === 'memory' ? evictionThreshold(config, bytes(capacity['memory'])) : 0
    const wanted = reservedQuantity(config, kind).add(Quantity.of(eviction, 'BinarySI'))
    if (total.compare(wanted) !== 0)
      throw new ContainerManagerError(
        `the total amount "${total}" of type "${kind}" is not equal to the value "${wanted}" determined by Node Allocatable feature`,
      )
  }
  if (reservedOfNode(config, 'memory') === 0)
    throw new ContainerManagerError('[memorymanager] you should specify the system reserved memory')
}

function evictionThreshold({ evictionHard }: KubeletConfiguration, memory: number): number {
  const threshold = evictionHard?.['memory.available']
  if (threshold === undefined) return 0
  return threshold.endsWith('%')
    ? Math.floor((memory * Number(threshold.slice(0, -1))) / 100)
    : bytes(threshold)
}
