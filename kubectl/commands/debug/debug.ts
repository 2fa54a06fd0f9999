// Upstream: kubectl/pkg/cmd/debug/debug.go

import type { EnvVar } from '../../../api/core-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { applyStrategicMergePatch } from '../../../apimachinery/patch/strategic-merge.ts'
import { isImageReference } from '../../../component-base/go/image-reference.ts'
import { randomSuffix, realRandom } from '../../../component-base/random.ts'
import { KubectlError, NotSimulatedError, ServerError } from '../../errors.ts'
import { buildTargets, getObject, type Target } from '../../resources/builder.ts'
import { findResource, pathOf } from '../../resources/discovery.ts'
import { openApiSchemas } from '../../resources/openapi.ts'
import { createOn, patchOn } from '../../resources/writes.ts'
import type { Session } from '../../session.ts'
import { commandDialect } from '../dialect.ts'
import { attachTo } from '../exec.ts'
import { printLogOf } from '../logs.ts'
import { Patience } from '../patience.ts'
import { customProfile } from './custom-profile.ts'
import { allContainers, applyProfile, type Container, type DebugPod, type DebugStyle } from './profiles.ts'

/** `kubectl debug`: adds an ephemeral container to a pod, copies the pod, or makes a pod on a node; and joins what it made. */
export async function debug(session: Session, words: string[]): Promise<number> {
  const { flags, host } = session
  const dialect = commandDialect(session.minor)
  const profile = flags.string('profile') || dialect.debugProfile
  if (!dialect.debugProfiles.includes(profile)) throw new KubectlError(dialect.unknownProfile(profile))
  const custom = await customProfile(session)
  checkImages(session)
  if (words.length === 0 && flags.strings('filename').length === 0)
    throw new KubectlError('NAME or filename is required for debug')
  check(session)
  if (custom !== undefined && forbidden.some((field) => Object.hasOwn(custom, field)))
    throw new KubectlError(
      'name, command, image, lifecycle and volume devices are not modifiable via custom profile',
    )
  if (profile === 'legacy' && dialect.legacyProfileWarning !== '')
    host.stderr(`${dialect.legacyProfileWarning}\n`)
  const given = words.map((word) => (word.includes('/') ? word : `pods/${word}`))
  const attaches = session.changed('attach') ? flags.bool('attach') : flags.bool('stdin')
  // The first error ends it: upstream's builder does not go on after one here.
  for (const target of await buildTargets(session, given, {})) {
    const made = await debugOne(session, await getObject(session, target), profile, custom)
    if (attaches && made.container !== '') await join(session, made)
  }
  return 0
}

const forbidden = ['name', 'command', 'image', 'lifecycle', 'volumeDevices']

function check({ flags, host }: Session): void {
  const policy = flags.string('image-pull-policy')
  if (!['', 'Always', 'IfNotPresent', 'Never'].includes(policy))
    throw new KubectlError(`invalid image pull policy: ${policy}`)
  for (const [name, image] of flags.map('set-image'))
    if (!isImageReference(image))
      throw new KubectlError(
        `invalid image name ${JSON.stringify(image)} for container ${JSON.stringify(name)}: invalid reference format`,
      )
  const target = flags.string('target')
  if (target !== '') {
    if (flags.string('copy-to') !== '')
      throw new KubectlError('--target is incompatible with --copy-to. Use --share-processes instead.')
    if (!flags.bool('quiet'))
      host.stdout(
        `Targeting container ${JSON.stringify(target)}. If you don't see processes from this container it may be because the container runtime doesn't support this feature.\n`,
      )
  }
  if (flags.bool('tty') && !flags.bool('stdin'))
    throw new KubectlError('-i/--stdin is required for containers with -t/--tty=true')
}

function checkImages({ flags, command = [] }: Session): void {
  const [image, copyTo] = [flags.string('image'), flags.string('copy-to')]
  const sets = flags.map('set-image').size
  if (copyTo !== '') {
    if (image === '' && sets === 0 && command.length === 0)
      throw new KubectlError('you must specify --image, --set-image or command arguments.')
    if (command.length > 0 && flags.string('container') === '' && image === '')
      throw new KubectlError('you must specify an existing container or a new image when specifying args.')
  } else {
    for (const flag of ['replace', 'same-node'])
      if (flags.bool(flag)) throw new KubectlError(`--${flag} may only be used with --copy-to.`)
    if (sets > 0) throw new KubectlError('--set-image may only be used with --copy-to.')
    if (image === '') throw new KubectlError('you must specify --image when not using --copy-to.')
  }
  if (image !== '' && !isImageReference(image))
    throw new KubectlError(`invalid image name ${JSON.stringify(image)}: invalid reference format`)
}

/** The pod that was made or changed, and the container that debugs; empty: none was added. */
interface Made {
  pod: KubeObject
  container: string
}

async function debugOne(
  session: Session,
  object: KubeObject,
  profile: string,
  custom: Partial<Container> | undefined,
): Promise<Made> {
  const maker = new Maker(session, profile, custom)
  if (object.kind === 'Node') return maker.onNode(object)
  if (object.kind !== 'Pod')
    throw new KubectlError(
      `${JSON.stringify(`${object.apiVersion}, Kind=${object.kind}`.replace(/^([^/]+),/, '/$1,'))} not supported by debug`,
    )
  return session.flags.string('copy-to') === ''
    ? maker.ephemeral(object as DebugPod)
    : maker.copy(object as DebugPod)
}

/** Makes what debugs. */
class Maker {
  private readonly session: Session
  private readonly profile: string
  private readonly custom: Partial<Container> | undefined

  constructor(session: Session, profile: string, custom: Partial<Container> | undefined) {
    this.session = session
    this.profile = profile
    this.custom = custom
  }

  /** What the flags say of the container that debugs. */
  private get wanted(): Omit<Container, 'name'> {
    const { flags, command = [] } = this.session
    const env: EnvVar[] = [...flags.map('env')].map(([name, value]) => ({ name, value }))
    const policy = flags.string('image-pull-policy')
    return {
      image: flags.string('image'),
      terminationMessagePolicy: 'File',
      ...(env.length === 0 ? {} : { env }),
      ...(policy === '' ? {} : { imagePullPolicy: policy }),
      ...(flags.bool('stdin') ? { stdin: true } : {}),
      ...(flags.bool('tty') ? { tty: true } : {}),
      ...(command.length === 0 ? {} : { [flags.bool('arguments-only') ? 'args' : 'command']: command }),
    }
  }

  private async apply(pod: DebugPod, name: string, style: DebugStyle): Promise<void> {
    const { flags, minor } = this.session
    const kept = {
      labels: flags.bool('keep-labels'),
      annotations: flags.bool('keep-annotations'),
      liveness: flags.bool('keep-liveness'),
      readiness: flags.bool('keep-readiness'),
      startup: flags.bool('keep-startup'),
      initContainers: flags.bool('keep-init-containers'),
    }
    applyProfile(this.profile, pod, name, { style, kept, minor })
    if (this.custom !== undefined)
      await this.customize(
        pod,
        style === 'ephemeral' ? 'ephemeralContainers' : 'containers',
        this.custom,
        name,
      )
  }

  private async customize(
    pod: DebugPod,
    list: 'containers' | 'ephemeralContainers',
    custom: Partial<Container>,
    name: string,
  ): Promise<void> {
    const { session } = this
    const { group, version, kind } = findResource(await session.resources(), 'pods')
    const schemas = await openApiSchemas(session, { group, version })
    const typeName = schemas?.typeName(group, version, kind)
    if (schemas === undefined || typeName === undefined)
      throw new KubectlError(
        'the server tells no schema of pods, by which the custom profile could be merged',
      )
    const patch = { spec: { [list]: [{ ...custom, name }] } }
    Object.assign(pod, applyStrategicMergePatch(pod as never, patch as never, typeName, schemas).object)
  }

  private suffix(): string {
    return randomSuffix(this.session.host.random ?? realRandom)
  }

  private nameFor(pod: DebugPod): string {
    const { flags, host } = this.session
    const named = flags.string('container')
    if (named !== '') return named
    const taken = new Set(allContainers(pod.spec).map(({ name }) => name))
    let name = ''
    while (name === '' || taken.has(name)) name = `debugger-${this.suffix()}`
    if (!flags.bool('quiet')) host.stdout(`Defaulting debug container name to ${name}.\n`)
    return name
  }

  async ephemeral(pod: DebugPod): Promise<Made> {
    const { session } = this
    const name = this.nameFor(pod)
    const target = session.flags.string('target')
    const changed = structuredClone(pod)
    const known = pod.spec.ephemeralContainers ?? []
    const added = {
      name,
      ...this.wanted,
      ...(target === '' ? {} : { targetContainerName: target }),
    }
    changed.spec.ephemeralContainers = [...structuredClone(known), added]
    await this.apply(changed, name, 'ephemeral')
    const container = changed.spec.ephemeralContainers.at(-1)!
    this.warn(container, pod)
    const order = changed.spec.ephemeralContainers.map((one) => ({ name: one.name }))
    const patch = {
      spec: { '$setElementOrder/ephemeralContainers': order, ephemeralContainers: [container] },
    }
    const resource = findResource(await session.resources(), 'pods')
    const at: Target = { resource, namespace: pod.metadata.namespace, name: pod.metadata.name! }
    try {
      const made = await patchOn(session, at, 'strategic', patch, { subresource: 'ephemeralcontainers' })
      return { pod: made, container: name }
    } catch (error) {
      if (error instanceof ServerError && error.reason === 'NotFound' && !error.message.includes('"'))
        throw new KubectlError(
          `ephemeral containers are disabled for this cluster (error from server: ${JSON.stringify(error.message)})`,
        )
      throw error
    }
  }

  async copy(pod: DebugPod): Promise<Made> {
    const { session } = this
    const { flags } = session
    const { copied, container } = await this.copyOf(pod)
    this.warn(
      copied.spec.containers.find(({ name }) => name === container),
      copied,
    )
    const resource = findResource(await session.resources(), 'pods')
    const { namespace } = pod.metadata
    const made = await createOn(session, { resource, namespace }, copied)
    if (flags.bool('replace'))
      await (await session.transport()).json(pathOf(resource, namespace, pod.metadata.name!), {
        method: 'DELETE',
        body: JSON.stringify({ kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 0 }),
      })
    return { pod: made, container }
  }

  private async copyOf(pod: DebugPod): Promise<{ copied: DebugPod; container: string }> {
    const { session } = this
    const { flags } = session
    const { labels, annotations, namespace } = pod.metadata
    const { ephemeralContainers: _left, ...spec } = structuredClone(pod.spec)
    const keepsLabels = commandDialect(session.minor).debugKeeps
    const copied: DebugPod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: flags.string('copy-to'),
        namespace,
        ...(annotations === undefined ? {} : { annotations: { ...annotations } }),
        ...(labels === undefined || !keepsLabels ? {} : { labels: { ...labels } }),
      },
      spec,
    }
    if (session.changed('share-processes')) spec.shareProcessNamespace = flags.bool('share-processes')
    if (!flags.bool('same-node')) delete spec.nodeName
    const images = flags.map('set-image')
    for (const one of spec.containers) {
      const image = images.get(one.name) ?? images.get('*')
      if (image !== undefined && image !== '') one.image = image
    }
    const wanted = flags.string('container')
    let container = allContainers(spec).find(({ name }) => name === wanted)
    if (container === undefined) {
      if (flags.string('image') === '') {
        if (images.size > 0) return { copied, container: '' }
        throw new KubectlError('you must specify image when creating new container')
      }
      container = { name: this.nameFor(copied), terminationMessagePolicy: 'File' }
      spec.containers.push(container)
    }
    const { image, terminationMessagePolicy: _policy, ...changes } = this.wanted
    if (changes.command !== undefined) delete container.args
    delete container.stdin
    delete container.tty
    Object.assign(container, changes, image === '' ? {} : { image })
    await this.apply(copied, container.name, 'copy')
    return { copied, container: container.name }
  }

  async onNode(node: KubeObject): Promise<Made> {
    const { session } = this
    const { flags, host } = session
    const name = flags.string('container') || 'debugger'
    const podName = `node-debugger-${node.metadata.name}-${this.suffix()}`
    if (!flags.bool('quiet'))
      host.stdout(`Creating debugging pod ${podName} with container ${name} on node ${node.metadata.name}.\n`)
    const namespace = await session.namespace()
    const pod: DebugPod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: podName,
        namespace,
        ...(commandDialect(session.minor).debugLabelsNodePods
          ? { labels: { 'app.kubernetes.io/managed-by': 'kubectl-debug' } }
          : {}),
      },
      spec: {
        containers: [{ name, ...this.wanted }],
        nodeName: node.metadata.name!,
        restartPolicy: 'Never',
        tolerations: [{ operator: 'Exists' }],
      },
    }
    await this.apply(pod, name, 'node')
    const resource = findResource(await session.resources(), 'pods')
    return { pod: await createOn(session, { resource, namespace }, pod), container: name }
  }

  /** A profile's capabilities are of no use to another user than root. */
  private warn(container: Container | undefined, { spec }: DebugPod): void {
    const { host, minor } = this.session
    if (!commandDialect(minor).debugWarnsOfUsers || (spec.securityContext?.runAsUser ?? 0) === 0) return
    const { runAsUser, privileged, capabilities } = container?.securityContext ?? {}
    if (runAsUser === 0 || (privileged !== true && (capabilities?.add ?? []).length === 0)) return
    host.stderr(
      'Warning: Non-root user is configured for the entire target Pod, and some capabilities granted by debug profile may not work. Please consider using "--custom" with a custom profile that specifies "securityContext.runAsUser: 0".\n',
    )
  }
}

const firstInterval = 50
const longestInterval = 500

/** Joins the container once it runs, or prints what it has written where it has ended. */
async function join(session: Session, made: Made): Promise<void> {
  const patience = new Patience(session.host)
  try {
    await joinWith(session, made, patience)
  } finally {
    patience.close()
  }
}

async function joinWith(session: Session, { pod, container }: Made, patience: Patience): Promise<void> {
  const resource = findResource(await session.resources(), 'pods')
  const target = { resource, namespace: pod.metadata.namespace, name: pod.metadata.name! }
  let warned = ''
  for (let waited = 0; ; ) {
    const now = await getObject(session, target)
    const { state } = statusOf(now, container) ?? {}
    if (state?.terminated !== undefined) return printLogOf(session, now, container)
    if (state?.running !== undefined)
      return attachTo(session, now, container).catch((error: Error) => {
        if (error instanceof NotSimulatedError) throw error
        session.host.stderr(
          `warning: couldn't attach to pod/${now.metadata.name}, falling back to streaming logs: ${error.message}\n`,
        )
        return printLogOf(session, now, container)
      })
    const message = state?.waiting?.message ?? ''
    if (!session.flags.bool('quiet') && message !== '' && message !== warned)
      session.host.stderr(`Warning: container ${container}: ${message}\n`)
    warned = message
    patience.mustNotBeOver(`container ${container} of pod/${pod.metadata.name} does not start`)
    const interval = Math.min(longestInterval, Math.max(firstInterval, waited / 10))
    await session.host.sleep(interval)
    waited += interval
  }
}

interface Status {
  name: string
  state?: { running?: object; terminated?: object; waiting?: { message?: string } }
}

function statusOf(pod: KubeObject, container: string): Status | undefined {
  const status = (pod['status'] ?? {}) as Record<string, Status[] | undefined>
  return ['initContainerStatuses', 'containerStatuses', 'ephemeralContainerStatuses']
    .flatMap((field) => status[field] ?? [])
    .find(({ name }) => name === container)
}
