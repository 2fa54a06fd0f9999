// exec and attach: no container runs here, so the server refuses them.
// Upstream: kubectl/pkg/cmd/exec/exec.go
import { KubectlError } from '../errors.ts'
import { buildTargets, getObject } from '../resources/builder.ts'
import { findResource, pathOf } from '../resources/discovery.ts'
import { podSpecOf } from '../resources/pod-template.ts'
import type { Session } from '../session.ts'
import { commandDialect } from './dialect.ts'
import { podsOf } from './pods-of.ts'

/**
 * `kubectl exec` and `kubectl attach`: checks arguments, pod and container, and asks the server, which has no container to
 * run in.
 */
export async function exec(session: Session, words: string[]): Promise<number> {
  const { flags } = session
  const attaches = session.path === 'attach'
  if (words.length === 0 && attaches) throw new KubectlError('at least 1 argument is required for attach')
  const files = attaches ? [] : flags.strings('filename')
  if (words.length === 0 && files.length === 0)
    throw new KubectlError('pod, type/name or --filename must be specified')
  if (attaches && flags.duration('pod-running-timeout', 60_000) <= 0)
    throw session.usageError('--pod-running-timeout must be higher than zero')
  const command = attaches ? [] : commandOf(session, words)
  if (!attaches && command.length === 0)
    throw new KubectlError('you must specify at least one command for the container')
  const [word] = words
  const given = word === undefined ? [] : [word.includes('/') ? word : `pods/${word}`]
  const [target] = await buildTargets(session, attaches && words.length === 2 ? words : given, {})
  const [pod] = await podsOf(session, await getObject(session, target!), 'cannot attach to')
  if (pod === undefined) throw new KubectlError('timed out waiting for the condition')
  const { phase = '' } = (pod['status'] ?? {}) as { phase?: string }
  if (phase === 'Succeeded' || phase === 'Failed')
    throw new KubectlError(`cannot exec into a container in a completed pod; current phase is ${phase}`)
  const names = podSpecOf({ ...pod, kind: 'Pod' }).containers.map((c) => c.name)
  const container = flags.string('container') || names[0]!
  if (!names.includes(container))
    throw new KubectlError(
      `container ${container} is not valid for pod ${pod.metadata.name} out of: ${names.join(', ')}`,
    )
  const params = new URLSearchParams({ container, stdout: 'true', stderr: 'true' })
  for (const part of command) params.append('command', part)
  const resource = findResource(await session.resources(), 'pods')
  const path = pathOf(resource, pod.metadata.namespace, pod.metadata.name, attaches ? 'attach' : 'exec')
  await (await session.transport()).text(`${path}?${params}`, { method: 'POST' })
  throw new KubectlError('the simulated kubelet runs no containers')
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
