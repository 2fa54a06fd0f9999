// Upstream: staging/src/k8s.io/apiserver/pkg/admission/conversion.go (VersionedAttributes)
import { deepCopy, type KubeObject } from '../../../apimachinery/json.ts'
import { parseApiVersion } from '../../../apimachinery/scheme/api-version.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import { apiVersionOf, type GroupVersionKind } from '../../registry/generic/runtime.ts'
import type { StoreParts } from '../../registry/generic/store.ts'
import type { AdmissionAttributes } from '../chain.ts'

/** The new and the old object of a request, in one API version. */
export interface VersionedObjects {
  readonly kind: GroupVersionKind
  object: KubeObject | undefined
  readonly oldObject: KubeObject | undefined
}

/** The types of a resource's objects: those of a custom resource are known to its own store. */
export type TypeParts = Pick<StoreParts, 'scheme' | 'convert' | 'prepareConversion'>

/** The types by which objects of the request's resource are converted and defaulted; those of the server where it has no store. */
export const typePartsOf = (apiserver: GenericAPIServer, { request }: AdmissionAttributes): TypeParts =>
  apiserver.registry.store(request.group, request.resource)?.parts ?? apiserver

/** An object that is one's own in another version. Rejects where it has none, with the StatusError of a webhook that does not convert it. */
export async function converted(
  { convert, prepareConversion }: TypeParts,
  object: KubeObject,
  apiVersion: string,
): Promise<KubeObject> {
  // Others may change the object later; what was asked for it must not be taken for the answer then.
  const asked = deepCopy(object)
  await prepareConversion?.([asked], apiVersion)
  return convert(asked, apiVersion)
}

/** `object` in the version of a kind, with what Go's types always have. Rejects as {@link converted}. */
export async function inKind(
  parts: TypeParts,
  object: KubeObject,
  kind: GroupVersionKind,
): Promise<KubeObject> {
  const apiVersion = apiVersionOf(kind)
  if (parts.prepareConversion !== undefined && object.kind !== kind.kind)
    // The kind of a custom resource that a webhook changed counts only in what is written.
    return { ...(await converted(parts, object, apiVersion)), kind: kind.kind }
  if (object.kind === kind.kind && object.apiVersion !== apiVersion)
    return converted(parts, object, apiVersion)
  const { scheme } = parts
  const { group, version } = parseApiVersion(object.apiVersion)
  return scheme.typeName(group, version, object.kind) === undefined ? object : scheme.normalize(object)
}

/** The objects of a request in the version of a kind; the old one first, as upstream converts them. Rejects as {@link inKind}. */
export async function objectsIn(
  parts: TypeParts,
  { object, oldObject }: Pick<AdmissionAttributes, 'object' | 'oldObject'>,
  kind: GroupVersionKind,
): Promise<VersionedObjects> {
  const old = oldObject && (await inKind(parts, oldObject, kind))
  return { kind, object: object && (await inKind(parts, object, kind)), oldObject: old }
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

  /** Rejects as {@link inKind}. */
  async of(kind: GroupVersionKind): Promise<VersionedObjects> {
    const key = `${apiVersionOf(kind)} ${kind.kind}`
    let objects = this.versions.get(key)
    if (objects === undefined) {
      objects = await objectsIn(this.parts, this.attributes, kind)
      this.versions.set(key, objects)
    }
    return objects
  }
}
