// How releases differ in the resources that have no dialect of their own.
import { changing, dialect, since, until } from '../../featuregates/release-changes.ts'

/** Differences between releases in resources that have no dialect of their own. */
export const registryDialect = dialect('resources', {
  candidateHasStrategies: until(
    32,
    'a LeaseCandidate needs a binaryVersion and one strategy, in place of a list of preferred ones (KEP-4355)',
  ),
  declaresWorkloads: since(
    36,
    'a Workload has podGroupTemplates, and its rules and those of PodGroups are told by tags of their types (KEP-4671, KEP-5073)',
  ),
  checksIssuedNames: since(
    35,
    'the names that a certificate of a PodCertificateRequest is for are looked at (KEP-4317)',
  ),
  annotatesCertificates: since(35, 'a PodCertificateRequest may have unverifiedUserAnnotations (KEP-4317)'),
  takesStubRequests: since(
    36,
    'a PodCertificateRequest has a stubPKCS10Request, or a pkixPublicKey with its proofOfPossession (KEP-4317)',
  ),
  restsUnstarted: since(
    36,
    'resources and scheduling directives of a Job that never started may change before the controller calls it suspended (KEP-5440)',
  ),
  validatesAttributesClassTwice: until(
    35,
    'an updated VolumeAttributesClass is validated once, no longer as a new one before',
  ),
  // Lists and updates of all resources.
  kindsOfExtensions: changing<readonly string[]>(
    ['Ingress', 'NetworkPolicy'],
    [
      26,
      ['DaemonSet', 'Deployment', 'ReplicaSet'],
      'errors on DaemonSets, Deployments and ReplicaSets name the group extensions, and those on Ingresses and NetworkPolicies their own',
    ],
    [27, [], 'errors on invalid objects name their own group, never extensions'],
  ),
  holdsMissingToUids: until(
    34,
    'an update with a uid of an object that is not there is answered "not found" (404), not with a conflict of the two uids (409)',
  ),
  asksEtcdAboutTokens: until(
    34,
    'a continue token of a revision to come, or a list of exactly that, is answered "Too large resource version" (504), not with the error of etcd (500)',
  ),
  readsPagesFromEtcd: until(
    31,
    'a page (limit) of a list that need not be older than a resourceVersion is what the watch cache knows, without what cannot be decoded',
  ),
  trimsExpressions: until(
    27,
    'the expressions of an admission policy are compiled as they are, with spaces around them, so that columns in errors are theirs',
  ),
  compilesMessages: since(27, 'messageExpression and auditAnnotations of admission policies are compiled'),
  spellsOutNames: until(
    34,
    'errors on admission policies say "must be a valid CEL identifier", "must be non-empty if specified" without naming the field again',
  ),
  keepsTimestamps: since(
    25,
    'a write that changes nothing but times in managedFields is none: they stay as they were',
  ),
  tellsEmptyFromNone: until(
    31,
    'a write that gives an empty list where there was none changes nothing, so that times in managedFields stay',
  ),
  quotesTokenVersion: until(
    25,
    'the error on a continue token of an unknown version shows the version without quotes',
  ),
  checksListRevisionFirst: since(
    33,
    'a resourceVersion of a list that is no number is a bad request also where the watch cache answers',
  ),
  explainsRequired: until(
    34,
    'the error on a webhook whose service has no name, or on a condition without type, is "Required value" without a sentence',
  ),

  tellsRevisionOfDeletion: since(
    26,
    'the answer to a DELETE has the resourceVersion of the deletion, not of the object before it',
  ),

  // Events.
  coreReporterField: changing('reportingController', [
    25,
    'reportingComponent',
    'errors on the reportingComponent of core Events name it so, not reportingController',
  ]),

  // Workloads and autoscalers.
  prefixesJobLabels: since(
    27,
    'the labels job-name and controller-uid of the pods of a Job have their domain too: batch.kubernetes.io/job-name',
  ),
  knowsFailIndex: since(28, 'a rule of a podFailurePolicy can have the action FailIndex (KEP-3850)'),
  tracksJobsByAnnotation: until(28, 'a new Job has the annotation batch.kubernetes.io/job-tracking no more'),
  namesOrdinals: since(26, 'the message on an update of a StatefulSet names ordinals among what may change'),
  warnsOfOddFields: since(
    27,
    'a TLS secret that holds no key pair, an EndpointSlice of type FQDN and externalID of a node are warned about',
  ),
  defaultsManualSelector: since(29, 'spec.manualSelector of a Job is false by default'),
  checksSuccessCriteria: since(
    30,
    'the status of a Job says SuccessCriteriaMet only where that fits its other conditions (KEP-3998)',
  ),
  checksStatusOfJobsWhole: since(
    31,
    'with JobManagedBy, a Job needs FailureTarget to be Failed and SuccessCriteriaMet to be Complete, and has no more ready pods than active ones (KEP-4368)',
  ),
  letsEmptyJobsEndUnstarted: since(
    34,
    'with JobManagedBy, a suspended Job without completions can end without startTime (KEP-4368)',
  ),
  completionTimeText: changing('completionTime cannot be set before startTime', [
    34,
    'must be equal to or after `startTime`',
    'the error on a completionTime before the startTime of a Job says "must be equal to or after `startTime`"',
  ]),
  uncountedText: changing('uncountedTerminatedPods needs to be empty for finished job', [
    34,
    'must be empty for finished job',
    'the error on uncounted pods of a finished Job says "must be empty for finished job"',
  ]),
  fixedCompletionText: changing('completionTime cannot be mutated', [
    34,
    'field is immutable',
    'the error on a changed completionTime of a Job says "field is immutable"',
  ]),
  seesResumedJobs: since(35, 'startTime of a Job may change when it is resumed (KEP-4368)'),
  forbidsRestarts: since(
    36,
    'the error on a changed startTime of a Job says "field is immutable for unsuspended job once set", not that it cannot be removed',
  ),
  warnsOfVastJobs: since(
    28,
    'an Indexed Job with more than 10^5 completions and a parallelism beyond 10^4 has a warning',
  ),
  refusesZonesInSchedules: since(
    29,
    'the schedule of a new CronJob can name no TZ or CRON_TZ, also without timeZone',
  ),
  checksUpdatedWorkloadsAsNew: until(
    34,
    'an updated DaemonSet or ReplicaSet is validated once, not as a new object too',
  ),
  checksUpdatedControllersAsNew: until(
    35,
    'an updated ReplicationController is validated once, not as a new object too',
  ),
  checksReferencedVersion: since(
    34,
    'apiVersion of the references of a HorizontalPodAutoscaler is validated; a stored one keeps what it has',
  ),
  requiresMaxReplicas: since(
    36,
    'maxReplicas of a HorizontalPodAutoscaler is a required field, and its messages say so',
  ),

  checksRolesTwice: until(35, 'an updated role or binding is validated as a new object once, not twice'),

  checksNamesOnly: since(
    35,
    'generateName of a DeviceClass or ReplicationController is not validated, only the name that comes of it',
  ),

  // Networking.
  checksUpdatedPoliciesAsNew: until(
    36,
    'an updated NetworkPolicy is validated once, not as a new object too',
  ),
  dropsNodeHints: since(
    33,
    'hints.forNodes of EndpointSlices are dropped while PreferSameTrafficDistribution is off (KEP-3015)',
  ),
  checksEndpointsFirst: until(
    33,
    'errors of an EndpointSlice come in the order addressType, ports, endpoints',
  ),

  // Storage.
  countedDriverFields: changing<'all' | readonly ('tokenRequests' | 'requiresRepublish' | 'seLinuxMount')[]>(
    ['tokenRequests', 'requiresRepublish'],
    [
      25,
      ['tokenRequests', 'requiresRepublish', 'seLinuxMount'],
      'the generation of a CSIDriver counts changes of seLinuxMount too (KEP-1710)',
    ],
    [30, 'all', 'the generation of a CSIDriver counts every change of its spec'],
  ),
  fixesGroupPolicies: until(
    30,
    'fsGroupPolicy and podInfoOnMount of a CSIDriver may change, and what is wrong with its tokenRequests is told once',
  ),
  limitsVolumesOfDrivers: since(
    36,
    'a CSIDriver has preventPodSchedulingIfMissing with the gate VolumeLimitScaling (KEP-5030)',
  ),
  checksRevisionData: since(
    31,
    'the data of a new ControllerRevision must be a JSON object; updates check its metadata as those of an update',
  ),
  checksUpdatedAttachmentNames: since(
    36,
    'an updated VolumeAttachment is checked for a valid persistentVolumeName, and attacher is only required',
  ),
  keepsJobAnnotation: since(26, 'the annotation batch.kubernetes.io/job-tracking of a Job cannot be removed'),
  checksServedVersions: since(
    28,
    'a StorageVersion may name a server once only, and its servedVersions are checked',
  ),
  actsByBinding: since(
    27,
    'a ValidatingAdmissionPolicyBinding must say what is done (validationActions); policies may have auditAnnotations and matchConditions',
  ),
  misspellsMatchResources: until(
    32,
    "errors of a ValidatingAdmissionPolicyBinding's matchResources are told at spec.matchResources, not spec.matchResouces",
  ),
  objectSelectorField: changing('labelSelector', [
    29,
    'objectSelector',
    'errors of the objectSelector of an admission policy have its path, not labelSelector',
  ]),
  checksUpdatedAttributesClass: since(30, 'an updated VolumeAttributesClass is also validated as a new one'),
  selectsParams: since(
    28,
    "a ValidatingAdmissionPolicyBinding's paramRef has a name or a selector, and says what is done where it finds nothing",
  ),
  repeatsCapacityErrors: until(28, 'errors of a new CSIStorageCapacity are told once, not twice'),
  repeatsAttachmentErrors: until(35, 'errors of an updated VolumeAttachment are told once, not twice'),
  repeatsCSINodeErrors: until(36, 'errors of an updated CSINode are told once, not twice'),
  claimTemplateText: changing('cannot be set for an ephemeral volume', [
    26,
    'cannot be set',
    'the error on metadata of a claim template says "cannot be set", not "cannot be set for an ephemeral volume"',
  ]),
  driversField: changing('CSINodeDriver', [
    33,
    'spec.drivers',
    'the error on a changed driver of a CSINode has the path spec.drivers, not CSINodeDriver',
  ]),
  resizeStatusField: changing('allocatedResourceStatus', [
    34,
    'allocatedResourceStatuses',
    "errors of a claim's allocatedResourceStatuses name the field so, not allocatedResourceStatus",
  ]),
  checksMissingDriverNames: until(
    35,
    'an empty name of a CSI driver is one error, that it is required, and not a second one on its form',
  ),
  takesStatusOfNewVolumes: until(
    25,
    'the status of a new PersistentVolume is what the server makes it, whatever the request says',
  ),
  dropsDisabledFieldsOfVolumes: since(
    31,
    'fields of gates that are off are dropped from PersistentVolumes (KEP-3751)',
  ),
  warnsOfMountAnnotations: since(
    31,
    'the annotation volume.beta.kubernetes.io/mount-options of PersistentVolumes is warned about',
  ),
  saysThatConditionsMustBeSet: until(
    34,
    'the error on a condition without reason or lastTransitionTime says "must be set"',
  ),
  forbidsStorageClassUpdates: until(
    36,
    'the error on a changed provisioner, reclaimPolicy or parameters of a StorageClass says "field is immutable", not "updates to … are forbidden."',
  ),

  // Quotas, accounts, certificates and policies.
  existsOperatorText: changing('Exist', [
    31,
    'Exists',
    "the message on the operator of a ResourceQuota's scope names 'Exists', not 'Exist'",
  ]),
  warnsOfRequestsOverLimits: since(35, 'a new ResourceQuota with requests above its limits is warned about'),
  warnsOfMountableSecrets: since(
    32,
    'the annotation kubernetes.io/enforce-mountable-secrets of ServiceAccounts is warned about',
  ),
  conflictField: changing<'type' | 'conditions'>('type', [
    34,
    'conditions',
    'the error on Approved beside Denied in a CertificateSigningRequest has the path of the conditions, not of one type',
  ]),
  appliesFlowStatus: since(
    26,
    'the server writes the condition Dangling of FlowSchemas by server-side apply, not by a patch',
  ),
  explainsRequests: until(
    26,
    'a CertificateSigningRequest without usages or signerName is told "Required value" without a sentence',
  ),
  hostVerb: changing('provided', [
    26,
    'specified',
    'the error on a URL of a webhook without host says "host must be specified", not "provided"',
  ]),
  readyReplicasText: changing('readyReplicas', [
    25,
    'status.readyReplicas',
    "the error on availableReplicas of a StatefulSet's status names status.readyReplicas, not readyReplicas",
  ]),
  valueField: changing('Value', [
    25,
    'value',
    'the error on a changed PriorityClass has the path value, not Value',
  ]),
  quotesFlowFields: since(
    34,
    'the message on the type of the PriorityLevelConfiguration "exempt" quotes the name of the field',
  ),
  lendsShares: since(26, 'a limited PriorityLevelConfiguration has a lendablePercent, by default 0'),
  keepsZeroShares: since(
    29,
    'shares of a priority level can be 0: v1 tells 0 from none, v1beta3 by an annotation that other versions refuse',
  ),
  requiresLevelType: since(
    36,
    'a PriorityLevelConfiguration without type lacks a required field, where it had an unsupported value',
  ),
  requiresHandler: since(
    36,
    'a RuntimeClass without handler lacks a required field, where it had an invalid value',
  ),
  repeatsTolerations: until(
    35,
    'errors on tolerations of a RuntimeClass have the path scheduling.tolerations, not scheduling.tolerations.tolerations',
  ),
  reservesStaticNames: since(
    36,
    'names of webhook and admission policy configurations that end with .static.k8s.io are warned about (KEP-5793)',
  ),
  migratesVersions: until(
    35,
    'a StorageVersionMigration names its resource without a version, and is validated as others are (KEP-4192)',
  ),
  migrationsRunAlone: until(
    36,
    'a StorageVersionMigration may still be Running when it has succeeded or failed (KEP-4192)',
  ),
  migratesFromNowhere: changing(
    true,
    [35, false, 'the status of a StorageVersionMigration needs a resourceVersion (KEP-4192)'],
    [36, true, 'the status of a StorageVersionMigration needs no resourceVersion (KEP-4192)'],
  ),
})
