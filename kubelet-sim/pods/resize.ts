// Upstream: pkg/kubelet/allocation (canAdmitPod), pkg/kubelet/kuberuntime/kuberuntime_manager.go (computePodResizeAction)
import type { ResourceRequirements } from '../../api/core-v1.ts'
import { Quantity } from '../../apimachinery/quantity.ts'
import { countedResources } from '../../apimachinery/quota/pods.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import type { KubeletOptions } from '../kubelet-options.ts'
import type { Container, Pod } from './pod.ts'

type Amounts = Readonly<Record<string, string>>
const resized = ['cpu', 'memory'] as const

/** How a kubelet carries out a resize: as the container runs, with a new start of it, or not at all. */
export type Resize = 'in place' | 'restart' | undefined

/**
 * How the change of a running container's resources is carried out. Undefined where nothing changed, without the gate, and where the
 * pod would ask for more than the node has at all. Deviates: what other pods of the node ask for defers no resize.
 * @param pod with the resources that are wanted
 */
export function resizeOf(
  options: Pick<KubeletOptions, 'gates' | 'machine'>,
  pod: Pod,
  before: Container,
  after: Container,
): Resize {
  if (!gateEnabled(options.gates, 'InPlacePodVerticalScaling')) return undefined
  const changed = resized.filter((name) => differs(before.resources, after.resources, name))
  if (changed.length === 0 || !fits(pod, options)) return undefined
  const restarts = after.resizePolicy?.some(
    ({ resourceName, restartPolicy }) =>
      restartPolicy === 'RestartContainer' && changed.some((name) => name === resourceName),
  )
  return restarts === true ? 'restart' : 'in place'
}

function differs(before: ResourceRequirements = {}, after: ResourceRequirements = {}, name: string): boolean {
  const of = (amounts: Amounts | undefined): Quantity => Quantity.parse(amounts?.[name] ?? '0')
  return (
    of(before.requests).compare(of(after.requests)) !== 0 || of(before.limits).compare(of(after.limits)) !== 0
  )
}

/** Whether a pod asks for no more than there is. */
function fits(pod: Pod, { gates, machine }: Pick<KubeletOptions, 'gates' | 'machine'>): boolean {
  const asked = countedResources(pod, 'requests', gates)
  return resized.every((name) => {
    const [wanted, there] = [asked.get(name), machine.capacity[name]]
    return wanted === undefined || there === undefined || wanted.compare(Quantity.parse(there)) <= 0
  })
}
