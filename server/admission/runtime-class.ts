// Upstream: plugin/pkg/admission/runtimeclass/admission.go

import type { Pod } from '../../api/core-v1.ts'
import type { RuntimeClass } from '../../api/node-v1.ts'
import { getOwn } from '../../apimachinery/json.ts'
import { semanticDeepEqual } from '../registry/core/semantic-deep-equal.ts'
import type { Storage } from '../storage/interface.ts'
import { knownOrNewest } from '../storage/known-or-newest.ts'
import type { AdmissionAttributes, AdmissionPlugin } from './chain.ts'
import { forbid } from './forbid.ts'
import { podOf } from './pod-request.ts'

/** The plugin RuntimeClass: sets the overhead and scheduling of the pod's class. 403 where the class is missing. */
export function runtimeClassPlugin({ storage }: { storage: Storage }): AdmissionPlugin {
  const classOf = async (attributes: AdmissionAttributes, pod: Pod): Promise<RuntimeClass | undefined> => {
    const name = pod.spec?.runtimeClassName
    if (name == null) return undefined
    const record = await knownOrNewest(storage, `/registry/runtimeclasses/${name}`)
    if (record === undefined) throw forbid(attributes, `pod rejected: RuntimeClass "${name}" not found`)
    return record.object as unknown as RuntimeClass
  }
  return {
    name: 'RuntimeClass',
    handles: (operation) => operation === 'CREATE',
    resources: new Set(['/pods']),
    async admit(attributes) {
      const pod = podOf(attributes)
      if (pod === undefined) return
      const own = await classOf(attributes, pod)
      if (own === undefined) return
      setOverhead(attributes, pod, own)
      setScheduling(attributes, pod, own)
    },
    async validate(attributes) {
      const pod = podOf(attributes)
      if (pod === undefined) return
      const fixed = (await classOf(attributes, pod))?.overhead?.podFixed
      if (fixed != null && !semanticDeepEqual({ overhead: fixed }, { overhead: pod.spec?.overhead })) {
        throw forbid(attributes, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead")
      }
      if (fixed == null && pod.spec?.overhead != null)
        throw forbid(
          attributes,
          'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead',
        )
    },
  }
}

function setOverhead(attributes: AdmissionAttributes, pod: Pod, own: RuntimeClass): void {
  const fixed = own.overhead?.podFixed
  if (fixed == null) return
  if (
    pod.spec?.overhead != null &&
    !semanticDeepEqual({ overhead: fixed }, { overhead: pod.spec.overhead })
  ) {
    throw forbid(
      attributes,
      'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead',
    )
  }
  pod.spec = { ...pod.spec, overhead: { ...fixed } }
}

function setScheduling(attributes: AdmissionAttributes, pod: Pod, own: RuntimeClass): void {
  const { nodeSelector, tolerations } = own.scheduling ?? {}
  const spec = pod.spec!
  for (const [key, value] of Object.entries(nodeSelector ?? {})) {
    const old = getOwn(spec.nodeSelector, key)
    if (old !== undefined && old !== value)
      throw forbid(
        attributes,
        `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${old}`,
      )
  }
  if (nodeSelector != null) spec.nodeSelector = { ...spec.nodeSelector, ...nodeSelector }
  for (const toleration of tolerations ?? []) {
    if (!spec.tolerations?.some((t) => semanticDeepEqual(t, toleration)))
      spec.tolerations = [...(spec.tolerations ?? []), toleration]
  }
}
