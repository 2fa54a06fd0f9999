// What the external resizer of a CSI driver does. Upstream: kubernetes-csi/external-resizer pkg/{controller,modifycontroller}

import type { PersistentVolumeClaimStatus } from '../../api/core-v1.ts'
import { Quantity } from '../../apimachinery/quantity.ts'
import { isNotFound } from '../../client/rest-client.ts'
import { toTime } from '../../component-base/clock.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue } from '../controller.ts'
import { recordEvent } from '../event-recorder.ts'
import { claimsOfPod } from './protection.ts'
import {
  bindCompleted,
  claimPath,
  type PersistentVolume,
  type PersistentVolumeClaim,
  provisionedBy,
  volumePath,
} from './types.ts'

/** The driver of test clusters that expands and modifies its volumes. */
const driver = 'hostpath.csi.k8s.io'
const component = `external-resizer ${driver}`
const pending = 'FileSystemResizePending'

/** Expands volumes when their claims ask for more, and gives them the attributes of another class. */
export function startResizers(context: ControllerContext): Controller {
  const claims = context.informers.on('/api/v1/persistentvolumeclaims', {
    onChange: (claim) => queue.add(keyOf(claim)),
  })
  const volumes = context.informers.on('/api/v1/persistentvolumes')
  const pods = context.informers.on('/api/v1/pods', {
    onChange: (pod) => {
      for (const key of claimsOfPod(pod)) queue.add(key)
    },
  })
  const queue = new ReconcileQueue(context, 'external-resizer', async (key) => {
    const claim = claims.items.get(key) as PersistentVolumeClaim | undefined
    const volume = volumes.items.get(claim?.spec.volumeName ?? '') as PersistentVolume | undefined
    if (claim?.metadata.annotations?.[bindCompleted] === undefined || volume === undefined) return
    if (volume.metadata.annotations?.[provisionedBy] !== driver) return
    const mounted = [...pods.items.values()].some(
      (pod) => (pod['status'] as { phase?: string })?.phase === 'Running' && claimsOfPod(pod).includes(key),
    )
    await expand(context, claim, volume, mounted)
    await modify(context, claim, volume)
  })
  return queue
}

const isLess = (a: string | undefined, b: string): boolean =>
  a === undefined || Quantity.parse(a).compare(Quantity.parse(b)) < 0

/** The volume grows at once; its file system when a pod uses it. */
async function expand(
  context: ControllerContext,
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
  mounted: boolean,
): Promise<void> {
  const wanted = claim.spec.resources.requests?.storage
  const { status } = claim
  const { capacity } = status
  if (wanted === undefined || capacity?.['storage'] === undefined || !isLess(capacity['storage'], wanted))
    return
  if (isLess(volume.spec.capacity.storage, wanted)) {
    await context.client.patch(volumePath(volume), { spec: { capacity: { storage: wanted } } })
    await recordEvent(context, component, claim, {
      type: 'Normal',
      reason: 'Resizing',
      message: `External resizer is resizing volume ${volume.metadata.name}`,
    })
  }
  const others = (status.conditions ?? []).filter(({ type }) => type !== pending)
  if (mounted || claim.spec.volumeMode === 'Block')
    return writeStatus(context, claim, { capacity: { ...capacity, storage: wanted }, conditions: others })
  if (status.conditions?.some(({ type }) => type === pending)) return
  const condition = {
    type: pending,
    status: 'True',
    lastTransitionTime: toTime(context.clock.now()),
    message: 'Waiting for user to (re-)start a pod to finish file system resize of volume on node.',
  }
  await writeStatus(context, claim, { conditions: [...others, condition] })
}

/** A class that is not there yet is waited for. */
async function modify(
  context: ControllerContext,
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
): Promise<void> {
  const target = claim.spec.volumeAttributesClassName
  const { currentVolumeAttributesClassName: current, modifyVolumeStatus } = claim.status
  if (!target || (target === current && volume.spec.volumeAttributesClassName === target)) return
  if (!(await classExists(context, target))) {
    if (modifyVolumeStatus?.targetVolumeAttributesClassName !== target)
      await writeStatus(context, claim, {
        modifyVolumeStatus: { targetVolumeAttributesClassName: target, status: 'Pending' },
      })
    return
  }
  if (volume.spec.volumeAttributesClassName !== target)
    await context.client.patch(volumePath(volume), { spec: { volumeAttributesClassName: target } })
  await writeStatus(context, claim, {
    currentVolumeAttributesClassName: target,
    modifyVolumeStatus: undefined,
  })
  await recordEvent(context, component, claim, {
    type: 'Normal',
    reason: 'VolumeModifySuccessful',
    message: `external resizer modified volume ${claim.metadata.name} with vac ${target} successfully`,
  })
}

/** In whatever version of the API is served. */
async function classExists({ client }: ControllerContext, name: string): Promise<boolean> {
  for (const version of ['v1', 'v1beta1', 'v1alpha1'])
    try {
      await client.get(`/apis/storage.k8s.io/${version}/volumeattributesclasses/${name}`)
      return true
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  return false
}

async function writeStatus(
  { client }: ControllerContext,
  claim: PersistentVolumeClaim,
  changes: Partial<{ [K in keyof PersistentVolumeClaimStatus]: PersistentVolumeClaimStatus[K] | undefined }>,
): Promise<void> {
  await client.update(`${claimPath(claim)}/status`, { ...claim, status: { ...claim.status, ...changes } })
}
