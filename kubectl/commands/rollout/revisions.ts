// The revisions of a workload: replica sets or controller revisions.
// Upstream: kubectl/pkg/polymorphichelpers/history.go, kubectl/pkg/util/deployment/deployment.go
import type { PodTemplateSpec } from '../../../api/core-v1.ts'
import { deepCopy, type KubeObject } from '../../../apimachinery/json.ts'
import { KubectlError } from '../../errors.ts'
import type { Info } from '../../resources/builder.ts'
import { inGroup } from '../../resources/discovery.ts'
import type { Session } from '../../session.ts'

/** A pod template that a workload has had, with its number and change cause. */
export interface Revision {
  number: number
  /** The replica set, or the workload as it was. */
  object: KubeObject
  changeCause: string
  template: PodTemplate
}

/** v1 PodTemplateSpec, as far as it is read. */
export type PodTemplate = PodTemplateSpec
/** The annotation with the user's reason for a revision. */
export const changeCauseAnnotation = 'kubernetes.io/change-cause'
/** The annotation of ReplicaSets and Deployments with the number of their revision. */
export const revisionAnnotation = 'deployment.kubernetes.io/revision'

interface Selector {
  matchLabels?: Record<string, string>
}

async function owned(session: Session, info: Info, resource: string): Promise<KubeObject[]> {
  const { selector } = (info.object['spec'] ?? {}) as { selector?: Selector }
  const labels = Object.entries(selector?.matchLabels ?? {})
    .map(([key, value]) => `${key}=${value}`)
    .join(',')
  const path = `/apis/apps/v1/namespaces/${info.namespace}/${resource}?labelSelector=${encodeURIComponent(labels)}`
  const list = await (await session.transport()).json<{ items: KubeObject[] }>(path)
  return list.items.filter((o) =>
    o.metadata.ownerReferences?.some((r) => r.controller === true && r.uid === info.object.metadata.uid),
  )
}

/** All revisions of a workload, the oldest first. Throws for kinds that have none. */
export async function revisionsOf(session: Session, info: Info): Promise<Revision[]> {
  const revisions =
    info.resource.kind === 'Deployment'
      ? await replicaSets(session, info)
      : ['DaemonSet', 'StatefulSet'].includes(info.resource.kind)
        ? await controllerRevisions(session, info)
        : undefined
  if (revisions === undefined) throw noHistory(info)
  return revisions.sort((a, b) => a.number - b.number)
}

/** Kinds with pods, of which kubectl could tell a history but does not. Upstream: kubectl/pkg/apps/kind_visitor.go */
const visited = new Set(['Pod.', 'ReplicationController.', 'ReplicaSet.apps', 'Job.batch', 'CronJob.batch'])

function noHistory({ resource }: Info): KubectlError {
  const { kind, group } = resource
  const named = `"${inGroup(kind, resource)}"`
  return new KubectlError(
    visited.has(`${kind}.${group}`)
      ? `no history viewer has been implemented for ${named}`
      : `error retrieving history for ${named}, no visitor method exists for {${group} ${kind}}`,
  )
}

async function replicaSets(session: Session, info: Info): Promise<Revision[]> {
  return (await owned(session, info, 'replicasets')).flatMap((object) => {
    const { annotations } = object.metadata
    const number = Number(annotations?.[revisionAnnotation] ?? Number.NaN)
    const { template } = object['spec'] as { template: PodTemplate }
    return Number.isNaN(number)
      ? []
      : [
          {
            number,
            object: { ...object, apiVersion: 'apps/v1', kind: 'ReplicaSet' },
            changeCause: annotations?.[changeCauseAnnotation] ?? '',
            template,
          },
        ]
  })
}

async function controllerRevisions(session: Session, info: Info): Promise<Revision[]> {
  return (await owned(session, info, 'controllerrevisions')).map((history) => {
    const { spec } = history['data'] as { spec: { template: PodTemplate & { $patch?: string } } }
    const { template } = spec
    const { $patch: _directive, ...plain } = template
    const object = deepCopy(info.object)
    object['spec'] = { ...(object['spec'] as object), template: plain }
    return {
      number: Number(history['revision'] ?? 0),
      object,
      changeCause: history.metadata.annotations?.[changeCauseAnnotation] ?? '',
      template: plain,
    }
  })
}
