// What differs between releases in what `kubectl describe` tells. Upstream: kubectl/pkg/describe/describe.go of each
import { changing, dialect, since, until } from '../../../featuregates/release-changes.ts'

/** Differences between releases in the texts of `kubectl describe`. */
export const describeDialect = dialect('kubectl describe', {
  spreading: since(25, 'kubectl describe tells topology spread constraints of pods and templates'),
  podAccounts: since(25, 'kubectl describe pod tells the runtime class and the service account'),
  maxUnavailableSets: since(25, 'kubectl describe statefulset tells maxUnavailable beside the partition'),
  ingressTellsDefault: since(26, 'kubectl describe ingress tells the default backend of one without rules'),
  seccompProfiles: since(27, 'kubectl describe pod tells seccomp profiles'),
  withoutManagedFields: since(
    27,
    'kubectl describe leaves managedFields out of kinds that it has no form of its own for',
  ),
  ofIPAddresses: since(27, 'kubectl describe has a form of its own for IPAddresses'),
  ofServiceCIDRs: since(29, 'kubectl describe has a form of its own for ServiceCIDRs'),
  countsResizes: since(
    29,
    'kubectl describe node counts what containers have where it is more than they ask for',
  ),
  templatesTellPlacement: since(
    30,
    'kubectl describe tells node selectors and tolerations of the pods of a workload',
  ),
  jobLimits: since(
    30,
    'kubectl describe job tells whether it is suspended, its backoff limit and its time to live',
  ),
  ofVolumeAttributesClasses: since(30, 'kubectl describe has a form of its own for VolumeAttributesClasses'),
  byEndpoints: until(
    31,
    'kubectl describe service reads EndpointSlices, and shows the internal traffic policy, the mode of ingress addresses and "Desired LoadBalancer IP" for "IP"',
  ),
  ingressReadsSlices: since(31, 'kubectl describe ingress reads EndpointSlices'),
  portRanges: since(31, 'kubectl describe networkpolicy tells ranges of ports'),
  spacedConfigMaps: since(31, 'kubectl describe configmap leaves a line empty after each value'),
  endedNotTerminating: since(
    31,
    'kubectl describe pod tells the phase, not "Terminating", of an ended pod that is deleted',
  ),
  podResources: since(32, 'kubectl describe pod tells the resources of the pod as a whole'),
  imageVolumes: since(32, 'kubectl describe pod tells volumes of images'),
  projectedOptional: since(
    33,
    'kubectl describe pod says "Optional" of projected volumes, and whether they are, not an address',
  ),
  daemonSetNamespaces: since(33, 'kubectl describe daemonset tells the namespace'),
  portNames: since(34, 'kubectl describe pod tells the names of ports'),
  trafficDistribution: since(34, 'kubectl describe service tells the traffic distribution'),
  tokens: until(35, 'kubectl describe serviceaccount no longer shows mountable secrets and tokens'),
  eventsTellFields: since(35, 'kubectl describe begins the message of an event with the field it is about'),
  /** What is told of the group that a pod is scheduled with. */
  group: changing<'nothing' | 'workloadRef' | 'schedulingGroup'>(
    'nothing',
    [35, 'workloadRef', 'kubectl describe pod tells the reference to a Workload (KEP-4671)'],
    [36, 'schedulingGroup', 'kubectl describe pod tells the scheduling group, not a reference to a Workload'],
  ),
  nodeTellsKubeProxy: until(36, "kubectl describe node no longer shows the node's kube-proxy version"),
  eventsOnDemand: since(36, 'kubectl describe shows events of several objects only with --show-events'),
  resourceSlices: since(36, 'kubectl describe node tells the ResourceSlices of the node'),
  countsPodLevel: since(36, 'kubectl describe node counts the resources of pods as a whole'),
  timeZones: since(36, 'kubectl describe cronjob tells the time zone'),
  appProtocols: since(36, 'kubectl describe service tells the application protocol of ports'),
  /** The words of a field's name. */
  fieldWords: changing<'split' | 'lowered' | 'whole'>(
    'split',
    [
      35,
      'lowered',
      'kubectl describe tells acronyms in the names of fields as "Pod Cid Rs", not "Pod CID Rs"',
    ],
    [36, 'whole', 'kubectl describe tells acronyms in the names of fields as "Pod CIDRs", not "Pod Cid Rs"'],
  ),
})
