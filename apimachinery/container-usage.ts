// What containers use. Nothing runs in them: their usage is what is said of it.
import type { KubeObject } from './json.ts'
import { Quantity, QuantityError } from './quantity.ts'

/** The part of a container that can tell its usage. */
export interface UsingContainer {
  name?: string
  command?: readonly string[] | null
  args?: readonly string[] | null
}

/** The annotation of a pod, its template or a node with its usage of a resource: `kepsim.dev/cpu-usage`. */
export const usageAnnotation = (resource: string): string => `kepsim.dev/${resource}-usage`

/**
 * The usage of a resource by a container: by the pod's annotation (`250m` of each container, `web=250m,proxy=10m` of single ones,
 * both together), or for cpu by a command that states its load. Undefined where neither tells it.
 */
export function containerUsage(
  { metadata }: KubeObject,
  { name, command, args }: UsingContainer,
  resource: string,
): Quantity | undefined {
  const given = metadata.annotations?.[usageAnnotation(resource)]
  if (given !== undefined) return partFor(given, name ?? '')
  return resource === 'cpu' ? statedLoad([...(command ?? []), ...(args ?? [])]) : undefined
}

/** The usage of a resource that is said of a node. Undefined where nothing is. */
export function nodeUsage({ metadata }: KubeObject, resource: string): Quantity | undefined {
  const given = metadata.annotations?.[usageAnnotation(resource)]
  return given === undefined ? undefined : usageAmount(given.trim())
}

/** The part of a usage text for a container; one that names the container goes before one for all. */
function partFor(text: string, container: string): Quantity | undefined {
  const parts = text
    .slice(0, 10_000)
    .split(',')
    .map((part) => part.trim())
  const own = parts.find((part) => part.startsWith(`${container}=`))
  const one = own?.slice(container.length + 1) ?? parts.find((part) => !part.includes('='))
  return one === undefined ? undefined : usageAmount(one)
}

/** The largest amount that fits into upstream's 64 bits. */
const most = Quantity.of(2n ** 63n - 1n)

/** An amount that may be used. Undefined for what is no quantity, less than nothing, or more than there can be. */
export function usageAmount(text: string): Quantity | undefined {
  try {
    const parsed = Quantity.parse(text)
    return parsed.sign < 0 || parsed.compare(most) > 0 ? undefined : parsed
  } catch (error) {
    if (error instanceof QuantityError) return undefined
    throw error
  }
}

/** The load that a generator of load is told to make: `stress-ng --cpu 2 --cpu-load 50`, `stress -c 1`. */
function statedLoad(words: readonly string[]): Quantity | undefined {
  const text = words.join(' ').slice(0, 2000)
  for (const [, options = ''] of text.matchAll(/(?:^|[\s;&/])stress(?:-ng)?\s([^;&|]*)/g)) {
    const cpus = /(?:^|\s)(?:--cpu|-c)[ =](\d{1,4})\b/.exec(options)?.[1]
    if (cpus === undefined) continue
    const load = /(?:^|\s)(?:--cpu-load|-l)[ =](\d{1,3})\b/.exec(options)?.[1] ?? '100'
    return Quantity.of(Number(cpus) * Number(load) * 10, 'DecimalSI', -3)
  }
  return undefined
}
