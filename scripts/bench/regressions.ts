// Processor time beside that of a committed run, whatever the machine: both are measured by the fixed load of their own run.
import type { BenchResult } from './result.ts'

/** A figure may be so many times as large as it was. */
const allowed = 1.15

/** Processor time by the name of what took it, as multiples of the fixed load. */
function processorTimes({ calibration, nodes, loads }: BenchResult): Map<string, number> {
  const clusters = Object.entries(nodes).map(([count, { processor }]): [string, number] => [
    `${count} nodes Ready`,
    processor / calibration,
  ])
  const requests = loads.flatMap(({ objects, requests }) =>
    Object.entries(requests).flatMap(([name, { memory }]): [string, number][] =>
      memory === undefined ? [] : [[`${name}, ${objects} objects`, memory.processor / calibration]],
    ),
  )
  return new Map([...clusters, ...requests])
}

/** A line for each figure that has grown by more than 15 %; those that only one of the runs has are left out. */
export function regressions(now: BenchResult, before: BenchResult): string[] {
  const known = processorTimes(before)
  return [...processorTimes(now)].flatMap(([name, time]) => {
    const then = known.get(name)
    if (then === undefined || time <= then * allowed) return []
    return [`${name}: ${(time / then).toFixed(2)} times the processor time of the committed run`]
  })
}
