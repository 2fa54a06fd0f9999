// Upstream: pkg/printers/internalversion/printers.go (AddHandlers), k8s.io/apiserver pkg/registry/rest/table.go
import type { KubeObject } from '../../../apimachinery/json.ts'
import { printHorizontalPodAutoscaler } from './autoscaling.ts'
import { asJson, name, type Printer, type Row, type RowOptions, text } from './cells.ts'
import * as core from './core.ts'
import * as dra from './dynamic-resources.ts'
import * as net from './networking.ts'
import { podRowConditions, printPod } from './pod.ts'
import * as policies from './policies.ts'
import * as storage from './storage.ts'
import * as work from './workloads.ts'

/** `resource` of the core group or `resource.group` → its printer. What is not here has a name and a time of creation. */
const printers: ReadonlyMap<string, Printer> = new Map<string, Printer>([
  ['pods', printPod],
  ['podtemplates', core.printPodTemplate],
  ['nodes', core.printNode],
  ['namespaces', core.printNamespace],
  ['secrets', core.printSecret],
  ['configmaps', core.printConfigMap],
  ['serviceaccounts', core.printServiceAccount],
  ['persistentvolumes', core.printPersistentVolume],
  ['persistentvolumeclaims', core.printPersistentVolumeClaim],
  ['endpoints', core.printEndpoints],
  ['events', core.printEvent],
  ['events.events.k8s.io', core.printEvent],
  ['componentstatuses', core.printComponentStatus],
  ['resourcequotas', core.printResourceQuota],
  ['services', net.printService],
  ['endpointslices.discovery.k8s.io', net.printEndpointSlice],
  ['ingresses.networking.k8s.io', net.printIngress],
  ['ingressclasses.networking.k8s.io', net.printIngressClass],
  ['networkpolicies.networking.k8s.io', net.printNetworkPolicy],
  ['servicecidrs.networking.k8s.io', net.printServiceCIDR],
  ['ipaddresses.networking.k8s.io', net.printIPAddress],
  ['replicationcontrollers', work.printReplicationController],
  ['deployments.apps', work.printDeployment],
  ['replicasets.apps', work.printReplicaSet],
  ['statefulsets.apps', work.printStatefulSet],
  ['daemonsets.apps', work.printDaemonSet],
  ['controllerrevisions.apps', work.printControllerRevision],
  ['jobs.batch', work.printJob],
  ['cronjobs.batch', work.printCronJob],
  ['poddisruptionbudgets.policy', work.printPodDisruptionBudget],
  ['horizontalpodautoscalers.autoscaling', printHorizontalPodAutoscaler],
  ['csinodes.storage.k8s.io', storage.printCSINode],
  ['csidrivers.storage.k8s.io', storage.printCSIDriver],
  ['storageclasses.storage.k8s.io', storage.printStorageClass],
  ['volumeattributesclasses.storage.k8s.io', storage.printVolumeAttributesClass],
  ['volumeattachments.storage.k8s.io', storage.printVolumeAttachment],
  ['rolebindings.rbac.authorization.k8s.io', policies.printRoleBinding],
  ['clusterrolebindings.rbac.authorization.k8s.io', policies.printRoleBinding],
  ['certificatesigningrequests.certificates.k8s.io', policies.printCertificateSigningRequest],
  ['clustertrustbundles.certificates.k8s.io', policies.printClusterTrustBundle],
  ['podcertificaterequests.certificates.k8s.io', policies.printPodCertificateRequest],
  ['mutatingwebhookconfigurations.admissionregistration.k8s.io', policies.printWebhooks],
  ['validatingwebhookconfigurations.admissionregistration.k8s.io', policies.printWebhooks],
  ['validatingadmissionpolicies.admissionregistration.k8s.io', policies.printValidatingAdmissionPolicy],
  ['mutatingadmissionpolicies.admissionregistration.k8s.io', policies.printMutatingAdmissionPolicy],
  ['validatingadmissionpolicybindings.admissionregistration.k8s.io', policies.printAdmissionPolicyBinding],
  ['mutatingadmissionpolicybindings.admissionregistration.k8s.io', policies.printAdmissionPolicyBinding],
  ['priorityclasses.scheduling.k8s.io', policies.printPriorityClass],
  ['runtimeclasses.node.k8s.io', policies.printRuntimeClass],
  ['leases.coordination.k8s.io', policies.printLease],
  ['leasecandidates.coordination.k8s.io', policies.printLeaseCandidate],
  ['flowschemas.flowcontrol.apiserver.k8s.io', policies.printFlowSchema],
  ['prioritylevelconfigurations.flowcontrol.apiserver.k8s.io', policies.printPriorityLevelConfiguration],
  ['storageversions.internal.apiserver.k8s.io', policies.printStorageVersion],
  ['storageversionmigrations.storagemigration.k8s.io', policies.printStorageVersionMigration],
  ['apiservices.apiregistration.k8s.io', policies.printAPIService],
  ['deviceclasses.resource.k8s.io', dra.printDeviceClass],
  ['resourceclaims.resource.k8s.io', dra.printResourceClaim],
  ['resourceclaimtemplates.resource.k8s.io', dra.printResourceClaimTemplate],
  ['resourceslices.resource.k8s.io', dra.printResourceSlice],
  ['resourceclasses.resource.k8s.io', dra.printResourceClass],
  ['resourceclaimparameters.resource.k8s.io', dra.printResourceParameters],
  ['resourceclassparameters.resource.k8s.io', dra.printResourceParameters],
  ['podschedulingcontexts.resource.k8s.io', dra.printPodSchedulingContext],
  ['devicetaintrules.resource.k8s.io', dra.printDeviceTaintRule],
  ['resourcepoolstatusrequests.resource.k8s.io', dra.printResourcePoolStatusRequest],
  ['workloads.scheduling.k8s.io', dra.printWorkload],
  ['podgroups.scheduling.k8s.io', dra.printPodGroup],
])

const printDefault: Printer = (o) => [name(o), text(o, 'metadata', 'creationTimestamp')]

/** The row of an object in a Table, but for the object itself. Pure. @param resource plural, also of the parent of status and the like */
export function tableRow(group: string, resource: string, object: KubeObject, options: RowOptions): Row {
  const json = asJson(object)
  if (object.kind === 'Scale' && object.apiVersion === 'autoscaling/v1')
    return { cells: work.printScale(json, options) }
  const key = group === '' ? resource : `${resource}.${group}`
  const cells = (printers.get(key) ?? printDefault)(json, options)
  const conditions = key === 'pods' ? podRowConditions(json) : undefined
  return conditions === undefined ? { cells } : { cells, conditions }
}

/** Whether the resource's rows have the two cells of {@link printDefault} (columns `Name` and `Created At`). */
export const hasDefaultColumns = (group: string, resource: string): boolean =>
  !printers.has(group === '' ? resource : `${resource}.${group}`)
