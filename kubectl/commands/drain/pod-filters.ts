// Which pods of a node a drain may take away.
// Upstream: kubectl/pkg/drain/filters.go
import type { KubeObject } from '../../../apimachinery/json.ts'
import { ErrorList, isNotFound, KubectlError } from '../../errors.ts'
import type { Session } from '../../session.ts'
import { commandDialect } from '../dialect.ts'

/** Whether a drain takes a pod away. `error` ends the drain of the node before anything is deleted. */
export interface PodVerdict {
  pod: KubeObject
  deletes: boolean
  warning?: string
  error?: string
}

const mirrorAnnotation = 'kubernetes.io/config.mirror'

const finished = (pod: KubeObject): boolean => {
  const { phase } = (pod['status'] ?? {}) as { phase?: string }
  return phase === 'Succeeded' || phase === 'Failed'
}

type Judgement = Omit<PodVerdict, 'pod'>
const okay: Judgement = { deletes: true }

const controllerOf = (pod: KubeObject): { kind: string; name: string; apiVersion: string } | undefined =>
  pod.metadata.ownerReferences?.find((o) => o.controller === true)

async function judgeDaemonSet(session: Session, pod: KubeObject): Promise<Judgement> {
  const owner = controllerOf(pod)
  const { daemonSetsOfAppsOnly } = commandDialect(session.minor)
  if (owner?.kind !== 'DaemonSet' || finished(pod)) return okay
  if (daemonSetsOfAppsOnly && owner.apiVersion !== 'apps/v1') return okay
  try {
    await (await session.transport()).text(
      `/apis/apps/v1/namespaces/${pod.metadata.namespace}/daemonsets/${owner.name}`,
    )
  } catch (error) {
    const message = (error as Error).message
    return isNotFound(error) && session.flags.bool('force')
      ? { deletes: true, warning: message }
      : { deletes: false, error: message }
  }
  return session.flags.bool('ignore-daemonsets')
    ? { deletes: false, warning: 'ignoring DaemonSet-managed Pods' }
    : { deletes: false, error: 'DaemonSet-managed Pods (use --ignore-daemonsets to ignore)' }
}

function judgeStorage(session: Session, pod: KubeObject): Judgement {
  const { volumes = [] } = (pod['spec'] ?? {}) as { volumes?: { emptyDir?: unknown }[] }
  if (!volumes.some((v) => v.emptyDir !== undefined) || finished(pod)) return okay
  return session.flags.bool('delete-emptydir-data') || session.flags.bool('delete-local-data')
    ? { deletes: true, warning: 'deleting Pods with local storage' }
    : { deletes: false, error: 'Pods with local storage (use --delete-emptydir-data to override)' }
}

function judgeOwner(session: Session, pod: KubeObject): Judgement {
  if (finished(pod) || controllerOf(pod) !== undefined) return okay
  return session.flags.bool('force')
    ? { deletes: true, warning: 'deleting Pods that declare no controller' }
    : {
        deletes: false,
        error: `${commandDialect(session.minor).unmanagedPods} (use --force to override)`,
      }
}

/** Whether the pod is being deleted for longer than --skip-wait-for-delete-timeout. */
export function isOverdue({ flags, host }: Session, { metadata }: KubeObject): boolean {
  const seconds = flags.number('skip-wait-for-delete-timeout')
  const { deletionTimestamp } = metadata
  if (seconds <= 0 || deletionTimestamp === undefined) return false
  return Math.trunc((host.now() - Date.parse(deletionTimestamp)) / 1000) > seconds
}

async function judge(session: Session, pod: KubeObject): Promise<PodVerdict> {
  const judges = [
    async () => (isOverdue(session, pod) ? { deletes: false } : okay),
    () => judgeDaemonSet(session, pod),
    async () => (pod.metadata.annotations?.[mirrorAnnotation] === undefined ? okay : { deletes: false }),
    async () => judgeStorage(session, pod),
    async () => judgeOwner(session, pod),
  ]
  let last: Judgement = okay
  for (const one of judges) {
    last = await one()
    if (!last.deletes) break
  }
  return { pod, ...last }
}

const grouped = (verdicts: readonly PodVerdict[], field: 'warning' | 'error'): string[] => {
  const groups = new Map<string, string[]>()
  for (const verdict of verdicts) {
    const text = verdict[field]
    if (text === undefined) continue
    const { namespace, name } = verdict.pod.metadata
    groups.set(text, [...(groups.get(text) ?? []), `${namespace}/${name}`])
  }
  return [...groups].map(([text, pods]) => `${text}: ${pods.join(', ')}`)
}

/** The pods that a drain takes away, with warnings. Throws an ErrorList where a pod must stay. */
export async function podsForDeletion(
  session: Session,
  node: string,
): Promise<{ pods: KubeObject[]; warnings: string }> {
  const params = new URLSearchParams({ fieldSelector: `spec.nodeName=${node}` })
  if (session.flags.string('pod-selector') !== '')
    params.set('labelSelector', session.flags.string('pod-selector'))
  const list = await (await session.transport())
    .json<{ items: KubeObject[] }>(`/api/v1/pods?${params}`)
    .catch((error: Error) => {
      throw new ErrorList([error])
    })
  const verdicts = await Promise.all(
    list.items.map((pod) => judge(session, { ...pod, apiVersion: 'v1', kind: 'Pod' })),
  )
  const errors = grouped(verdicts, 'error').map((text) => new KubectlError(`cannot delete ${text}`))
  if (errors.length > 0) throw new ErrorList(errors)
  return {
    pods: verdicts.filter((v) => v.deletes).map((v) => v.pod),
    warnings: grouped(verdicts, 'warning').join('; '),
  }
}
