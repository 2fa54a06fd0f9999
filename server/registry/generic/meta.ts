// Upstream: staging/src/k8s.io/apiserver/pkg/registry/rest/meta.go

import { withNotesOf } from '../../../apimachinery/given-empty.ts'
import { type KubeObject, type ObjectMeta, setOwn } from '../../../apimachinery/json.ts'
import { newBadRequest } from '../../../apimachinery/status-error.ts'
import { type Clock, toTime } from '../../../component-base/clock.ts'
import { type Random, randomSuffix } from '../../../component-base/random.ts'
import type { ApiRequest } from './request.ts'

/** What a client cannot set on create. */
const systemFields: ReadonlySet<string> = new Set([
  'creationTimestamp',
  'uid',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'selfLink',
])

/**
 * Takes out of an object's metadata what a client cannot set on create. The metadata is made anew: V8 makes a hash table of an object
 * of which something is deleted, and each later step of the write would look up each field in it.
 */
export function wipeSystemFields(object: KubeObject): void {
  const metadata: Record<string, unknown> = withNotesOf(object.metadata, {})
  for (const [key, value] of Object.entries(object.metadata))
    if (!systemFields.has(key)) setOwn(metadata, key, value)
  object.metadata = metadata
}

/** Drops `clusterName`, which the schemas of old releases have and no server keeps, with a warning. */
export function dropClusterName(request: ApiRequest, meta: ObjectMeta & { clusterName?: string }): void {
  if (!meta.clusterName) return
  delete meta.clusterName
  request.warn(
    'metadata.clusterName was specified. This field is not preserved and will be removed from the schema in 1.25',
  )
}

/** Sets creationTimestamp and uid of a new object, in place. @param of the resource, for draws of its own */
export function fillSystemFields(
  meta: ObjectMeta,
  { clock, random }: { clock: Clock; random: Random },
  of: string,
): void {
  meta.creationTimestamp = toTime(clock.now())
  meta.uid = random.uuid(of)
}

/** `prefix` and five random characters, 63 characters at most. Upstream: storage/names/generate.go */
export function generateName(prefix: string, random: Random): string {
  return Buffer.from(prefix).subarray(0, 58).toString() + randomSuffix(random)
}

/** Sets the namespace of the request on an object without one. Throws 400 where both are set and differ. */
export function ensureNamespace(meta: ObjectMeta, requestNamespace: string): void {
  const own = meta.namespace ?? ''
  if (own === requestNamespace) {
    if (own === '' && meta.namespace !== undefined) delete meta.namespace
  } else if (own === '') meta.namespace = requestNamespace
  else if (requestNamespace === '') delete meta.namespace
  else
    throw newBadRequest(
      'the namespace of the provided object does not match the namespace sent on the request',
    )
}
