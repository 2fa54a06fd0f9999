// Upstream: staging/src/k8s.io/apiserver/pkg/admission/conversion.go (VersionedAttributes)
import type { KubeObject } from '../../../apimachinery/json.ts'
import { parseApiVersion } from '../../../apimachinery/scheme/scheme.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import { apiVersionOf, type GroupVersionKind } from '../../registry/generic/runtime.ts'
import type { StoreParts } from '../../registry/generic/store.ts'
import type { AdmissionAttributes } from '../chain.ts'

/** The objects of a request in one version. */
export interface VersionedObjects {
  readonly kind: GroupVersionKind
  object: KubeObject | undefined
  readonly oldObject: KubeObject | undefined
}

/** What knows the types of a resource's objects: those of a custom resource are known to its own store. */
export type TypeParts = Pick<StoreParts, 'scheme' | 'convert'>

/** Those of the resource that a request is for. */
export const typePartsOf = (apiserver: GenericAPIServer, { request }: AdmissionAttributes): TypeParts =>
  apiserver.registry.store(request.group, request.resource)?.parts ?? apiserver

/** `object` in the version of a kind, with what Go's types always have. Throws where the version is not known. */
export function inKind(
  { scheme, convert }: TypeParts,
  object: KubeObject,
  kind: GroupVersionKind,
): KubeObject {
  const apiVersion = apiVersionOf(kind)
  if (object.kind === kind.kind && object.apiVersion !== apiVersion) return convert(object, apiVersion)
  const { group, version } = parseApiVersion(object.apiVersion)
  return scheme.typeName(group, version, object.kind) === undefined ? object : scheme.normalize(object)
}

/** The objects of one request in the versions that rules name, each converted once. */
export class VersionedRequest {
  readonly attributes: AdmissionAttributes
  private readonly parts: TypeParts
  private readonly versions = new Map<string, VersionedObjects>()

  constructor(apiserver: GenericAPIServer, attributes: AdmissionAttributes) {
    this.parts = typePartsOf(apiserver, attributes)
    this.attributes = attributes
  }

  of(kind: GroupVersionKind): VersionedObjects {
    const key = `${apiVersionOf(kind)} ${kind.kind}`
    let objects = this.versions.get(key)
    if (objects === undefined) {
      const { object, oldObject } = this.attributes
      objects = { kind, object: this.in(object, kind), oldObject: this.in(oldObject, kind) }
      this.versions.set(key, objects)
    }
    return objects
  }

  private in(object: KubeObject | undefined, kind: GroupVersionKind): KubeObject | undefined {
    return object && inKind(this.parts, object, kind)
  }
}
