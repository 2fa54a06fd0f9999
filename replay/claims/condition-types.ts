// The condition types that Kubernetes gives objects of a kind: that an object lacks one of another name says nothing.
// Upstream: staging/src/k8s.io/api/*/v1/types.go

const workload = ['Available', 'Progressing', 'ReplicaFailure']
const types: Readonly<Record<string, readonly string[]>> = {
  APIService: ['Available'],
  CertificateSigningRequest: ['Approved', 'Denied', 'Failed'],
  CustomResourceDefinition: [
    'Established',
    'NamesAccepted',
    'NonStructuralSchema',
    'Terminating',
    'KubernetesAPIApprovalPolicyConformant',
    'StorageMigrating',
  ],
  DaemonSet: [],
  Deployment: workload,
  HorizontalPodAutoscaler: ['ScalingActive', 'AbleToScale', 'ScalingLimited'],
  Job: ['Suspended', 'Complete', 'Failed', 'FailureTarget', 'SuccessCriteriaMet'],
  Namespace: [
    'NamespaceDeletionDiscoveryFailure',
    'NamespaceDeletionContentFailure',
    'NamespaceDeletionGroupVersionParsingFailure',
    'NamespaceContentRemaining',
    'NamespaceFinalizersRemaining',
  ],
  Node: ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure', 'NetworkUnavailable'],
  PersistentVolumeClaim: [
    'Resizing',
    'FileSystemResizePending',
    'ControllerResizeError',
    'NodeResizeError',
    'ModifyVolumeError',
    'ModifyingVolume',
    'Unused',
  ],
  Pod: [
    'PodScheduled',
    'Ready',
    'Initialized',
    'ContainersReady',
    'DisruptionTarget',
    'PodReadyToStartContainers',
    'PodHasNetwork',
    'PodResizePending',
    'PodResizeInProgress',
    'AllContainersRestarting',
  ],
  PodDisruptionBudget: ['DisruptionAllowed'],
  ReplicaSet: ['ReplicaFailure'],
  ReplicationController: ['ReplicaFailure'],
  Service: ['LoadBalancerPortsError'],
  ServiceCIDR: ['Ready'],
  StatefulSet: [],
}

/** Undefined of kinds whose conditions others give, such as those of custom resources. */
export function conditionTypes(kind: string): readonly string[] | undefined {
  return Object.hasOwn(types, kind) ? types[kind] : undefined
}
