// Upstream: plugin/pkg/admission/storage/storageobjectinuseprotection/admission.go
import { gateEnabled } from '../../featuregates/reader.ts'
import type { ServerContext } from '../registry/generic/strategy.ts'
import type { AdmissionPlugin } from './chain.ts'
import { admissionDialect } from './dialect.ts'

/** Volumes, claims and the classes of their attributes stay until nothing uses them. */
export function storageObjectInUseProtection({
  gates,
  release,
}: Pick<ServerContext, 'gates' | 'release'>): AdmissionPlugin {
  const finalizers = new Map([
    ['/persistentvolumes', 'kubernetes.io/pv-protection'],
    ['/persistentvolumeclaims', 'kubernetes.io/pvc-protection'],
  ])
  if (admissionDialect(release.minor).protectsVolumeAttributes && gateEnabled(gates, 'VolumeAttributesClass'))
    finalizers.set('storage.k8s.io/volumeattributesclasses', 'kubernetes.io/vac-protection')
  return {
    name: 'StorageObjectInUseProtection',
    handles: (operation) => operation === 'CREATE',
    admit({ request, object }) {
      const finalizer = finalizers.get(`${request.group}/${request.resource}`)
      if (finalizer === undefined || request.subresource !== '' || object === undefined) return
      if (object.metadata.finalizers?.includes(finalizer)) return
      object.metadata.finalizers = [...(object.metadata.finalizers ?? []), finalizer]
    },
  }
}
