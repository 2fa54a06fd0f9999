// Upstream: plugin/pkg/admission/storage/storageobjectinuseprotection/admission.go
import type { AdmissionPlugin } from './chain.ts'

/** Volumes and claims stay until nothing uses them. */
export const storageObjectInUseProtection: AdmissionPlugin = {
  name: 'StorageObjectInUseProtection',
  handles: (operation) => operation === 'CREATE',
  admit({ request, object }) {
    if (request.group !== '' || request.subresource !== '' || object === undefined) return
    const finalizers: Record<string, string> = {
      persistentvolumes: 'kubernetes.io/pv-protection',
      persistentvolumeclaims: 'kubernetes.io/pvc-protection',
    }
    const finalizer = Object.hasOwn(finalizers, request.resource) ? finalizers[request.resource]! : undefined
    if (finalizer === undefined || object.metadata.finalizers?.includes(finalizer)) return
    object.metadata.finalizers = [...(object.metadata.finalizers ?? []), finalizer]
  },
}
