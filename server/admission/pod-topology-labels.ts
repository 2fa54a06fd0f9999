// Upstream: plugin/pkg/admission/podtopologylabels/admission.go

import type { ObjectReference, PodSpec } from '../../api/core-v1.ts'
import { getOwn, type KubeObject } from '../../apimachinery/json.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import type { ServerContext } from '../registry/generic/strategy.ts'
import { knownOrNewest } from '../storage/known-or-newest.ts'
import type { AdmissionPlugin } from './chain.ts'
import { admissionDialect } from './dialect.ts'

/** @note A release looked for labels that nodes do not have. */
const topologyKeys = (minor: number): string[] =>
  ['zone', 'region'].map((key) => `${admissionDialect(minor).topologyDomain}/${key}`)

/** Pods take over the zone and region of their node when they are bound to it. */
export function podTopologyLabels({ storage, gates, release: { minor } }: ServerContext): AdmissionPlugin {
  return {
    name: 'PodTopologyLabels',
    handles: (operation) => operation === 'CREATE',
    resources: new Set(['/pods']),
    async admit({ request, object }) {
      if (request.group !== '' || request.resource !== 'pods' || object === undefined) return
      if (!gateEnabled(gates, 'PodTopologyLabelsAdmission')) return
      const node = nodeOf(request.subresource, object)
      if (node === '') return
      const record = await knownOrNewest(storage, `/registry/minions/${node}`)
      const labels = topologyKeys(minor).flatMap((key) => {
        const value = getOwn(record?.object.metadata.labels ?? {}, key)
        return value === undefined ? [] : [[key, value] as const]
      })
      if (labels.length > 0)
        object.metadata.labels = { ...object.metadata.labels, ...Object.fromEntries(labels) }
    },
  }
}

/** The name of the node that a pod, or its binding, names; empty: none. */
function nodeOf(subresource: string, object: KubeObject): string {
  if (subresource === '') return (object['spec'] as PodSpec | undefined)?.nodeName ?? ''
  if (subresource !== 'binding') return ''
  const target = object['target'] as ObjectReference | undefined
  return target?.kind === 'Node' ? (target.name ?? '') : ''
}
