// Upstream: pkg/apis/storage/v1/defaults.go
import type { CSIDriverSpec } from '../../../api/storage-v1.ts'
import { type KubeObject, semanticEqual } from '../../../apimachinery/json.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { subObject } from '../core/sub-object.ts'
import { registryDialect } from '../dialect.ts'
import { extending } from '../generic/resource-row.ts'
import type { ServerContext } from '../generic/strategy.ts'
import { validateDriverChange, validateDriverSpec } from './validation.ts'

function setDefaults(object: KubeObject, { gates }: ServerContext): void {
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

const specOf = (object: KubeObject): CSIDriverSpec => subObject(object, 'spec')

/** The strategy of CSIDrivers. */
export const csiDriverRules = extending({
  setDefaults,
  prepareForUpdate({ server }, object, old) {
    const [spec, before] = [specOf(object), specOf(old)]
    const counted = registryDialect(server.release.minor).countedDriverFields
    const changed =
      counted === 'all'
        ? !semanticEqual(spec, before)
        : counted.some((name) => !semanticEqual(spec[name], before[name]))
    if (changed) object.metadata.generation = (old.metadata.generation ?? 0) + 1
  },
  validate: (_ctx, object) => validateDriverSpec(specOf(object)),
  validateUpdate: ({ server }, object, old) => [
    ...validateDriverSpec(specOf(object)),
    ...validateDriverChange(specOf(object), specOf(old), server.release.minor),
  ],
})
