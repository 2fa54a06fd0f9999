// Upstream: pkg/apis/storage/v1/defaults.go, pkg/apis/core/v1/defaults.go (claims)

import type { PersistentVolumeClaim } from '../../../api/core-v1.ts'
import type { CSIDriverSpec, StorageClass } from '../../../api/storage-v1.ts'
import { FieldPath } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { metaAgain } from '../core/object-meta.ts'
import { subObject } from '../core/sub-object.ts'
import { registryDialect } from '../dialect.ts'
import { extended } from '../generic/extended-strategy.ts'
import type { ResourceRegistration, ServerContext } from '../generic/strategy.ts'
import { persistentVolumeRegistration } from '../persistentvolume/strategy.ts'
import { setClaimDefaults } from '../persistentvolumeclaim/defaults.ts'
import { validateClaimChange } from '../persistentvolumeclaim/update-validation.ts'
import { claimOptions, validateClaimSpec } from '../persistentvolumeclaim/validation.ts'
import { claimWarnings } from '../persistentvolumeclaim/warnings.ts'
import { validateStorageClass, validateStorageClassUpdate } from './validation.ts'

function setStorageClassDefaults(object: KubeObject): void {
  const own = object as unknown as StorageClass
  own.reclaimPolicy ??= 'Delete'
  own.volumeBindingMode ??= 'Immediate'
}

function setCsiDriverDefaults(object: KubeObject, { gates }: ServerContext): void {
  const spec = subObject<CSIDriverSpec>(object, 'spec')
  spec.attachRequired ??= true
  spec.podInfoOnMount ??= false
  spec.storageCapacity ??= false
  spec.fsGroupPolicy ??= 'ReadWriteOnceWithFSType'
  if (!spec.volumeLifecycleModes?.length) spec.volumeLifecycleModes = ['Persistent']
  spec.requiresRepublish ??= false
  if (gateEnabled(gates, 'SELinuxMountReadWriteOncePod')) spec.seLinuxMount ??= false
  if (gateEnabled(gates, 'VolumeLimitScaling')) spec.preventPodSchedulingIfMissing ??= false
}

const specPath = FieldPath.of('spec')
const asClaim = (object: KubeObject): PersistentVolumeClaim => object as unknown as PersistentVolumeClaim
const claims = extended(
  '',
  'persistentvolumeclaims',
  { namespaced: true, hasStatus: true },
  {
    setDefaults: setClaimDefaults,
    validate: (ctx, object) =>
      validateClaimSpec(asClaim(object).spec ?? {}, specPath, claimOptions(ctx.server)),
    validateUpdate(ctx, object, old) {
      const options = claimOptions(ctx.server, asClaim(old))
      const whole = [
        ...metaAgain(ctx, object),
        ...validateClaimSpec(asClaim(object).spec ?? {}, specPath, options),
      ]
      return [
        ...whole,
        ...(registryDialect(ctx.server.minor).checksUpdatedClaimsAsNew ? whole : []),
        ...validateClaimChange(asClaim(object), asClaim(old), ctx.server, options),
      ]
    },
    warningsOnCreate: (_ctx, object) => claimWarnings(asClaim(object).spec ?? {}, specPath),
    warningsOnUpdate: (_ctx, object) => claimWarnings(asClaim(object).spec ?? {}, specPath),
  },
)

export const storageRegistrations: readonly ResourceRegistration[] = [
  extended(
    'storage.k8s.io',
    'storageclasses',
    {},
    {
      setDefaults: setStorageClassDefaults,
      validate: (ctx, object) => validateStorageClass(object as unknown as StorageClass, ctx.server.minor),
      validateUpdate: (ctx, object, old) => [
        ...metaAgain(ctx, object, false),
        ...validateStorageClass(object as unknown as StorageClass, ctx.server.minor),
        ...validateStorageClassUpdate(
          object as unknown as StorageClass,
          old as unknown as StorageClass,
          ctx.server.minor,
        ),
      ],
    },
  ),
  extended('storage.k8s.io', 'csidrivers', {}, { setDefaults: setCsiDriverDefaults }),
  {
    ...claims,
    strategy: {
      ...claims.strategy,
      prepareForCreate: (_ctx, object) => {
        object['status'] = { phase: 'Pending' }
      },
    },
  },
  persistentVolumeRegistration,
]
