// What outputs show of a workload that the prose only tells of: its name, and how many pods it has.
import type { ShownBlock } from './world.ts'

/** A workload that outputs of the document show. */
export interface ShownWorkload {
  name: string
  pods: number
}

/** The names of its pods: what its own name is, and what tells one from another. */
const podNames: Readonly<Record<string, RegExp>> = {
  statefulset: /^(?<name>[a-z0-9](?:[a-z0-9-]{0,50}[a-z0-9])?)-(?<index>\d{1,3})$/,
  job: /^(?<name>[a-z0-9](?:[a-z0-9-]{0,50}[a-z0-9])?)-(?<index>\d{1,3})-[a-z0-9]{5}$/,
  deployment: /^(?<name>[a-z0-9](?:[a-z0-9-]{0,50}[a-z0-9])?)-[a-f0-9]{6,10}-(?<index>[a-z0-9]{5})$/,
}
/** Lines below a sentence within which it is spoken of. */
const near = 30

/** By the first output after a line that shows pods of one such workload, all of them; undefined where none does. */
export function shownWorkload(
  kind: string,
  line: number,
  outputs: readonly ShownBlock[],
): ShownWorkload | undefined {
  const shape = podNames[kind]
  if (shape === undefined) return undefined
  for (const output of outputs.filter((one) => one.line > line && one.line - line <= near)) {
    const pods = namesIn(output.text).flatMap((name) => [shape.exec(name)?.groups ?? []].flat())
    if (pods.length > 0) return together(kind, pods as { name: string; index: string }[])
  }
  return undefined
}

function together(kind: string, pods: readonly { name: string; index: string }[]): ShownWorkload | undefined {
  const indexes = new Set(pods.map(({ index }) => index))
  const { name } = pods[0]!
  const whole =
    kind === 'deployment' ||
    Array.from({ length: indexes.size }, (_, at) => indexes.has(String(at))).every(Boolean)
  return whole && pods.every((one) => one.name === name) ? { name, pods: indexes.size } : undefined
}

/** In a table's first column, or as a value of `name:`. */
function namesIn(text: string): string[] {
  const lines = text.split('\n')
  const table = lines.findIndex((line) => /^\s*NAME\s/.test(line))
  const column = table < 0 ? [] : lines.slice(table + 1).map((line) => /^\s*(?:pod\/)?(\S+)/.exec(line)?.[1])
  const keys = lines.map((line) => /^\s*name:\s+"?([a-z0-9.-]+)"?\s*$/.exec(line)?.[1])
  return [...column, ...keys].filter((name) => name !== undefined)
}
