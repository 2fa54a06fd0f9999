// Upstream: plugin/pkg/admission/{podgroup,job,scheduling/podgroupprotection}/admission.go

import type { JobSpec } from '../../api/batch-v1.ts'
import type { PodGroupSpec, WorkloadSpec } from '../../api/scheduling-v1alpha2.ts'
import { goQuote } from '../../apimachinery/field-error.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import type { ServerContext } from '../registry/generic/strategy.ts'
import { knownOrNewest } from '../storage/known-or-newest.ts'
import type { AdmissionAttributes, AdmissionPlugin } from './chain.ts'
import { forbid } from './forbid.ts'

const finalizer = 'scheduling.k8s.io/podgroup-protection'
const podGroups = new Set(['scheduling.k8s.io/podgroups'])
const concernsGroup = ({ request }: AdmissionAttributes): boolean =>
  request.group === 'scheduling.k8s.io' && request.resource === 'podgroups' && request.subresource === ''

/** The plugin PodGroupProtection: a new PodGroup gets the finalizer that keeps it while pods are in it. */
export const podGroupProtection = ({ gates }: ServerContext): AdmissionPlugin => ({
  name: 'PodGroupProtection',
  handles: (operation) => operation === 'CREATE',
  resources: podGroups,
  admit(attributes) {
    const { object } = attributes
    if (!gateEnabled(gates, 'GenericWorkload') || !concernsGroup(attributes) || object === undefined) return
    const { finalizers = [] } = object.metadata
    if (!finalizers.includes(finalizer)) object.metadata.finalizers = [...finalizers, finalizer]
  },
})

const groupSpec = (object: KubeObject | undefined): PodGroupSpec => (object?.['spec'] ?? {}) as PodGroupSpec

/** The plugin by which a pod group that names a workload must be made of one of its templates. */
export const podGroupWorkloadExists = ({ gates, storage }: ServerContext): AdmissionPlugin => ({
  name: 'PodGroupWorkloadExists',
  handles: (operation) => operation === 'CREATE',
  resources: podGroups,
  async validate(attributes) {
    if (!gateEnabled(gates, 'GenericWorkload') || !concernsGroup(attributes)) return
    const ref = groupSpec(attributes.object).podGroupTemplateRef?.workload
    if (ref == null) return
    const refuse = (why: string) => forbid(attributes, `PodGroup rejected: ${why}`)
    const name = ref.workloadName ?? ''
    const record = await knownOrNewest(storage, `/registry/workloads/${attributes.request.namespace}/${name}`)
    if (record === undefined) throw refuse(`Workload ${goQuote(name)} not found`)
    if (record.object.metadata.deletionTimestamp != null)
      throw refuse(`Workload ${goQuote(name)} is being deleted`)
    const template = ref.podGroupTemplateName ?? ''
    const { podGroupTemplates = [] } = (record.object['spec'] ?? {}) as WorkloadSpec
    if (podGroupTemplates.some((one) => one.name === template)) return
    throw refuse(`PodGroupTemplate ${goQuote(template)} not found in Workload ${goQuote(name)}`)
  },
})

const jobSpec = (object: KubeObject | undefined): JobSpec => (object?.['spec'] ?? {}) as JobSpec

/** A job whose pods are scheduled together keeps their number. */
export const jobValidation = ({ gates, storage }: ServerContext): AdmissionPlugin => ({
  name: 'JobValidation',
  handles: (operation) => operation === 'UPDATE',
  resources: new Set(['batch/jobs']),
  async validate(attributes) {
    const { request, object, oldObject } = attributes
    if (request.group !== 'batch' || request.resource !== 'jobs' || request.subresource !== '') return
    if (!gateEnabled(gates, 'GenericWorkload') && !gateEnabled(gates, 'WorkloadWithJob')) return
    if (jobSpec(object).parallelism === jobSpec(oldObject).parallelism) return
    const { records } = await storage.list(`/registry/podgroups/${request.namespace}/`, { cached: true })
    const group = records.map((record) => record.object).find((one) => isGangOf(one, oldObject!))
    if (group !== undefined)
      throw forbid(
        attributes,
        `cannot change parallelism for a Job referencing gang-scheduled PodGroup ${goQuote(group.metadata.name ?? '')}`,
      )
  },
})

/** Whether the job's pods are in this group, which is scheduled as one: the job names it, or else owns it. */
function isGangOf(group: KubeObject, job: KubeObject): boolean {
  if (groupSpec(group).schedulingPolicy?.gang == null) return false
  const named = jobSpec(job).template?.spec?.schedulingGroup?.podGroupName
  if (named !== undefined) return group.metadata.name === named
  const controller = group.metadata.ownerReferences?.find((owner) => owner.controller === true)
  return controller !== undefined && controller.uid === job.metadata.uid
}
