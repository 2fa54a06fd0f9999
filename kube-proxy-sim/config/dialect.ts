// What differs between releases in the configuration of kube-proxy.
import { changing, dialect, since, until } from '../../featuregates/release-changes.ts'

/** Differences between releases in the configuration of kube-proxy. */
export const proxyConfigDialect = dialect('kube-proxy configuration', {
  userspaceMode: until(26, 'kube-proxy has no userspace mode, and no udpIdleTimeout (--udp-timeout) for it'),
  ipvsSchedulers: until(27, 'kube-proxy takes any name of an ipvs scheduler, not only those that it knows'),
  writtenKey: changing('WriteConfigTo', [
    27,
    'file',
    'kube-proxy names the file that --write-config-to wrote as "file" in its log, not as "WriteConfigTo"',
  ]),
  /** Before, the mode was chosen when the proxier was made. */
  platformDefaults: since(
    28,
    'kube-proxy fills mode and detectLocalMode in where they are unset, also in the file of --write-config-to, and logs the mode that it takes',
  ),
  checksDetectLocalMode: since(28, 'kube-proxy refuses an unknown detectLocalMode'),
  spacedModes: since(28, 'the error about an unknown proxy mode lists the modes with spaces between them'),
  /** Before, klog's own flags are all that there is. */
  loggingSection: since(28, 'kube-proxy has the section logging in its configuration, and --logging-format'),
  breaksInJSON: until(29, "kube-proxy's log of flags in JSON has no line breaks at the end of messages"),
  textOptions: since(
    30,
    'kube-proxy has options for the text format in its section logging, as --log-text-split-stream',
  ),
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
