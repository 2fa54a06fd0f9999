// Which container of which node a request is for. Upstream: pkg/registry/core/pod/strategy.go (LogLocation, streamLocation, validateContainer)
import type { PodSpec } from '../../../api/core-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { newBadRequest } from '../../../apimachinery/status-error.ts'
import type { RegisteredResource } from '../../registry/generic/registry.ts'
import type { ApiCall } from '../api-call.ts'

/** A pod with the container that is asked for, and its node: empty where it has none yet. */
export interface PodLocation {
  readonly pod: KubeObject
  readonly container: string
  readonly node: string
}

/** The pod of a request. Throws 404. */
export async function podOf(resource: RegisteredResource, { info }: ApiCall): Promise<KubeObject> {
  const { object } = await resource.store!.read(info.namespace, info.name)
  return object
}

/** The pod of a request with the container that its query names, or its only one. Throws 400. */
export function locationOf(pod: KubeObject, { info, query }: ApiCall): PodLocation {
  const spec = pod['spec'] as PodSpec
  return {
    pod,
    container: containerOf(spec, info.name, query.get('container') ?? ''),
    node: spec.nodeName ?? '',
  }
}

/** The node of a pod that streams are asked of. Throws 400. */
export function hostOf(pod: KubeObject): string {
  const { nodeName = '' } = pod['spec'] as PodSpec
  if (nodeName === '') throw newBadRequest(`pod ${pod.metadata.name} does not have a host assigned`)
  return nodeName
}

function containerOf(spec: PodSpec, pod: string, wanted: string): string {
  const { initContainers = [], containers = [], ephemeralContainers = [] } = spec
  const names = [...initContainers, ...containers, ...ephemeralContainers].map(({ name = '' }) => name)
  if (wanted !== '') {
    if (names.includes(wanted)) return wanted
    throw newBadRequest(`container ${wanted} is not valid for pod ${pod}`)
  }
  if (containers.length === 1) return containers[0]!.name!
  throw newBadRequest(
    `a container name must be specified for pod ${pod}, choose one of: [${names.join(' ')}]`,
  )
}
