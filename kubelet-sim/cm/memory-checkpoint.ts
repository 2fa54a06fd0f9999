// Upstream: pkg/kubelet/cm/memorymanager/state/{checkpoint,state}.go
import { checkpointText, parseCheckpoint, verifyChecksum } from './checkpoint.ts'

/** The amounts of one kind of memory of a NUMA node, in bytes. */
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
  /** The memory of containers, by the pod's uid and the container's name. */
  entries: Record<string, Record<string, MemoryBlock[]>>
}

const form = 'memorymanager/state.MemoryManagerCheckpointV1'
/** From 1.36 on with PodLevelResourceManagers: with memory of pods. */
const formWithPods = 'memorymanager/state.MemoryManagerCheckpointV2'

/** The text of `memory_manager_state`. */
export const memoryCheckpoint = (state: MemoryState, ofPods: boolean): string =>
  checkpointText({ ...state, podEntries: {} }, ofPods ? formWithPods : form)

/** The state in a text of `memory_manager_state`. Throws an Error with upstream's message for any other or a corrupted text. */
export function readMemoryCheckpoint(text: string): MemoryState {
  const {
    policyName = '',
    machineState = {},
    entries = {},
    podEntries = {},
    checksum,
  } = parseCheckpoint(text)
  const state = { policyName, machineState, entries } as MemoryState
  verifyChecksum({ ...state, podEntries }, [form, formWithPods], checksum)
  return state
}
