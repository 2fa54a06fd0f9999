// Upstream: staging/src/k8s.io/apiserver/pkg/registry/rest/meta.go

import type { ObjectMeta } from '../../../apimachinery/json.ts'
import { newBadRequest } from '../../../apimachinery/status-error.ts'
import { type Clock, toTime } from '../../../component-base/clock.ts'
import { type Random, randomSuffix } from '../../../component-base/random.ts'
import type { ApiRequest } from './request.ts'

/** What a client cannot set on create. */
export function wipeSystemFields(meta: ObjectMeta): void {
  delete meta.creationTimestamp
  delete meta.uid
  delete meta.deletionTimestamp
  delete meta.deletionGracePeriodSeconds
  delete meta.selfLink
}

/** Drops `clusterName`, which the schemas of old releases have and no server keeps, with a warning. */
export function dropClusterName(request: ApiRequest, meta: ObjectMeta & { clusterName?: string }): void {
  if (!meta.clusterName) return
  delete meta.clusterName
  request.warn(
    'metadata.clusterName was specified. This field is not preserved and will be removed from the schema in 1.25',
  )
}

/** Sets creationTimestamp and uid of a new object, in place. */
export function fillSystemFields(meta: ObjectMeta, clock: Clock, random: Random): void {
  meta.creationTimestamp = toTime(clock.now())
  meta.uid = random.uuid()
}

/** `prefix` and five random characters, 63 characters at most. Upstream: storage/names/generate.go */
export function generateName(prefix: string, random: Random): string {
  return Buffer.from(prefix).subarray(0, 58).toString() + randomSuffix(random)
}

/** Sets the namespace of the request on an object without one. Throws 400 where both are set and differ. */
export function ensureNamespace(meta: ObjectMeta, requestNamespace: string): void {
  const own = meta.namespace ?? ''
  if (own === requestNamespace) {
    if (own === '') delete meta.namespace
  } else if (own === '') meta.namespace = requestNamespace
  else if (requestNamespace === '') delete meta.namespace
  else
    throw newBadRequest(
      'the namespace of the provided object does not match the namespace sent on the request',
    )
}
