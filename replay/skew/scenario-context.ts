// What a scenario's function is given besides the cluster.
import assert from 'node:assert/strict'
import type { RestClient } from '../../client/rest-client.ts'
import type { Cluster } from '../../cluster/cluster.ts'
import type { Cell } from './cell.ts'

export interface ScenarioContext {
  /** Node's strict assert. */
  assert: typeof assert
  cell: Cell
  /** A client of an administrator. `exchange` also gives warnings. */
  client: RestClient
  /** The name of the cell's node. */
  node: string
  /** Asks again until the answer is as wanted; the last answer after `seconds` (10). */
  eventually<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean, seconds?: number): Promise<T>
  /** What a component has logged so far: `kube-apiserver`, `kubelet`, `kube-controller-manager` or `kube-proxy`. */
  logs(component: string): string
  /** The metrics of kube-apiserver, as Prometheus reads them. */
  metrics(): Promise<string>
}

/** Its answer, if any, is the outcome shown for the cell. */
export type ScenarioFunction = (cluster: Cluster, context: ScenarioContext) => Promise<unknown>

export async function eventually<T>(
  ask: () => Promise<T>,
  wanted: (answer: T) => boolean,
  seconds = 10,
): Promise<T> {
  const end = Date.now() + seconds * 1000
  for (;;) {
    const answer = await ask()
    if (wanted(answer) || Date.now() > end) return answer
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

export { assert }
