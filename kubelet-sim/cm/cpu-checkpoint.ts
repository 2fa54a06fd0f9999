// Upstream: pkg/kubelet/cm/cpumanager/state/checkpoint.go
import { checksum, corrupted, dumpMap, parseCheckpoint } from './checkpoint.ts'

/** The CPU manager's state, as the file cpu_manager_state keeps it over restarts. */
export interface CPUState {
  policyName: string
  /** CPUs of containers that have none of their own: `0-3`. */
  defaultCpuSet: string
  /** Pod's uid → container → CPUs of its own. */
  entries: Record<string, Record<string, string>>
}

/** From 1.36 on with PodLevelResourceManagers the structure has a field for pods, which its checksum covers. */
const dump = ({ policyName, defaultCpuSet, entries }: CPUState, ofPods: boolean): string => {
  const pods = ofPods ? ' PodEntries:(state.PodCPUAssignments)map[]' : ''
  const containers = dumpMap(entries, (pod) => dumpMap(pod, (cpus) => cpus))
  return `(*state.CPUManagerCheckpoint){PolicyName:(string)${policyName} DefaultCPUSet:(string)${defaultCpuSet} Entries:(map[string]map[string]string)${containers}${pods} Checksum:(checksum.Checksum)0}`
}

/** The text of `cpu_manager_state`. */
export function cpuCheckpoint(state: CPUState, ofPods: boolean): string {
  const { policyName, defaultCpuSet, entries } = state
  const sorted = Object.keys(entries)
    .sort()
    .map((uid) => [uid, Object.fromEntries(Object.entries(entries[uid]!).sort())])
  return JSON.stringify({
    policyName,
    defaultCpuSet,
    ...(sorted.length === 0 ? {} : { entries: Object.fromEntries(sorted) }),
    checksum: checksum(dump(state, ofPods)),
  })
}

/** The state in a text of `cpu_manager_state`. Throws an Error with upstream's message for any other or a corrupted text. */
export function readCPUCheckpoint(text: string): CPUState {
  const { policyName = '', defaultCpuSet = '', entries = {}, checksum: sum = 0 } = parseCheckpoint(text)
  const state = { policyName, defaultCpuSet, entries } as CPUState
  // Written without a checksum: by hand, or by a kubelet of long ago.
  if (sum !== 0 && ![false, true].some((ofPods) => checksum(dump(state, ofPods)) === sum))
    throw new Error(corrupted)
  return state
}
