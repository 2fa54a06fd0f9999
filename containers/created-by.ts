import type { FeatureGateReader } from '../featuregates/reader.ts'
import type { CgroupRules } from './cgroup-rules.ts'
import type { EnvFileForm } from './env-file.ts'
import type { EnvObjects } from './env-objects.ts'

/** The gates and DNS settings that a pod's sandbox keeps of the kubelet that made it. */
export interface SandboxOrigin {
  readonly gates: FeatureGateReader
  readonly clusterDNS: readonly string[]
  readonly clusterDomain: string
}

/** The facts of a kubelet that a container keeps of its creation. */
export interface ContainerCreator {
  readonly envFiles: EnvFileForm
  /** The node's addresses: one, or one of each family, the primary first. */
  readonly nodeIPs: readonly string[]
  /** The limits of a container that sets none: `{cpu: '2', memory: '8145276Ki'}`. */
  readonly capacity: Readonly<Record<string, string>>
  readonly cgroups: CgroupRules
}

/** The circumstances of a container's creation, which it keeps when another kubelet comes. */
export interface ContainerOrigin {
  by: ContainerCreator
  /** The hash of the container's definition when it was created. */
  hash: number
  /** The hash of the definition without resources; undefined in releases that do not have it. */
  hashWithoutResources: number | undefined
  /** The stop signal that the container named, `SIGUSR1`; undefined: its image decides. */
  stopSignal: string | undefined
  /** The ConfigMaps and Secrets of its environment; undefined: the environment refers to none. */
  objects: EnvObjects | undefined
}
