// Upstream: pkg/kubelet/cm/memorymanager/state/{checkpoint,state}.go
import { checksum, corrupted, dumpMap, parseCheckpoint } from './checkpoint.ts'

/** Bytes of one kind of memory of a NUMA node. */
export interface MemoryTable {
  total: number
  systemReserved: number
  allocatable: number
  reserved: number
  free: number
}
/** The memory of a NUMA node: its tables by resource name, in bytes, and the nodes (`cells`) that share assignments with it. */
export interface NUMANode {
  numberOfAssignments: number
  memoryMap: Record<string, MemoryTable>
  cells: number[]
}
/** An amount of memory (`size`, in bytes) that a container owns on NUMA nodes; `type` is the resource: `memory`. */
export interface MemoryBlock {
  numaAffinity: number[]
  type: string
  size: number
}
/** The memory manager's state, as the file memory_manager_state keeps it over restarts. */
export interface MemoryState {
  policyName: string
  machineState: Record<string, NUMANode>
  /** Pod's uid → container → its memory. */
  entries: Record<string, Record<string, MemoryBlock[]>>
}

const numbers = (list: readonly number[]): string => `([]int)[${list.join(' ')}]`

const dumpTable = ({ total, systemReserved, allocatable, reserved, free }: MemoryTable): string =>
  `<*>{TotalMemSize:(uint64)${total} SystemReserved:(uint64)${systemReserved} Allocatable:(uint64)${allocatable} Reserved:(uint64)${reserved} Free:(uint64)${free}}`

const dumpNode = ({ numberOfAssignments, memoryMap, cells }: NUMANode): string =>
  `<*>{NumberOfAssignments:(int)${numberOfAssignments} MemoryMap:(map[v1.ResourceName]*state.MemoryTable)${dumpMap(memoryMap, dumpTable)} Cells:${numbers(cells)}}`

const dumpBlock = ({ numaAffinity, type, size }: MemoryBlock): string =>
  `{NUMAAffinity:${numbers(numaAffinity)} Type:(v1.ResourceName)${type} Size:(uint64)${size}}`

const dump = ({ policyName, machineState, entries }: MemoryState): string => {
  const assigned = dumpMap(entries, (pod) => dumpMap(pod, (blocks) => `[${blocks.map(dumpBlock).join(' ')}]`))
  return `(*state.MemoryManagerCheckpoint){PolicyName:(string)${policyName} MachineState:(state.NUMANodeMap)${dumpMap(machineState, dumpNode)} Entries:(state.ContainerMemoryAssignments)${assigned} Checksum:(checksum.Checksum)0}`
}

/** The text of `memory_manager_state`. */
export function memoryCheckpoint(state: MemoryState): string {
  const { policyName, machineState, entries } = state
  return JSON.stringify({
    policyName,
    machineState,
    ...(Object.keys(entries).length === 0 ? {} : { entries }),
    checksum: checksum(dump(state)),
  })
}

/** The state in a text of `memory_manager_state`. Throws an Error with upstream's message for any other or a corrupted text. */
export function readMemoryCheckpoint(text: string): MemoryState {
  const { policyName = '', machineState = {}, entries = {}, checksum: sum } = parseCheckpoint(text)
  const state = { policyName, machineState, entries } as MemoryState
  if (checksum(dump(state)) !== sum) throw new Error(corrupted)
  return state
}
