// Upstream: plugin/pkg/admission/storage/storageclass/setdefault/admission.go, plugin/pkg/admission/network/defaultingressclass/admission.go

import type { PersistentVolumeClaim } from '../../api/core-v1.ts'
import type { Ingress } from '../../api/networking-v1.ts'
import { getOwn, type KubeObject } from '../../apimachinery/json.ts'
import type { Storage } from '../storage/interface.ts'
import type { AdmissionAttributes, AdmissionPlugin } from './chain.ts'

/** The newest of the classes that call themselves the default; undefined where none does. */
async function defaultClass(
  storage: Storage,
  prefix: string,
  annotations: readonly string[],
): Promise<string | undefined> {
  const { records } = await storage.list(prefix, { cached: true })
  const marked = records
    .map(({ object }) => object.metadata)
    .filter((meta) => annotations.some((key) => getOwn(meta.annotations ?? {}, key) === 'true'))
  const time = (text: string | null | undefined): number => Date.parse(text ?? '')
  marked.sort(
    (a, b) =>
      time(b.creationTimestamp) - time(a.creationTimestamp) || ((a.name ?? '') < (b.name ?? '') ? -1 : 1),
  )
  return marked[0]?.name
}

/** The object, where the request creates an object of this group and resource; undefined elsewhere. */
function created(attributes: AdmissionAttributes, group: string, resource: string): KubeObject | undefined {
  const { request } = attributes
  const fits = request.group === group && request.resource === resource && request.subresource === ''
  return fits ? attributes.object : undefined
}

/** The plugin DefaultStorageClass: PersistentVolumeClaims that name no class get the default StorageClass. */
export function defaultStorageClass({ storage }: { storage: Storage }): AdmissionPlugin {
  return {
    name: 'DefaultStorageClass',
    handles: (operation) => operation === 'CREATE',
    resources: new Set(['/persistentvolumeclaims']),
    async admit(attributes) {
      const claim = created(attributes, '', 'persistentvolumeclaims') as unknown as
        | PersistentVolumeClaim
        | undefined
      if (claim === undefined || claim.spec?.storageClassName != null) return
      if (getOwn(claim.metadata?.annotations ?? {}, 'volume.beta.kubernetes.io/storage-class') !== undefined)
        return
      const name = await defaultClass(storage, '/registry/storageclasses/', [
        'storageclass.kubernetes.io/is-default-class',
        'storageclass.beta.kubernetes.io/is-default-class',
      ])
      if (name === undefined) return
      claim.spec ??= {}
      claim.spec.storageClassName = name
    },
  }
}

/** The plugin DefaultIngressClass: Ingresses that name no class get the default IngressClass. */
export function defaultIngressClass({ storage }: { storage: Storage }): AdmissionPlugin {
  return {
    name: 'DefaultIngressClass',
    handles: (operation) => operation === 'CREATE',
    resources: new Set(['networking.k8s.io/ingresses']),
    async admit(attributes) {
      const ingress = created(attributes, 'networking.k8s.io', 'ingresses') as unknown as Ingress | undefined
      if (ingress === undefined || ingress.spec?.ingressClassName != null) return
      if (getOwn(ingress.metadata?.annotations ?? {}, 'kubernetes.io/ingress.class') !== undefined) return
      const name = await defaultClass(storage, '/registry/ingressclasses/', [
        'ingressclass.kubernetes.io/is-default-class',
      ])
      if (name === undefined) return
      ingress.spec ??= {}
      ingress.spec.ingressClassName = name
    },
  }
}
