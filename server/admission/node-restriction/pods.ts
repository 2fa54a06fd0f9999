// Upstream: plugin/pkg/admission/noderestriction/admission.go (admitPod, admitPodStatus, admitPodEviction)

import type { Pod } from '../../../api/core-v1.ts'
import { goQuote } from '../../../apimachinery/field-error.ts'
import { getOwn, type KubeObject } from '../../../apimachinery/json.ts'
import { newNotFound } from '../../../apimachinery/status-error.ts'
import { semanticDeepEqual } from '../../registry/core/semantic-deep-equal.ts'
import type { Storage } from '../../storage/interface.ts'
import { knownOrNewest } from '../../storage/known-or-newest.ts'
import { forbid } from '../forbid.ts'
import { nodeRestrictionDialect } from './dialect.ts'
import { apiReference } from './pod-references.ts'
import type { NodeRequest } from './request.ts'

const mirrorAnnotation = 'kubernetes.io/config.mirror'

const asPod = (object: KubeObject | undefined): Pod => (object ?? {}) as unknown as Pod

/** Throws 404 where there is no such pod. @note Names are looked up in the server's own lists, whose errors are in the singular. */
export async function storedPod(storage: Storage, namespace: string, name: string): Promise<Pod> {
  const record = await knownOrNewest(storage, `/registry/pods/${namespace}/${name}`)
  if (record === undefined) throw newNotFound({ group: '', resource: 'pod' }, name)
  return asPod(record.object)
}

/** Throws 404 where there is no such node. */
export async function storedNode(storage: Storage, name: string): Promise<KubeObject> {
  const record = await knownOrNewest(storage, `/registry/minions/${name}`)
  if (record === undefined) throw newNotFound({ group: '', resource: 'node' }, name)
  return record.object
}

/** A node makes and deletes the mirrors of its static pods, and writes the status of all of its pods. */
export async function admitPod(request: NodeRequest): Promise<void> {
  const { attributes } = request
  const { subresource } = attributes.request
  if (subresource === '') return admitWhole(request)
  if (subresource === 'status') return admitStatus(request)
  if (subresource === 'eviction') return admitEviction(request)
  throw forbid(
    attributes,
    `unexpected pod subresource ${goQuote(subresource)}, only 'status' and 'eviction' are allowed`,
  )
}

async function admitWhole(request: NodeRequest): Promise<void> {
  const { attributes, node, storage } = request
  const { operation } = attributes
  const quoted = goQuote(node)
  if (operation === 'CREATE') return admitMirror(request)
  if (operation !== 'DELETE')
    throw forbid(
      attributes,
      `unexpected operation ${goQuote(operation)}, node ${quoted} can only create and delete mirror pods`,
    )
  const pod = await storedPod(storage, attributes.request.namespace, attributes.request.name)
  if (pod.spec?.nodeName !== node)
    throw forbid(attributes, `node ${quoted} can only delete pods with spec.nodeName set to itself`)
}

async function admitMirror({ attributes, node, storage }: NodeRequest): Promise<void> {
  const pod = asPod(attributes.object)
  const quoted = goQuote(node)
  if (getOwn(pod.metadata?.annotations, mirrorAnnotation) === undefined)
    throw forbid(
      attributes,
      `pod does not have ${goQuote(mirrorAnnotation)} annotation, node ${quoted} can only create mirror pods`,
    )
  if (pod.spec?.nodeName !== node)
    throw forbid(attributes, `node ${quoted} can only create pods with spec.nodeName set to itself`)
  const problem = ownerProblem(pod, node)
  if (problem !== undefined) throw forbid(attributes, `node ${quoted} ${problem}`)
  const { uid } = (await storedNode(storage, node)).metadata
  const owner = pod.metadata!.ownerReferences![0]!
  if (owner.uid !== uid)
    throw forbid(attributes, `node ${node} UID mismatch: expected ${owner.uid ?? ''} got ${uid ?? ''}`)
  const reference = apiReference(pod, attributes.request.server.release.minor)
  if (reference !== undefined)
    throw forbid(attributes, `node ${quoted} can not create pods that reference ${reference}`)
}

/** The node is the owner of its mirror pods, and nobody else is. */
function ownerProblem(pod: Pod, node: string): string | undefined {
  const owners = pod.metadata?.ownerReferences ?? []
  const [owner] = owners
  if (owners.length > 1) return 'can only create pods with a single owner reference set to itself'
  if (owner?.apiVersion !== 'v1' || owner.kind !== 'Node' || owner.name !== node)
    return 'can only create pods with an owner reference set to itself'
  if (owner.controller !== true) return 'can only create pods with a controller owner reference set to itself'
  return owner.blockOwnerDeletion === true
    ? 'must not set blockOwnerDeletion on an owner reference'
    : undefined
}

function admitStatus({ attributes, node }: NodeRequest): void {
  const { operation, request } = attributes
  if (operation !== 'UPDATE') throw forbid(attributes, `unexpected operation ${goQuote(operation)}`)
  const [now, old] = [asPod(attributes.object), asPod(attributes.oldObject)]
  const quoted = goQuote(node)
  if (old.spec?.nodeName !== node)
    throw forbid(
      attributes,
      `node ${quoted} can only update pod status for pods with spec.nodeName set to itself`,
    )
  if (!semanticDeepEqual(now.metadata?.labels ?? {}, old.metadata?.labels ?? {}))
    throw forbid(attributes, `node ${quoted} cannot update labels through pod status`)
  if (!semanticDeepEqual(now.status?.resourceClaimStatuses, old.status?.resourceClaimStatuses))
    throw forbid(attributes, `node ${quoted} cannot update resource claim statues`)
  if (!nodeRestrictionDialect(request.server.release.minor).keepsExtendedClaims) return
  if (!semanticDeepEqual(now.status?.extendedResourceClaimStatus, old.status?.extendedResourceClaimStatus))
    throw forbid(attributes, `node ${quoted} cannot update extended resource claim status`)
}

async function admitEviction({ attributes, node, storage }: NodeRequest): Promise<void> {
  const { operation, request, object } = attributes
  if (operation !== 'CREATE') throw forbid(attributes, `unexpected operation ${operation}`)
  const name = request.name || object?.metadata.name || ''
  if (name === '') throw forbid(attributes, 'could not determine pod from request data')
  const pod = await storedPod(storage, request.namespace, name)
  if (pod.spec?.nodeName !== node)
    throw forbid(attributes, `node ${node} can only evict pods with spec.nodeName set to itself`)
}
