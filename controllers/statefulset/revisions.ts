// Upstream: pkg/controller/statefulset/{stateful_set_control,stateful_set_utils}.go

import { getOwn, type KubeObject, semanticEqual } from '../../apimachinery/json.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import type { ControllerContext } from '../controller.ts'
import {
  type ControllerRevision,
  createRevision,
  deleteSurplus,
  revisionBytes,
  revisionData,
  revisionsPath,
} from '../controller-history.ts'
import { matchesLabelSelector } from '../label-selector.ts'
import { controllerOf } from '../pods.ts'
import { safeDigits } from '../template-hash.ts'
import type { StatefulSet } from './types.ts'

/** The revisions of a set: that of its old pods (`current`), and that of its template (`update`). */
export interface Revisions {
  current: ControllerRevision
  update: ControllerRevision
  all: ControllerRevision[]
  collisionCount: number
}

const hashLabel = 'controller.kubernetes.io/hash'

/** The hash in a revision's name: FNV-1 of 32 bits, in an alphabet that forms no words. */
export function revisionHash(data: unknown, collisionCount: number): string {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(`${revisionBytes(data)}${collisionCount}`))
    hash = (Math.imul(hash, 0x01000193) ^ byte) >>> 0
  return safeDigits(hash)
}

/** The set with the template of a revision. */
export function applyRevision(set: StatefulSet, revision: ControllerRevision): StatefulSet {
  const { $patch: _, ...template } = revision.data.spec.template
  return { ...set, spec: { ...set.spec, template } }
}

/** The revisions of a set; one is created where no revision has its template. */
export async function statefulSetRevisions(context: ControllerContext, set: StatefulSet): Promise<Revisions> {
  const all = await listRevisions(context, set)
  const newest = all.at(-1)
  const data = revisionData(set)
  const same = all.findLast((r) => revisionBytes(r.data) === revisionBytes(data))
  const next = (newest?.revision ?? 0) + 1
  let update: ControllerRevision
  let collisionCount = set.status.collisionCount ?? 0
  if (same !== undefined && same === newest) update = same
  else if (same !== undefined)
    update = await context.client.patch(`${revisionsPath(set)}/${same.metadata.name}`, { revision: next })
  else if (newest !== undefined && matchesSemantically(context, data, newest)) update = newest
  else ({ update, collisionCount } = await createUpdateRevision(context, set, next, collisionCount))
  const current = all.find((r) => r.metadata.name === set.status.currentRevision) ?? update
  return { current, update, all, collisionCount }
}

/** Whether the templates are equal once defaulted, as releases write the defaults of one template differently. */
const matchesSemantically = (
  { gates }: ControllerContext,
  data: ControllerRevision['data'],
  newest: ControllerRevision,
): boolean =>
  gateEnabled(gates, 'StatefulSetSemanticRevisionComparison') &&
  semanticEqual(withoutNull(data), withoutNull(newest.data))

const withoutNull = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data, (_, value: unknown) => (value === null ? undefined : value)))

async function listRevisions({ client }: ControllerContext, set: StatefulSet): Promise<ControllerRevision[]> {
  const { items } = await client.get<{ items?: ControllerRevision[] | null }>(revisionsPath(set))
  return (items ?? [])
    .filter((r) => {
      const owner = controllerOf(r)
      return owner === undefined
        ? matchesLabelSelector(set.spec.selector, r.metadata.labels)
        : owner.uid === set.metadata.uid
    })
    .sort((a, b) => a.revision - b.revision || (a.metadata.name! < b.metadata.name! ? -1 : 1))
}

async function createUpdateRevision(
  { client }: ControllerContext,
  set: StatefulSet,
  revision: number,
  collisionCount: number,
): Promise<{ update: ControllerRevision; collisionCount: number }> {
  const data = revisionData(set)
  for (let probe = collisionCount; ; probe++) {
    const hash = revisionHash(data, probe)
    const name = `${set.metadata.name!.slice(0, 223)}-${hash}`
    const update = await createRevision(client, set, { name, labels: { [hashLabel]: hash }, revision })
    if (update !== undefined) return { update, collisionCount: probe }
  }
}

/** Deletes the oldest revisions without pods, beyond revisionHistoryLimit. */
export async function truncateHistory(
  { client }: ControllerContext,
  set: StatefulSet,
  { all, current, update }: Revisions,
  pods: readonly KubeObject[],
): Promise<void> {
  const live = new Set([current.metadata.name, update.metadata.name])
  for (const pod of pods) live.add(getOwn(pod.metadata.labels, 'controller-revision-hash'))
  const history = all.filter((r) => !live.has(r.metadata.name))
  await deleteSurplus(client, set, history, history.length)
}
