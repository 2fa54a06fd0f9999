// Upstream: plugin/pkg/admission/nodetaint/admission.go (TaintNodesByCondition)

import type { Taint } from '../../api/core-v1.ts'
import { subObject } from '../registry/core/sub-object.ts'
import type { AdmissionAttributes, AdmissionPlugin } from './chain.ts'

const notReady: Taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }

/** The plugin TaintNodesByCondition: a new Node gets the not-ready taint (NoSchedule). */
export const taintNodesByCondition: AdmissionPlugin = {
  name: 'TaintNodesByCondition',
  handles: (operation) => operation === 'CREATE',
  resources: new Set(['/nodes']),
  admit({ request, object }: AdmissionAttributes): void {
    if (
      request.group !== '' ||
      request.resource !== 'nodes' ||
      request.subresource !== '' ||
      object === undefined
    )
      return
    const spec = subObject<{ taints?: Taint[] }>(object, 'spec')
    const taints = spec.taints ?? []
    if (taints.some((t) => t.key === notReady.key && t.effect === notReady.effect)) return
    spec.taints = [...taints, { ...notReady }]
  },
}
