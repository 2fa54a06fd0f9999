// What differs between releases in how a kubelet starts: its flags, and what it checks and says.
import { changing, dialect, since, until } from '../../featuregates/release-changes.ts'

/** Differences between releases in the kubelet's flags, and in the checks and log lines of its start. */
export const kubeletStartDialect = dialect('kubelet start', {
  /** Before, cobra prints the error, the usage and the error once more. */
  logsWhyItEnds: since(25, 'the kubelet logs "command failed" where it does not start, and prints no usage'),
  refusesBadLabels: since(25, 'the kubelet refuses --node-labels that no node could have'),
  checksSeccompGate: until(27, 'the kubelet checks no gate for --seccomp-default'),
  runtimeIsRemote: until(27, '--container-runtime is gone from the kubelet (KEP-2221)'),
  needsEndpointFlag: changing(
    false,
    [26, true, 'the kubelet does not start without --container-runtime-endpoint'],
    [27, false, 'containerRuntimeEndpoint and imageServiceEndpoint are fields of the kubelet configuration'],
  ),
  hasEndpointField: since(27, 'the container runtime endpoint of the kubelet has a default'),
  namesEndpointFormat: until(
    25,
    'the hint on a container runtime endpoint without unix:// names endpoint and URL',
  ),
  hintsTwice: changing(
    false,
    [26, true, 'the kubelet hints at an endpoint without unix:// for the runtime and for its images'],
    [27, false, 'the kubelet hints at an endpoint without unix:// once'],
  ),
  /** Before, errors of reservations, evictions and policies are told before a runtime is looked for. */
  asksRuntimeFirst: since(28, 'the kubelet speaks to its container runtime before it looks at the machine'),
  namesReservation: since(
    27,
    'the error about --kube-reserved or --system-reserved names the flag and the resource',
  ),
  devicePluginsAlways: since(
    26,
    'the log line about the device plugin manager no longer says whether it is on',
  ),
  tellsPluginServer: since(
    25,
    'the kubelet logs at --v=2 that it makes a registration server for device plugins',
  ),
  topologyGates: changing<readonly string[]>(
    ['TopologyManager', 'TopologyManagerPolicyOptions'],
    [
      27,
      ['TopologyManagerPolicyOptions'],
      'topologyManagerPolicyOptions of the kubelet need one gate, not two',
    ],
  ),
  refusesDynamicConfig: until(26, 'the kubelet has no gate DynamicKubeletConfig (KEP-281)'),
  helperReadsNodeIPs: since(27, 'the kubelet words what is wrong with --node-ip otherwise (KEP-3705)'),
  /** Whether the kubelet's container runtime is first asked while the kubelet's own parts are made. */
  makesKubeletFirst: changing(
    false,
    [26, true, 'the kubelet speaks to its container runtime while its own parts are made'],
    [27, false, 'the kubelet speaks to its container runtime before its own parts are made'],
  ),
  formatWithConfiguration: until(
    25,
    'the kubelet tells of a bad logging format before it validates the rest',
  ),
  checksMigration: until(25, 'in-tree volume plugins need no gate CSIMigration to be migrated (KEP-625)'),
  hostnameFirst: until(30, 'a bad --hostname-override is refused after the kubelet has told its version'),
  wantsDropInVariable: until(
    30,
    '--config-dir needs no environment variable KUBELET_CONFIG_DROPIN_DIR_ALPHA (KEP-3983)',
  ),
  quotesPluginGate: since(28, 'the log line about an in-tree plugin that is not registered quotes its gate'),
  suggestsFullEndpointURL: until(
    31,
    'the kubelet no longer calls a container runtime endpoint without unix:// deprecated',
  ),
  explainsExternalProviders: since(
    32,
    'the kubelet refuses an in-tree --cloud-provider with the advice to set --cloud-provider=external',
  ),
  ignoresCloudProvider: since(34, 'the kubelet starts with any --cloud-provider: it no longer looks at it'),
  tellsWatchdog: since(34, 'the kubelet logs that it has no systemd watchdog'),
  readsClientCA: until(
    36,
    'the kubelet no longer fails to start where authentication.x509.clientCAFile cannot be read',
  ),
  checksCurves: since(36, 'tlsCurvePreferences of the kubelet takes each curve once, from 1 to 65535'),
  structuresUnhandled: since(
    31,
    'the kubelet tells of a kubeconfig that it cannot read with "Unhandled Error" err="…"',
  ),
  openstackProvider: until(26, 'the kubelet has no in-tree cloud provider openstack any more'),
  awsProvider: until(27, 'the kubelet has no in-tree cloud provider aws any more'),
  azureProvider: until(30, 'the kubelet has no in-tree cloud provider azure any more'),
  gceProvider: until(30, 'the kubelet has no in-tree cloud provider gce any more'),
  vsphereProvider: until(30, 'the kubelet has no in-tree cloud provider vsphere any more'),
  warnsOfGce: until(31, 'the kubelet no longer warns of --cloud-provider=gce, which is gone'),
  cinderPlugin: until(26, 'the kubelet has no in-tree volume plugin kubernetes.io/cinder any more'),
  awsEBSPlugin: until(27, 'the kubelet has no in-tree volume plugin kubernetes.io/aws-ebs any more'),
  azureDiskPlugin: until(27, 'the kubelet has no in-tree volume plugin kubernetes.io/azure-disk any more'),
  gcePDPlugin: until(28, 'the kubelet has no in-tree volume plugin kubernetes.io/gce-pd any more'),
  vSphereVolumePlugin: until(
    29,
    'the kubelet has no in-tree volume plugin kubernetes.io/vsphere-volume any more',
  ),
  azureFilePlugin: until(30, 'the kubelet has no in-tree volume plugin kubernetes.io/azure-file any more'),
  rbdPlugin: until(31, 'the kubelet has no in-tree volume plugin kubernetes.io/rbd any more'),
  portworxPlugin: until(
    36,
    'the kubelet has no in-tree volume plugin kubernetes.io/portworx-volume any more',
  ),
})
