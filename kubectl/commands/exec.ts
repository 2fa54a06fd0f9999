// Upstream: kubectl/pkg/cmd/exec/exec.go, kubectl/pkg/cmd/attach/attach.go
import type { KubeObject } from '../../apimachinery/json.ts'
import { KubectlError } from '../errors.ts'
import { buildTargets, getObject } from '../resources/builder.ts'
import { findResource, pathOf } from '../resources/discovery.ts'
import { podSpecOf } from '../resources/pod-template.ts'
import type { Session } from '../session.ts'
import { type ClientStreams, decoding, streamCommand } from '../streams/remote-command.ts'
import { containerOf } from './default-container.ts'
import { commandDialect } from './dialect.ts'
import { Patience } from './patience.ts'
import { podsOf } from './pods-of.ts'

/** `kubectl exec`: runs a program in a container of a pod. The exit code is the program's. */
export async function exec(session: Session, words: string[]): Promise<number> {
  const { flags } = session
  if (words.length === 0 && flags.strings('filename').length === 0)
    throw new KubectlError('pod, type/name or --filename must be specified')
  const command = commandOf(session, words)
  if (command.length === 0) throw new KubectlError('you must specify at least one command for the container')
  const pod = await podToEnter(session, words.slice(0, 1))
  refuseCompleted(pod, 'exec into')
  // Before, a container that is named was the server's to find.
  const named = commandDialect(session.minor).listsContainers ? '' : flags.string('container')
  const container = named || containerOf(session, pod, flags.string('container'), flags.bool('quiet'))
  const tty = flags.bool('tty') && flags.bool('stdin')
  await execIn(session, { pod, container, command }, { ...(await streamsOf(session, tty)), tty })
  return 0
}

/** `kubectl attach`: joins the program of a container, until it or what is typed ends. */
export async function attach(session: Session, words: string[]): Promise<number> {
  const { flags } = session
  if (words.length === 0) throw new KubectlError('at least 1 argument is required for attach')
  if (flags.duration('pod-running-timeout', 60_000) <= 0)
    throw session.usageError('--pod-running-timeout must be higher than zero')
  const pod = await podToEnter(session, words)
  refuseCompleted(pod, 'attach')
  await attachTo(session, pod, flags.string('container'))
  return 0
}

/** Where a program runs. */
export interface Place {
  pod: KubeObject
  container: string
}

/** Runs a program. Throws SilentExit with its exit code. */
export async function execIn(
  session: Session,
  { pod, container, command }: Place & { command: readonly string[] },
  streams: ClientStreams,
): Promise<void> {
  const params = new URLSearchParams({ container })
  for (const part of command) params.append('command', part)
  await stream(session, pod, 'exec', params, streams)
}

/** Joins the program of a container, as `kubectl attach`, `run` and `debug` do. @param wanted empty: the default container */
export async function attachTo(session: Session, pod: KubeObject, wanted: string): Promise<void> {
  const { flags, host } = session
  const quiet = flags.bool('quiet')
  const name = nameToAttach(session, pod, wanted)
  const own = containersOf(pod).find((one) => one.name === name)?.tty === true
  if (flags.bool('tty') && !own && !quiet)
    host.stderr(`error: Unable to use a TTY - container ${name} did not allocate one\n`)
  const given = await streamsOf(session, own)
  if (!quiet) {
    if (commandDialect(session.minor).attachTellsOfRecords)
      host.stderr(
        'All commands and output from this session will be recorded in container logs, including credentials and sensitive information passed through the command prompt.\n',
      )
    host.stderr("If you don't see a command prompt, try pressing enter.\n")
  }
  const patience = new Patience(host)
  const telling = (print: (chunk: Buffer) => void) => (chunk: Buffer) => {
    patience.anew()
    print(chunk)
  }
  const streams = {
    ...given,
    stdout: telling(given.stdout),
    stderr: given.stderr && telling(given.stderr),
    tty: own,
    signal: patience.signal,
  }
  try {
    await stream(session, pod, 'attach', new URLSearchParams({ container: name }), streams)
    patience.mustNotBeOver(`container ${name} of pod/${pod.metadata.name} goes on`)
  } finally {
    patience.close()
  }
}

function nameToAttach(session: Session, pod: KubeObject, wanted: string): string {
  try {
    return containerOf(session, pod, wanted, session.flags.bool('quiet'))
  } catch (error) {
    throw error instanceof KubectlError
      ? new KubectlError(`cannot attach to the container: ${error.message}`)
      : error
  }
}

function containersOf(pod: KubeObject): { name: string; tty?: boolean }[] {
  const { containers, ephemeralContainers = [] } = podSpecOf({ ...pod, kind: 'Pod' }) as {
    containers: { name: string; tty?: boolean }[]
    ephemeralContainers?: { name: string; tty?: boolean }[]
  }
  return [...containers, ...ephemeralContainers]
}

/** What the command line gives to a program, and where its output goes. */
async function streamsOf({ flags, host }: Session, tty: boolean): Promise<Omit<ClientStreams, 'tty'>> {
  return {
    stdin: flags.bool('stdin') ? Buffer.from(await host.stdin()) : undefined,
    stdout: decoding(host.stdout),
    stderr: tty ? undefined : decoding(host.stderr),
    signal: host.signal,
  }
}

async function stream(
  session: Session,
  { metadata }: KubeObject,
  subresource: string,
  params: URLSearchParams,
  streams: ClientStreams,
): Promise<void> {
  const resource = findResource(await session.resources(), 'pods')
  const path = pathOf(resource, metadata.namespace, metadata.name, subresource)
  const { streamsOverWebSockets } = commandDialect(session.minor)
  await streamCommand(await session.transport(), path, params, streams, streamsOverWebSockets)
}

async function podToEnter(session: Session, words: readonly string[]): Promise<KubeObject> {
  const [word] = words
  const given = word === undefined ? [] : [word.includes('/') ? word : `pods/${word}`]
  const [target] = await buildTargets(session, words.length === 2 ? [...words] : given, {})
  const [pod] = await podsOf(session, await getObject(session, target!), 'cannot attach to')
  if (pod === undefined) throw new KubectlError('timed out waiting for the condition')
  return pod
}

function refuseCompleted(pod: KubeObject, doing: string): void {
  const { phase = '' } = (pod['status'] ?? {}) as { phase?: string }
  if (phase === 'Succeeded' || phase === 'Failed')
    throw new KubectlError(`cannot ${doing} a container in a completed pod; current phase is ${phase}`)
}

/** What to run: the words after --, or for older releases those after the pod. */
function commandOf(session: Session, words: readonly string[]): readonly string[] {
  if (session.command !== undefined || words.length <= 1) return session.command ?? []
  if (!commandDialect(session.minor).dashlessExec)
    throw session.usageError(
      'exec [POD] [COMMAND] is not supported anymore. Use exec [POD] -- [COMMAND] instead',
    )
  session.host.stderr(
    'kubectl exec [POD] [COMMAND] is DEPRECATED and will be removed in a future version. Use kubectl exec [POD] -- [COMMAND] instead.\n',
  )
  return words.slice(1)
}
