// What the own programs of known test images do with their arguments.
// Upstream: perf-tests/util-images/sleep, kubernetes/test/images/agnhost
import type { Container } from './pod.ts'

interface ImageProgram {
  /** Undefined: it runs until it is stopped. */
  runsMs: number | undefined
  /** From SIGTERM to its end. */
  stopsMs: number
  exitCode: number
}

/** The last part of an image's name, without tag: `busybox` for `registry.k8s.io/e2e-test-images/busybox:1.29`. */
export const imageName = (image: string): string => image.split('/').at(-1)!.split(/[:@]/)[0]!

/** The program that an image runs by itself; undefined for a container with a command, or where it is not known. */
export function imageProgram({ image = '', command, args = [] }: Container): ImageProgram | undefined {
  if (command !== undefined && command.length > 0) return undefined
  const { flags, rest } = parseArgs(args)
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

function parseArgs(args: readonly string[]): { flags: Map<string, string>; rest: string[] } {
  const flags = new Map<string, string>()
  const rest: string[] = []
  for (let i = 0; i < args.length; i++) {
    const [, name, value] = /^--?([^=]+)(?:=(.*))?$/.exec(args[i]!) ?? []
    if (name === undefined) rest.push(args[i]!)
    else flags.set(name, value ?? args[++i] ?? '')
  }
  return { flags, rest }
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** A duration as Go writes them: `1m30s`. */
function durationMs(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/.test(text)) return undefined
  return [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)].reduce(
    (sum, [, number, unit]) => sum + Number(number) * units[unit!]!,
    0,
  )
}
