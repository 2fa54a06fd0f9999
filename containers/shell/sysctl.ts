// Upstream: busybox procps/sysctl.c
import { CannotRun } from '../node-containers.ts'
import type { Process } from '../process.ts'

/** What `sysctl [-n] NAME…` prints of those that the pod sets. @throws CannotRun for the machine's own, and for changes */
export function kernelParameters({ pod }: Process, args: readonly string[]): string {
  const namesOnly = args[0] === '-n'
  const set = new Map(pod.spec.securityContext?.sysctls?.map(({ name = '', value }) => [dotted(name), value]))
  return args
    .slice(namesOnly ? 1 : 0)
    .map((name) => {
      const value = set.get(dotted(name))
      if (value === undefined) throw new CannotRun(`sysctl ${name} is not simulated`)
      return namesOnly ? `${value}\n` : `${dotted(name)} = ${value}\n`
    })
    .join('')
}

/** Names may have slashes instead. */
const dotted = (name: string): string => name.replaceAll('/', '.')
