// Programs in containers that are not run: whether and when they end, nobody can tell here.

import { isObject, type KubeObject } from '../../apimachinery/json.ts'
import { programIn } from '../../containers/images/programs-of.ts'
import { mayEnd } from '../../containers/may-end.ts'
import { isShellName } from '../../containers/signals.ts'
import { commandOutcome, wordsOf } from '../../kubelet-sim/pods/command-outcome.ts'
import { containerEnvironment } from '../../kubelet-sim/pods/container-environment.ts'
import type { Container, Pod } from '../../kubelet-sim/pods/pod.ts'

/** The program of a pod's container that has one whose end is not known; undefined where all are known. */
export const unsimulatedProgram = (pod: KubeObject): string | undefined =>
  undecided(pod).find(({ container, program }) => !mayEnd(container) || !runs(container, program))?.program

/**
 * The shell of a pod's container whose script may have ended: of an image that is not known only its plainest commands are known to
 * be there and to do the same everywhere.
 */
export const unreadScript = (pod: KubeObject): string | undefined =>
  undecided(pod).find(
    ({ container, program }) => isShellName(program) && mayEnd(container) && !runs(container, program),
  )?.program

const runs = ({ image }: Container, program: string): boolean => programIn(image, program) === 'runs'

/** Containers with a command line that does not tell their end by its words. */
function undecided(pod: KubeObject): { container: Container; program: string }[] {
  const containers = isObject(pod['spec']) ? pod['spec']['containers'] : undefined
  return (Array.isArray(containers) ? (containers as unknown as Container[]) : []).flatMap((container) => {
    const [program] = wordsOf(container)
    const env = containerEnvironment(container, pod as unknown as Pod)
    return program !== undefined && commandOutcome(container, env) === undefined
      ? [{ container, program }]
      : []
  })
}
