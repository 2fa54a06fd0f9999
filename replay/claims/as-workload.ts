// A name alone, of which several objects of other kinds are called so: what pods are of is a workload.
import type { Subject } from './claim.ts'
import { entryOfKind } from './kinds.ts'
import type { ClaimWorld } from './world.ts'

const workloads = ['Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'ReplicaSet']

/** The subject with the kind of the only workload that has its name; as it is where it has a kind, several names, or no such workload. */
export async function asWorkload(subject: Subject, world: Pick<ClaimWorld, 'objects'>): Promise<Subject> {
  const [name, ...others] = subject.names ?? []
  if (subject.kind !== undefined || name === undefined || others.length > 0) return subject
  const found: Subject[] = []
  for (const kind of workloads) {
    const resource = entryOfKind(kind)!.resource
    const objects = await world.objects(resource)
    if (objects.some(({ metadata }) => metadata.name === name)) found.push({ ...subject, kind, resource })
  }
  return found.length === 1 ? found[0]! : subject
}
