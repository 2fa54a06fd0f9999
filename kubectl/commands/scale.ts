// Upstream: kubectl/pkg/cmd/scale/scale.go, kubectl/pkg/scale/scale.go

import type { ScaleSpec } from '../../api/autoscaling-v1.ts'
import { goQuote } from '../../apimachinery/field-error.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { ErrorList, KubectlError } from '../errors.ts'
import { dryRunOf, operationPrinter } from '../printers/printer.ts'
import { buildTargets, each, flagOptions, getObject, type Info, visit } from '../resources/builder.ts'
import { pathOf } from '../resources/discovery.ts'
import { patchOn } from '../resources/writes.ts'
import type { Session } from '../session.ts'
import { commandDialect } from './dialect.ts'

interface Scale extends KubeObject {
  spec: ScaleSpec
}

/**
 * `kubectl scale`: patches the scale of resources, where --current-replicas and --resource-version hold; waits for
 * --timeout.
 */
export async function scale(session: Session, words: string[]): Promise<number> {
  const { flags } = session
  const replicas = flags.number('replicas')
  if (replicas < 0)
    throw new KubectlError(
      'The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0',
    )
  if (flags.number('current-replicas', -1) < -1)
    throw new KubectlError('The --current-replicas must specify an integer of -1 or greater')
  const tells = commandDialect(session.minor).tellsDryRunOfScales
  const print = await operationPrinter(session, tells ? undefined : 'none')
  const options = { ...flagOptions(session), allowEmptySelector: flags.bool('all'), asInFile: true }
  const infos: Info[] = []
  const failed = await visit(session, await buildTargets(session, words, options), options, async (info) => {
    infos.push(info)
  }).then(
    () => undefined,
    (error: Error) => error,
  )
  if (flags.string('resource-version') !== '' && infos.length > 1)
    throw new KubectlError('cannot use --resource-version with multiple resources')
  if (infos.length === 0) throw nothingFound(session, failed)
  const work = async (info: Info): Promise<void> => {
    if (dryRunOf(session) !== 'client') await scaleOne(session, info, replicas)
    print(info.object, 'scaled')
  }
  if (commandDialect(session.minor).scaleEndsAtError) for (const info of infos) await work(info)
  else
    await each(infos, work).catch((error: Error) => {
      throw failed === undefined ? error : new ErrorList([error, failed])
    })
  if (failed !== undefined) throw failed
  return 0
}

function nothingFound(session: Session, failed: Error | undefined): Error {
  const text = 'no objects passed to scale'
  const telling = commandDialect(session.minor).scaleTellsOfNothing
  if (failed === undefined || telling === 'nothing') return new KubectlError(text)
  return telling === 'the error' ? failed : new KubectlError(`${text} ${failed.message}`)
}

async function scaleOne(session: Session, info: Info, replicas: number): Promise<void> {
  const { flags, host } = session
  const current = flags.number('current-replicas', -1)
  const version = flags.string('resource-version')
  if (current !== -1 || version !== '') await checkPreconditions(session, info, current, version)
  await patchOn(session, info, 'merge', { spec: { replicas } }, { subresource: 'scale' })
  const timeout = flags.duration('timeout')
  if (timeout === 0 || dryRunOf(session) !== 'none') return
  for (let waited = 0; ; waited += 50) {
    const live = await getObject(session, info)
    const status = (live['status'] ?? {}) as { replicas?: number; observedGeneration?: number }
    if (
      (status.replicas ?? 0) === replicas &&
      (status.observedGeneration ?? 0) >= (live.metadata.generation ?? 0)
    )
      return
    if (waited >= timeout) throw new KubectlError(`timed out waiting for ${goQuote(info.name)} to be synced`)
    await host.sleep(50)
  }
}

async function checkPreconditions(
  session: Session,
  { resource, namespace, name }: Info,
  current: number,
  version: string,
): Promise<void> {
  const path = pathOf(resource, namespace, name, 'scale')
  const live = await (await session.transport()).json<Scale>(path)
  const size = live.spec.replicas ?? 0
  if (current !== -1 && size !== current)
    throw new KubectlError(`Expected replicas to be ${current}, was ${size}`)
  if (version !== '' && live.metadata.resourceVersion !== version)
    throw new KubectlError(`Expected resource version to be ${version}, was ${live.metadata.resourceVersion}`)
}
