// What the own programs of known test images do with their arguments.
// Upstream: perf-tests/util-images/sleep, kubernetes/test/images/agnhost

import type { Container } from '../pod.ts'
import { durationMs, goFlags } from '../programs/go-flags.ts'
import { imageName } from './images.ts'

interface ImageProgram {
  /** The milliseconds for which the program runs; undefined: until it is stopped. */
  runsMs: number | undefined
  /** The milliseconds from SIGTERM to the program's end. */
  stopsMs: number
  exitCode: number
}

/** The program that an image runs by itself; undefined for a container with another command, or where it is not known. */
export function imageProgram({ image = '', command = [], args = [] }: Container): ImageProgram | undefined {
  const [named, ...words] = command
  if (named !== undefined && named.split('/').at(-1) !== imageName(image)) return undefined
  const { flags, rest } = goFlags([...words, ...args])
  switch (imageName(image)) {
    case 'sleep':
      return {
        runsMs: durationMs(rest[0] ?? '0s'),
        stopsMs: durationMs(flags.get('termination-grace-period') ?? '0s') ?? 0,
        exitCode: Number(flags.get('termination-code') ?? 0),
      }
    case 'agnhost':
      return {
        runsMs: undefined,
        // This one awaits the deletion of its pod, so that it still serves while it terminates.
        stopsMs: rest[0] === 'serve-hostname' ? 60_000 : 1000 * Number(flags.get('delay-shutdown') ?? 0),
        exitCode: 0,
      }
    default:
      return undefined
  }
}
