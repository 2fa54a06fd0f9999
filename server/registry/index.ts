// THE table of resources: what each has of its own, in one row. What a release serves is told by its facts; a resource without a row
// follows generic/default-strategy.ts, and its tables have name and time of creation.
import {
  mutatingPolicyBindingRules,
  mutatingPolicyRules,
  mutatingWebhookRules,
  validatingPolicyBindingRules,
  validatingPolicyRules,
  validatingWebhookRules,
} from './admissionregistration/strategy.ts'
import { definitionRules } from './apiextensions/strategy.ts'
import { apiServiceRules } from './apiregistration/strategy.ts'
import { cronJobRules, jobRules } from './batch/strategy.ts'
import { podCertificateRequestRules } from './certificatesigningrequest/pod-certificate-request.ts'
import { certificateSigningRequestRules } from './certificatesigningrequest/strategy.ts'
import { clusterTrustBundleRules } from './certificatesigningrequest/trust-bundle.ts'
import { configMapRules } from './configmap/strategy.ts'
import { controllerRevisionRules } from './controllerrevision/strategy.ts'
import { csiDriverRules } from './csidriver/strategy.ts'
import { daemonSetRules } from './daemonset/strategy.ts'
import { deploymentRules } from './deployment/strategy.ts'
import { endpointsRules } from './endpoints/strategy.ts'
import { endpointSliceRules } from './endpointslice/strategy.ts'
import { coreEventRules, eventRules } from './event/strategy.ts'
import { flowSchemaRules, priorityLevelConfigurationRules } from './flowcontrol/strategy.ts'
import type { ResourceRow } from './generic/resource-row.ts'
import { autoscalerRules } from './horizontalpodautoscaler/strategy.ts'
import { ipAddressRules } from './ipaddress/strategy.ts'
import { leaseRules } from './lease/strategy.ts'
import { leaseCandidateRules } from './leasecandidate/strategy.ts'
import { limitRangeRules } from './limitrange/strategy.ts'
import { namespaceRules } from './namespace/strategy.ts'
import { clusterCIDRRules } from './networking/cluster-cidr.ts'
import { ingressRules } from './networking/ingress.ts'
import { ingressClassRules } from './networking/ingress-class.ts'
import { networkPolicyRules } from './networking/network-policy.ts'
import { nodeRules } from './node/strategy.ts'
import { persistentVolumeRules } from './persistentvolume/strategy.ts'
import { claimRules } from './persistentvolumeclaim/strategy.ts'
import { podRules } from './pod/strategy.ts'
import { disruptionBudgetRules } from './poddisruptionbudget/strategy.ts'
import { podSecurityPolicyRules } from './podsecuritypolicy/strategy.ts'
import { podTemplateRules } from './podtemplate/strategy.ts'
import { priorityClassRules } from './priorityclass/strategy.ts'
import { clusterRoleBindingRules, clusterRoleRules, roleBindingRules, roleRules } from './rbac/strategy.ts'
import { replicaSetRules } from './replicaset/strategy.ts'
import { replicationControllerRules } from './replicationcontroller/strategy.ts'
import { deviceClassRules, sliceRules, taintRuleRules } from './resource/device-strategy.ts'
import { poolStatusRequestRules } from './resource/pool-status-request.ts'
import {
  podSchedulingRules,
  resourceClaimRules,
  resourceClaimTemplateRules,
  resourceClassRules,
} from './resource/strategy.ts'
import { resourceQuotaRules } from './resourcequota/strategy.ts'
import { runtimeClassRules } from './runtimeclass/strategy.ts'
import { podGroupRules, workloadRules } from './scheduling/strategy.ts'
import { secretRules } from './secret/strategy.ts'
import { serviceRules } from './service/strategy.ts'
import { serviceAccountRules } from './serviceaccount/strategy.ts'
import { serviceCIDRRules } from './servicecidr/strategy.ts'
import { statefulSetRules } from './statefulset/strategy.ts'
import { csiNodeRules } from './storage/csi-node.ts'
import { storageCapacityRules } from './storage/storage-capacity.ts'
import { volumeAttachmentRules } from './storage/volume-attachment.ts'
import { volumeAttributesClassRules } from './storage/volume-attributes-class.ts'
import { storageClassRules } from './storageclass/strategy.ts'
import { storageVersionRules } from './storageversion/strategy.ts'
import { storageVersionMigrationRules } from './storageversionmigration/strategy.ts'
import * as admissionTables from './tables/admission.ts'
import { printHorizontalPodAutoscaler } from './tables/autoscaling.ts'
import * as certificates from './tables/certificates.ts'
import * as cluster from './tables/cluster.ts'
import * as core from './tables/core.ts'
import * as dra from './tables/dynamic-resources.ts'
import * as net from './tables/networking.ts'
import { printPod } from './tables/pod.ts'
import { printRoleBinding } from './tables/rbac.ts'
import * as storage from './tables/storage.ts'
import * as work from './tables/workloads.ts'

type Own = Omit<ResourceRow, 'group' | 'resource'>

const group = (name: string, rows: Readonly<Record<string, Own>>): ResourceRow[] =>
  Object.entries(rows).map(([resource, own]) => ({ group: name, resource, ...own }))

const admission = { generation: true, conditionalUpdate: true, statusKeepsMeta: true }

/** The rows of all resources that have rules, tables or traits of their own. */
export const resources: readonly ResourceRow[] = [
  ...group('', {
    componentstatuses: { table: core.printComponentStatus },
    configmaps: { rules: configMapRules, table: core.printConfigMap },
    endpoints: { rules: endpointsRules, table: core.printEndpoints, keyPrefix: 'services/endpoints' },
    events: { rules: coreEventRules, table: core.printEvent },
    limitranges: { rules: limitRangeRules, createOnUpdate: true },
    namespaces: { rules: namespaceRules, table: core.printNamespace },
    nodes: { rules: nodeRules, table: core.printNode, keyPrefix: 'minions' },
    persistentvolumeclaims: {
      rules: claimRules,
      table: core.printPersistentVolumeClaim,
      answersDeleted: true,
    },
    persistentvolumes: {
      rules: persistentVolumeRules,
      table: core.printPersistentVolume,
      answersDeleted: true,
    },
    pods: {
      rules: podRules,
      table: printPod,
      answersDeleted: true,
      subresourceGates: { ephemeralcontainers: 'EphemeralContainers', resize: 'InPlacePodVerticalScaling' },
    },
    podtemplates: { rules: podTemplateRules, table: core.printPodTemplate, answersDeleted: true },
    replicationcontrollers: {
      rules: replicationControllerRules,
      table: work.printReplicationController,
      keyPrefix: 'controllers',
    },
    resourcequotas: { rules: resourceQuotaRules, table: core.printResourceQuota, answersDeleted: true },
    secrets: { rules: secretRules, table: core.printSecret },
    serviceaccounts: { rules: serviceAccountRules, table: core.printServiceAccount, answersDeleted: true },
    services: {
      rules: serviceRules,
      table: net.printService,
      keyPrefix: 'services/specs',
      answersDeleted: true,
    },
  }),
  ...group('admissionregistration.k8s.io', {
    mutatingadmissionpolicies: {
      ...admission,
      rules: mutatingPolicyRules,
      table: admissionTables.printMutatingAdmissionPolicy,
    },
    mutatingadmissionpolicybindings: {
      ...admission,
      rules: mutatingPolicyBindingRules,
      table: admissionTables.printAdmissionPolicyBinding,
    },
    mutatingwebhookconfigurations: {
      ...admission,
      rules: mutatingWebhookRules,
      table: admissionTables.printWebhooks,
      fields: ['webhooks'],
      countsEmpty: true,
    },
    validatingadmissionpolicies: {
      ...admission,
      rules: validatingPolicyRules,
      table: admissionTables.printValidatingAdmissionPolicy,
    },
    validatingadmissionpolicybindings: {
      ...admission,
      rules: validatingPolicyBindingRules,
      table: admissionTables.printAdmissionPolicyBinding,
    },
    validatingwebhookconfigurations: {
      ...admission,
      rules: validatingWebhookRules,
      table: admissionTables.printWebhooks,
      fields: ['webhooks'],
      countsEmpty: true,
    },
  }),
  ...group('apiextensions.k8s.io', {
    customresourcedefinitions: {
      rules: definitionRules,
      generation: true,
      conditionalUpdate: true,
      statusKeepsMeta: true,
      keyPrefix: 'apiextensions.k8s.io/customresourcedefinitions',
    },
  }),
  ...group('apiregistration.k8s.io', {
    apiservices: {
      rules: apiServiceRules,
      table: cluster.printAPIService,
      conditionalUpdate: true,
      statusKeepsMeta: true,
      keyPrefix: 'apiregistration.k8s.io/apiservices',
    },
  }),
  ...group('apps', {
    controllerrevisions: { rules: controllerRevisionRules, table: work.printControllerRevision },
    daemonsets: { rules: daemonSetRules, table: work.printDaemonSet },
    deployments: { rules: deploymentRules, table: work.printDeployment },
    replicasets: { rules: replicaSetRules, table: work.printReplicaSet },
    statefulsets: { rules: statefulSetRules, table: work.printStatefulSet },
  }),
  ...group('authentication.k8s.io', { selfsubjectreviews: { gate: 'APISelfSubjectReview' } }),
  ...group('autoscaling', {
    horizontalpodautoscalers: { rules: autoscalerRules, table: printHorizontalPodAutoscaler },
  }),
  ...group('batch', {
    cronjobs: { rules: cronJobRules, table: work.printCronJob, generation: true },
    jobs: { rules: jobRules, table: work.printJob, generation: true },
  }),
  ...group('certificates.k8s.io', {
    certificatesigningrequests: {
      rules: certificateSigningRequestRules,
      table: certificates.printCertificateSigningRequest,
    },
    clustertrustbundles: {
      rules: clusterTrustBundleRules,
      table: certificates.printClusterTrustBundle,
      conditionalUpdate: true,
      gate: 'ClusterTrustBundle',
    },
    podcertificaterequests: {
      rules: podCertificateRequestRules,
      table: certificates.printPodCertificateRequest,
      conditionalUpdate: true,
      statusKeepsMeta: true,
      gate: 'PodCertificateRequest',
    },
  }),
  ...group('coordination.k8s.io', {
    leasecandidates: {
      rules: leaseCandidateRules,
      table: cluster.printLeaseCandidate,
      createOnUpdate: true,
      conditionalUpdate: true,
    },
    leases: { rules: leaseRules, table: cluster.printLease },
  }),
  ...group('discovery.k8s.io', {
    endpointslices: { rules: endpointSliceRules, table: net.printEndpointSlice },
  }),
  ...group('events.k8s.io', {
    events: { rules: eventRules, table: core.printEvent },
  }),
  ...group('flowcontrol.apiserver.k8s.io', {
    flowschemas: {
      rules: flowSchemaRules,
      table: cluster.printFlowSchema,
      generation: true,
      statusKeepsMeta: true,
    },
    prioritylevelconfigurations: {
      rules: priorityLevelConfigurationRules,
      table: cluster.printPriorityLevelConfiguration,
      generation: true,
      statusKeepsMeta: true,
    },
  }),
  ...group('internal.apiserver.k8s.io', {
    storageversions: {
      rules: storageVersionRules,
      table: cluster.printStorageVersion,
      conditionalUpdate: true,
    },
  }),
  ...group('networking.k8s.io', {
    ingressclasses: { rules: ingressClassRules, table: net.printIngressClass, generation: true },
    clustercidrs: { rules: clusterCIDRRules, table: net.printClusterCIDR },
    ingresses: { rules: ingressRules, table: net.printIngress, generation: true, keyPrefix: 'ingress' },
    ipaddresses: { rules: ipAddressRules, table: net.printIPAddress },
    networkpolicies: {
      rules: networkPolicyRules,
      table: net.printNetworkPolicy,
      generation: true,
      countsEmpty: true,
    },
    servicecidrs: { rules: serviceCIDRRules, table: net.printServiceCIDR },
  }),
  ...group('node.k8s.io', {
    runtimeclasses: {
      rules: runtimeClassRules,
      table: cluster.printRuntimeClass,
      createOnUpdate: true,
      conditionalUpdate: true,
    },
  }),
  ...group('policy', {
    poddisruptionbudgets: {
      rules: disruptionBudgetRules,
      table: work.printPodDisruptionBudget,
      generation: true,
      conditionalUpdate: true,
    },
    podsecuritypolicies: {
      rules: podSecurityPolicyRules,
      table: cluster.printPodSecurityPolicy,
      answersDeleted: true,
      keyPrefix: 'podsecuritypolicy',
    },
  }),
  ...group('rbac.authorization.k8s.io', {
    clusterrolebindings: { rules: clusterRoleBindingRules, table: printRoleBinding },
    clusterroles: { rules: clusterRoleRules },
    rolebindings: { rules: roleBindingRules, table: printRoleBinding },
    roles: { rules: roleRules },
  }),
  ...group('resource.k8s.io', {
    deviceclasses: {
      rules: deviceClassRules,
      table: dra.printDeviceClass,
      generation: true,
      answersDeleted: true,
    },
    devicetaintrules: {
      rules: taintRuleRules,
      table: dra.printDeviceTaintRule,
      generation: true,
      answersDeleted: true,
    },
    podschedulings: { rules: podSchedulingRules, table: dra.printPodSchedulingContext, answersDeleted: true },
    podschedulingcontexts: {
      rules: podSchedulingRules,
      table: dra.printPodSchedulingContext,
      answersDeleted: true,
    },
    resourceclaimparameters: { table: dra.printResourceParameters },
    resourceclaims: {
      rules: resourceClaimRules,
      table: dra.printResourceClaim,
      statusKeepsMeta: true,
      answersDeleted: true,
    },
    resourceclaimtemplates: {
      rules: resourceClaimTemplateRules,
      table: dra.printResourceClaimTemplate,
      answersDeleted: true,
    },
    resourceclasses: { rules: resourceClassRules, table: dra.printResourceClass, answersDeleted: true },
    resourceclassparameters: { table: dra.printResourceParameters },
    resourcepoolstatusrequests: {
      rules: poolStatusRequestRules,
      table: dra.printResourcePoolStatusRequest,
      conditionalUpdate: true,
      statusKeepsMeta: true,
      answersDeleted: true,
    },
    resourceslices: {
      rules: sliceRules,
      table: dra.printResourceSlice,
      generation: true,
      answersDeleted: true,
    },
  }),
  ...group('scheduling.k8s.io', {
    podgroups: {
      rules: podGroupRules,
      table: dra.printPodGroup,
      statusKeepsMeta: true,
      gate: 'GenericWorkload',
    },
    priorityclasses: {
      rules: priorityClassRules,
      table: cluster.printPriorityClass,
      generation: true,
      fields: [],
    },
    workloads: { rules: workloadRules, table: dra.printWorkload, gate: 'GenericWorkload' },
  }),
  ...group('storage.k8s.io', {
    csidrivers: {
      rules: csiDriverRules,
      table: storage.printCSIDriver,
      conditionalUpdate: true,
      answersDeleted: true,
    },
    csinodes: {
      rules: csiNodeRules,
      table: storage.printCSINode,
      conditionalUpdate: true,
      answersDeleted: true,
    },
    csistoragecapacities: { rules: storageCapacityRules, conditionalUpdate: true },
    storageclasses: { rules: storageClassRules, table: storage.printStorageClass, answersDeleted: true },
    volumeattachments: {
      rules: volumeAttachmentRules,
      table: storage.printVolumeAttachment,
      conditionalUpdate: true,
      statusKeepsMeta: true,
      answersDeleted: true,
    },
    volumeattributesclasses: {
      rules: volumeAttributesClassRules,
      table: storage.printVolumeAttributesClass,
      answersDeleted: true,
    },
  }),
  ...group('storagemigration.k8s.io', {
    storageversionmigrations: {
      rules: storageVersionMigrationRules,
      table: cluster.printStorageVersionMigration,
      conditionalUpdate: true,
      statusKeepsMeta: true,
      gate: 'StorageVersionMigrator',
    },
  }),
]
