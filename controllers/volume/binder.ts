// Upstream: pkg/controller/volume/persistentvolume/pv_controller.go

import { type KubeObject, semanticEqual } from '../../apimachinery/json.ts'
import { isAlreadyExists, isNotFound } from '../../client/rest-client.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import { ConsistencyStore } from '../consistency.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue } from '../controller.ts'
import { EventOnce } from '../event-once.ts'
import { hostPathFinalizer, hostPathPlugin, hostPathVolume, isOfHostPath } from './host-path.ts'
import { findMatchingVolume, isBoundTo, mismatch } from './match.ts'
import {
  betaStorageProvisioner,
  bindCompleted,
  boundByController,
  claimPath,
  classOf,
  hasNoClass,
  type PersistentVolume,
  type PersistentVolumeClaim,
  provisionedBy,
  referenceTo,
  type StorageClass,
  selectedNode,
  storageProvisioner,
  volumePath,
  withoutFinalizer,
} from './types.ts'

const isDefault = 'storageclass.kubernetes.io/is-default-class'

/** Binds PersistentVolumeClaims to PersistentVolumes, asks for new ones, and reclaims those that are released. */
export function startVolumeBinder(
  context: ControllerContext,
  { hostPathProvisioning = false }: { hostPathProvisioning?: boolean },
): Controller {
  return new VolumeBinder(context, hostPathProvisioning)
}

class VolumeBinder implements Controller {
  private readonly context: ControllerContext
  private readonly hostPathProvisioning: boolean
  private readonly claims
  private readonly volumes
  private readonly classes
  private readonly claimQueue: ReconcileQueue
  private readonly volumeQueue: ReconcileQueue
  private readonly consistency = new ConsistencyStore()
  private readonly events: EventOnce

  constructor(context: ControllerContext, hostPathProvisioning: boolean) {
    this.context = context
    this.hostPathProvisioning = hostPathProvisioning
    this.events = new EventOnce(context, 'persistentvolume-controller')
    this.claimQueue = new ReconcileQueue(context, 'persistentvolumeclaim', (key) => this.syncClaim(key))
    this.volumeQueue = new ReconcileQueue(context, 'persistentvolume', (key) => this.syncVolume(key))
    const volumeOf = (claim: KubeObject): void => {
      for (const [name, volume] of this.volumes.items)
        if (isBoundTo(volume as PersistentVolume, claim as PersistentVolumeClaim)) this.volumeQueue.add(name)
    }
    this.claims = context.informers.on('/api/v1/persistentvolumeclaims', {
      onChange: (claim) => {
        this.claimQueue.add(keyOf(claim))
        volumeOf(claim)
      },
      onDelete: volumeOf,
    })
    this.volumes = context.informers.on('/api/v1/persistentvolumes', {
      onChange: (volume) => {
        this.volumeQueue.add(keyOf(volume))
        this.enqueueClaims()
      },
      onDelete: () => this.enqueueClaims(),
    })
    this.classes = context.informers.on('/apis/storage.k8s.io/v1/storageclasses', {
      onChange: () => this.enqueueClaims(),
    })
  }

  async stop(): Promise<void> {
    await Promise.all([this.claimQueue.stop(), this.volumeQueue.stop()])
  }

  private enqueueClaims(): void {
    for (const key of this.claims.items.keys()) this.claimQueue.add(key)
  }

  private get allVolumes(): PersistentVolume[] {
    return [...this.volumes.items.values()] as PersistentVolume[]
  }

  private async syncClaim(key: string): Promise<void> {
    // One store for both: a volume that was just bound must not be bound again.
    await this.consistency.ready('binding')
    const claim = this.claims.items.get(key) as PersistentVolumeClaim | undefined
    if (claim === undefined) return
    const volume = this.volumes.items.get(claim.spec.volumeName ?? '') as PersistentVolume | undefined
    if (claim.metadata.annotations?.[bindCompleted] !== undefined) await this.syncBoundClaim(claim, volume)
    else if (claim.spec.volumeName) await this.syncRequestedVolume(claim, volume)
    else await this.findVolume(claim)
  }

  private async findVolume(claim: PersistentVolumeClaim): Promise<void> {
    const storageClass = this.classes.items.get(classOf(claim)) as StorageClass | undefined
    const delayBinding =
      storageClass?.volumeBindingMode === 'WaitForFirstConsumer' &&
      claim.metadata.annotations?.[selectedNode] === undefined
    const volume = findMatchingVolume(claim, this.allVolumes, { delayBinding })
    if (volume !== undefined) return this.bind(volume, claim)
    if (await this.assignDefaultClass(claim)) return
    if (delayBinding)
      this.events.normal(
        claim,
        'WaitForFirstConsumer',
        'waiting for first consumer to be created before binding',
      )
    else if (classOf(claim) !== '') await this.provision(claim, storageClass)
    else
      this.events.normal(
        claim,
        'FailedBinding',
        'no persistent volumes available for this claim and no storage class is set',
      )
    await this.claimPhase(claim, 'Pending')
  }

  /** A claim that was made before there was a default class gets it now. */
  private async assignDefaultClass(claim: PersistentVolumeClaim): Promise<boolean> {
    if (!hasNoClass(claim) || !assignsClassLater(this.context)) return false
    const defaults = ([...this.classes.items.values()] as StorageClass[])
      .filter(({ metadata }) => metadata.annotations?.[isDefault] === 'true')
      .sort(newestFirst)
    if (defaults.length === 0) return false
    await this.updateClaim({
      ...claim,
      spec: { ...claim.spec, storageClassName: defaults[0]!.metadata.name! },
    })
    return true
  }

  /** Annotates the claim so that its external provisioner begins, or has the plugin of this program make its volume. */
  private async provision(
    claim: PersistentVolumeClaim,
    storageClass: StorageClass | undefined,
  ): Promise<void> {
    if (storageClass === undefined)
      return this.events.warning(
        claim,
        'ProvisioningFailed',
        `storageclass.storage.k8s.io "${classOf(claim)}" not found`,
      )
    const { provisioner } = storageClass
    if (provisioner === 'kubernetes.io/no-provisioner')
      return this.events.warning(
        claim,
        'ProvisioningFailed',
        'no volume plugin matched name: kubernetes.io/no-provisioner',
      )
    const { metadata } = claim
    if (metadata.annotations?.[storageProvisioner] !== provisioner)
      await this.updateClaim({
        ...claim,
        metadata: {
          ...metadata,
          annotations: {
            ...metadata.annotations,
            [betaStorageProvisioner]: provisioner,
            [storageProvisioner]: provisioner,
          },
        },
      })
    if (provisioner === hostPathPlugin) return this.provisionHostPath(claim, storageClass)
    this.events.normal(
      claim,
      'ExternalProvisioning',
      `Waiting for a volume to be created either by the external provisioner '${provisioner}' or manually by the system administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered.`,
    )
  }

  private async provisionHostPath(claim: PersistentVolumeClaim, storageClass: StorageClass): Promise<void> {
    const volume = this.hostPathProvisioning
      ? hostPathVolume(claim, storageClass, this.context)
      : `Failed to create provisioner: provisioning in volume plugin "${hostPathPlugin}" is disabled`
    if (typeof volume === 'string') return this.events.warning(claim, 'ProvisioningFailed', volume)
    try {
      await this.context.client.create('/api/v1/persistentvolumes', volume)
    } catch (error) {
      if (isAlreadyExists(error)) return
      throw error
    }
    const name = `pvc-${claim.metadata.uid}`
    this.events.normal(
      claim,
      'ProvisioningSucceeded',
      `Successfully provisioned volume ${name} using ${hostPathPlugin}`,
    )
  }

  private async syncRequestedVolume(
    claim: PersistentVolumeClaim,
    volume: PersistentVolume | undefined,
  ): Promise<void> {
    if (volume === undefined) return this.claimPhase(claim, 'Pending')
    const { name } = volume.metadata
    const why = volume.spec.claimRef === undefined ? mismatch(volume, claim) : undefined
    if (why !== undefined)
      this.events.warning(claim, 'VolumeMismatch', `Cannot bind to requested volume "${name}": ${why}`)
    else if (volume.spec.claimRef === undefined || isBoundTo(volume, claim)) return this.bind(volume, claim)
    else this.events.warning(claim, 'FailedBinding', `volume "${name}" already bound to a different claim.`)
    await this.claimPhase(claim, 'Pending')
  }

  private async syncBoundClaim(
    claim: PersistentVolumeClaim,
    volume: PersistentVolume | undefined,
  ): Promise<void> {
    if (
      volume !== undefined &&
      (volume.spec.claimRef === undefined || volume.spec.claimRef.uid === claim.metadata.uid)
    )
      return this.bind(volume, claim)
    if (claim.status.phase === 'Lost') return
    const lost = claim.spec.volumeName
      ? 'has lost its PersistentVolume'
      : 'has lost reference to PersistentVolume'
    if (volume === undefined)
      this.events.warning(claim, 'ClaimLost', `Bound claim ${lost}. Data on the volume is lost!`)
    else
      this.events.warning(
        claim,
        'ClaimMisbound',
        'Two claims are bound to the same volume, this one is bound incorrectly',
      )
    await this.claimPhase(claim, 'Lost')
  }

  /** The volume first, then the claim: who looks at both may go on from wherever this ended. */
  private async bind(found: PersistentVolume, claim: PersistentVolumeClaim): Promise<void> {
    const volume = await this.bindVolume(found, claim)
    await this.volumePhase(volume, 'Bound')
    const bound = await this.bindClaim(claim, volume)
    await this.claimPhase(bound, 'Bound', {
      accessModes: volume.spec.accessModes,
      capacity: claim.status.capacity ?? volume.spec.capacity,
    })
  }

  private async bindVolume(
    volume: PersistentVolume,
    claim: PersistentVolumeClaim,
  ): Promise<PersistentVolume> {
    if (volume.spec.claimRef?.uid === claim.metadata.uid) return volume
    const own = isBoundTo(volume, claim) ? {} : { [boundByController]: 'yes' }
    const annotations = { ...volume.metadata.annotations, ...own }
    return this.wrote(
      this.volumes,
      await this.context.client.update<PersistentVolume>(volumePath(volume), {
        ...volume,
        metadata: { ...volume.metadata, ...(Object.keys(annotations).length === 0 ? {} : { annotations }) },
        spec: {
          ...volume.spec,
          claimRef: referenceTo(claim),
        },
      }),
    )
  }

  private async bindClaim(
    claim: PersistentVolumeClaim,
    volume: PersistentVolume,
  ): Promise<PersistentVolumeClaim> {
    const { metadata, spec } = claim
    if (metadata.annotations?.[bindCompleted] !== undefined && spec.volumeName) return claim
    return this.updateClaim({
      ...claim,
      metadata: {
        ...metadata,
        annotations: {
          ...metadata.annotations,
          [bindCompleted]: 'yes',
          ...(spec.volumeName ? {} : { [boundByController]: 'yes' }),
        },
      },
      spec: { ...spec, volumeName: volume.metadata.name! },
    })
  }

  private async updateClaim(claim: PersistentVolumeClaim): Promise<PersistentVolumeClaim> {
    return this.wrote(
      this.claims,
      await this.context.client.update<PersistentVolumeClaim>(claimPath(claim), claim),
    )
  }

  private async claimPhase(claim: PersistentVolumeClaim, phase: string, more: object = {}): Promise<void> {
    const status = { ...claim.status, ...more, phase }
    if (semanticEqual(status, claim.status)) return
    this.wrote(
      this.claims,
      await this.context.client.update(`${claimPath(claim)}/status`, { ...claim, status }),
    )
  }

  private async volumePhase(volume: PersistentVolume, phase: string, message?: string): Promise<void> {
    if (volume.status.phase === phase) return
    const { message: _, ...status } = volume.status
    const next = { ...status, phase, ...(message === undefined ? {} : { message }) }
    this.wrote(
      this.volumes,
      await this.context.client.update(`${volumePath(volume)}/status`, { ...volume, status: next }),
    )
  }

  private wrote<T extends KubeObject>(informer: typeof this.claims, object: T): T {
    this.consistency.wroteAt('binding', informer, object)
    return object
  }

  private async syncVolume(name: string): Promise<void> {
    await this.consistency.ready('binding')
    const volume = this.volumes.items.get(name) as PersistentVolume | undefined
    if (volume === undefined) return
    const { claimRef } = volume.spec
    if (!claimRef?.uid) return this.volumePhase(volume, 'Available')
    const claim = await this.claimOf(claimRef)
    if (claim?.metadata.uid === claimRef.uid)
      return this.claimQueue.add(`${claimRef.namespace}/${claimRef.name}`)
    if (volume.status.phase === 'Released') await this.reclaim(volume)
    else if (volume.status.phase !== 'Failed') await this.volumePhase(volume, 'Released')
  }

  /** Asks the server, too: a volume is not to be released because the informer is behind. */
  private async claimOf({
    namespace,
    name,
  }: {
    namespace: string
    name: string
  }): Promise<KubeObject | undefined> {
    const known = this.claims.items.get(`${namespace}/${name}`)
    if (known !== undefined) return known
    try {
      return await this.context.client.get(`/api/v1/namespaces/${namespace}/persistentvolumeclaims/${name}`)
    } catch (error) {
      if (isNotFound(error)) return undefined
      throw error
    }
  }

  /** Volumes that a provisioner has made are its own to delete. Deviates: no plugin deletes or recycles others. */
  private async reclaim(volume: PersistentVolume): Promise<void> {
    const { persistentVolumeReclaimPolicy: policy, csi } = volume.spec
    if (policy === 'Delete' && isOfHostPath(volume)) return this.deleteHostPath(volume)
    const external = csi !== undefined || volume.metadata.annotations?.[provisionedBy] !== undefined
    if (policy !== 'Delete' || external || volume.metadata.deletionTimestamp !== undefined) return
    const name = volume.metadata.name!
    const message = `error getting deleter volume plugin for volume "${name}": no deletable volume plugin matched`
    await this.volumePhase(volume, 'Failed', message)
    this.events.warning(volume, 'VolumeFailedDelete', message)
  }

  private async deleteHostPath(volume: PersistentVolume): Promise<void> {
    const { client } = this.context
    const patch = withoutFinalizer(volume, hostPathFinalizer)
    if (patch !== undefined) await client.patch(volumePath(volume), patch)
    if (volume.metadata.deletionTimestamp === undefined) await client.delete(volumePath(volume))
  }
}

/** Until 1.28 a gate's matter, and before 1.25 not done at all. */
const assignsClassLater = ({ gates }: ControllerContext): boolean =>
  gateEnabled(gates, 'RetroactiveDefaultStorageClass')

const newestFirst = (a: KubeObject, b: KubeObject): number =>
  Date.parse(b.metadata.creationTimestamp!) - Date.parse(a.metadata.creationTimestamp!) ||
  (a.metadata.name! < b.metadata.name! ? -1 : 1)
