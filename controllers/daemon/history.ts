// Upstream: pkg/controller/daemon/update.go (constructHistory, cleanupHistory)

import { getOwn, type KubeObject } from '../../apimachinery/json.ts'
import type { ControllerContext } from '../controller.ts'
import {
  type ControllerRevision,
  createRevision,
  deleteSurplus,
  revisionBytes,
  revisionData,
  revisionsPath,
} from '../controller-history.ts'
import { claimPods } from '../owner-references.ts'
import { templateHash } from '../template-hash.ts'
import { type DaemonSet, hashLabel } from './nodes.ts'

/** The revision of a DaemonSet's template, and those before. */
export interface History {
  current: ControllerRevision
  old: ControllerRevision[]
}

/** The hash of a ControllerRevision, by which pods name it; the revision's name where it has no label. */
export const hashOf = ({ metadata }: ControllerRevision): string =>
  getOwn(metadata.labels, hashLabel) ?? metadata.name!

/** The history of a DaemonSet; a revision is created where none has its template. */
export async function daemonSetHistory(context: ControllerContext, ds: DaemonSet): Promise<History> {
  const path = revisionsPath(ds)
  const { items } = await context.client.get<{ items?: ControllerRevision[] | null }>(path)
  const claimed = (await claimPods(context, ds, items ?? [], {
    selector: ds.spec.selector,
    resource: '/apis/apps/v1 controllerrevisions',
  })) as ControllerRevision[]
  const sorted = claimed.sort((a, b) => a.revision - b.revision)
  const bytes = revisionBytes(revisionData(ds))
  const [newest, ...duplicates] = sorted.filter(({ data }) => revisionBytes(data) === bytes).reverse()
  const old = sorted.filter(({ data }) => revisionBytes(data) !== bytes)
  const revision = (old.at(-1)?.revision ?? 0) + 1
  for (const { metadata } of duplicates) await context.client.delete(`${path}/${metadata.name}`)
  if (newest === undefined) return { current: await snapshot(context, ds, revision), old }
  if (newest.revision < revision) await context.client.patch(`${path}/${newest.metadata.name}`, { revision })
  return { current: newest, old }
}

async function snapshot(
  context: ControllerContext,
  ds: DaemonSet,
  revision: number,
): Promise<ControllerRevision> {
  const hash = templateHash(ds.spec.template, ds.status.collisionCount, context.minor)
  const name = `${ds.metadata.name}-${hash}`
  const created = await createRevision(context.client, ds, { name, labels: { [hashLabel]: hash }, revision })
  if (created !== undefined) return created
  await countCollision(context, ds)
  throw new Error(`controllerrevisions.apps "${name}" already exists`)
}

/** The set is looked at again with another hash. */
const countCollision = ({ client }: ControllerContext, ds: DaemonSet): Promise<unknown> =>
  client.update(`/apis/apps/v1/namespaces/${ds.metadata.namespace}/daemonsets/${ds.metadata.name}/status`, {
    ...ds,
    status: { ...ds.status, collisionCount: (ds.status.collisionCount ?? 0) + 1 },
  })

/** Deletes the oldest revisions without pods, beyond revisionHistoryLimit. */
export async function cleanUpHistory(
  { client }: ControllerContext,
  ds: DaemonSet,
  { old }: History,
  pods: readonly KubeObject[],
): Promise<void> {
  const live = new Set(pods.map(({ metadata }) => getOwn(metadata.labels, hashLabel)))
  const unused = old.filter((revision) => !live.has(hashOf(revision)))
  await deleteSurplus(client, ds, unused, old.length)
}
