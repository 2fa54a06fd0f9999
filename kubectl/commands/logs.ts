// Upstream: kubectl/pkg/cmd/logs/logs.go, kubectl/pkg/polymorphichelpers/logsforobject.go

import type { KubeObject } from '../../apimachinery/json.ts'
import { parseGoTime, rfc3339 } from '../../apimachinery/scheme/go-time.ts'
import { realClock } from '../../component-base/clock.ts'
import { KubectlError } from '../errors.ts'
import { buildTargets, each, getObject, listObjects } from '../resources/builder.ts'
import { findResource, pathOf } from '../resources/discovery.ts'
import { podSpecOf } from '../resources/pod-template.ts'
import type { Session } from '../session.ts'
import { decoding } from '../streams/remote-command.ts'
import { containerOf, notAContainer } from './default-container.ts'
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
  if (flags.string('since-time') !== '') refuseWrongTime(flags.string('since-time'))
  const found =
    words[0] === undefined ? await selectedPods(session, selector) : await namedObject(session, words[0])
  if (Array.isArray(found) && found.length === 0)
    session.host.stderr(`No resources found in ${await session.namespace()} namespace.\n`)
  validate(session, words, container)
  const pods = Array.isArray(found) ? found : await podsBehind(session, found)
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

/** Upstream: kubectl/pkg/util (ParseRFC3339) */
function refuseWrongTime(text: string): void {
  try {
    parseGoTime(text, rfc3339)
  } catch (error) {
    throw new KubectlError((error as Error).message)
  }
}

async function selectedPods(session: Session, selector: string): Promise<KubeObject[]> {
  const resource = findResource(await session.resources(), 'pods')
  return listObjects(
    session,
    { resource, namespace: await session.namespace(), name: undefined },
    { selector },
  )
}

async function namedObject(session: Session, word: string): Promise<KubeObject> {
  const [target] = await buildTargets(session, [word.includes('/') ? word : `pods/${word}`], {})
  return notFoundInNamespace(session, getObject(session, target!))
}

async function podsBehind(session: Session, object: KubeObject): Promise<KubeObject[]> {
  const pods = await podsOf(session, object)
  // Upstream waits for a pod, as long as --pod-running-timeout says.
  if (pods.length === 0) throw new KubectlError('timed out waiting for the condition')
  return pods
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
  const { name = '', namespace } = pod.metadata
  const resource = findResource(await session.resources(), 'pods')
  for (const container of containersToRead(session, pod, wanted)) {
    const path = `${pathOf(resource, namespace, name, 'log')}?${logQuery(session, container, selected)}`
    const prefix = flags.bool('prefix') ? `[pod/${name}/${container}] ` : ''
    const print = prefix === '' ? host.stdout : prefixing(prefix, host.stdout)
    await printLog(session, path, print, flags.bool('follow'))
  }
}

function containersToRead(session: Session, pod: KubeObject, wanted: string): string[] {
  const spec = podSpecOf({ ...pod, kind: 'Pod' })
  const ephemeral = (spec as { ephemeralContainers?: { name: string }[] }).ephemeralContainers ?? []
  const names = [...(spec.initContainers ?? []), ...spec.containers, ...ephemeral].map((c) => c.name)
  if (wanted !== '' && !names.includes(wanted))
    throw commandDialect(session.minor).listsContainers
      ? notAContainer(pod, wanted)
      : new KubectlError(`container ${wanted} is not valid for pod ${pod.metadata.name}`)
  if (session.flags.bool('all-containers')) return names
  return [wanted === '' ? containerOf(session, pod, '') : wanted]
}

/** Prints what a container of a pod has written. @param wanted empty: the default one */
export async function printLogOf(session: Session, pod: KubeObject, wanted = ''): Promise<void> {
  const { name, namespace } = pod.metadata
  const resource = findResource(await session.resources(), 'pods')
  const query = new URLSearchParams({ container: containerOf(session, pod, wanted, true) })
  const path = `${pathOf(resource, namespace, name, 'log')}?${query}`
  await printLog(session, path, session.host.stdout, false)
}

/** Prints a log as it comes. One that is followed ends with its container, or as watches do. */
async function printLog(
  session: Session,
  path: string,
  print: (text: string) => void,
  follows: boolean,
): Promise<void> {
  const { host } = session
  const write = decoding(print)
  const quiet = new AbortController()
  const later = host.setTimeout ?? realClock.setTimeout
  const wait = follows ? host.watchQuietMs : undefined
  const arm = (): (() => void) => (wait === undefined ? () => {} : later(() => quiet.abort(), wait))
  let cancel = arm()
  const stop = (): void => quiet.abort()
  host.signal?.addEventListener('abort', stop)
  try {
    for await (const piece of (await session.transport()).pieces(path, { signal: quiet.signal })) {
      cancel()
      write(piece)
      cancel = arm()
    }
  } catch (error) {
    if (!quiet.signal.aborted) throw error
  } finally {
    cancel()
    host.signal?.removeEventListener('abort', stop)
  }
}

/** Prints whole lines, each with a prefix, and the last one as it is. */
function prefixing(prefix: string, print: (text: string) => void): (text: string) => void {
  let begins = true
  return (text) => {
    const marked = text.replace(/^(?=[\s\S])/gm, (_, at: number) => (at > 0 || begins ? prefix : ''))
    begins = text === '' ? begins : text.endsWith('\n')
    print(marked)
  }
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
