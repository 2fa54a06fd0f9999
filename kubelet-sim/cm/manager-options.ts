import type { Logger } from '../../component-base/klog.ts'
import type { FeatureGateReader } from '../../featuregates/reader.ts'
import type { KubeletConfiguration } from '../config/kubelet-configuration.ts'
import type { StateFiles } from './checkpoint.ts'

/** The configuration and machine that the CPU and memory manager divide among pods. */
export interface ManagerOptions {
  config: KubeletConfiguration
  minor: number
  gates: FeatureGateReader
  files: StateFiles
  logger: Logger
  /** Of the machine. */
  cpus: number
  /** Of the machine: `memory`, `hugepages-1Gi`, … */
  capacity: Readonly<Record<string, string>>
}
