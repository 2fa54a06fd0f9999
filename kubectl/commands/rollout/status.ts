// Upstream: kubectl/pkg/cmd/rollout/rollout_status.go, kubectl/pkg/polymorphichelpers/rollout_status.go
import type { KubeObject } from '../../../apimachinery/json.ts'
import { KubectlError } from '../../errors.ts'
import { buildTargets, getObject, type Info, visit } from '../../resources/builder.ts'
import { inGroup, type Resource } from '../../resources/discovery.ts'
import type { Session } from '../../session.ts'
import { requireResource } from './change.ts'
import { ownPauses } from './own-pauses.ts'

interface Workload {
  spec: {
    replicas?: number
    updateStrategy?: { type?: string; rollingUpdate?: { partition?: number } }
  }
  status: Partial<Record<string, number>> & {
    conditions?: { type: string; reason?: string }[]
  }
}

interface Progress {
  text: string
  done: boolean
}

const interval = 50
const revisionAnnotation = 'deployment.kubernetes.io/revision'
const waiting = (text: string): Progress => ({ text: `${text}\n`, done: false })
const finished = (text: string): Progress => ({ text: `${text}\n`, done: true })
const parts = (object: KubeObject): Workload => ({
  spec: (object['spec'] ?? {}) as Workload['spec'],
  status: (object['status'] ?? {}) as Workload['status'],
})

function deploymentProgress(object: KubeObject, revision: number): Progress {
  const { name = '', generation = 0, annotations } = object.metadata
  const { spec, status } = parts(object)
  const running = Number(annotations?.[revisionAnnotation] ?? 0)
  if (revision > 0 && revision !== running)
    throw new KubectlError(
      `desired revision (${revision}) is different from the running revision (${running})`,
    )
  if (generation > (status['observedGeneration'] ?? 0))
    return waiting('Waiting for deployment spec update to be observed...')
  const progressing = status.conditions?.find((c) => c.type === 'Progressing')
  if (progressing?.reason === 'ProgressDeadlineExceeded')
    throw new KubectlError(`deployment "${name}" exceeded its progress deadline`)
  const [updated, replicas, available] = ['updatedReplicas', 'replicas', 'availableReplicas'].map(
    (key) => status[key] ?? 0,
  ) as [number, number, number]
  const start = `Waiting for deployment "${name}" rollout to finish:`
  if (spec.replicas !== undefined && updated < spec.replicas)
    return waiting(`${start} ${updated} out of ${spec.replicas} new replicas have been updated...`)
  if (replicas > updated)
    return waiting(`${start} ${replicas - updated} old replicas are pending termination...`)
  if (available < updated)
    return waiting(`${start} ${available} of ${updated} updated replicas are available...`)
  return finished(`deployment "${name}" successfully rolled out`)
}

function requireRollingUpdate({ spec }: Workload): void {
  if (spec.updateStrategy?.type !== 'RollingUpdate')
    throw new KubectlError('rollout status is only available for RollingUpdate strategy type')
}

function daemonSetProgress(object: KubeObject): Progress {
  const { name = '', generation = 0 } = object.metadata
  const workload = parts(object)
  requireRollingUpdate(workload)
  const { status } = workload
  if (generation > (status['observedGeneration'] ?? 0))
    return waiting('Waiting for daemon set spec update to be observed...')
  const desired = status['desiredNumberScheduled'] ?? 0
  const updated = status['updatedNumberScheduled'] ?? 0
  const available = status['numberAvailable'] ?? 0
  const start = `Waiting for daemon set "${name}" rollout to finish:`
  if (updated < desired) return waiting(`${start} ${updated} out of ${desired} new pods have been updated...`)
  if (available < desired) return waiting(`${start} ${available} of ${desired} updated pods are available...`)
  return finished(`daemon set "${name}" successfully rolled out`)
}

function statefulSetProgress(object: KubeObject): Progress {
  const workload = parts(object)
  requireRollingUpdate(workload)
  const { spec, status } = workload
  const observed = status['observedGeneration'] ?? 0
  if (observed === 0 || (object.metadata.generation ?? 0) > observed)
    return waiting('Waiting for statefulset spec update to be observed...')
  const replicas = spec.replicas ?? 0
  const ready = status['readyReplicas'] ?? 0
  if (ready < replicas) return waiting(`Waiting for ${replicas - ready} pods to be ready...`)
  const updated = status['updatedReplicas'] ?? 0
  const rolling = spec.updateStrategy?.rollingUpdate
  if (rolling !== undefined) {
    const wanted = replicas - (rolling.partition ?? 0)
    if (updated < wanted)
      return waiting(
        `Waiting for partitioned roll out to finish: ${updated} out of ${wanted} new pods have been updated...`,
      )
    return finished(`partitioned roll out complete: ${updated} new pods have been updated...`)
  }
  const revision = (key: string): string => String((status as Record<string, unknown>)[key] ?? '')
  if (revision('updateRevision') !== revision('currentRevision'))
    return waiting(
      `waiting for statefulset rolling update to complete ${updated} pods at revision ${revision('updateRevision')}...`,
    )
  return finished(
    `statefulset rolling update complete ${status['currentReplicas'] ?? 0} pods at revision ${revision('currentRevision')}...`,
  )
}

function progressOf(object: KubeObject, revision: number, resource: Resource): Progress {
  if (object.kind === 'Deployment') return deploymentProgress(object, revision)
  if (object.kind === 'DaemonSet') return daemonSetProgress(object)
  if (object.kind === 'StatefulSet') return statefulSetProgress(object)
  throw new KubectlError(`no status viewer has been implemented for ${inGroup(object.kind, resource)}`)
}

/**
 * `kubectl rollout status`: follows rollouts until they end. Rejects where --timeout passes or a Deployment exceeds its
 * deadline.
 */
export async function status(session: Session, words: string[]): Promise<number> {
  requireResource(session, words)
  const revision = session.flags.number('revision')
  if (revision < 0) throw new KubectlError(`revision must be a positive integer: ${revision}`)
  const options = { selector: session.flags.string('selector'), allowEmptySelector: true, typed: true }
  const targets = await buildTargets(session, words, options)
  const count = await visit(session, targets, options, (info) => follow(session, info, revision))
  if (count === 0) session.host.stderr(`No resources found in ${await session.namespace()} namespace.\n`)
  return 0
}

/** Prints the progress each time that it changes, until it is done. */
async function follow(session: Session, info: Info, revision: number): Promise<void> {
  const { flags, host } = session
  const timeout = flags.duration('timeout')
  let object = info.object
  let last = ''
  // A host that ends watches by itself ends this one too, when nothing has changed for long.
  const patience = host.watchQuietMs === undefined ? Number.POSITIVE_INFINITY : host.watchQuietMs * 10
  let still = 0
  for (let waited = 0; ; waited += interval) {
    still += interval
    if (object.metadata.resourceVersion !== last) {
      still = 0
      const { text, done } = progressOf(object, revision, info.resource)
      host.stdout(text)
      if (done || !flags.bool('watch', true)) return
    }
    last = object.metadata.resourceVersion ?? ''
    if ((timeout > 0 && waited >= timeout) || still > patience + ownPauses(object))
      throw new KubectlError('timed out waiting for the condition')
    if (host.signal?.aborted === true) return
    await host.sleep(interval)
    object = await getObject(session, info).catch(() => {
      throw new KubectlError('object has been deleted')
    })
  }
}
