// What differs between releases in how a kubelet runs and what it reports and serves.
import { changing, dialect, since } from '../featuregates/release-changes.ts'

/** Differences between releases in how a kubelet runs, and in what it reports and serves. */
export const kubeletDialect = dialect('kubelet', {
  vsphereMigrated: since(
    25,
    "a CSINode's annotation of migrated plugins names kubernetes.io/vsphere-volume (KEP-1491)",
  ),
  /** Before, it waits for the next status tick, or for the node's pod CIDR. */
  reportsReadyAtOnce: since(26, 'the kubelet reports a new node as Ready as soon as it is'),
  portworxMigrated: since(
    31,
    "a CSINode's annotation of migrated plugins names kubernetes.io/portworx-volume (KEP-2589)",
  ),
  /** Whether the Node is read from the kubelet's watch; before, from the server at each report. */
  readsNodeFromWatch: since(
    31,
    'the kubelet takes its Node from its watch when it reports the status, without a request',
  ),
  /** Whether a refusal names all subresources that would do; before, only the one that was asked for. */
  forbidsBySubresources: since(
    32,
    'the kubelet names all subresources of nodes that would let a request through where it forbids one (KEP-2862)',
  ),
  /** With --cloud-provider=external: an address of --node-ip that was annotated and is no longer given. */
  dropsProvidedAddress: since(
    25,
    'the kubelet takes the annotation alpha.kubernetes.io/provided-node-ip from its Node where it no longer has both an external cloud provider and a --node-ip',
  ),
  annotatesBothAddresses: since(
    27,
    'the annotation alpha.kubernetes.io/provided-node-ip has both addresses of --node-ip (KEP-3705)',
  ),
  /** With --cloud-provider=external and no --node-ip. */
  addressesBeforeCloud: changing(
    'its own',
    [
      29,
      'none',
      'a kubelet with an external cloud provider and no --node-ip leaves its Node without addresses until the provider gives some',
    ],
    [
      31,
      'host name',
      'a kubelet with an external cloud provider and no --node-ip gives its Node the host name as its only address',
    ],
  ),
  unspecifiedIsGiven: since(
    32,
    'with an external cloud provider, --node-ip=0.0.0.0 or :: gives the Node the own address of that family until the provider gives others',
  ),
  zpages: since(33, 'the kubelet serves /flagz and /statusz (KEP-4828, KEP-4827)'),
  spreadsReports: since(
    34,
    'kubelets spread their periodic node reports: after each change once by up to half of nodeStatusReportFrequency either way',
  ),
  /** Before, an event named the node as uid. */
  nodeReference: since(
    35,
    "the kubelet's Events about its Node refer to it with apiVersion and without a uid",
  ),
  cpuManagerStart: changing('Starting CPU manager', [
    35,
    'Starting',
    'the CPU manager of the kubelet logs "Starting", not "Starting CPU manager"',
  ]),
  declaresGuaranteedCPUResize: changing(
    false,
    [35, true, 'a node without pinned CPUs, or one that can change them, declares GuaranteedQoSPodCPUResize'],
    [36, false, 'nodes no longer declare GuaranteedQoSPodCPUResize'],
  ),
  typedConfigz: since(36, 'the kubelet answers /configz with kind and apiVersion of its configuration'),
})
