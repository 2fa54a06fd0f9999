// Upstream: kubectl/pkg/cmd/util/podcmd/podcmd.go
import type { KubeObject } from '../../apimachinery/json.ts'
import { KubectlError } from '../errors.ts'
import { podSpecOf } from '../resources/pod-template.ts'
import type { Session } from '../session.ts'
import { commandDialect } from './dialect.ts'

const annotation = 'kubectl.kubernetes.io/default-container'

/** The containers of a pod, the kind told of those that are not its own: `main, debugger (ephem), setup (init)`. */
export function allContainerNames(pod: KubeObject): string {
  const { containers, ephemeralContainers = [], initContainers = [] } = specOf(pod)
  return [
    ...containers.map(({ name }) => name),
    ...ephemeralContainers.map(({ name }) => `${name} (ephem)`),
    ...initContainers.map(({ name }) => `${name} (init)`),
  ].join(', ')
}

/** The error about a container that a pod does not have. */
export const notAContainer = (pod: KubeObject, name: string): KubectlError =>
  new KubectlError(
    `container ${name} is not valid for pod ${pod.metadata.name} out of: ${allContainerNames(pod)}`,
  )

/**
 * The container that is named, else the pod's default one, else its first. Throws KubectlError.
 * @param wanted empty: none is named @param quiet whether nothing is said where several were to choose from
 */
export function containerOf(session: Session, pod: KubeObject, wanted: string, quiet = false): string {
  const { containers, ephemeralContainers = [], initContainers = [] } = specOf(pod)
  const all = [...containers, ...ephemeralContainers, ...initContainers].map(({ name }) => name)
  const named = wanted || (pod.metadata.annotations?.[annotation] ?? '')
  if (all.includes(named)) return named
  const { listsContainers } = commandDialect(session.minor)
  if (named !== '' && listsContainers) throw notAContainer(pod, named)
  if (wanted !== '') throw new KubectlError(`container ${wanted} not found in pod ${pod.metadata.name}`)
  const [first] = all
  if (all.length > 1 && !quiet)
    session.host.stderr(`Defaulted container "${first}" out of: ${allContainerNames(pod)}\n`)
  return first ?? ''
}

interface Named {
  name: string
}
const specOf = (
  pod: KubeObject,
): { containers: Named[]; initContainers?: Named[]; ephemeralContainers?: Named[] } =>
  podSpecOf({ ...pod, kind: 'Pod' }) as { containers: Named[] }
