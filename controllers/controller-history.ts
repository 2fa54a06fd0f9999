// Upstream: pkg/controller/history/controller_history.go, pkg/controller/daemon/update.go (snapshot)

import type { PodTemplateSpec } from '../api/core-v1.ts'
import { goJSON, sortKeys } from '../apimachinery/go-print/marshal.ts'
import type { KubeObject } from '../apimachinery/json.ts'
import type { With } from '../apimachinery/with.ts'
import { isAlreadyExists, type RestClient } from '../client/rest-client.ts'
import { controllerReference } from './owner-references.ts'

type PodTemplate = With<PodTemplateSpec, 'spec'>

/** apps/v1 ControllerRevision of a DaemonSet or StatefulSet. `revision` counts up. */
export type ControllerRevision = KubeObject & {
  data: { spec: { template: PodTemplate & { $patch?: string } } }
  revision: number
}

/** An object whose pod templates are kept: a DaemonSet, a StatefulSet. */
type Owner = KubeObject & { spec: { template: PodTemplate; revisionHistoryLimit?: number } }

/** The path of the revisions in an owner's namespace. */
export const revisionsPath = ({ metadata }: KubeObject): string =>
  `/apis/apps/v1/namespaces/${metadata.namespace}/controllerrevisions`

/** The data that a ControllerRevision keeps of its owner. Its keys are sorted: clients compare it byte by byte. */
export const revisionData = ({ spec }: Owner): ControllerRevision['data'] =>
  sortKeys({ spec: { template: { ...spec.template, $patch: 'replace' } } }) as ControllerRevision['data']

/** The bytes of a revision's data, by which revisions are compared and named. */
export const revisionBytes = (data: unknown): string => goJSON(sortKeys(data))

/**
 * Creates the revision of an owner's template.
 * @returns the one that is there already where its data are the same; undefined where another has the name
 */
export async function createRevision(
  client: RestClient,
  owner: Owner,
  { name, labels, revision }: { name: string; labels: Record<string, string>; revision: number },
): Promise<ControllerRevision | undefined> {
  const { annotations } = owner.metadata
  const data = revisionData(owner)
  try {
    return await client.create<ControllerRevision>(revisionsPath(owner), {
      apiVersion: 'apps/v1',
      kind: 'ControllerRevision',
      metadata: {
        name,
        labels: { ...owner.spec.template.metadata?.labels, ...labels },
        ...(annotations === undefined ? {} : { annotations }),
        ownerReferences: [controllerReference(owner)],
      },
      data,
      revision,
    })
  } catch (error) {
    if (!isAlreadyExists(error)) throw error
    const there = await client.get<ControllerRevision>(`${revisionsPath(owner)}/${name}`)
    return revisionBytes(there.data) === revisionBytes(data) ? there : undefined
  }
}

/** Deletes the first of the `unused` revisions, as far as `total` is more than revisionHistoryLimit. */
export async function deleteSurplus(
  client: RestClient,
  owner: Owner,
  unused: readonly ControllerRevision[],
  total: number,
): Promise<void> {
  const surplus = Math.max(0, total - (owner.spec.revisionHistoryLimit ?? 10))
  for (const { metadata } of unused.slice(0, surplus))
    await client.delete(`${revisionsPath(owner)}/${metadata.name}`)
}
