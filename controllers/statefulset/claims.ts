// Upstream: pkg/controller/statefulset/{stateful_pod_control,stateful_set_utils}.go

import type { KubeObject, OwnerReference } from '../../apimachinery/json.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import { type ControllerContext, keyOf } from '../controller.ts'
import { controllersDialect } from '../dialect.ts'
import { recordEvent } from '../event-recorder.ts'
import { controllerReference } from '../owner-references.ts'
import { claimName, inOrdinalRange, ordinalOf } from './pod-identity.ts'
import type { StatefulSet } from './types.ts'

/** A PersistentVolumeClaim that stays or goes: whose it is to be. */
interface Policy {
  set: boolean
  pod: boolean
}

/** The owner of a pod's claim, by the set's persistentVolumeClaimRetentionPolicy. */
function policyOf(set: StatefulSet, pod: KubeObject): Policy {
  const { whenDeleted, whenScaled } = set.spec.persistentVolumeClaimRetentionPolicy ?? {}
  const condemned = whenScaled === 'Delete' && !inOrdinalRange(set, pod)
  return { pod: condemned, set: whenDeleted === 'Delete' && !condemned }
}

const retains = ({ spec }: StatefulSet): boolean => {
  const { whenDeleted, whenScaled } = spec.persistentVolumeClaimRetentionPolicy ?? {}
  return whenDeleted !== 'Delete' && whenScaled !== 'Delete'
}

const refersTo = (ref: OwnerReference, { kind, apiVersion, metadata }: KubeObject): boolean =>
  ref.kind === kind && ref.apiVersion === apiVersion && ref.name === metadata.name

const isStale = (claim: KubeObject, owner: KubeObject): boolean =>
  claim.metadata.ownerReferences?.some((ref) => refersTo(ref, owner) && ref.uid !== owner.metadata.uid) ===
  true

/**
 * The owner references that a claim should have; undefined where it has them, or another owner does. A reference to an earlier
 * set or pod of the name is not touched.
 */
export function claimOwners(
  set: StatefulSet,
  pod: KubeObject,
  claim: KubeObject,
): OwnerReference[] | undefined {
  if (isStale(claim, set) || isStale(claim, pod)) return undefined
  const refs = claim.metadata.ownerReferences ?? []
  const others = refs.filter((ref) => !refersTo(ref, set) && !refersTo(ref, pod))
  const foreign = !retains(set) && others.some(({ controller }) => controller === true)
  const wanted = foreign ? { set: false, pod: false } : policyOf(set, pod)
  const owns = ({ metadata }: KubeObject): boolean =>
    refs.some(({ uid, controller }) => uid === metadata.uid && controller === true)
  const has = ({ metadata }: KubeObject): boolean => refs.some(({ uid }) => uid === metadata.uid)
  if (
    [set, pod].every((owner) => has(owner) === owns(owner)) &&
    has(set) === wanted.set &&
    has(pod) === wanted.pod
  )
    return undefined
  return [
    ...others,
    ...(wanted.pod ? [controllerReference(pod)] : []),
    ...(wanted.set ? [controllerReference(set)] : []),
  ]
}

/** The PersistentVolumeClaims of a set's pods. */
export class StatefulSetClaims {
  private readonly context: ControllerContext
  private readonly set: StatefulSet
  private readonly known: ReadonlyMap<string, KubeObject>

  constructor(context: ControllerContext, set: StatefulSet, known: ReadonlyMap<string, KubeObject>) {
    this.context = context
    this.set = set
    this.known = known
  }

  private get path(): string {
    return `/api/v1/namespaces/${this.set.metadata.namespace}/persistentvolumeclaims`
  }

  private claimsOf(pod: KubeObject): KubeObject[] {
    const { metadata, spec } = this.set
    return (spec.volumeClaimTemplates ?? []).map((template) => ({
      ...template,
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: {
        ...template.metadata,
        name: claimName(this.set, template.metadata.name!, ordinalOf(pod)),
        namespace: metadata.namespace!,
        labels: { ...template.metadata.labels, ...spec.selector.matchLabels },
      },
    }))
  }

  /** Creates those that are not there. Throws where one is being deleted. */
  async ensure(pod: KubeObject): Promise<void> {
    for (const claim of this.claimsOf(pod)) {
      const there = this.known.get(keyOf(claim))
      const { name } = claim.metadata
      if (there?.metadata.deletionTimestamp !== undefined) throw new Error(`pvc ${name} is being deleted`)
      if (there !== undefined) continue
      const { status: _, ...template } = claim
      await this.context.client.create(this.path, template)
      const message = `${controllersDialect(this.context.minor).eventVerb('Create')} Claim ${name} Pod ${pod.metadata.name} in StatefulSet ${this.set.metadata.name} success`
      recordEvent(this.context, 'statefulset-controller', this.set, {
        type: 'Normal',
        reason: 'SuccessfulCreate',
        message,
      })
    }
  }

  /** Whether one of the pod's claims waits to be deleted with an earlier pod of the name. */
  stale(pod: KubeObject): boolean {
    return (
      this.set.spec.persistentVolumeClaimRetentionPolicy?.whenScaled === 'Delete' &&
      this.claimsOf(pod).some((claim) => {
        const there = this.known.get(keyOf(claim))
        return there !== undefined && isStale(there, pod)
      })
    )
  }

  /** Makes the claims of a pod that exists go with whom the retention policy says. */
  async updateOwners(pod: KubeObject): Promise<void> {
    if (!gateEnabled(this.context.gates, 'StatefulSetAutoDeletePVC')) return
    for (const { metadata } of this.claimsOf(pod)) {
      const claim = this.known.get(`${metadata.namespace}/${metadata.name}`)
      const ownerReferences = claim === undefined ? undefined : claimOwners(this.set, pod, claim)
      if (claim === undefined || ownerReferences === undefined) continue
      await this.context.client.update(`${this.path}/${metadata.name}`, {
        ...claim,
        metadata: { ...claim.metadata, ownerReferences },
      })
    }
  }
}
