// Upstream: pkg/kubelet/cm/cpumanager/state/checkpoint.go
import { checkpointText, parseCheckpoint, verifyChecksum } from './checkpoint.ts'

/** The CPU manager's state, as the file cpu_manager_state keeps it over restarts. */
export interface CPUState {
  policyName: string
  /** CPUs of containers that have none of their own: `0-3`. */
  defaultCpuSet: string
  /** The exclusive CPUs of containers, by the pod's uid and the container's name. */
  entries: Record<string, Record<string, string>>
}

const form = 'cpumanager/state.CPUManagerCheckpointV2'
/** From 1.36 on with PodLevelResourceManagers: with CPUs of pods. */
const formWithPods = 'cpumanager/state.CPUManagerCheckpointV3'

/** The text of `cpu_manager_state`. */
export const cpuCheckpoint = (state: CPUState, ofPods: boolean): string =>
  checkpointText({ ...state, podEntries: {} }, ofPods ? formWithPods : form)

/** The state in a text of `cpu_manager_state`. Throws an Error with upstream's message for any other or a corrupted text. */
export function readCPUCheckpoint(text: string): CPUState {
  const { policyName = '', defaultCpuSet = '', entries = {}, checksum: sum = 0 } = parseCheckpoint(text)
  const state = { policyName, defaultCpuSet, entries } as CPUState
  // 0: written without a checksum, by hand or by a kubelet of long ago.
  if (sum !== 0) verifyChecksum({ ...state, podEntries: {} }, [form, formWithPods], sum)
  return state
}
