// What differs between releases in how kube-proxy runs: what it watches, when it syncs, what it logs and reports.
import { changing, dialect, since } from '../featuregates/release-changes.ts'

/** Differences between releases in what kube-proxy watches, when it syncs, and what it logs and reports. */
export const proxyDialect = dialect('kube-proxy', {
  /** Whether log lines of a proxier have the key ipFamily. */
  namesFamily: since(31, 'kube-proxy names the ipFamily in log lines of its proxiers'),
  nftPartialSync: since(
    31,
    'kube-proxy in nftables mode programs what changed, and everything once an hour only, and its metrics tell the two apart',
  ),
  serviceCIDRVersion: changing(
    'v1alpha1',
    [31, 'v1beta1', 'kube-proxy watches ServiceCIDRs as networking.k8s.io/v1beta1'],
    [33, 'v1', 'kube-proxy watches ServiceCIDRs as networking.k8s.io/v1'],
  ),
  skipsHeadless: since(32, 'kube-proxy does not watch Services without a cluster IP (spec.clusterIP!=None)'),
  tellsFullSync: since(
    33,
    'kube-proxy logs with each sync in iptables and nftables mode whether it is a full one (fullSync)',
  ),
  structuredCacheLogs: since(
    33,
    'kube-proxy logs that it waits for caches with the controller as a value, not in the message',
  ),
  /** Upstream: pkg/proxy/node.go. */
  nodeManager: since(
    34,
    'kube-proxy follows its Node from the start (NodeManager): it waits for addresses and pod CIDRs there, and ends or logs when they change',
  ),
  topologyZoneOnly: since(
    34,
    'kube-proxy programs anew for a change of the label topology.kubernetes.io/zone of its Node only, not of every label',
  ),
  ipvsDeprecation: since(
    35,
    'kube-proxy warns in its log and by an Event (IPVSDeprecation) that ipvs mode is deprecated (KEP-5495)',
  ),
  /** Before, an event named the node as uid. */
  nodeReference: since(35, "kube-proxy's Events refer to their Node with apiVersion and without a uid"),
})
