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
  /** The number of CPUs of the machine. */
  cpus: number
  /** The machine's capacity by resource: `memory`, `hugepages-1Gi`, … */
  capacity: Readonly<Record<string, string>>
}
