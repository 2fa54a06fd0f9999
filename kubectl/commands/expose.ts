// Upstream: kubectl/pkg/cmd/expose/expose.go

import type { PodSpec, PodTemplateSpec, ServicePort, ServiceSpec } from '../../api/core-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { KubectlError } from '../errors.ts'
import { dryRunOf, operationPrinter } from '../printers/printer.ts'
import { buildTargets, type Info, visit } from '../resources/builder.ts'
import { findResource, inGroup } from '../resources/discovery.ts'
import { createOn } from '../resources/writes.ts'
import type { Session } from '../session.ts'
import { updateLastAppliedOfMade } from './apply/last-applied.ts'
import { clusterMeta, intOrString } from './create/typed.ts'
import { overridden } from './overrides.ts'

const exposable = new Set(['Pod', 'Service', 'ReplicationController', 'Deployment', 'ReplicaSet'])

/** `kubectl expose`: creates a Service that selects the pods of a workload or Service. */
export async function expose(session: Session, words: string[]): Promise<number> {
  const { flags } = session
  const print = await operationPrinter(session, undefined, true)
  const options = { asInFile: true }
  const targets = await buildTargets(session, words, options)
  await visit(session, targets, options, async (info) => {
    const { kind } = info.resource
    if (!exposable.has(kind)) throw new KubectlError(`cannot expose a ${inGroup(kind, info.resource)}`)
    const built = await overridden(session, await serviceFor(session, info))
    const service = updateLastAppliedOfMade(built, flags.bool('save-config'))
    if (dryRunOf(session) === 'client') return print(service, 'exposed')
    const resource = findResource(await session.resources(), 'services')
    print(await createOn(session, { resource, namespace: info.namespace }, service), 'exposed')
  })
  return 0
}

function selectorOf(session: Session, object: KubeObject): Record<string, string> {
  const given = session.flags.string('selector')
  if (given !== '')
    return Object.fromEntries(given.split(',').map((pair) => pair.split('=', 2) as [string, string]))
  const spec = (object['spec'] ?? {}) as {
    selector?: { matchLabels?: Record<string, string>; matchExpressions?: unknown[] }
  }
  const found =
    object.kind === 'Pod'
      ? object.metadata.labels
      : object.kind === 'Service' || object.kind === 'ReplicationController'
        ? (spec.selector as Record<string, string> | undefined)
        : spec.selector?.matchLabels
  if (found === undefined || Object.keys(found).length === 0)
    throw new KubectlError(
      `couldn't retrieve selectors via --selector flag or introspection: ${
        object.kind === 'Pod'
          ? 'the pod has no labels and cannot be exposed'
          : 'the service has no pod selector set'
      }`,
    )
  return found
}

function introspected(object: KubeObject): ServicePort[] {
  const spec = (object['spec'] ?? {}) as ServiceSpec & PodSpec & { template?: PodTemplateSpec }
  if (object.kind === 'Service') return spec.ports ?? []
  const containers = object.kind === 'Pod' ? spec.containers : spec.template?.spec?.containers
  return (containers ?? []).flatMap((c) =>
    (c.ports ?? []).map((p) => ({ port: p.containerPort, protocol: p.protocol ?? 'TCP' })),
  )
}

function portsOf(session: Session, object: KubeObject): ServicePort[] {
  const { flags } = session
  const given = flags.string('port')
  const found = introspected(object)
  const list = given === '' ? found.map((p) => p.port) : given.split(',').map(Number)
  if (list.length === 0) throw new KubectlError("couldn't find port via --port flag or introspection")
  const target = flags.string('target-port')
  return list.map((port, i) => ({
    ...(list.length > 1 ? { name: `port-${i + 1}` } : {}),
    port,
    protocol: flags.string('protocol') || (found.find((p) => p.port === port)?.protocol ?? 'TCP'),
    targetPort: target === '' ? port : intOrString(target),
  }))
}

async function serviceFor(session: Session, info: Info): Promise<KubeObject> {
  const { flags } = session
  const { object } = info
  const labels =
    flags.string('labels') === ''
      ? object.metadata.labels
      : Object.fromEntries(
          flags
            .string('labels')
            .split(',')
            .map((pair) => pair.split('=', 2) as [string, string]),
        )
  const text = (flag: string): string => flags.string(flag)
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: clusterMeta(session, {
      ...(labels === undefined ? {} : { labels }),
      name: text('name') || info.name,
      ...(session.enforceNamespace ? { namespace: text('namespace') } : {}),
    }),
    spec: {
      ...(text('cluster-ip') === '' ? {} : { clusterIP: text('cluster-ip') }),
      ...(text('external-ip') === '' ? {} : { externalIPs: [text('external-ip')] }),
      ...(text('load-balancer-ip') === '' ? {} : { loadBalancerIP: text('load-balancer-ip') }),
      ports: portsOf(session, object),
      selector: selectorOf(session, object),
      ...(text('session-affinity') === '' ? {} : { sessionAffinity: text('session-affinity') }),
      ...(text('type') === '' ? {} : { type: text('type') }),
    },
    status: { loadBalancer: {} },
  }
}
