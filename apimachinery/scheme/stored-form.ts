// Upstream: apiserver/pkg/storage/etcd3/store.go (GuaranteedUpdate: `bytes.Equal(data, origState.data)`)
import { recordedReleases } from '../../component-base/release-facts.ts'
import type { KubeObject } from '../json.ts'
import { writingScheme } from './planned-scheme.ts'
import { ProtobufSerializer } from './protobuf.ts'

/** A stored object and the release that wrote it, which decides its bytes in etcd. */
export interface WrittenObject {
  readonly object: KubeObject
  /** The name of the scheme that wrote the object: `1.34`. */
  readonly writtenBy: string
}

/**
 * Whether two objects are the same bytes in the store of real servers. The data of another release can differ although
 * no field does: protobuf always holds the fields that are no pointers, and a release may have added one.
 */
export function sameStoredForm(a: WrittenObject, b: WrittenObject): boolean {
  const [left, right] = [storedForm(a), storedForm(b)]
  return left !== undefined && right !== undefined && left.equals(right)
}

function storedForm({ object, writtenBy }: WrittenObject): Buffer | undefined {
  const scheme = writingScheme(writtenBy, recordedReleases())
  if (scheme === undefined) return undefined
  const { resourceVersion: _, ...metadata } = object.metadata
  const bare = { ...object, metadata }
  const serializer = new ProtobufSerializer(scheme)
  return serializer.supports(object.apiVersion, object.kind)
    ? serializer.encode(bare)
    : Buffer.from(JSON.stringify(bare))
}
