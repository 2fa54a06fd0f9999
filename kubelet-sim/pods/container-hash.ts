// Upstream: pkg/kubelet/container/helpers.go (HashContainer, HashContainerWithoutResources), pkg/kubelet/kuberuntime/kuberuntime_manager.go (containerChanged)
import { schemeOf } from '../../apimachinery/scheme/planned-scheme.ts'
import type { ContainerOrigin } from '../../containers/created-by.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import { fnv32a } from '../cm/fnv32a.ts'
import type { KubeletOptions } from '../kubelet-options.ts'
import { kubeletPodDialect } from './dialect.ts'
import type { Container } from './pod.ts'

const containerType = 'io.k8s.api.core.v1.Container'

/** The hashes by which a kubelet finds a container's definition changed. */
export type ContainerHashes = Pick<ContainerOrigin, 'hash' | 'hashWithoutResources'>

/** The hashes of a definition, as a kubelet's release makes them; they are compared with each other only. */
export function containerHashes(container: Container, { release }: KubeletOptions): ContainerHashes {
  const { containerHash } = kubeletPodDialect(release.minor)
  const { name, image = '' } = container
  if (containerHash === 'name and image')
    return { hash: fnv32a(JSON.stringify({ image, name })), hashWithoutResources: undefined }
  const known = (one: object): string =>
    JSON.stringify(schemeOf(release).decodeType(containerType, one).value)
  const { resources: _resources, ...rest } = container
  return {
    hash: fnv32a(known(container)),
    hashWithoutResources: containerHash === 'two' ? fnv32a(known(rest)) : undefined,
  }
}

/** Whether a kubelet takes a container for another one than was created. */
export function definitionChanged(
  created: ContainerHashes,
  container: Container,
  options: KubeletOptions,
): boolean {
  const { hash, hashWithoutResources } = containerHashes(container, options)
  if (hash === created.hash) return false
  const resizes =
    hashWithoutResources !== undefined && gateEnabled(options.gates, 'InPlacePodVerticalScaling')
  return !resizes || hashWithoutResources !== created.hashWithoutResources
}
