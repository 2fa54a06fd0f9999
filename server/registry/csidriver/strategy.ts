// Upstream: pkg/apis/storage/v1/defaults.go
import type { CSIDriverSpec } from '../../../api/storage-v1.ts'
import { type KubeObject, semanticEqual } from '../../../apimachinery/json.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { subObject } from '../core/sub-object.ts'
import { registryDialect } from '../dialect.ts'
import { extending } from '../generic/resource-row.ts'
import type { RequestContext, ServerContext } from '../generic/strategy.ts'
import { validateDriverChange, validateDriverSpec } from './validation.ts'

function setDefaults(object: KubeObject, { gates, release }: ServerContext): void {
  const spec = subObject<DriverSpec>(object, 'spec')
  spec.attachRequired ??= true
  spec.podInfoOnMount ??= false
  spec.storageCapacity ??= false
  spec.fsGroupPolicy ??= 'ReadWriteOnceWithFSType'
  if (!spec.volumeLifecycleModes?.length) spec.volumeLifecycleModes = ['Persistent']
  spec.requiresRepublish ??= false
  if (gateEnabled(gates, 'SELinuxMountReadWriteOncePod')) spec.seLinuxMount ??= false
  if (registryDialect(release.minor).limitsVolumesOfDrivers && gateEnabled(gates, 'VolumeLimitScaling'))
    spec.preventPodSchedulingIfMissing ??= false
}

type DriverSpec = CSIDriverSpec & { preventPodSchedulingIfMissing?: boolean }
const specOf = (object: KubeObject): DriverSpec => subObject(object, 'spec')

/** The fields that gates give. */
const gatedFields = [
  ['SELinuxMountReadWriteOncePod', 'seLinuxMount'],
  ['MutableCSINodeAllocatableCount', 'nodeAllocatableUpdatePeriodSeconds'],
  ['CSIServiceAccountTokenSecrets', 'serviceAccountTokenInSecrets'],
  ['VolumeLimitScaling', 'preventPodSchedulingIfMissing'],
] as const

function dropDisabled({ server }: RequestContext, spec: DriverSpec, old: DriverSpec): void {
  for (const [gate, name] of gatedFields)
    if (!gateEnabled(server.gates, gate) && old[name] == null) delete spec[name]
}

const recommended =
  'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes'

function warnings({ server }: RequestContext, object: KubeObject, old: DriverSpec): string[] {
  const { tokenRequests, serviceAccountTokenInSecrets } = specOf(object)
  const isRecommended =
    gateEnabled(server.gates, 'CSIServiceAccountTokenSecrets') &&
    (tokenRequests ?? []).length > 0 &&
    serviceAccountTokenInSecrets == null &&
    !semanticEqual(tokenRequests, old.tokenRequests)
  return isRecommended ? [recommended] : []
}

/** The strategy of CSIDrivers. */
export const csiDriverRules = extending({
  setDefaults,
  prepareForCreate(ctx, object) {
    dropDisabled(ctx, specOf(object), {})
  },
  warningsOnCreate: (ctx, object) => warnings(ctx, object, {}),
  warningsOnUpdate: (ctx, object, old) => warnings(ctx, object, specOf(old)),
  prepareForUpdate(ctx, object, old) {
    const [spec, before] = [specOf(object), specOf(old)]
    dropDisabled(ctx, spec, before)
    const counted = registryDialect(ctx.server.release.minor).countedDriverFields
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
