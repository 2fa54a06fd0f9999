// What a scenario's function is given besides the cluster.
import assert from 'node:assert/strict'
import type { Cluster } from '../../cluster/cluster.ts'
import type { ClusterClient } from '../../cluster/cluster-client.ts'
import type { ProxyRules } from '../../kube-proxy-sim/rules/render-rules.ts'
import type { Cell } from './cell.ts'

/** The same for a cell of a matrix and a hop of a path. */
export interface ScenarioContext {
  /** Node's strict assert. */
  assert: typeof assert
  /** A client of an administrator, whose requests reports show. `exchange` answers with the code and the warnings too. */
  client: ClusterClient
  /** The name of the node. */
  node: string
  /** Asks again until the answer is as wanted; the last answer after `seconds` (10). */
  eventually<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean, seconds?: number): Promise<T>
  /** What a component has logged so far: `kube-apiserver`, `kubelet`, `kube-controller-manager` or `kube-proxy`. */
  logs(component: string): string
  /** The metrics of kube-apiserver, as Prometheus reads them. */
  metrics(): Promise<string>
  /** Texts of the Warning headers that the API has answered with so far (on a path: since the hop began). */
  warnings(): string[]
  /** What the node's kube-proxy programmed at its last sync, as its tools list it; undefined before the first. */
  rules(): ProxyRules | undefined
  /** A part of the scenario with a title of its own in reports. */
  step<T>(title: string, work: () => Promise<T>): Promise<T>
}

/** What a module's function is given besides the cluster. */
export interface CellContext extends ScenarioContext {
  cell: Cell
}

/** The default export of a scenario. Its answer, if any, is the outcome shown for the cell. */
export type ScenarioFunction = (cluster: Cluster, context: CellContext) => Promise<unknown>

/** Asks every 20 ms until an answer is wanted or the time is up; resolves with the last answer. */
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
