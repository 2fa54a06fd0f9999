// debug, port-forward, proxy: read and checked as kubectl does; what they then need, no node here has.
// Upstream: kubectl/pkg/cmd/{debug,portforward,proxy}

import { KubectlError, NotSimulatedError } from '../errors.ts'
import { buildTargets, getObject } from '../resources/builder.ts'
import type { Session } from '../session.ts'
import { commandDialect } from './dialect.ts'
import { podsOf } from './pods-of.ts'

const notSimulated = (command: string): KubectlError =>
  new NotSimulatedError(`kubectl ${command} is not simulated`)

/** `kubectl port-forward`: checks its arguments and the pod, then rejects: no container listens. */
export async function portForward(session: Session, words: string[]): Promise<number> {
  if (words.length < 2) throw session.usageError('TYPE/NAME and list of ports are required for port-forward')
  const [name = '', ...ports] = words
  const [target] = await buildTargets(session, [name.includes('/') ? name : `pods/${name}`], {})
  const object = await getObject(session, target!)
  if (object.kind === 'Service') requireServicePorts(object, ports)
  const [pod] = await podsOf(session, object, 'cannot attach to')
  const { phase = '' } = (pod?.['status'] ?? {}) as { phase?: string }
  if (pod === undefined) throw new KubectlError('timed out waiting for the condition')
  if (phase !== 'Running')
    throw new KubectlError(`unable to forward port because pod is not running. Current status=${phase}`)
  throw notSimulated('port-forward')
}

function requireServicePorts(service: object, ports: readonly string[]): void {
  const { spec, metadata } = service as {
    spec?: { ports?: { port: number; name?: string }[] }
    metadata: { name: string }
  }
  for (const text of ports) {
    const remote = text.slice(text.indexOf(':') + 1)
    const found = (spec?.ports ?? []).some((port) => String(port.port) === remote || port.name === remote)
    if (!found)
      throw new KubectlError(
        /^\d+$/.test(remote)
          ? `Service ${metadata.name} does not have a service port ${remote}`
          : `Service '${metadata.name}' does not have a named port '${remote}'`,
      )
  }
}

/** `kubectl proxy`: rejects, since it would have to listen; a replay's machine answers in its place. */
export async function proxy(): Promise<number> {
  throw new KubectlError('kubectl proxy has nothing to listen on here; on a replay machine it answers curl')
}

/** `kubectl debug`: checks its flags, profile and target, then rejects: no container runs. */
export async function debug(session: Session, words: string[]): Promise<number> {
  const { flags, host } = session
  const { debugProfile, debugProfiles, unknownProfile, legacyProfileWarning } = commandDialect(session.minor)
  const profile = flags.string('profile') || debugProfile
  checkImages(session)
  if (!debugProfiles.includes(profile)) throw new KubectlError(unknownProfile(profile))
  if (words.length === 0 && flags.strings('filename').length === 0)
    throw new KubectlError('NAME or filename is required for debug')
  const policy = flags.string('image-pull-policy')
  if (!['', 'Always', 'IfNotPresent', 'Never'].includes(policy))
    throw new KubectlError(`invalid image pull policy: ${policy}`)
  if (flags.string('target') !== '') {
    if (flags.string('copy-to') !== '')
      throw new KubectlError('--target is incompatible with --copy-to. Use --share-processes instead.')
    if (!flags.bool('quiet'))
      host.stdout(
        `Targeting container "${flags.string('target')}". If you don't see processes from this container it may be because the container runtime doesn't support this feature.\n`,
      )
  }
  if (flags.bool('tty') && !flags.bool('stdin'))
    throw new KubectlError('-i/--stdin is required for containers with -t/--tty=true')
  if (profile === 'legacy' && legacyProfileWarning !== '') host.stderr(`${legacyProfileWarning}\n`)
  for (const word of words) {
    const [target] = await buildTargets(session, [word.includes('/') ? word : `pods/${word}`], {})
    await getObject(session, target!)
  }
  throw notSimulated('debug')
}

function checkImages({ flags, command }: Session): void {
  const [image, copyTo] = [flags.string('image'), flags.string('copy-to')]
  const sets = flags.map('set-image').size
  if (copyTo !== '') {
    if (image === '' && sets === 0 && (command ?? []).length === 0)
      throw new KubectlError('you must specify --image, --set-image or command arguments.')
    if ((command ?? []).length > 0 && flags.string('container') === '' && image === '')
      throw new KubectlError('you must specify an existing container or a new image when specifying args.')
    return
  }
  for (const flag of ['replace', 'same-node'])
    if (flags.bool(flag)) throw new KubectlError(`--${flag} may only be used with --copy-to.`)
  if (sets > 0) throw new KubectlError('--set-image may only be used with --copy-to.')
  if (image === '') throw new KubectlError('you must specify --image when not using --copy-to.')
}
