// KEP-784: kubeproxy.config.k8s.io/v1alpha2 from and to the internal configuration.
// What the KEP leaves open: docs/discoveries/kep-784.md

import { deepCopy } from '../../apimachinery/json.ts'
import { parseIP } from '../../component-base/go/net.ts'
import { common } from './conversion-v1alpha1.ts'
import type { V1alpha2Configuration } from './defaults-v1alpha2.ts'
import type { InternalConfiguration } from './types.ts'

/** True for an address that is not `0.0.0.0` or `::`: those override nothing. */
const isSpecific = (address: string): boolean =>
  !['', '0.0.0.0', '::'].includes(parseIP(address, { sloppy: true }) ?? '')

/** The internal configuration of a v1alpha2 file; v1alpha2 has no bindAddress, so that is 0.0.0.0. */
export function fromV1alpha2(config: V1alpha2Configuration): InternalConfiguration {
  return { ...deepCopy(config), bindAddress: '0.0.0.0' }
}

/** The configuration in the form of v1alpha2, which has a field for everything but bindAddress. */
export function toV1alpha2(internal: InternalConfiguration): V1alpha2Configuration {
  const config = deepCopy(internal)
  const { bindAddress } = config
  return {
    ...common(config),
    linux: config.linux,
    windows: config.windows,
    nodeIPOverride: config.nodeIPOverride ?? (isSpecific(bindAddress) ? [bindAddress] : null),
    ipFamilyPolicy: config.ipFamilyPolicy ?? '',
    configHardFail: config.configHardFail ?? true,
    iptables: config.iptables,
    ipvs: { ...config.ipvs, masqueradeBit: config.ipvs.masqueradeBit ?? config.iptables.masqueradeBit },
    nftables: config.nftables,
    detectLocal: config.detectLocal,
    syncPeriod: config.syncPeriod,
    minSyncPeriod: config.minSyncPeriod,
  }
}
