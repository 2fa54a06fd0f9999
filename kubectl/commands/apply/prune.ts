// apply --prune.
// Upstream: kubectl/pkg/cmd/apply/prune.go, pkg/util/prune/prune.go

import type { KubeObject } from '../../../apimachinery/json.ts'
import { lastAppliedAnnotation } from '../../../apimachinery/last-applied.ts'
import { KubectlError } from '../../errors.ts'
import { dryRunOf } from '../../printers/printer.ts'
import { listObjects } from '../../resources/builder.ts'
import type { Resource } from '../../resources/discovery.ts'
import { deleteOn, propagationPolicy } from '../../resources/writes.ts'
import type { Session } from '../../session.ts'

const namespacedDefaults = [
  'v1/ConfigMap',
  'v1/Endpoints',
  'v1/PersistentVolumeClaim',
  'v1/Pod',
  'v1/ReplicationController',
  'v1/Secret',
  'v1/Service',
  'batch/v1/Job',
  'batch/v1/CronJob',
  'networking.k8s.io/v1/Ingress',
  'apps/v1/DaemonSet',
  'apps/v1/Deployment',
  'apps/v1/ReplicaSet',
  'apps/v1/StatefulSet',
]
const clusterDefaults = ['v1/Namespace', 'v1/PersistentVolume']

/** Deletes objects that were applied once and match the selector, but are not among `applied`. */
export async function prune(
  session: Session,
  applied: readonly KubeObject[],
  print: (object: KubeObject, operation: string) => void,
): Promise<void> {
  const kept = new Set(applied.map((o) => o.metadata.uid))
  const namespaces = new Set(applied.flatMap((o) => o.metadata.namespace ?? []))
  if (session.enforceNamespace) namespaces.add(await session.namespace())
  for (const resource of await prunable(session)) {
    for (const namespace of resource.namespaced ? namespaces : [undefined]) {
      const target = { resource, namespace, name: undefined }
      const selector = session.flags.string('selector')
      for (const object of await listObjects(session, target, { selector })) {
        if (
          object.metadata.annotations?.[lastAppliedAnnotation] === undefined ||
          kept.has(object.metadata.uid)
        )
          continue
        if (dryRunOf(session) !== 'client')
          await deleteOn(
            session,
            { resource, namespace, name: object.metadata.name ?? '' },
            {
              gracePeriod: session.flags.number('grace-period', -1),
              propagationPolicy: propagationPolicy(session),
            },
          )
        print(object, 'pruned')
      }
    }
  }
}

async function prunable(session: Session): Promise<Resource[]> {
  const resources = await session.resources()
  const { flags } = session
  const allowed = [...flags.strings('prune-allowlist'), ...flags.strings('prune-whitelist')]
  const wanted =
    allowed.length > 0
      ? allowed
      : [...namespacedDefaults, ...(session.enforceNamespace ? [] : clusterDefaults)]
  return wanted.map((text) => {
    const parts = text.split('/')
    if (parts.length < 2 || parts.length > 3)
      throw new KubectlError(`invalid GroupVersionKind format: ${text}, please follow <group/version/kind>`)
    const [kind = '', version = '', group = ''] = [...parts].reverse()
    const found = resources.find(
      (r) => r.kind === kind && r.version === version && r.group === (group === 'core' ? '' : group),
    )
    if (found === undefined)
      throw new KubectlError(`no matches for kind "${kind}" in version "${parts.slice(0, -1).join('/')}"`)
    return found
  })
}
