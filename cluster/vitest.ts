// Clusters as fixtures of vitest: `import { test } from 'kepsim/vitest'`.
import { type TestAPI, type TestContext, test as vitestTest } from 'vitest'
import { type Cluster, startCluster } from './cluster.ts'
import type { ClusterOptions } from './cluster-options.ts'
import { loggingComponents } from './named-components.ts'

/** The fixtures of {@link clusterTest}: `test('…', async ({ cluster }) => …)`. */
export interface ClusterFixture {
  cluster: Cluster
}

/** The tests that share a cluster. */
export interface ClusterScope {
  /**
   * Who shares a cluster. `test` (default): nobody; `file`: the tests of a file; `worker`: those of all files that a worker of
   * vitest runs. What is shared is defined outside of any `describe`.
   */
  scope?: 'test' | 'file' | 'worker'
}

/**
 * A `test` of vitest (3.2 or newer) with the fixture `cluster`: started when a test first asks for it, and stopped when its scope
 * ends, also where tests fail. With a failed test, what the components of its own cluster logged last is printed.
 *
 * @param options of startCluster, or a function that gives them when a cluster is started
 */
export function clusterTest(
  options: ClusterOptions | (() => ClusterOptions | Promise<ClusterOptions>) = {},
  { scope = 'test' }: ClusterScope = {},
): TestAPI<ClusterFixture> {
  const during = async (use: Use): Promise<Cluster> => {
    const cluster = await startCluster(typeof options === 'function' ? await options() : options)
    try {
      await use(cluster)
      return cluster
    } finally {
      await cluster.stop()
    }
  }
  const own = async ({ task }: TestContext, use: Use): Promise<void> => {
    const cluster = await during(use)
    if (task.result?.state === 'fail') console.error(lastLogs(cluster))
  }
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one needs
  const shared = async ({}, use: Use): Promise<void> => void (await during(use))
  if (scope === 'test') return vitestTest.extend<ClusterFixture>({ cluster: own })
  // The types of vitest want the scope to be known when the fixture is written; at run time any will do.
  return vitestTest.extend<ClusterFixture>({ cluster: [shared, { scope: scope as 'test' }] })
}

type Use = (cluster: Cluster) => Promise<void>

/** Vitest shows what is printed with the test that it belongs to. */
function lastLogs(cluster: Cluster): string {
  const logs = loggingComponents.flatMap((component) => {
    const lines = cluster.logs(component).trimEnd().split('\n').slice(-linesShown).join('\n')
    return lines === '' ? [] : [`== ${component}\n${lines}\n`]
  })
  return `What the components of the test's cluster logged last:\n${logs.join('')}`
}

const linesShown = 30

/** `clusterTest()`: each test has a cluster of the newest release with one node. */
export const test: TestAPI<ClusterFixture> = clusterTest()
