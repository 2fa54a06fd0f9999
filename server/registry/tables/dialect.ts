// How releases differ in the cells of tables; their columns are facts of a release.
import { dialect, since, until } from '../../../featuregates/release-changes.ts'

/** Differences between releases in the cells of tables. */
export const tablesDialect = dialect('tables', {
  countsSecrets: until(35, 'the table of ServiceAccounts has no count of secrets'),
  showsAttributesClass: since(
    29,
    'the tables of PersistentVolumes and PersistentVolumeClaims show the VolumeAttributesClass (KEP-3751)',
  ),
  namesResourceMetrics: since(
    30,
    'the table of HorizontalPodAutoscalers names the resource of a metric: "cpu: 10%/80%"',
  ),
  showsJobStatus: since(30, 'the table of Jobs shows the status'),
  showsTimeZone: since(30, 'the table of CronJobs shows the time zone'),
  showsArchitecture: since(36, 'the table of nodes shows the architecture behind the version of the kernel'),
  showsSchedulingGates: since(
    27,
    'the table of pods shows SchedulingGated for a pod that waits for its gates (KEP-3521)',
  ),
  showsQuotaAgeFirst: until(33, 'the table of ResourceQuotas shows the age last'),
  showsAllocationModes: until(
    31,
    'the tables of ResourceClaims, ResourceClaimTemplates and ResourceSlices follow resource.k8s.io/v1alpha3, without classes and allocation modes (KEP-4381)',
  ),
  showsDeallocation: until(32, 'the state of a ResourceClaim is not "deallocating" any more (KEP-4381)'),
  marksDefaultIngressClass: since(36, 'the table of IngressClasses marks the default one: "NAME (default)"'),
  marksDefaultAttributesClass: until(
    34,
    'the table of VolumeAttributesClasses does not mark a default one (KEP-3751)',
  ),
  showsFinishedReason: since(
    31,
    'a pod that is being deleted is shown as Completed or Error once it has finished, not as Terminating',
  ),
  showsFailureOfOthers: since(
    35,
    'a pod with one completed container is shown with the failure of another one, not as Completed',
  ),
  showsUserAnnotations: since(
    35,
    'the table of PodCertificateRequests shows unverifiedUserAnnotations (KEP-4317)',
  ),
  showsPreemptionPolicy: since(32, 'the table of PriorityClasses shows the preemption policy'),
  showsMigrationStatus: since(
    35,
    'the table of StorageVersionMigrations shows the resource without version, and a status (KEP-4192)',
  ),
  showsSuccessCriteria: since(
    34,
    'a job that has met its success policy is shown as SuccessCriteriaMet, not as Running (KEP-3998)',
  ),
})
