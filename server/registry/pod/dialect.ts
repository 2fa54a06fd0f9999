// How releases differ in pods and pod templates.
import { changing, dialect, since, until } from '../../../featuregates/release-changes.ts'

/** Differences between releases in pods and pod templates. */
export const podDialect = dialect('pods', {
  wantsPolicyOfRules: since(35, 'an init container with restartPolicyRules needs a restartPolicy (KEP-5307)'),
  checksRequiredNodeAffinityValues: since(
    33,
    'values of required node affinity are checked as label values, in pods and persistent volumes; what is stored keeps invalid ones',
  ),
  warnsOfPreferredNodeAffinityValues: since(
    33,
    'values of preferred node affinity that are no label values are warned about',
  ),
  joinsUpdatableFields: until(
    27,
    'the fields in the error on a forbidden update of a pod are separated by commas alone, without spaces and "or"',
  ),
  listsMessagePolicies: since(
    25,
    'the error on a terminationMessagePolicy lists the supported ones, where it said "must be \'File\' or …"',
  ),
  checksTokenPaths: since(
    30,
    'the path of a projected service account token must be local, without "..", unless the stored pod has such a one',
  ),
  checksUnmaskedProc: since(30, 'procMount Unmasked needs hostUsers: false (KEP-4265)'),
  dropsEmptyHandlers: since(
    30,
    'a lifecycle handler that has only a sleep is left out where PodLifecycleSleepAction is off, where it stayed, empty and invalid (KEP-3960)',
  ),
  saysApplyDrops: since(
    30,
    'the warning on an environment variable that hides one before says that apply may drop it',
  ),
  initHooks: changing<'invalid' | 'forbidden' | 'of sidecars'>(
    'invalid',
    [
      25,
      'forbidden',
      'probes and lifecycle of init containers "may not be set", where the whole field was an invalid value',
    ],
    [
      28,
      'of sidecars',
      'probes and lifecycle may not be set "for init containers without restartPolicy=Always" (KEP-753)',
    ],
  ),
  checksInitPortsFirst: until(
    25,
    'the error on host ports of an init container comes after the one on its name, not before',
  ),
  keepsMetadataOfParts: until(
    33,
    'a write of ephemeralcontainers is noted in managedFields, where all metadata stayed as it was',
  ),
  namesEphemeralFirst: until(
    25,
    'an ephemeral container without name is checked like any other, where "ephemeralContainer requires a name" was all',
  ),
  sysctlPattern: changing<'dots' | 'dots and slashes'>('dots', [
    25,
    'dots and slashes',
    'the segments of a sysctl can be parted by slashes, and the message on a wrong one shows so',
  ]),
  checksSpreadSelectors: since(27, 'labelSelector of topologySpreadConstraints is validated'),
  countsBadIP: since(
    27,
    'the internal error on podIPs that are no addresses tells which of them is meant: "invalid IP[0]: …"',
  ),
  warnsOfDottedNames: since(
    27,
    'a name that is no DNS label and becomes a host name is warned about: of pods, and of workloads that name their pods',
  ),
  hostNetworkPort: changing<'containerPort' | 'hostPort'>('containerPort', [
    28,
    'hostPort',
    'the error on a host port that differs from its container port on the host network has the path of hostPort',
  ]),
  knowsHostIPs: since(28, 'fieldRef can be status.hostIPs (KEP-2681)'),
  showsLimit: since(27, 'the error on a request over its limit shows the limit: "… cpu limit of 1"'),
  selectsByHostNetwork: since(28, 'pods can be selected by the field spec.hostNetwork'),
  checksHostSysctls: since(
    29,
    'sysctls of a namespace that a pod shares with its host are refused, unless the stored pod has such a one',
  ),
  claimNameField: changing('name', [
    36,
    'resourceClaimName',
    'errors on resourceClaimName in status.resourceClaimStatuses have the path of that field, not of name',
  ]),
  checksContainerUsers: since(
    31,
    'status.containerStatuses[*].user is validated: user and group IDs, no Linux user on Windows (KEP-3619)',
  ),
  checksResourceHealth: since(
    31,
    'status.containerStatuses[*].allocatedResourcesStatus is validated (KEP-4680)',
  ),
  takesHealthOfClaims: since(
    32,
    'allocatedResourcesStatus can name claims of a container: claim:NAME or claim:NAME/REQUEST (KEP-4680)',
  ),
  keepsResourceHealth: since(
    34,
    'a pod that has allocatedResourcesStatus keeps it while ResourceHealthStatus is off (KEP-4680)',
  ),
  warnsOfPortNames: since(33, 'ports of one container with the same name are warned about'),
  defaultsResizePolicy: until(33, 'resizePolicy of containers has no default any more (KEP-1287)'),
  dropsAllocatedResources: changing(
    false,
    [
      32,
      true,
      'allocatedResources of container statuses are dropped without InPlacePodVerticalScalingAllocatedStatus',
    ],
    [33, false, 'allocatedResources of container statuses need no gate of their own (KEP-1287)'],
  ),
  dropsResizeStatus: until(33, 'status.resize stays where InPlacePodVerticalScaling is off (KEP-1287)'),
  resizesByUpdate: until(
    32,
    'resources of containers change through the subresource resize only, not by an update of the pod (KEP-1287)',
  ),
  resizesPodLevelResources: since(
    35,
    'a pod with pod-level resources can be resized with InPlacePodLevelResourcesVerticalScaling (KEP-5419)',
  ),
  /** Whether the pod of a resize gets status.resize, and by which comparison of its requests. */
  proposesResizes: changing<'where not allocated' | 'always' | undefined>(
    'where not allocated',
    [32, 'always', 'each change of requests by the subresource resize sets status.resize to Proposed'],
    [33, undefined, 'a resize of a pod no longer sets status.resize to Proposed (KEP-1287)'],
  ),
  resizesSidecars: since(33, 'restartable init containers can be resized (KEP-1287)'),
  refusesLowerMemoryLimits: changing(
    false,
    [33, true, 'a resize adds or lowers limits of memory only with resizePolicy RestartContainer'],
    [34, false, 'a resize adds and lowers limits of memory whatever the resizePolicy (KEP-1287)'],
  ),
  seesNewResourceLists: since(
    35,
    'a resize is refused that gives a container without requests or limits others than of cpu and memory',
  ),
  namesResizedInitContainer: since(
    36,
    'the error on other resources of an init container than cpu and memory names the container',
  ),
  keepsResizePolicyOfInitContainers: since(
    32,
    'a pod whose init containers have a resizePolicy keeps it while InPlacePodVerticalScaling is off',
  ),
  takesSidecarResizePolicy: since(33, 'restartable init containers can have a resizePolicy (KEP-1287)'),
  checksInitContainerResizePolicy: since(
    36,
    'resizePolicy RestartContainer is refused in init containers that are no sidecars; a stored pod keeps it',
  ),
  saysPodRestartPolicy: since(
    36,
    "the message on a resizePolicy that needs 'NotRequired' speaks of the pod's `restartPolicy`",
  ),
  knowsRestartRules: since(
    34,
    'containers can have restartPolicyRules with ContainerRestartRules; a stored pod keeps them while it is off (KEP-5307)',
  ),
  takesNoGraceAsZero: until(
    32,
    'the seconds of a sleep are not checked where the pod has no terminationGracePeriodSeconds',
  ),
  knowsZeroSleep: since(
    32,
    'the message on a sleep of 0 seconds names PodLifecycleSleepActionAllowZero, and a stored pod keeps such a sleep (KEP-4818)',
  ),
  keepsInvalidMatchLabelKeys: since(
    34,
    'with MatchLabelKeysInPodTopologySpreadSelectorMerge off, a stored pod keeps a labelSelector that holds its matchLabelKeys',
  ),
  refusesVolumeDevicesOfUserNamespaces: since(
    34,
    'volumeDevices are forbidden where hostUsers is false; a stored pod keeps them (KEP-127)',
  ),
  hostUsersGate: changing('UserNamespacesStatelessPodsSupport', [
    28,
    'UserNamespacesSupport',
    'the gate of hostUsers is UserNamespacesSupport, not UserNamespacesStatelessPodsSupport (KEP-127)',
  ]),
  hostUsersText: changing('when `pod.Spec.HostUsers` is false', [
    34,
    'when `hostUsers` is false',
    'messages on what hostUsers forbids name the field `hostUsers`, not `pod.Spec.HostUsers`',
  ]),
  warnsOfOverlappingPaths: since(32, 'files of projected volumes with overlapping paths are warned about'),
  comparesCertificatePaths: since(
    34,
    'the warning on overlapping paths looks at podCertificate sources too (KEP-4317)',
  ),
  checksCertificateAnnotations: since(
    35,
    'userAnnotations of podCertificate sources are validated (KEP-4317)',
  ),
  trustBundleField: changing('clusterTrustBundlePEM', [
    31,
    'clusterTrustBundle',
    'errors on a projected ClusterTrustBundle have the path clusterTrustBundle, not clusterTrustBundlePEM (KEP-3257)',
  ]),
  severalSourcesText: changing('may not specify more than 1 volume type', [
    31,
    'may not specify more than 1 volume type per source',
    'the error on several types in one projected source says "may not specify more than 1 volume type per source"',
  ]),
  checksImageVolumes: since(31, 'image volumes are validated: reference and pullPolicy (KEP-4639)'),
  refusesSubPathsOfImages: until(33, 'image volumes can be mounted with subPath and subPathExpr (KEP-4639)'),
  takesNativeRequestsOnly: since(
    34,
    'pod-level requests that are missing are summed up from containers for native resources only (KEP-2837)',
  ),
  keepsHugePageRequests: since(
    34,
    'a pod-level limit of huge pages is not summed up from containers where the pod has a request of them (KEP-2837)',
  ),
  takesPodLevelHugePages: since(33, 'pod-level resources can be huge pages (KEP-2837)'),
  refusesPodLevelResourcesOnWindows: since(
    34,
    'pod-level resources are forbidden in pods whose os is windows (KEP-2837)',
  ),
  missingOSText: changing('cannot be empty', [
    34,
    '',
    'the error on an os without a name says only that it is required',
  ]),
  podLevelClaimsText: changing('claims cannot be set for Resources at pod-level', [
    34,
    'claims may not be set for Resources at pod-level',
    'the error on pod-level claims says "claims may not be set for Resources at pod-level"',
  ]),
  comparesMissingPodRequests: until(
    34,
    'requests of containers are compared with those of the pod only where it has them (KEP-2837)',
  ),
  comparesHugePageLimits: since(
    34,
    'the sum of the huge page limits of containers may not exceed that of the pod (KEP-2837)',
  ),
  refusesClaimsOfStaticPods: since(31, 'a mirror pod may not have resourceClaims'),
  conditionsPath: changing('metadata', [
    33,
    'status',
    'errors on conditions of a pod have the path status.conditions, not metadata.conditions',
  ]),
  keepsQOSClass: since(
    32,
    'status.qosClass is immutable, kept where a status lacks it, and not computed anew by updates of the spec',
  ),
  refusesDuplicateIPs: until(
    33,
    'two equal addresses in status.podIPs or status.hostIPs are no duplicates too, only two of one family',
  ),
  countsGenerations: since(
    33,
    'metadata.generation of pods begins with 1 and counts changes of the spec (KEP-5067)',
  ),
  dropsFieldsOfStatusUpdates: since(
    33,
    'fields of gates that are off are dropped from updates of a status too',
  ),
  timesGatedCondition: since(
    33,
    'the condition PodScheduled with SchedulingGated has a lastTransitionTime from the start',
  ),
  writesSeccompAnnotations: until(
    25,
    'a new pod with a seccompProfile does not get the seccomp annotation too (KEP-135)',
  ),
  readsSeccompAnnotations: until(
    27,
    'the seccomp annotations of a new pod do not become its seccompProfile (KEP-135)',
  ),
  writesAppArmorAnnotations: until(
    34,
    'appArmorProfile fields are not written as annotations any more (KEP-24)',
  ),
  comparesAppArmorAnnotation: since(
    34,
    'a template is warned about an AppArmor annotation that differs from appArmorProfile of the pod (KEP-24)',
  ),
  showsTolerationValue: since(
    32,
    'the error on a toleration with Exists and a value shows the value, not the whole toleration',
  ),
  comparesTolerationValues: since(
    35,
    'tolerations can have the operators Lt and Gt with TaintTolerationComparisonOperators (KEP-5471)',
  ),
})
