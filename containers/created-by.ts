import type { FeatureGateReader } from '../featuregates/reader.ts'
import type { EnvFileForm } from './env-file.ts'
import type { EnvObjects } from './env-objects.ts'

/** What a pod's sandbox has of the kubelet that made it. */
export interface SandboxOrigin {
  readonly gates: FeatureGateReader
  readonly clusterDNS: readonly string[]
  readonly clusterDomain: string
}

/** What a container's configuration has of a kubelet. */
export interface ContainerCreator {
  readonly envFiles: EnvFileForm
  /** One, or one of each family, the primary first. */
  readonly nodeIPs: readonly string[]
  /** What a container without a limit has: `{cpu: '2', memory: '8145276Ki'}`. */
  readonly capacity: Readonly<Record<string, string>>
}

/** How a container was created, which it keeps when another kubelet comes. */
export interface ContainerOrigin {
  by: ContainerCreator
  /** Of its definition then. */
  hash: number
  /** The same without its resources; undefined where the release does not make it. */
  hashWithoutResources: number | undefined
  /** The signal that it named for its end, `SIGUSR1`; undefined where its image says. */
  stopSignal: string | undefined
  /** Undefined: its environment refers to none. */
  objects: EnvObjects | undefined
}
