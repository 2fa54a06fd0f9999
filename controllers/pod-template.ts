// Upstream: pkg/controller/controller_utils.go (GetPodFromTemplate)

import type { PodSpec, PodTemplateSpec } from '../api/core-v1.ts'
import type { KubeObject, ObjectMeta } from '../apimachinery/json.ts'
import type { With } from '../apimachinery/with.ts'
import { controllerReference } from './owner-references.ts'

/** The parts of a template's metadata that its pods get: neither its name nor owners. */
export function podMetadata(
  metadata: Partial<ObjectMeta> | undefined,
): Pick<Partial<ObjectMeta>, 'labels' | 'annotations' | 'finalizers'> {
  const { labels, annotations, finalizers } = metadata ?? {}
  return {
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(finalizers === undefined ? {} : { finalizers }),
  }
}

/** A pod that is to be created; the server gives it its name. */
export interface NewPod {
  apiVersion: 'v1'
  kind: 'Pod'
  metadata: Partial<ObjectMeta>
  spec: PodSpec
}

/** The next pod of a template that `owner` has. */
export const podFromTemplate = (owner: KubeObject, template: With<PodTemplateSpec, 'spec'>): NewPod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    generateName: `${owner.metadata.name}-`,
    ...podMetadata(template.metadata),
    ownerReferences: [controllerReference(owner)],
  },
  spec: template.spec,
})
