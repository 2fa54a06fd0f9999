// Upstream: kubectl/pkg/cmd/run/run.go, kubectl/pkg/generate/versioned/run.go

import type { KubeObject } from '../../apimachinery/json.ts'
import { isImageReference } from '../../component-base/go/image-reference.ts'
import { KubectlError } from '../errors.ts'
import { dryRunOf, operationPrinter } from '../printers/printer.ts'
import { findResource } from '../resources/discovery.ts'
import { propagationPolicy } from '../resources/writes.ts'
import type { Session } from '../session.ts'
import { updateLastAppliedOfMade } from './apply/last-applied.ts'
import { submit } from './create/submit.ts'
import { clusterMeta } from './create/typed.ts'
import { removeTargets } from './delete.ts'
import { overridden } from './overrides.ts'
import { attachToNew } from './run-attached.ts'

/** `kubectl run`: creates a Pod, and with --expose a Service for it. With -i, -t or --attach its program is joined. */
export async function run(session: Session, words: string[]): Promise<number> {
  const { flags } = session
  validate(session, words)
  const print = await operationPrinter(session, undefined, true)
  const pod = updateLastAppliedOfMade(
    await overridden(session, podOf(session, words)),
    flags.bool('save-config'),
  )
  const made = await submit(session, pod)
  if (flags.bool('expose')) {
    print(await submit(session, serviceOf(session, words[0]!)), 'created')
    // Beside the line that the printer has before a second object.
    if (flags.string('output') === 'yaml') session.host.stdout('---\n')
  }
  if (attaches(session)) await attachAndRemove(session, made)
  else print(made, 'created')
  return 0
}

/** Joins the program of the new pod; with --rm nothing of it stays. */
async function attachAndRemove(session: Session, { metadata }: KubeObject): Promise<void> {
  const resource = findResource(await session.resources(), 'pods')
  const target = { resource, namespace: metadata.namespace, name: metadata.name ?? '' }
  try {
    await attachToNew(session, target)
  } finally {
    if (session.flags.bool('rm')) {
      const gracePeriod = session.flags.number('grace-period', -1)
      const options = { gracePeriod, propagationPolicy: propagationPolicy(session) }
      await removeTargets(
        session,
        [target],
        {},
        { dryRun: 'none', options, ignoreNotFound: false, wait: true },
      )
    }
  }
}

const attaches = ({ flags }: Session): boolean =>
  flags.bool('attach') || flags.bool('stdin') || flags.bool('tty')

function validate(session: Session, words: readonly string[]): void {
  const { flags } = session
  const image = flags.string('image')
  if (words.length === 0) throw session.usageError('NAME is required for run')
  if (image === '') throw new KubectlError('--image is required')
  if (!isImageReference(image))
    throw new KubectlError(`Invalid image name "${image}": invalid reference format`)
  if (flags.bool('tty') && !flags.bool('stdin'))
    throw session.usageError('-i/--stdin is required for containers with -t/--tty=true')
  if (flags.bool('expose') && flags.string('port') === '')
    throw session.usageError('--port must be set when exposing a service')
  if (flags.bool('rm') && !attaches(session))
    throw session.usageError('--rm should only be used for attached containers')
  if (attaches(session) && dryRunOf(session) !== 'none')
    throw session.usageError(
      "--dry-run=[server|client] can't be used with attached containers options (--attach, --stdin, or --tty)",
    )
  const restart = flags.string('restart', 'Always')
  if (!['Always', 'OnFailure', 'Never'].includes(restart))
    throw session.usageError(`invalid restart policy: ${restart}`)
}

function labelsOf(session: Session, name: string): Record<string, string> {
  const text = session.flags.string('labels')
  if (text === '') return { run: name }
  return Object.fromEntries(
    text.split(',').map((pair) => {
      const [key, value, ...rest] = pair.split('=')
      if (value === undefined || rest.length > 0) throw new KubectlError(`unexpected label spec: ${pair}`)
      return [key!, value]
    }),
  )
}

function podOf(session: Session, words: readonly string[]): KubeObject {
  const { flags } = session
  const name = words[0]!
  const args = [...words.slice(1), ...(session.command ?? [])]
  const env = flags.strings('env').map((pair) => {
    const at = pair.indexOf('=')
    if (at <= 0) throw new KubectlError(`invalid env: ${pair}`)
    return { name: pair.slice(0, at), value: pair.slice(at + 1) }
  })
  const annotations = flags.strings('annotations').map((pair) => pair.split(/=(.*)/s, 2) as [string, string])
  const port = flags.string('port')
  const container = {
    ...(args.length === 0 ? {} : { [flags.bool('command') ? 'command' : 'args']: args }),
    ...(env.length === 0 ? {} : { env }),
    image: flags.string('image'),
    ...(flags.string('image-pull-policy') === ''
      ? {}
      : { imagePullPolicy: flags.string('image-pull-policy') }),
    name,
    ...(port === '' ? {} : { ports: [{ containerPort: Number(port) }] }),
    resources: {},
    ...(flags.bool('privileged') ? { securityContext: { privileged: true } } : {}),
    ...(flags.bool('stdin') ? { stdin: true, stdinOnce: !flags.bool('leave-stdin-open') } : {}),
    ...(flags.bool('tty') ? { tty: true } : {}),
  }
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: clusterMeta(session, {
      ...(annotations.length === 0 ? {} : { annotations: Object.fromEntries(annotations) }),
      labels: labelsOf(session, name),
      name,
      ...(session.enforceNamespace ? { namespace: session.flags.string('namespace') } : {}),
    }),
    spec: {
      containers: [container],
      dnsPolicy: 'ClusterFirst',
      restartPolicy: flags.string('restart', 'Always'),
    },
    status: {},
  }
}

function serviceOf(session: Session, name: string): KubeObject {
  const port = Number(session.flags.string('port'))
  const labels = labelsOf(session, name)
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: clusterMeta(session, { ...(session.changed('labels') ? { labels } : {}), name }),
    spec: { ports: [{ port, protocol: 'TCP', targetPort: port }], selector: labels },
    status: { loadBalancer: {} },
  }
}
