// Upstream: plugin/pkg/admission/{podresize,nodedeclaredfeatures}/admission.go, component-helpers/nodedeclaredfeatures

import type { Container, Node, Pod } from '../../api/core-v1.ts'
import { goQuote } from '../../apimachinery/field-error.ts'
import { getOwn } from '../../apimachinery/json.ts'
import { type PodWithResources, podResources } from '../../apimachinery/quota/pod-resources.ts'
import { zero } from '../../apimachinery/quota/usage.ts'
import { isPodLevelResource } from '../../apimachinery/resource-names.ts'
import { StatusError } from '../../apimachinery/status-error.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import { quantityOf } from '../registry/core/resource-list.ts'
import { semanticDeepEqual } from '../registry/core/semantic-deep-equal.ts'
import type { ServerContext } from '../registry/generic/strategy.ts'
import { knownOrNewest } from '../storage/known-or-newest.ts'
import type { AdmissionAttributes, AdmissionPlugin } from './chain.ts'
import { admissionDialect } from './dialect.ts'
import { forbid } from './forbid.ts'

/** The pod of a request that changes the spec of one that is on a node. */
function changedPod({ request, object, oldObject }: AdmissionAttributes): Pod | undefined {
  if (request.group !== '' || request.resource !== 'pods' || object === undefined) return undefined
  const pod = object as unknown as Pod
  if (!pod.spec?.nodeName) return undefined
  return (object.metadata.generation ?? 0) === (oldObject?.metadata.generation ?? 0) ? undefined : pod
}

async function nodeOf({ storage }: ServerContext, attributes: AdmissionAttributes, pod: Pod): Promise<Node> {
  const name = pod.spec?.nodeName ?? ''
  const record = await knownOrNewest(storage, `/registry/minions/${name}`)
  if (record === undefined) throw forbid(attributes, `node ${goQuote(name)} not found`)
  return record.object as unknown as Node
}

/** A pod grows only on a node that can do that, and has as much. */
export const podResizeValidator = (server: ServerContext): AdmissionPlugin => ({
  name: 'PodResizeValidator',
  handles: (operation) => operation === 'UPDATE',
  resources: new Set(['/pods']),
  async validate(attributes) {
    if (!gateEnabled(server.gates, 'InPlacePodVerticalScaling')) return
    const pod = changedPod(attributes)
    if (pod === undefined || attributes.request.subresource !== 'resize') return
    const node = await nodeOf(server, attributes, pod)
    const system = getOwn(node.metadata?.labels, 'kubernetes.io/os') ?? 'linux'
    if (system !== 'linux')
      throw caused(
        forbid(
          attributes,
          `pod resize is only supported on linux nodes, node ${goQuote(node.metadata?.name ?? '')} is ${goQuote(system)}`,
        ),
        'UnsupportedPlatform',
      )
    const lacking = lackingResources(pod, node)
    if (lacking.length > 0)
      throw caused(
        forbid(attributes, `node didn't have enough allocatable resources: ${lacking.join('; ')}`),
        'NodeCapacity',
      )
  },
})

function caused(error: StatusError, reason: string): StatusError {
  return new StatusError(error.code, error.reason, error.message, {
    ...error.status.details,
    causes: [{ reason }],
  })
}

function lackingResources(pod: Pod, node: Node): string[] {
  const requests = podResources(pod as PodWithResources, 'requests', {
    podLevel: isPodLevelResource,
    overhead: true,
  })
  return (['cpu', 'memory'] as const).flatMap((name) => {
    const wanted = requests.get(name) ?? zero
    const there = quantityOf(getOwn(node.status?.allocatable ?? {}, name))
    if (wanted.compare(there) <= 0) return []
    const shown = (amount: typeof zero): bigint => (name === 'cpu' ? amount.milliValue() : amount.value())
    return [`${name}, requested: ${shown(wanted)}, allocatable: ${shown(there)}`]
  })
}

const isSidecar = (container: Container): boolean => container.restartPolicy === 'Always'

const cpuOf = (container: Container | undefined) => quantityOf(container?.resources?.requests?.['cpu'])

/** Feature of a node → whether a change of a pod needs it. In the order in which they are told. */
const neededByUpdate: Readonly<Record<string, (now: Pod, old: Pod, minor: number) => boolean>> = {
  GuaranteedQoSPodCPUResize: (now, old, minor) =>
    admissionDialect(minor).needsGuaranteedCPUResize &&
    old.status?.qosClass === 'Guaranteed' &&
    (old.spec?.containers ?? []).some((one, i) => cpuOf(one).compare(cpuOf(now.spec?.containers?.[i])) !== 0),
  InPlacePodLevelResourcesVerticalScaling: (now, old) =>
    !semanticDeepEqual(now.spec?.resources, old.spec?.resources),
  InPlacePodVerticalScalingInitContainers: (now, old) =>
    (old.spec?.initContainers ?? []).some(
      (container, i) =>
        !isSidecar(container) &&
        !semanticDeepEqual(container.resources, now.spec?.initContainers?.[i]?.resources),
    ),
}

/** A pod changes only in ways that its node says it can follow. */
export const nodeDeclaredFeatureValidator = (server: ServerContext): AdmissionPlugin => ({
  name: 'NodeDeclaredFeatureValidator',
  handles: (operation) => operation === 'UPDATE',
  resources: new Set(['/pods']),
  async validate(attributes) {
    const { minor } = server.release
    if (!admissionDialect(minor).checksDeclaredFeatures || !gateEnabled(server.gates, 'NodeDeclaredFeatures'))
      return
    const pod = changedPod(attributes)
    const { subresource } = attributes.request
    if (pod === undefined || (subresource !== '' && subresource !== 'resize')) return
    const old = attributes.oldObject as unknown as Pod
    const needed = Object.keys(neededByUpdate).filter((name) => neededByUpdate[name]!(pod, old, minor))
    if (needed.length === 0) return
    const node = await nodeOf(server, attributes, pod)
    const declared = node.status?.declaredFeatures ?? []
    const lacking = needed.filter((name) => !declared.includes(name))
    if (lacking.length === 0) return
    throw forbid(
      attributes,
      `pod update requires features ${lacking.join(', ')} which are not available on node ${goQuote(node.metadata?.name ?? '')}`,
    )
  },
})
