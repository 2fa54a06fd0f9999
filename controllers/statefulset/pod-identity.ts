// Upstream: pkg/controller/statefulset/stateful_set_utils.go
import type { KubeObject } from '../../apimachinery/json.ts'
import { type FeatureGateReader, gateEnabled } from '../../featuregates/reader.ts'
import { controllerReference } from '../owner-references.ts'
import { podMetadata } from '../pod-template.ts'
import type { StatefulSet } from './types.ts'

/** The label with a pod's own name, by which a Service can select the pod alone. */
export const podNameLabel = 'statefulset.kubernetes.io/pod-name'
const podIndexLabel = 'apps.kubernetes.io/pod-index'
/** The label with the name of the ControllerRevision that a pod was made from. */
export const revisionLabel = 'controller-revision-hash'

/** The set's name and the ordinal in a pod's name: `web` and 3 of `web-3`; the ordinal -1 for names of another form. */
export function parentAndOrdinal(pod: KubeObject): [parent: string, ordinal: number] {
  const match = /^(.*)-([0-9]+)$/.exec(pod.metadata.name!)
  return match === null ? ['', -1] : [match[1]!, Number(match[2])]
}

/** The number at the end of a pod's name; -1 where there is none. */
export const ordinalOf = (pod: KubeObject): number => parentAndOrdinal(pod)[1]
/** The ordinal of the set's first pod. */
export const startOrdinal = ({ spec }: StatefulSet): number => spec.ordinals?.start ?? 0
/** The set as its ordinals count: from 0 while StatefulSetStartOrdinal is off, whatever is stored. */
export function asNumbered(set: StatefulSet, gates: FeatureGateReader): StatefulSet {
  if (set.spec.ordinals == null || gateEnabled(gates, 'StatefulSetStartOrdinal')) return set
  const { ordinals: _, ...spec } = set.spec
  return { ...set, spec }
}
/** The name of the revision that a pod was made from; empty where the label is missing. */
export const revisionOf = (pod: KubeObject): string => pod.metadata.labels?.[revisionLabel] ?? ''

/** Whether the set wants a pod of this ordinal. */
export function inOrdinalRange(set: StatefulSet, pod: KubeObject): boolean {
  const index = ordinalOf(pod) - startOrdinal(set)
  return index >= 0 && index < set.spec.replicas
}

/** The name of a pod's claim: `TEMPLATE-SET-ORDINAL`. */
export const claimName = (set: StatefulSet, template: string, ordinal: number): string =>
  `${template}-${set.metadata.name}-${ordinal}`

/** The labels that tell a pod's name and ordinal. @param indexLabel whether PodIndexLabel is on */
export const identityLabels = (name: string, indexLabel: boolean): Record<string, string> => ({
  [podNameLabel]: name,
  ...(indexLabel ? { [podIndexLabel]: name.slice(name.lastIndexOf('-') + 1) } : {}),
})

/** The pod of an ordinal, with the template of `set`. */
export function newStatefulSetPod(
  set: StatefulSet,
  ordinal: number,
  revision: string,
  indexLabel: boolean,
): KubeObject {
  const { metadata, spec } = set.spec.template
  const name = `${set.metadata.name}-${ordinal}`
  const claims = (set.spec.volumeClaimTemplates ?? []).map(({ metadata: { name: template } }) => ({
    name: template!,
    persistentVolumeClaim: { claimName: claimName(set, template!, ordinal) },
  }))
  const others = (spec.volumes ?? []).filter((volume) => !claims.some(({ name: own }) => own === volume.name))
  const volumes = [...claims, ...others]
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...podMetadata(metadata),
      generateName: `${set.metadata.name}-`,
      name,
      namespace: set.metadata.namespace!,
      labels: { ...metadata?.labels, ...identityLabels(name, indexLabel), [revisionLabel]: revision },
      ownerReferences: [controllerReference(set)],
    },
    spec: {
      ...spec,
      hostname: name,
      ...(set.spec.serviceName ? { subdomain: set.spec.serviceName } : {}),
      ...(volumes.length === 0 ? {} : { volumes }),
    },
  }
}
