// Upstream: plugin/pkg/admission/alwayspullimages/admission.go
import type { Pod } from '../../api/core-v1.ts'
import { allContainers } from '../registry/pod/visit.ts'
import type { AdmissionAttributes, AdmissionPlugin } from './chain.ts'
import { podOf } from './pod-request.ts'

/** Nobody uses an image that another user of the node pulled. */
export const alwaysPullImages: AdmissionPlugin = {
  name: 'AlwaysPullImages',
  handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
  admit(attributes) {
    const pod = podOf(attributes)
    if (pod === undefined || hasOldImagesOnly(attributes, pod)) return
    for (const container of allContainers(pod.spec)) container.imagePullPolicy = 'Always'
    for (const { image } of pod.spec?.volumes ?? []) if (image != null) image.pullPolicy = 'Always'
  },
}

function hasOldImagesOnly({ operation, oldObject }: AdmissionAttributes, pod: Pod): boolean {
  if (operation !== 'UPDATE') return false
  const old = allContainers((oldObject as unknown as Pod | undefined)?.spec).map((c) => c.image ?? '')
  return allContainers(pod.spec).every((c) => old.includes(c.image ?? ''))
}
