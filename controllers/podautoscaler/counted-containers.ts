// Upstream: pkg/controller/podautoscaler/replica_calculator.go (calculatePodRequests)
import type { Container } from '../../api/core-v1.ts'
import { sidecarsOf } from '../../apimachinery/sidecars.ts'
import type { StoredPod } from '../pods.ts'

/** The containers that requests and usage are counted of: without init containers that end. @param name of the only one that counts */
export const countedContainers = ({ spec }: StoredPod, name: string | undefined): Container[] =>
  [...spec.containers, ...sidecarsOf(spec)].filter((one) => name === undefined || one.name === name)
