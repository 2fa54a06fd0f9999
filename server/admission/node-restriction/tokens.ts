// Upstream: plugin/pkg/admission/noderestriction/admission.go (admitServiceAccount, podReferencesAudience)
// Deviates: volumes of drivers that were once part of Kubernetes are not translated to their CSI driver.

import type { TokenRequestSpec } from '../../../api/authentication-v1.ts'
import type { PersistentVolume, PersistentVolumeClaim, Pod, Volume } from '../../../api/core-v1.ts'
import type { CSIDriver } from '../../../api/storage-v1.ts'
import { goQuote } from '../../../apimachinery/field-error.ts'
import { newNotFound } from '../../../apimachinery/status-error.ts'
import { aggregate } from '../../../featuregates/aggregate.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { allows, resourceAttributes } from '../../endpoints/authorization/attributes.ts'
import type { Storage } from '../../storage/interface.ts'
import { knownOrNewest } from '../../storage/known-or-newest.ts'
import { forbid } from '../forbid.ts'
import { nodeRestrictionDialect } from './dialect.ts'
import { storedPod } from './pods.ts'
import type { NodeRequest } from './request.ts'

/** A node asks for tokens of the pods that run on it, for audiences that they name. */
export async function admitToken(request: NodeRequest): Promise<void> {
  const { attributes, node, storage } = request
  const { subresource, namespace, server } = attributes.request
  if (attributes.operation !== 'CREATE' || subresource !== 'token') return
  const spec = (attributes.object?.['spec'] ?? {}) as TokenRequestSpec
  const ref = spec.boundObjectRef
  if (ref?.apiVersion !== 'v1' || ref.kind !== 'Pod' || !ref.name)
    throw forbid(attributes, 'node requested token not bound to a pod')
  if (!ref.uid) throw forbid(attributes, 'node requested token with a pod binding without a uid')
  const pod = await storedPod(storage, namespace, ref.name)
  if (pod.metadata?.uid !== ref.uid)
    throw forbid(
      attributes,
      `the UID in the bound object reference (${ref.uid}) does not match the UID in record. The object might have been deleted and then recreated`,
    )
  if (pod.spec?.nodeName !== node)
    throw forbid(attributes, 'node requested token bound to a pod scheduled on a different node')
  if (!gateEnabled(server.gates, 'ServiceAccountNodeAudienceRestriction')) return
  const problem = await audienceProblem(request, spec.audiences ?? [], pod)
  if (problem !== undefined) throw forbid(attributes, problem)
}

async function audienceProblem(
  { attributes, storage, authorizer }: NodeRequest,
  audiences: readonly string[],
  pod: Pod,
): Promise<string | undefined> {
  const { server, user, namespace, name } = attributes.request
  if (audiences.length > 1) return 'node may only request 0 or 1 audiences'
  const [audience = ''] = audiences
  const found = await references(storage, pod, audience)
  if (found.known) return undefined
  const quoted = goQuote(audience)
  if (found.errors.length > 0) return `error validating audience ${quoted}: ${aggregate(found.errors)}`
  if (!nodeRestrictionDialect(server.release.minor).asksAuthorizerForAudience)
    return `audience ${quoted} not found in pod spec volume`
  const wanted = { apiVersion: 'v1', namespace, resource: audience, name }
  const verb = 'request-serviceaccounts-token-audience'
  if (await allows(authorizer, resourceAttributes(user, verb, wanted))) return undefined
  return `audience ${quoted} not found in pod spec volume, ${user.name} is not authorized to request tokens for this audience`
}

/** Whether a volume of the pod has tokens for the audience, and what could not be looked up. */
async function references(storage: Storage, pod: Pod, audience: string) {
  const errors: string[] = []
  for (const volume of pod.spec?.volumes ?? []) {
    const tokens = (volume.projected?.sources ?? []).flatMap((source) => source.serviceAccountToken ?? [])
    if (tokens.some((token) => (token.audience ?? '') === audience)) return { known: true, errors: [] }
    try {
      if (await driverHas(storage, pod, volume, audience)) return { known: true, errors: [] }
    } catch (error) {
      errors.push((error as Error).message)
    }
  }
  return { known: false, errors }
}

async function driverHas(storage: Storage, pod: Pod, volume: Volume, audience: string): Promise<boolean> {
  const claim =
    volume.ephemeral?.volumeClaimTemplate == null
      ? volume.persistentVolumeClaim?.claimName
      : `${pod.metadata?.name}-${volume.name}`
  const name =
    claim === undefined
      ? (volume.csi?.driver ?? '')
      : await driverOfClaim(storage, pod.metadata?.namespace ?? '', claim)
  if (name === '') return false
  const driver = await lookUp<CSIDriver>(storage, 'csidrivers', name, name, 'storage.k8s.io')
  return (driver.spec?.tokenRequests ?? []).some((request) => (request.audience ?? '') === audience)
}

async function driverOfClaim(storage: Storage, namespace: string, name: string): Promise<string> {
  const path = `${namespace}/${name}`
  const claim = await lookUp<PersistentVolumeClaim>(storage, 'persistentvolumeclaims', path, name)
  const volumeName = claim.spec?.volumeName ?? ''
  const volume = await lookUp<PersistentVolume>(storage, 'persistentvolumes', volumeName, volumeName)
  return volume.spec?.csi?.driver ?? ''
}

/** What a lister answers with: its texts name the resource in the singular. */
async function lookUp<T>(
  storage: Storage,
  resource: string,
  path: string,
  name: string,
  group = '',
): Promise<T> {
  const record = await knownOrNewest(storage, `/registry/${resource}/${path}`)
  if (record === undefined) throw newNotFound({ group, resource: resource.slice(0, -1) }, name)
  return record.object as unknown as T
}
