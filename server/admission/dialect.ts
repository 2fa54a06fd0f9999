// How releases differ in admission plugins; those of NodeRestriction have a dialect of their own.
import { changing, dialect, since } from '../../featuregates/release-changes.ts'

/** Differences between releases in admission plugins beside NodeRestriction. */
export const admissionDialect = dialect('admission', {
  webhookBuckets: changing(
    [0.005, 0.025, 0.1, 0.5, 1, 2.5],
    [27, [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 25], 'durations of admission webhooks are counted up to 25 s'],
  ),
  policyMetricsStage: changing('ALPHA', [31, 'BETA', 'the metrics of ValidatingAdmissionPolicies are BETA']),
  tellsPolicyErrors: since(
    31,
    'metrics of ValidatingAdmissionPolicies have the label error_type in place of state',
  ),
  topologyDomain: changing('topology.k8s.io', [
    34,
    'topology.kubernetes.io',
    'PodTopologyLabels copies the labels that nodes have, topology.kubernetes.io/zone and /region (KEP-4742)',
  ]),
  takesImageVolumes: since(33, 'the restricted Pod Security Standard takes image volumes (KEP-4639)'),
  protectsVolumeAttributes: since(
    33,
    'VolumeAttributesClasses that claims and volumes use have a finalizer, kubernetes.io/vac-protection (KEP-3751)',
  ),
  countsScopeChanges: since(
    33,
    'ResourceQuota counts pods again that begin to terminate, and claims whose status replenishes a quota',
  ),
  checksDeclaredFeatures: since(
    35,
    'NodeDeclaredFeatureValidator refuses changes of a pod that its node does not declare (KEP-5328)',
  ),
  needsGuaranteedCPUResize: changing(
    false,
    [35, true, 'a Guaranteed pod gets other cpu only on a node that declares GuaranteedQoSPodCPUResize'],
    [36, false, 'nodes no longer declare GuaranteedQoSPodCPUResize, and no pod needs it'],
  ),
})
