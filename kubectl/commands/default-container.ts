// Upstream: kubectl/pkg/cmd/util/podcmd/podcmd.go
import type { KubeObject } from '../../apimachinery/json.ts'
import { KubectlError } from '../errors.ts'
import { podSpecOf } from '../resources/pod-template.ts'

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

/**
 * The container that is named, else the pod's default one, else its first. Throws KubectlError.
 * @param warn told where several were to choose from
 */
export function containerOf(pod: KubeObject, wanted: string, warn: (text: string) => void): string {
  const { containers, ephemeralContainers = [], initContainers = [] } = specOf(pod)
  const all = [...containers, ...ephemeralContainers, ...initContainers].map(({ name }) => name)
  const named = wanted || (pod.metadata.annotations?.[annotation] ?? '')
  if (named !== '') {
    if (all.includes(named)) return named
    throw new KubectlError(
      `container ${named} is not valid for pod ${pod.metadata.name} out of: ${allContainerNames(pod)}`,
    )
  }
  const [first] = all
  if (all.length > 1) warn(`Defaulted container "${first}" out of: ${allContainerNames(pod)}\n`)
  return first ?? ''
}

interface Named {
  name: string
}
const specOf = (
  pod: KubeObject,
): { containers: Named[]; initContainers?: Named[]; ephemeralContainers?: Named[] } =>
  podSpecOf({ ...pod, kind: 'Pod' }) as { containers: Named[] }
