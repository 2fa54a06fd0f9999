// Upstream: k8s.io/utils/cpuset
import { atoi } from '../../component-base/go/numbers.ts'

/** The CPUs in a text: 0, 1, 2 and 5 for `0-2,5`. The text must have passed validation. */
export function parseCPUSet(text: string): Set<number> {
  const cpus = new Set<number>()
  for (const range of text === '' ? [] : text.split(',')) {
    const [start = '', end = start] = range.split('-')
    for (let cpu = atoi(start); cpu <= atoi(end); cpu++) cpus.add(cpu)
  }
  return cpus
}

/** The CPUs in ascending order, neighbours as a range: `0-2,5`. */
export function formatCPUSet(cpus: ReadonlySet<number>): string {
  const ranges: [number, number][] = []
  for (const cpu of [...cpus].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last !== undefined && last[1] === cpu - 1) last[1] = cpu
    else ranges.push([cpu, cpu])
  }
  return ranges.map(([start, end]) => (start === end ? `${start}` : `${start}-${end}`)).join(',')
}
