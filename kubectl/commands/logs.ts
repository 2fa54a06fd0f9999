// Upstream: kubectl/pkg/cmd/logs/logs.go, kubectl/pkg/polymorphichelpers/logsforobject.go

import type { KubeObject } from '../../apimachinery/json.ts'
import { KubectlError } from '../errors.ts'
import { buildTargets, each, getObject, listObjects, type Target } from '../resources/builder.ts'
import { findResource, pathOf } from '../resources/discovery.ts'
import { podSpecOf } from '../resources/pod-template.ts'
import type { Session } from '../session.ts'
import { commandDialect } from './dialect.ts'
import { podsOf } from './pods-of.ts'

/** `kubectl logs`: the logs of the containers of a pod, or of the pods of a selector or workload, one after the other. */
export async function logs(session: Session, words: string[]): Promise<number> {
  const { flags } = session
  const selector = flags.string('selector')
  if (words.length === 0 && selector === '')
    throw session.usageError(
      "expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\nPOD or TYPE/NAME is a required argument for the logs command",
    )
  if (words.length > 0 && selector !== '')
    throw session.usageError('only a selector (-l) or a POD name is allowed')
  if (words.length > 2)
    throw session.usageError(
      "expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\nPOD or TYPE/NAME is a required argument for the logs command",
    )
  const container = words[1] ?? flags.string('container')
  validate(session, words, container)
  const pods = await podsToRead(session, words[0], selector)
  if (pods.length === 0) {
    session.host.stderr(`No resources found in ${await session.namespace()} namespace.\n`)
    return 0
  }
  await each(pods, (pod) => printPod(session, pod, container, selector !== ''))
  return 0
}

function validate(session: Session, words: readonly string[], container: string): void {
  const { flags } = session
  if (flags.string('since-time') !== '' && flags.duration('since') !== 0)
    throw new KubectlError('at most one of `sinceTime` or `sinceSeconds` may be specified')
  if (flags.bool('all-containers') && container !== '')
    throw new KubectlError(`--all-containers=true should not be specified with container name ${container}`)
  if (words.length === 2 && flags.string('container') !== '')
    throw new KubectlError('only one of -c or an inline [CONTAINER] arg is allowed')
  if (flags.duration('since') < 0) throw new KubectlError('--since must be greater than 0')
  if (flags.number('tail', -1) < -1) throw new KubectlError('--tail must be greater than or equal to -1')
}

async function podsToRead(
  session: Session,
  word: string | undefined,
  selector: string,
): Promise<KubeObject[]> {
  const resources = await session.resources()
  const podTarget: Target = {
    resource: findResource(resources, 'pods'),
    namespace: await session.namespace(),
    name: undefined,
  }
  if (word === undefined) return listObjects(session, podTarget, { selector })
  const [target] = await buildTargets(session, [word.includes('/') ? word : `pods/${word}`], {})
  const object = await notFoundInNamespace(session, getObject(session, target!))
  return podsOf(session, object)
}

async function notFoundInNamespace<T>(session: Session, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { notFoundNamesNamespace } = commandDialect(session.minor)
    if (!notFoundNamesNamespace || (error as { reason?: string }).reason !== 'NotFound') throw error
    throw new KubectlError(
      `error from server (NotFound): ${(error as Error).message} in namespace "${await session.namespace()}"`,
    )
  }
}

async function printPod(session: Session, pod: KubeObject, wanted: string, selected: boolean): Promise<void> {
  const { flags, host } = session
  const spec = podSpecOf({ ...pod, kind: 'Pod' })
  const names = [...(spec.initContainers ?? []), ...spec.containers].map((c) => c.name)
  const { name = '', namespace } = pod.metadata
  if (wanted !== '' && !names.includes(wanted))
    throw new KubectlError(`container ${wanted} is not valid for pod ${name}`)
  const chosen = flags.bool('all-containers')
    ? names
    : [
        wanted === ''
          ? defaultContainer(
              session,
              pod,
              spec.containers.map((c) => c.name),
            )
          : wanted,
      ]
  const resource = findResource(await session.resources(), 'pods')
  for (const container of chosen) {
    const text = await (await session.transport()).text(
      `${pathOf(resource, namespace, name, 'log')}?${logQuery(session, container, selected)}`,
    )
    const prefix = flags.bool('prefix') ? `[pod/${name}/${container}] ` : ''
    host.stdout(prefix === '' ? text : text.replace(/^(?=.)/gm, prefix))
  }
}

function defaultContainer(session: Session, pod: KubeObject, names: readonly string[]): string {
  const annotated = pod.metadata.annotations?.['kubectl.kubernetes.io/default-container']
  if (annotated !== undefined && names.includes(annotated)) return annotated
  if (names.length > 1) session.host.stderr(`Defaulted container "${names[0]}" out of: ${names.join(', ')}\n`)
  return names[0] ?? ''
}

function logQuery(session: Session, container: string, selected: boolean): URLSearchParams {
  const { flags } = session
  const params = new URLSearchParams({ container })
  const tail = session.changed('tail') ? flags.number('tail') : selected ? 10 : -1
  if (flags.bool('follow')) params.set('follow', 'true')
  if (flags.bool('previous')) params.set('previous', 'true')
  if (flags.bool('timestamps')) params.set('timestamps', 'true')
  if (tail >= 0) params.set('tailLines', String(tail))
  if (flags.number('limit-bytes') > 0) params.set('limitBytes', String(flags.number('limit-bytes')))
  if (flags.duration('since') > 0)
    params.set('sinceSeconds', String(Math.ceil(flags.duration('since') / 1000)))
  if (flags.string('since-time') !== '') params.set('sinceTime', flags.string('since-time'))
  return params
}
