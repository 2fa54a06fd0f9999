// Upstream: plugin/pkg/admission/priority/admission.go

import type { Pod } from '../../api/core-v1.ts'
import type { PriorityClass } from '../../api/scheduling-v1.ts'
import type { PodGroup } from '../../api/scheduling-v1alpha2.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import type { ServerContext } from '../registry/generic/strategy.ts'
import type { Storage } from '../storage/interface.ts'
import { knownOrNewest } from '../storage/known-or-newest.ts'
import type { AdmissionAttributes, AdmissionPlugin } from './chain.ts'
import { forbid } from './forbid.ts'
import { podOf } from './pod-request.ts'

const prefix = '/registry/priorityclasses/'

/** Turns the class of a pod or a pod group into its priority, and keeps the default class the only one. */
export function priorityPlugin({
  storage,
  gates,
}: Pick<ServerContext, 'storage' | 'gates'>): AdmissionPlugin {
  return {
    name: 'Priority',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    resources: new Set(['/pods', 'scheduling.k8s.io/podgroups', 'scheduling.k8s.io/priorityclasses']),
    async admit(attributes) {
      const group = gateEnabled(gates, 'WorkloadAwarePreemption') ? newPodGroup(attributes) : undefined
      if (group !== undefined) await setGroupPriority(storage, attributes, group)
      const pod = podOf(attributes)
      if (pod === undefined) return
      pod.spec ??= {}
      if (attributes.operation === 'UPDATE') keepPriority(pod, attributes.oldObject)
      else await setPriority(storage, attributes, pod.spec)
    },
    async validate(attributes) {
      const { request, object, operation } = attributes
      if (
        request.group !== 'scheduling.k8s.io' ||
        request.resource !== 'priorityclasses' ||
        request.subresource !== ''
      )
        return
      if ((object as unknown as PriorityClass | undefined)?.globalDefault !== true) return
      const current = (await defaultClass(storage))?.metadata?.name
      if (current === undefined || (operation === 'UPDATE' && current === object?.metadata.name)) return
      throw forbid(
        attributes,
        `PriorityClass ${current} is already marked as default. Only one default can exist`,
      )
    },
  }
}

function keepPriority(pod: Pod, oldObject: KubeObject | undefined): void {
  const old = (oldObject as unknown as Pod | undefined)?.spec
  if (pod.spec!.priority == null && old?.priority != null) pod.spec!.priority = old.priority
  if (pod.spec!.preemptionPolicy == null && old?.preemptionPolicy != null)
    pod.spec!.preemptionPolicy = old.preemptionPolicy
}

async function defaultClass(storage: Storage): Promise<PriorityClass | undefined> {
  const { records } = await storage.list(prefix, { cached: true })
  const classes = records
    .map((record) => record.object as unknown as PriorityClass)
    .filter((c) => c.globalDefault === true)
  return classes.sort((a, b) => (a.value ?? 0) - (b.value ?? 0))[0]
}

async function setPriority(
  storage: Storage,
  attributes: AdmissionAttributes,
  spec: NonNullable<Pod['spec']>,
): Promise<void> {
  const found = await establish(storage, attributes, spec.priorityClassName ?? '')
  if (found.name !== '') spec.priorityClassName = found.name
  const tail = (value: unknown): string =>
    `must not be provided in pod spec; priority admission controller computed ${value} from the given PriorityClass name`
  if (spec.priority != null && spec.priority !== found.value)
    throw forbid(attributes, `the integer value of priority (${spec.priority}) ${tail(found.value)}`)
  spec.priority = found.value
  if (found.policy === undefined) return
  if (spec.preemptionPolicy != null && spec.preemptionPolicy !== found.policy) {
    throw forbid(
      attributes,
      `the string value of PreemptionPolicy (${spec.preemptionPolicy}) ${tail(found.policy)}`,
    )
  }
  spec.preemptionPolicy = found.policy
}

function newPodGroup({ request, object, operation }: AdmissionAttributes): PodGroup | undefined {
  const { group, resource, subresource } = request
  if (operation !== 'CREATE' || subresource !== '') return undefined
  return group === 'scheduling.k8s.io' && resource === 'podgroups'
    ? (object as unknown as PodGroup | undefined)
    : undefined
}

async function setGroupPriority(
  storage: Storage,
  attributes: AdmissionAttributes,
  group: PodGroup,
): Promise<void> {
  group.spec ??= {}
  const { spec } = group
  const { name, value } = await establish(storage, attributes, spec.priorityClassName ?? '')
  if (spec.priority != null && spec.priority !== value)
    throw forbid(
      attributes,
      `priority set in the pod group (${spec.priority}) must match the priority computed (${value}) based on the priority class set in the spec`,
    )
  spec.priority = value
  if (name !== '') spec.priorityClassName = name
}

async function establish(storage: Storage, attributes: AdmissionAttributes, name: string) {
  if (name === '') {
    const own = await defaultClass(storage)
    if (own === undefined) return { name: '', value: 0, policy: 'PreemptLowerPriority' }
    return { name: own.metadata?.name ?? '', value: own.value ?? 0, policy: own.preemptionPolicy }
  }
  const record = await knownOrNewest(storage, `${prefix}${name}`)
  if (record === undefined) throw forbid(attributes, `no PriorityClass with name ${name} was found`)
  const own = record.object as unknown as PriorityClass
  return { name, value: own.value ?? 0, policy: own.preemptionPolicy ?? 'PreemptLowerPriority' }
}
