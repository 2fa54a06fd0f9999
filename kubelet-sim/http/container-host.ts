import { noStreams } from '../../component-base/no-streams.ts'
import type { NodeContainers } from '../../containers/node-containers.ts'
import type { FeatureGateReader } from '../../featuregates/reader.ts'
import type { Pod } from '../pods/pod.ts'
import { type Answer, text } from './http-answer.ts'
import type { StreamTimeouts } from './remote-streams.ts'

/** The parts of a kubelet that its container endpoints need. */
export interface ContainerHost {
  /** The pods of the node, as the kubelet knows them. */
  pods(): Pod[]
  /** The containers of the node; undefined where nothing is known of what containers do. */
  containers(): NodeContainers | undefined
  readonly gates: FeatureGateReader
  /** Milliseconds since the epoch. */
  now(): number
  readonly timeouts: StreamTimeouts
}

/** The pod of a name; undefined where the node has none. */
export const podOf = (host: ContainerHost, namespace: string, name: string): Pod | undefined =>
  host.pods().find(({ metadata }) => metadata.namespace === namespace && metadata.name === name)

/** The name of a pod in the kubelet's calls of its runtime: `name_namespace`. */
export const fullName = ({ metadata }: Pod): string => `${metadata.name}_${metadata.namespace}`

/** A container of the pod's spec, of whatever kind. */
export const containerSpecOf = (
  { spec }: Pod,
  name: string,
): { name: string; tty?: boolean; image?: string } | undefined =>
  [...(spec.initContainers ?? []), ...spec.containers, ...(spec.ephemeralContainers ?? [])].find(
    (one) => one.name === name,
  ) as { name: string; tty?: boolean } | undefined

/** The answer where nothing is known of the containers of a pod. */
export const unknownContainers = (pod: Pod, why = 'nothing is known of what its containers do'): Answer =>
  text(`pod ${pod.metadata.name} ${noStreams}: ${why}`, 501)
