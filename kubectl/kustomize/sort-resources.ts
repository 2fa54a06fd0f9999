// The order in which kubectl applies what kustomize makes.
// Upstream: kustomize/api/internal/builtins/SortOrderTransformer.go
import { KubectlError } from '../errors.ts'
import type { Kustomization } from './kustomization.ts'
import { idOf, type KustomizeResource, type ResourceId } from './resource.ts'

const first =
  'Namespace ResourceQuota StorageClass CustomResourceDefinition ServiceAccount PodSecurityPolicy Role ClusterRole RoleBinding ClusterRoleBinding ConfigMap Secret Endpoints Service LimitRange PriorityClass PersistentVolume PersistentVolumeClaim Deployment StatefulSet CronJob PodDisruptionBudget'.split(
    ' ',
  )
const last = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration']

/** The resources in the order of sortOptions: as listed (fifo), or by kind, namespaces first and webhooks last. */
export function sortResources(
  resources: readonly KustomizeResource[],
  { order = 'legacy', legacySortOptions }: NonNullable<Kustomization['sortOptions']> = {},
): KustomizeResource[] {
  if (order !== 'fifo' && order !== 'legacy')
    throw new KubectlError("the field 'sortOptions.order' must be one of [fifo, legacy]")
  if (order === 'fifo') return [...resources]
  const { orderFirst = first, orderLast = last } = legacySortOptions ?? {}
  const rank = (kind: string): number => {
    const early = orderFirst.indexOf(kind)
    return early >= 0 ? early - orderFirst.length : orderLast.indexOf(kind) + 1
  }
  const keyed = resources.map((resource) => {
    const id = idOf(resource)
    return { resource, rank: rank(id.kind), key: sortKey(id) }
  })
  return keyed
    .sort((a, b) => a.rank - b.rank || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ resource }) => resource)
}

function sortKey({ group, version, kind, namespace, name }: ResourceId): string {
  const gvk = [group === '' ? '~G' : group, version, kind].join('_')
  const own = [kind, version, group === '' ? '[noGrp]' : group].join('.')
  return [gvk, own, namespace === '' ? '~X' : namespace, name].join('|')
}
