// Upstream: pkg/registry/storage/storageclass/strategy.go, pkg/apis/storage/v1/defaults.go
import type { StorageClass } from '../../../api/storage-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { metaAgain } from '../core/object-meta-validation.ts'
import { extending } from '../generic/resource-row.ts'
import { validateStorageClass, validateStorageClassUpdate } from './validation.ts'

const asClass = (object: KubeObject): StorageClass => object as unknown as StorageClass

/** The strategy of StorageClasses. */
export const storageClassRules = extending({
  setDefaults(object) {
    const own = asClass(object)
    own.reclaimPolicy ??= 'Delete'
    own.volumeBindingMode ??= 'Immediate'
  },
  validate: ({ server }, object) => validateStorageClass(asClass(object), server.release.minor),
  validateUpdate: (ctx, object, old) => [
    ...metaAgain(ctx, object, false),
    ...validateStorageClass(asClass(object), ctx.server.release.minor),
    ...validateStorageClassUpdate(asClass(object), asClass(old), ctx.server.release.minor),
  ],
})
