// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/fieldmanager/equality.go (IgnoreManagedFieldsTimestampsTransformer)
import { holdsGivenEmpty } from '../../../apimachinery/given-empty.ts'
import { type KubeObject, semanticEqual } from '../../../apimachinery/json.ts'

/**
 * Times in managedFields that changed without anything else changing are put back, so that a no-op stays one.
 * @param tellsEmpty whether an empty list or map is not the same as none
 */
export function keepTimestamps(object: KubeObject, old: KubeObject, tellsEmpty: boolean): KubeObject {
  const now = object.metadata.managedFields
  const before = old.metadata.managedFields
  if (now === undefined || before === undefined || now.length !== before.length) return object
  // As text: an empty set of fields is not the same as none.
  const owners = (o: KubeObject): string =>
    JSON.stringify(o.metadata.managedFields?.map(({ time: _, ...rest }) => rest))
  const unowned = (o: KubeObject): unknown => ({
    ...o,
    metadata: { ...o.metadata, managedFields: undefined },
  })
  // Most writes change something, and that is seen sooner than who owns what.
  if (!semanticEqual(unowned(object), unowned(old)) || owners(object) !== owners(old)) return object
  // What is stored holds no empty ones.
  if (tellsEmpty && holdsGivenEmpty(object)) return object
  return { ...object, metadata: { ...object.metadata, managedFields: before } }
}
