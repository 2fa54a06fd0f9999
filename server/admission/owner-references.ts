// Upstream: plugin/pkg/admission/gc/gc_admission.go

import { goQuote } from '../../apimachinery/field-error.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { parseApiVersion } from '../../apimachinery/scheme/api-version.ts'
import { type Authorizer, allows, resourceAttributes } from '../endpoints/authorization/attributes.ts'
import type { GenericAPIServer } from '../endpoints/generic-apiserver.ts'
import { semanticDeepEqual } from '../registry/core/semantic-deep-equal.ts'
import type { AdmissionAttributes, AdmissionPlugin } from './chain.ts'
import { forbid } from './forbid.ts'

type OwnerReference = NonNullable<KubeObject['metadata']['ownerReferences']>[number]

const ownersOf = (object: KubeObject | undefined): readonly OwnerReference[] =>
  object?.metadata.ownerReferences ?? []

/** Who changes the owners of an object must be allowed to delete it; who keeps an owner, to finalize that one. */
export function ownerReferencesPermissionEnforcement(
  apiserver: GenericAPIServer,
  authorizer: Authorizer,
): AdmissionPlugin {
  return {
    name: 'OwnerReferencesPermissionEnforcement',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    validate(attributes) {
      const { request, object, oldObject } = attributes
      if (request.group === '' && request.resource === 'pods' && request.subresource === 'status')
        return undefined
      if (semanticDeepEqual(ownersOf(object), ownersOf(oldObject))) return undefined
      return checkOwners(apiserver, authorizer, attributes)
    },
  }
}

async function checkOwners(
  apiserver: GenericAPIServer,
  authorizer: Authorizer,
  attributes: AdmissionAttributes,
): Promise<void> {
  if (attributes.operation !== 'CREATE') await checkDelete(attributes, authorizer)
  const blocking = newBlockingOwners(attributes.object, attributes.oldObject)
  if (blocking.length === 0 || (await mayFinalizeAnything(attributes, authorizer))) return
  for (const owner of blocking) await checkFinalizers(apiserver, attributes, authorizer, owner)
}

async function checkDelete(attributes: AdmissionAttributes, authorizer: Authorizer): Promise<void> {
  const { user, namespace, group, version, resource, subresource, name } = attributes.request
  const wanted = { namespace, apiGroup: group, apiVersion: version, resource, subresource, name }
  const { decision, reason, error } = await authorizer.authorize(resourceAttributes(user, 'delete', wanted))
  if (decision === 'allow') return
  throw forbid(
    attributes,
    `cannot set an ownerRef on a resource you can't delete: ${reason}, ${error ?? '<nil>'}`,
  )
}

/** Owners that cannot go before the object does, and could before this write. */
function newBlockingOwners(object: KubeObject | undefined, old: KubeObject | undefined): OwnerReference[] {
  const before = new Map(ownersOf(old).map((owner) => [owner.uid, owner]))
  return ownersOf(object).filter(
    (owner) => owner.blockOwnerDeletion === true && before.get(owner.uid)?.blockOwnerDeletion !== true,
  )
}

function mayFinalizeAnything({ request }: AdmissionAttributes, authorizer: Authorizer): Promise<boolean> {
  const any = { apiGroup: '*', apiVersion: '*', resource: '*', subresource: 'finalizers', name: '*' }
  return allows(authorizer, resourceAttributes(request.user, 'update', any))
}

async function checkFinalizers(
  { registry }: GenericAPIServer,
  attributes: AdmissionAttributes,
  authorizer: Authorizer,
  { apiVersion = '', kind = '', name = '' }: OwnerReference,
): Promise<void> {
  const { user, namespace } = attributes.request
  const { group, version } = parseApiVersion(apiVersion)
  const owners = (registry.groupVersion(group, version) ?? []).filter((r) => r.kind.kind === kind)
  if (owners.length === 0)
    throw forbid(
      attributes,
      `cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion ${apiVersion} Kind ${kind}: no matches for kind ${goQuote(kind)} in version ${goQuote(apiVersion)}`,
    )
  for (const owner of owners) {
    const wanted = {
      apiGroup: group,
      apiVersion: version,
      resource: owner.facts.name,
      subresource: 'finalizers',
      name,
      ...(owner.namespaced ? { namespace } : {}),
    }
    const { decision, reason, error } = await authorizer.authorize(resourceAttributes(user, 'update', wanted))
    if (decision === 'allow') continue
    throw forbid(
      attributes,
      `cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: ${reason}, ${error ?? '<nil>'}`,
    )
  }
}
