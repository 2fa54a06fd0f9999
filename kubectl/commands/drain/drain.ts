// Upstream: kubectl/pkg/cmd/drain/drain.go, kubectl/pkg/drain/drain.go
import type { KubeObject } from '../../../apimachinery/json.ts'
import { formatDuration } from '../../../component-base/go/duration.ts'
import { ErrorList, isNotFound, KubectlError, ServerError } from '../../errors.ts'
import { dryRunOf, operationPrinter } from '../../printers/printer.ts'
import { getObject, type Info, type Target } from '../../resources/builder.ts'
import { findResource, pathOf } from '../../resources/discovery.ts'
import { deleteOn } from '../../resources/writes.ts'
import type { Session } from '../../session.ts'
import { commandDialect } from '../dialect.ts'
import { isGone } from '../wait-deleted.ts'
import { nodesOf, setUnschedulable } from './cordon.ts'
import { isOverdue, podsForDeletion } from './pod-filters.ts'

const retryDelay = 5000

/** `kubectl drain`: cordons the nodes, then evicts or deletes their pods. Goes on with other nodes after an error. */
export async function drain(session: Session, words: string[]): Promise<number> {
  const nodes = await nodesOf(session, words)
  await setUnschedulable(session, nodes, true)
  const print = await operationPrinter(session)
  const { spacedDrainError } = commandDialect(session.minor)
  const fatal: Error[] = []
  const remaining: string[] = []
  for (const node of nodes) {
    try {
      await drainNode(session, node)
      print(node.object, 'drained')
    } catch (error) {
      session.host.stderr(
        `error: unable to drain node "${node.name}" due to error:${spacedDrainError ? ' ' : ''}${(error as Error).message}, continuing command...\n`,
      )
      fatal.push(error as Error)
      remaining.push(node.name)
    }
  }
  if (remaining.length === 0) return 0
  session.host.stderr(
    `There are pending nodes to be drained:\n${remaining.map((name) => ` ${name}\n`).join('')}`,
  )
  throw new ErrorList(fatal)
}

async function drainNode(session: Session, node: Info): Promise<void> {
  const { host } = session
  const { pods, warnings } = await podsForDeletion(session, node.name)
  if (warnings !== '') host.stderr(`${commandDialect(session.minor).drainWarning}: ${warnings}\n`)
  if (dryRunOf(session) === 'client') {
    for (const { metadata } of pods)
      host.stdout(`evicting pod ${metadata.namespace}/${metadata.name} (dry run)\n`)
    return
  }
  await (session.flags.bool('disable-eviction') ? deletePods : evictPods)(session, pods).catch(
    async (error: Error) => {
      await tellPending(session, node, error)
      throw error
    },
  )
}

/** What is still there after an error, on stderr. */
async function tellPending(session: Session, node: Info, error: Error): Promise<void> {
  const { host } = session
  const tell = ({ pods }: { pods: KubeObject[] }): void => {
    if (pods.length === 0) return
    const names = pods.map(({ metadata }) => `pod/${metadata.name}\n`).join('')
    host.stderr(
      `There are pending pods in node "${node.name}" when an error occurred: ${error.message}\n${names}`,
    )
  }
  await podsForDeletion(session, node.name).then(tell, (other: Error) =>
    host.stderr(`Following errors occurred while getting the list of pods to delete:\n${other.message}`),
  )
}

const targetOf = async (session: Session, { metadata }: KubeObject): Promise<Target> => ({
  resource: findResource(await session.resources(), 'pods'),
  namespace: metadata.namespace,
  name: metadata.name ?? '',
})

async function evictPods(session: Session, pods: readonly KubeObject[]): Promise<void> {
  const print = await operationPrinter(session)
  const results = await Promise.allSettled(
    pods.map(async (pod) => {
      const target = await targetOf(session, pod)
      if (!(await evictPod(session, target)) || dryRunOf(session) === 'server') return
      await untilGone(session, pod, target, print, 'evicted', 'eviction').catch((error: Error) => {
        const { namespace, name } = target
        throw new KubectlError(
          commandDialect(session.minor).drainNamesNamespace
            ? `error when waiting for pod "${name}" in namespace "${namespace}" to terminate: ${error.message}`
            : `error when waiting for pod "${name}" terminating: ${error.message}`,
        )
      })
    }),
  )
  const errors = results.flatMap((r) => (r.status === 'rejected' ? [r.reason as Error] : []))
  if (errors.length > 0) throw new ErrorList(errors)
}

async function deletePods(session: Session, pods: readonly KubeObject[]): Promise<void> {
  const gracePeriod = session.flags.number('grace-period', -1)
  const targets = await Promise.all(pods.map((pod) => targetOf(session, pod)))
  for (const target of targets)
    await deleteOn(session, target, { gracePeriod }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error
    })
  const print = await operationPrinter(session)
  await Promise.all(pods.map((pod, i) => untilGone(session, pod, targets[i]!, print, 'deleted', 'deletion')))
}

/** Waits until the pod is gone, and prints that. Rejects after --timeout, or where it cannot be read. */
async function untilGone(
  session: Session,
  pod: KubeObject,
  target: Target,
  print: (object: KubeObject, operation: string) => void,
  done: string,
  doing: string,
): Promise<void> {
  const { host, flags, minor } = session
  const timeout = flags.duration('timeout')
  let skipped = false
  const gone = await isGone(session, target, pod.metadata.uid, timeout, (live) => {
    skipped = isOverdue(session, live)
    return skipped
  }).catch((error: unknown) => {
    if (commandDialect(minor).tellsFailedEvictions) print(pod, `${doing} failed`)
    throw error
  })
  if (skipped)
    host.stdout(
      `pod "${target.name}" has DeletionTimestamp older than ${flags.number('skip-wait-for-delete-timeout')} seconds, skipping\n`,
    )
  else if (gone) print(pod, done)
  else throw new KubectlError(outlived(session, timeout))
}

function outlived(session: Session, timeout: number): string {
  // The host has no more patience.
  if (timeout === 0) return 'timed out waiting for the condition'
  if (commandDialect(session.minor).drainEndsByContext) return 'context deadline exceeded'
  return session.flags.bool('disable-eviction')
    ? 'timed out waiting for the condition'
    : `global timeout reached: ${formatDuration(timeout)}`
}

/** Asks for the eviction until it is granted; resolves with whether the pod is to be waited for. */
async function evictPod(session: Session, target: Target): Promise<boolean> {
  const { host } = session
  const { namespace, name } = target
  const dry = dryRunOf(session) === 'server'
  const gracePeriod = session.flags.number('grace-period', -1)
  const eviction: Omit<KubeObject, 'kind' | 'apiVersion'> & Record<string, unknown> = {
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: { name: name ?? '', namespace: namespace ?? '' },
    deleteOptions: {
      ...(gracePeriod >= 0 ? { gracePeriodSeconds: gracePeriod } : {}),
      ...(dry ? { dryRun: ['All'] } : {}),
    },
  }
  const path = pathOf(target.resource, namespace, name, 'eviction')
  const where = `pods/"${name}" -n "${namespace}"`
  const timeout = session.flags.duration('timeout')
  for (let waited = 0; ; waited += retryDelay) {
    host.stdout(`evicting pod ${namespace}/${name}${dry ? ' (server dry run)' : ''}\n`)
    if (timeout > 0 && waited >= timeout)
      throw new KubectlError(
        `error when evicting ${where}: global timeout reached: ${formatDuration(timeout)}`,
      )
    try {
      await (await session.transport()).text(path, { method: 'POST', body: JSON.stringify(eviction) })
      return true
    } catch (error) {
      if (isNotFound(error)) return false
      if (await endsAnyway(session, target, error)) return true
      const { message } = error as Error
      if (endsNamespace(error)) host.stderr(`${inEndingNamespace(session, target)}: ${message}\n`)
      else if (error instanceof ServerError && error.reason === 'TooManyRequests')
        host.stderr(`error when evicting ${where} (will retry after 5s): ${message}\n`)
      else throw new KubectlError(`error when evicting ${where}: ${message}`)
      await host.sleep(retryDelay)
    }
  }
}

const endsNamespace = (error: unknown): boolean =>
  error instanceof ServerError &&
  error.reason === 'Forbidden' &&
  error.causes.some(({ reason }) => reason === 'NamespaceTerminating')

/** Whether the pod, which is deleted with its namespace, is deleted already. */
async function endsAnyway(session: Session, target: Target, error: unknown): Promise<boolean> {
  if (!endsNamespace(error)) return false
  const live = await getObject(session, target).catch(() => undefined)
  return live?.metadata.deletionTimestamp !== undefined
}

const inEndingNamespace = ({ minor }: Session, { namespace, name }: Target): string =>
  commandDialect(minor).drainNamesNamespace
    ? `error when evicting pod "${name}" from terminating namespace "${namespace}" (will retry after 5s)`
    : `error when evicting pod "${name}" (will retry after 5s)`
