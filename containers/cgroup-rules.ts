/** How a kubelet turns a container's requests and limits into limits of the kernel. */
export interface CgroupRules {
  /** Microseconds of a period of the CPU quota; undefined: there is no quota. */
  readonly quotaPeriod: number | undefined
  /** Whether a container without a limit has the pod's. */
  readonly podLevel: boolean
  /** The rules of MemoryQoS; undefined: its gate is off. */
  readonly memoryQoS: MemoryQoS | undefined
}

/** How much memory of a container is kept for it, and from where on it is slowed down. */
export interface MemoryQoS {
  /** Between 0 and 1. */
  readonly throttlingFactor: number
  /** The part of the limit from which on it is slowed down: of the whole, or of what is above the request. */
  readonly throttles: 'of the limit' | 'above the request'
  /** What of the request is kept: as memory.min, as memory.min or memory.low by the class of the pod, or nothing. */
  readonly keeps: 'min' | 'tiers' | 'nothing'
  /** Bytes of memory that the node offers to pods, now. */
  allocatable(): number
}
