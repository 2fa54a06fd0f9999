// What pods use. Nothing runs in their containers: the usage is what is said of it.
import type { Container } from '../../api/core-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { Quantity, QuantityError } from '../../apimachinery/quantity.ts'

/** The annotation of a pod or its template with the usage of each of its containers: `kepsim.dev/cpu-usage: 250m`. */
export const usageAnnotation = (resource: string): string => `kepsim.dev/${resource}-usage`

/**
 * The usage of a resource by a container, in thousandths: by the annotation, or for cpu by a command that states its load.
 * Undefined where neither tells it.
 */
export function containerUsage(pod: KubeObject, container: Container, resource: string): number | undefined {
  const given = pod.metadata.annotations?.[usageAnnotation(resource)]
  if (given !== undefined) return milli(given)
  return resource === 'cpu'
    ? statedLoad([...(container.command ?? []), ...(container.args ?? [])])
    : undefined
}

function milli(text: string): number | undefined {
  try {
    return Number(Quantity.parse(text).milliValue())
  } catch (error) {
    if (error instanceof QuantityError) return undefined
    throw error
  }
}

/** The load that a generator of load is told to make: `stress-ng --cpu 2 --cpu-load 50`, `stress -c 1`. */
function statedLoad(words: readonly string[]): number | undefined {
  const text = words.join(' ').slice(0, 2000)
  for (const [, options = ''] of text.matchAll(/(?:^|[\s;&/])stress(?:-ng)?\s([^;&|]*)/g)) {
    const cpus = /(?:^|\s)(?:--cpu|-c)[ =](\d{1,4})\b/.exec(options)?.[1]
    if (cpus === undefined) continue
    const load = /(?:^|\s)(?:--cpu-load|-l)[ =](\d{1,3})\b/.exec(options)?.[1] ?? '100'
    return Number(cpus) * Number(load) * 10
  }
  return undefined
}
