import type { KubeObject } from '../apimachinery/json.ts'
import type { IPFamily } from '../component-base/ip-family.ts'
import type { FeatureGateReader } from '../featuregates/reader.ts'
import type { InternalConfiguration } from './config/types.ts'
import type { NodeIPs } from './startup/node-ips.ts'

/** The objects that rules are made of, as watched, and kube-proxy's knowledge of its node. */
export interface ProxySnapshot {
  services: KubeObject[]
  endpointSlices: KubeObject[]
  node: KubeObject | undefined
  nodeName: string
  nodeIPs: NodeIPs
  podCIDRs: readonly string[]
  primary: IPFamily
  /** nodePortAddresses hold CIDRs only: `primary` is resolved. */
  config: InternalConfiguration
  gates: FeatureGateReader
  minor: number
  /** The CIDRs of the ServiceCIDR objects; empty where the release does not watch them. */
  serviceCIDRs: readonly string[]
}
