// What is measured in a process of its own: each starts from nothing, and what one leaves behind costs no other.
import { spawnSync } from 'node:child_process'
import { allReady, manyPods, manyServices, secondCluster } from './clusters.ts'
import { packetsPerSecond } from './packets.ts'

/** The measurements by the name that `--measure` takes, with their number of nodes, pods or Services. */
export const measurements = {
  nodes: allReady,
  pods: manyPods,
  services: manyServices,
  second: secondCluster,
  packets: packetsPerSecond,
} as const

type Name = keyof typeof measurements
type Found<N extends Name> = Awaited<ReturnType<(typeof measurements)[N]>>

/** Whether `--measure` knows the name. */
export const isMeasurement = (name: string): name is Name => Object.hasOwn(measurements, name)

/** Measures in a new process of this program. @throws Error where that fails, with what it said */
export function measured<N extends Name>(name: N, count: number): Found<N> {
  const args = [process.argv[1]!, '--measure', name, '--count', String(count)]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${name} ${count}: exit code ${status}: ${stderr}`)
  return JSON.parse(stdout) as Found<N>
}
