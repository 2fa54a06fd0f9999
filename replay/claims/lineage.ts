// What came of the objects that a document makes: its uids, by way of who owns what.
import type { KubeObject } from '../../apimachinery/json.ts'
import type { ClaimWorld } from './world.ts'

/** Whether an object is one that the document has made. */
export const isSame = ({ metadata }: KubeObject, one: { name: string; namespace: string }): boolean =>
  metadata.name === one.name && (metadata.namespace ?? '') === one.namespace

/** Kinds between those that documents create and their Pods. */
const between = [
  'replicasets.apps',
  'jobs.batch',
  'deployments.apps',
  'statefulsets.apps',
  'daemonsets.apps',
  'cronjobs.batch',
  'services',
  'replicationcontrollers',
]

/** The uids of what the document has made, and of what belongs to that. */
export async function documentedUids(world: ClaimWorld): Promise<ReadonlySet<string>> {
  const resources = [...new Set([...world.documented.map((one) => one.resource), ...between])]
  const all = (
    await Promise.all(
      resources.map(async (resource) =>
        (
          await world.objects(resource)
        )
          .concat(await world.before(resource))
          .map((object) => ({ resource, object })),
      ),
    )
  ).flat()
  const uids = new Set(
    all
      .filter(({ resource, object }) =>
        world.documented.some((one) => one.resource === resource && isSame(object, one)),
      )
      .map(({ object }) => object.metadata.uid ?? ''),
  )
  // Twice: what is owned may be listed before its owner.
  for (const { object } of [...all, ...all])
    if (object.metadata.ownerReferences?.some(({ uid }) => uids.has(uid)) === true)
      uids.add(object.metadata.uid ?? '')
  return uids
}

/** The uids of objects, and of what is between them and their Pods. */
export async function descendants(
  owners: readonly KubeObject[],
  world: ClaimWorld,
): Promise<ReadonlySet<string>> {
  const uids = new Set(owners.map(({ metadata }) => metadata.uid ?? ''))
  for (const resource of ['replicasets.apps', 'jobs.batch']) {
    const objects = (await world.objects(resource)).concat(await world.before(resource))
    for (const { metadata } of objects)
      if (metadata.ownerReferences?.some(({ uid }) => uids.has(uid)) === true) uids.add(metadata.uid ?? '')
  }
  return uids
}
