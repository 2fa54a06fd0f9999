import type { FeatureGateReader } from '../../../featuregates/reader.ts'
import type { KubeletConfiguration } from '../kubelet-configuration.ts'

/** The release and gates that checks depend on. */
export interface CheckContext {
  /** The kubelet's minor release: 34. */
  minor: number
  /** The gates that this configuration will run with. */
  gates: FeatureGateReader
}

/** A check of a configuration, which answers the texts of errors in upstream's order. */
export type Check = (config: KubeletConfiguration, context: CheckContext) => string[]

/** The frame of upstream's validation errors. */
export const invalid = (why: string): string => `invalid configuration: ${why}`
