// Upstream: kubectl/pkg/cmd/drain/drain.go, kubectl/pkg/drain/drain.go
import type { KubeObject } from '../../../apimachinery/json.ts'
import { ErrorList, errorText, isNotFound, KubectlError, ServerError, SilentExit } from '../../errors.ts'
import { dryRunOf, operationPrinter } from '../../printers/printer.ts'
import type { Info, Target } from '../../resources/builder.ts'
import { findResource, pathOf } from '../../resources/discovery.ts'
import { deleteOn } from '../../resources/writes.ts'
import type { Session } from '../../session.ts'
import { waitDeleted } from '../wait-deleted.ts'
import { nodesOf, setUnschedulable } from './cordon.ts'
import { podsForDeletion } from './pod-filters.ts'

const retryDelay = 5000

/** `kubectl drain`: cordons the nodes, then evicts or deletes their pods. Goes on with other nodes after an error. */
export async function drain(session: Session, words: string[]): Promise<number> {
  const nodes = await nodesOf(session, words)
  await setUnschedulable(session, nodes, true)
  const print = await operationPrinter(session)
  const fatal: Error[] = []
  const remaining: string[] = []
  for (const node of nodes) {
    try {
      await drainNode(session, node)
      print(node.object, 'drained')
    } catch (error) {
      session.host.stderr(
        `error: unable to drain node "${node.name}" due to error: ${(error as Error).message}, continuing command...\n`,
      )
      fatal.push(error as Error)
      remaining.push(node.name)
    }
  }
  if (remaining.length === 0) return 0
  session.host.stderr(
    `There are pending nodes to be drained:\n${remaining.map((name) => ` ${name}\n`).join('')}`,
  )
  // One error is a list here too, and so has no `error: ` before it.
  throw new SilentExit(1, fatal.map((error) => `${errorText(error)}\n`).join(''))
}

async function drainNode(session: Session, node: Info): Promise<void> {
  const { host } = session
  const { pods, warnings } = await podsForDeletion(session, node.name)
  if (warnings !== '') host.stderr(`Warning: ${warnings}\n`)
  if (dryRunOf(session) === 'client') {
    for (const { metadata } of pods)
      host.stdout(`evicting pod ${metadata.namespace}/${metadata.name} (dry run)\n`)
    return
  }
  const resource = findResource(await session.resources(), 'pods')
  const work = session.flags.bool('disable-eviction') ? deletePod : evictPod
  const print = await operationPrinter(session)
  const results = await Promise.allSettled(
    pods.map(async (pod) => {
      const { namespace, name } = pod.metadata
      const target = { resource, namespace, name: name ?? '' }
      await work(session, target)
      if (dryRunOf(session) === 'server') return
      await waitDeleted(session, target, pod.metadata.uid, session.flags.duration('timeout'))
      print(pod, session.flags.bool('disable-eviction') ? 'deleted' : 'evicted')
    }),
  )
  const errors = results.flatMap((r) => (r.status === 'rejected' ? [r.reason as Error] : []))
  if (errors.length === 1) throw errors[0]!
  if (errors.length > 1) throw new ErrorList(errors)
}

async function deletePod(session: Session, target: Target): Promise<void> {
  const gracePeriod = session.flags.number('grace-period', -1)
  await deleteOn(session, target, { gracePeriod, propagationPolicy: 'Background' }).catch(
    (error: unknown) => {
      if (!isNotFound(error)) throw error
    },
  )
}

async function evictPod(session: Session, target: Target): Promise<void> {
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
    try {
      await (await session.transport()).text(path, { method: 'POST', body: JSON.stringify(eviction) })
      return
    } catch (error) {
      if (isNotFound(error)) return
      const message = (error as Error).message
      if (!(error instanceof ServerError) || error.reason !== 'TooManyRequests')
        throw new KubectlError(`error when evicting ${where}: ${message}`)
      if (timeout > 0 && waited >= timeout)
        throw new KubectlError(`error when evicting ${where}: global timeout reached: ${timeout / 1000}s`)
      host.stderr(`error when evicting ${where} (will retry after 5s): ${message}\n`)
      await host.sleep(retryDelay)
    }
  }
}
