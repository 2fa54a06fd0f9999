import type { FeatureGateReader } from '../../../featuregates/reader.ts'
import type { KubeletConfiguration } from '../kubelet-configuration.ts'

/** What a rule of the kubelet's validation knows besides the configuration. */
export interface CheckContext {
  /** The kubelet's minor release: 34. */
  minor: number
  /** The gates that this configuration will run with. */
  gates: FeatureGateReader
}

/** A part of the validation: messages in upstream's order. */
export type Check = (config: KubeletConfiguration, context: CheckContext) => string[]

/** The frame of upstream's validation errors. */
export const invalid = (why: string): string => `invalid configuration: ${why}`
