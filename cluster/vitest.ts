// Clusters as fixtures of vitest: `import { test } from 'kepsim/vitest'`.
import { type TestAPI, type TestContext, test as vitestTest } from 'vitest'
import { callSite } from './call-site.ts'
import { checkNames } from './check-options.ts'
import type { Cluster } from './cluster.ts'
import { type Prepare, preparedTests } from './vitest/prepared-tests.ts'
import { type OptionsOfTests, TestCluster } from './vitest/test-cluster.ts'

/** The fixtures of {@link clusterTest}: `test('…', async ({ cluster }) => …)`. */
export interface ClusterFixture {
  cluster: Cluster
}

/** The tests that share a cluster, and how long it may take to start. */
export interface ClusterScope {
  /**
   * Who shares a cluster. `test` (default): nobody; `file`: the tests of a file; `worker`: those of all files that a worker of
   * vitest runs. What is shared is defined outside of any `describe`.
   */
  scope?: 'test' | 'file' | 'worker'
  /** Milliseconds that a start may take, which do not count as time of a test; default: 60,000. */
  startTimeoutMs?: number
}

/**
 * A `test` of vitest (3.2 or newer) with the fixture `cluster`: started before the first test that asks for it, apart from the
 * test's own time, and stopped when its scope ends, also where tests fail. With a failed test is printed what its cluster logged
 * while it ran.
 *
 * @param options of startCluster, or a function that gives them when a cluster is started
 */
export function clusterTest(
  options: OptionsOfTests = {},
  shared: ClusterScope = {},
): TestAPI<ClusterFixture> {
  checkNames('clusterTest: ', shared, { scope: true, startTimeoutMs: true })
  const { scope = 'test', startTimeoutMs = 60_000 } = shared
  const site = callSite(clusterTest)
  const clusters = new Map<object, TestCluster>()
  const clusterOf = (owner: object): TestCluster => {
    const cluster = clusters.get(owner) ?? new TestCluster(options, startTimeoutMs, site)
    clusters.set(owner, cluster)
    return cluster
  }
  const end = async (owner: object): Promise<void> => {
    const cluster = clusters.get(owner)
    clusters.delete(owner)
    await cluster?.stop()
  }
  /** Gives a test the cluster that was prepared for it, and ends it after all tests that may use it. */
  const give = async (owner: object, use: Use): Promise<void> => {
    const cluster = clusterOf(owner)
    try {
      cluster.claimed = true
      await use(await cluster.start())
    } finally {
      await end(owner)
    }
  }
  const prepare: Prepare = async (context, defined) => {
    const owner = scope === 'test' ? context.task : clusters
    const cluster = clusterOf(owner)
    try {
      await cluster.start(defined)
    } catch (error) {
      await end(owner)
      throw error
    }
    const { mark } = cluster
    context.onTestFailed(() => console.error(cluster.report(mark)))
    return async () => {
      if (!cluster.claimed) await end(owner)
    }
  }
  const own = ({ task }: TestContext, use: Use): Promise<void> => give(task, use)
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one needs
  const ofAll = ({}, use: Use): Promise<void> => give(clusters, use)
  const test =
    scope === 'test'
      ? vitestTest.extend<ClusterFixture>({ cluster: own })
      : // The types of vitest want the scope to be known when the fixture is written; at run time any will do.
        vitestTest.extend<ClusterFixture>({ cluster: [ofAll, { scope: scope as 'test' }] })
  return preparedTests(test, 'cluster', prepare)
}

type Use = (cluster: Cluster) => Promise<void>

/** `clusterTest()`: each test has a cluster of the newest release with one node. */
export const test: TestAPI<ClusterFixture> = clusterTest()
