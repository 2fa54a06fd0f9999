// Upstream: pkg/scheduler/framework/plugins/{volumebinding,volumerestrictions}

import type { KubeObject } from '../../apimachinery/json.ts'
import type { ControllerContext } from '../controller.ts'
import { controllersDialect } from '../dialect.ts'
import { podActive } from '../pods.ts'
import { findMatchingVolume, fitsNode } from './match.ts'
import { claimsOfPod } from './protection.ts'
import {
  bindCompleted,
  boundByController,
  claimPath,
  classOf,
  type PersistentVolume,
  type PersistentVolumeClaim,
  referenceTo,
  type StorageClass,
  selectedNode,
  volumePath,
} from './types.ts'

const noProvisioner = 'kubernetes.io/no-provisioner'

/** Decides for the scheduler which nodes the volumes of a pod allow, and binds them. */
export class VolumeScheduling {
  private readonly context: ControllerContext
  private readonly claims
  private readonly volumes
  private readonly classes

  /** @param onChange is told of claims that change, as `namespace/name`, and without a name of other things that they hang on */
  constructor(context: ControllerContext, onChange: (claim?: string) => void) {
    this.context = context
    this.claims = context.informers.on('/api/v1/persistentvolumeclaims', {
      onChange: ({ metadata }) => onChange(`${metadata.namespace}/${metadata.name}`),
    })
    this.volumes = context.informers.on('/api/v1/persistentvolumes', { onChange: () => onChange() })
    this.classes = context.informers.on('/apis/storage.k8s.io/v1/storageclasses', {
      onChange: () => onChange(),
    })
  }

  /** Why a pod can be on no node yet. */
  blocked(pod: KubeObject, pods: Iterable<KubeObject>): string | undefined {
    const keys = claimsOfPod(pod)
    for (const key of keys) {
      const claim = this.claim(key)
      const name = key.slice(key.indexOf('/') + 1)
      if (claim === undefined) return `persistentvolumeclaim "${name}" not found`
      if (claim.status.phase === 'Lost')
        return `persistentvolumeclaim "${name}" bound to non-existent persistentvolume "${claim.spec.volumeName}"`
      if (claim.metadata.deletionTimestamp !== undefined)
        return `persistentvolumeclaim "${name}" is being deleted`
    }
    const open = keys.map((key) => this.claim(key)!).filter((claim) => !isBound(claim))
    if (open.some((claim) => this.classOf(claim)?.volumeBindingMode !== 'WaitForFirstConsumer'))
      return 'pod has unbound immediate PersistentVolumeClaims'
    return this.takenByOther(keys, pods)
  }

  private takenByOther(keys: readonly string[], pods: Iterable<KubeObject>): string | undefined {
    const alone = keys.filter((key) => this.claim(key)!.spec.accessModes.includes('ReadWriteOncePod'))
    if (alone.length === 0) return undefined
    const holds = (pod: KubeObject): boolean =>
      podActive(pod) &&
      (pod['spec'] as { nodeName?: string }).nodeName !== undefined &&
      claimsOfPod(pod).some((key) => alone.includes(key))
    return [...pods].some(holds)
      ? 'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod'
      : undefined
  }

  /** Why the volumes of a pod that is not {@link blocked} cannot be used on a node. */
  misfit(pod: KubeObject, node: KubeObject): string | undefined {
    const excluded = new Set<string>()
    for (const key of claimsOfPod(pod)) {
      const claim = this.claim(key)!
      if (isBound(claim)) {
        const volume = this.volumes.items.get(claim.spec.volumeName!) as PersistentVolume | undefined
        if (volume === undefined)
          return 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)'
        if (!fitsNode(volume, node)) return controllersDialect(this.context.minor).volumeAffinityReason
      } else if (!this.canBind(claim, node, excluded))
        return "node(s) didn't find available persistent volumes to bind"
    }
    return undefined
  }

  private canBind(claim: PersistentVolumeClaim, node: KubeObject, excluded: Set<string>): boolean {
    const selected = claim.metadata.annotations?.[selectedNode]
    if (selected !== undefined) return selected === node.metadata.name
    const volume = this.match(claim, node, excluded)
    if (volume !== undefined) excluded.add(volume.metadata.name!)
    return volume !== undefined || this.classOf(claim)?.provisioner !== noProvisioner
  }

  private match(claim: PersistentVolumeClaim, node: KubeObject, excluded: ReadonlySet<string>) {
    return findMatchingVolume(claim, this.volumes.items.values() as Iterable<PersistentVolume>, {
      node,
      excluded,
    })
  }

  /** Binds the pod's claims for a node, or asks for volumes there. @returns whether all claims are bound */
  async prepare(pod: KubeObject, node: KubeObject): Promise<boolean> {
    const excluded = new Set<string>()
    const open = claimsOfPod(pod)
      .map((key) => this.claim(key)!)
      .filter((claim) => !isBound(claim))
    for (const claim of open) {
      if (claim.metadata.annotations?.[selectedNode] !== undefined) continue
      const volume = this.match(claim, node, excluded)
      if (volume === undefined) await this.selectNode(claim, node)
      else {
        excluded.add(volume.metadata.name!)
        if (volume.spec.claimRef?.uid === undefined) await this.bindVolume(volume, claim)
      }
    }
    return open.length === 0
  }

  private selectNode(claim: PersistentVolumeClaim, node: KubeObject): Promise<unknown> {
    return this.context.client.patch(claimPath(claim), {
      metadata: { annotations: { [selectedNode]: node.metadata.name } },
    })
  }

  private bindVolume(volume: PersistentVolume, claim: PersistentVolumeClaim): Promise<unknown> {
    return this.context.client.update(volumePath(volume), {
      ...volume,
      metadata: {
        ...volume.metadata,
        annotations: { ...volume.metadata.annotations, [boundByController]: 'yes' },
      },
      spec: {
        ...volume.spec,
        claimRef: referenceTo(claim),
      },
    })
  }

  private claim(key: string): PersistentVolumeClaim | undefined {
    return this.claims.items.get(key) as PersistentVolumeClaim | undefined
  }

  private classOf(claim: PersistentVolumeClaim): StorageClass | undefined {
    return this.classes.items.get(classOf(claim)) as StorageClass | undefined
  }
}

const isBound = ({ metadata, spec }: PersistentVolumeClaim): boolean =>
  Boolean(spec.volumeName) && metadata.annotations?.[bindCompleted] !== undefined
