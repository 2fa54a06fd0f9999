// Programs in containers that are not run: whether and when they end, nobody can tell here.

import { isObject, type KubeObject } from '../../apimachinery/json.ts'
import { mayEnd } from '../../containers/may-end.ts'
import { commandOutcome, wordsOf } from '../../kubelet-sim/pods/command-outcome.ts'
import { containerEnvironment } from '../../kubelet-sim/pods/container-environment.ts'
import type { Container, Pod } from '../../kubelet-sim/pods/pod.ts'

/** The program of a pod's container that has one whose end is not known; undefined where all are known. */
export function unsimulatedProgram(pod: KubeObject): string | undefined {
  const containers = isObject(pod['spec']) ? pod['spec']['containers'] : undefined
  for (const container of Array.isArray(containers) ? (containers as unknown as Container[]) : []) {
    const [program] = wordsOf(container)
    const env = containerEnvironment(container, pod as unknown as Pod)
    if (program !== undefined && commandOutcome(container, env) === undefined && !mayEnd(container))
      return program
  }
  return undefined
}
