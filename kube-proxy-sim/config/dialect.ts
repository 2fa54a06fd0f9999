// What differs between releases in the configuration of kube-proxy.
import { dialect, since } from '../../component-base/dialect.ts'

/** Differences between releases in the configuration of kube-proxy. */
export const proxyConfigDialect = dialect('kube-proxy configuration', {
  primaryNodePorts: since(
    31,
    "`primary` in kube-proxy's nodePortAddresses stands for the node's own addresses, and is the default in nftables mode (KEP-3866)",
  ),
  /** Sections are those of v1alpha2, which KEP-784 plans. */
  internalSections: since(
    31,
    "kube-proxy's internal configuration is no more v1alpha1's: platforms have sections, and periods and clusterCIDRs stand in one place for all modes (KEP-784)",
  ),
  configzVersioned: since(
    36,
    'kube-proxy answers /configz with its configuration as v1alpha1 writes it, not with the internal type',
  ),
})
