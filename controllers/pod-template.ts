// Upstream: pkg/controller/controller_utils.go (GetPodFromTemplate)

import type { ObjectMeta } from '../apimachinery/json.ts'

/** Of a template's metadata, what its pods get: neither its name nor owners. */
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
