// Upstream: pkg/controller/daemon/update.go (constructHistory, snapshot, cleanupHistory)

import { goJSON, sortKeys } from '../../apimachinery/go-print/marshal.ts'
import { getOwn, type KubeObject } from '../../apimachinery/json.ts'
import { isAlreadyExists } from '../../client/rest-client.ts'
import type { ControllerContext } from '../controller.ts'
import { claimPods, controllerReference } from '../owner-references.ts'
import { templateHash } from '../template-hash.ts'
import { type DaemonSet, hashLabel } from './nodes.ts'

/** apps/v1 ControllerRevision of a DaemonSet. `revision` counts up. */
type ControllerRevision = KubeObject & { data: object; revision: number }

/** The revision of a DaemonSet's template, and those before. */
export interface History {
  current: ControllerRevision
  old: ControllerRevision[]
}

const collection = ({ metadata }: DaemonSet): string =>
  `/apis/apps/v1/namespaces/${metadata.namespace}/controllerrevisions`
/** Its keys are sorted: clients compare it byte by byte. */
const dataOf = ({ spec }: DaemonSet): object =>
  sortKeys({ spec: { template: { ...spec.template, $patch: 'replace' } } }) as object
const same = (a: unknown, b: unknown): boolean => goJSON(sortKeys(a)) === goJSON(sortKeys(b))

/** The hash of a revision, which its pods carry. */
export const hashOf = ({ metadata }: ControllerRevision): string =>
  getOwn(metadata.labels, hashLabel) ?? metadata.name!

/** The history of a DaemonSet; a revision is created where none has its template. */
export async function daemonSetHistory(context: ControllerContext, ds: DaemonSet): Promise<History> {
  const { items } = await context.client.get<{ items?: ControllerRevision[] | null }>(collection(ds))
  const claimed = (await claimPods(context, ds, items ?? [], {
    selector: ds.spec.selector,
    resource: '/apis/apps/v1 controllerrevisions',
  })) as ControllerRevision[]
  const sorted = claimed.sort((a, b) => a.revision - b.revision)
  const [newest, ...duplicates] = sorted.filter(({ data }) => same(data, dataOf(ds))).reverse()
  const old = sorted.filter(({ data }) => !same(data, dataOf(ds)))
  const revision = (old.at(-1)?.revision ?? 0) + 1
  for (const { metadata } of duplicates) await context.client.delete(`${collection(ds)}/${metadata.name}`)
  if (newest === undefined) return { current: await snapshot(context, ds, revision), old }
  if (newest.revision < revision)
    await context.client.patch(`${collection(ds)}/${newest.metadata.name}`, { revision })
  return { current: newest, old }
}

async function snapshot(
  context: ControllerContext,
  ds: DaemonSet,
  revision: number,
): Promise<ControllerRevision> {
  const hash = templateHash(ds.spec.template, ds.status.collisionCount, context.minor)
  const name = `${ds.metadata.name}-${hash}`
  try {
    return await context.client.create<ControllerRevision>(collection(ds), {
      apiVersion: 'apps/v1',
      kind: 'ControllerRevision',
      metadata: {
        name,
        labels: { ...ds.spec.template.metadata?.labels, [hashLabel]: hash },
        ...(ds.metadata.annotations === undefined ? {} : { annotations: ds.metadata.annotations }),
        ownerReferences: [controllerReference(ds)],
      },
      data: dataOf(ds),
      revision,
    })
  } catch (error) {
    if (!isAlreadyExists(error)) throw error
    const there = await context.client.get<ControllerRevision>(`${collection(ds)}/${name}`)
    if (same(there.data, dataOf(ds))) return there
    await countCollision(context, ds)
    throw error
  }
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
  const surplus = old.length - (ds.spec.revisionHistoryLimit ?? 10)
  const unused = old.filter((revision) => !live.has(hashOf(revision)))
  for (const { metadata } of unused.slice(0, Math.max(0, surplus)))
    await client.delete(`${collection(ds)}/${metadata.name}`)
}
