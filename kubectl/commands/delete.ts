// Upstream: kubectl/pkg/cmd/delete/delete.go

import { isNotFound, KubectlError, ServerError, withSource } from '../errors.ts'
import { type DryRun, dryRunNote, dryRunOf } from '../printers/printer.ts'
import {
  type BuildOptions,
  buildTargets,
  each,
  flagOptions,
  listObjects,
  type Target,
} from '../resources/builder.ts'
import { kindName } from '../resources/discovery.ts'
import { type DeleteOptions, deleteOn, propagationPolicy } from '../resources/writes.ts'
import type { Session } from '../session.ts'
import { commandDialect } from './dialect.ts'
import { waitDeleted } from './wait-deleted.ts'

/** The options of a deletion, from the flags of `kubectl delete` and `kubectl replace --force`. */
export interface Removal {
  dryRun: DryRun
  options: DeleteOptions
  ignoreNotFound: boolean
  wait: boolean
}

/** `kubectl delete`, or with --raw a DELETE of a path. Waits until the objects are gone, unless --wait=false. */
export async function remove(session: Session, words: string[]): Promise<number> {
  if (session.changed('raw')) return raw(session)
  const options = { ...flagOptions(session), all: session.flags.bool('all') }
  const targets = await buildTargets(session, words, options)
  const removal = removalOf(session)
  if (session.flags.bool('interactive') && !(await confirmed(session, targets, options))) return 0
  await removeTargets(session, targets, options, removal)
  return 0
}

async function raw(session: Session): Promise<number> {
  const answer = await (await session.transport()).text(session.flags.string('raw'), { method: 'DELETE' })
  session.host.stdout(answer)
  return 0
}

function removalOf(session: Session): Removal {
  const { flags } = session
  const selects =
    flags.bool('all') || flags.string('selector') !== '' || flags.string('field-selector') !== ''
  if (flags.bool('now') && flags.number('grace-period') !== -1)
    throw new KubectlError('--now and --grace-period cannot be specified together')
  const removal = {
    dryRun: dryRunOf(session),
    options: { gracePeriod: gracePeriod(session), propagationPolicy: propagationPolicy(session) },
    ignoreNotFound: flags.bool('ignore-not-found') || (selects && !session.changed('ignore-not-found')),
    wait: flags.bool('wait'),
  }
  validate(session, removal.options.gracePeriod)
  return removal
}

/** --grace-period=0 without --force is one second: data shall not be lost by accident. */
function gracePeriod(session: Session): number {
  const { flags } = session
  const given = flags.bool('now') ? 1 : flags.number('grace-period', -1)
  if (given === 0 && !flags.bool('force')) return 1
  return given < 0 && flags.bool('force') ? 0 : given
}

function validate(session: Session, grace: number): void {
  const { flags, host } = session
  const output = flags.string('output')
  if (output !== '' && output !== 'name')
    throw new KubectlError(`unexpected -o output mode: ${output}. We only support '-o name'`)
  if (flags.bool('all') && flags.string('selector') !== '')
    throw new KubectlError('cannot set --all and --selector at the same time')
  if (flags.bool('all') && flags.string('field-selector') !== '')
    throw new KubectlError('cannot set --all and --field-selector at the same time')
  if (!flags.bool('force')) return
  if (grace > 0)
    throw new KubectlError('--force and --grace-period greater than 0 cannot be specified together')
  host.stderr(
    'Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.\n',
  )
}

async function confirmed(
  session: Session,
  targets: readonly Target[],
  options: BuildOptions,
): Promise<boolean> {
  const { host } = session
  const victims: Target[] = []
  for (const target of targets) victims.push(...(await expand(session, target, options)))
  host.stdout(
    `You are about to delete the following ${victims.length} resource(s):\n${victims
      .map((v) => `${kindName(v.resource)}/${v.name}\n`)
      .join('')}Do you want to continue? (y/${commandDialect(session.minor).refusal}): `,
  )
  const answer = (await host.stdin()).split('\n')[0]!.trim()
  if (answer.toLowerCase() === 'y') return true
  host.stdout('deletion is cancelled\n')
  return false
}

async function expand(session: Session, target: Target, options: BuildOptions): Promise<Target[]> {
  if (target.problem !== undefined) throw target.problem
  if (target.name !== undefined) return [target]
  return (await listObjects(session, target, options)).map((object) => ({
    ...target,
    namespace: target.resource.namespaced ? object.metadata.namespace : undefined,
    name: object.metadata.name ?? '',
  }))
}

/** Deletes the objects of all targets, then waits until they are gone. */
export async function removeTargets(
  session: Session,
  targets: readonly Target[],
  options: BuildOptions,
  removal: Removal,
): Promise<void> {
  const deleted: { target: Target; uid: string | undefined }[] = []
  let found = 0
  let warnCluster = session.enforceNamespace && !session.flags.bool('all-namespaces')
  await each(targets, async (listed) => {
    for (const target of await expand(session, listed, options)) {
      found++
      if (warnCluster && !target.resource.namespaced) {
        session.host.stderr(
          `${commandDialect(session.minor).deletionWarning}: deleting cluster-scoped resources, not scoped to the provided namespace\n`,
        )
        warnCluster = false
      }
      try {
        const uid =
          removal.dryRun === 'client'
            ? undefined
            : await deleteOn(session, target, removal.options, removal.dryRun)
        deleted.push({ target, uid })
        printDeleted(session, target, removal)
      } catch (error) {
        if (!isNotFound(error) || !removal.ignoreNotFound) throw withSource('deleting', target.source, error)
      }
    }
  })
  if (found === 0) session.host.stdout('No resources found\n')
  if (!removal.wait || removal.dryRun !== 'none') return
  try {
    for (const { target, uid } of deleted)
      await waitDeleted(session, target, uid, session.flags.duration('timeout'))
  } catch (error) {
    if (!(error instanceof ServerError)) throw error
    if (error.reason !== 'Forbidden' && error.reason !== 'MethodNotAllowed') throw error
  }
}

function printDeleted(session: Session, target: Target, removal: Removal): void {
  const kind = kindName(target.resource)
  if (session.flags.string('output') === 'name') {
    session.host.stdout(`${kind}/${target.name}\n`)
    return
  }
  const operation = removal.options.gracePeriod === 0 ? 'force deleted' : 'deleted'
  const { deletedNamesNamespace } = commandDialect(session.minor)
  const from =
    target.resource.namespaced && deletedNamesNamespace ? ` from ${target.namespace} namespace` : ''
  session.host.stdout(`${kind} "${target.name}" ${operation}${from}${dryRunNote(removal.dryRun)}\n`)
}
