// Clusters as fixtures of vitest: `import { test } from 'kepsim/vitest'`.
import { type TestAPI, test as vitestTest } from 'vitest'
import { type Cluster, startCluster } from './cluster.ts'
import type { ClusterOptions } from './cluster-options.ts'

/** What tests are given: `test('…', async ({ cluster }) => …)`. */
export interface ClusterFixture {
  cluster: Cluster
}

export interface ClusterScope {
  /**
   * Who shares a cluster. `test` (default): nobody; `file`: the tests of a file; `worker`: those of all files that a worker of
   * vitest runs. What is shared is defined outside of any `describe`.
   */
  scope?: 'test' | 'file' | 'worker'
}

/**
 * A `test` of vitest (3.2 or newer) with the fixture `cluster`: started when a test first asks for it, and stopped when its scope
 * ends, also where tests fail.
 *
 * @param options of startCluster, or a function that gives them when a cluster is started
 */
export function clusterTest(
  options: ClusterOptions | (() => ClusterOptions | Promise<ClusterOptions>) = {},
  { scope = 'test' }: ClusterScope = {},
): TestAPI<ClusterFixture> {
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one needs
  const cluster = async ({}, use: (cluster: Cluster) => Promise<void>): Promise<void> => {
    const started = await startCluster(typeof options === 'function' ? await options() : options)
    try {
      await use(started)
    } finally {
      await started.stop()
    }
  }
  // The types of vitest want the scope to be known when the fixture is written; at run time any will do.
  return vitestTest.extend<ClusterFixture>({ cluster: [cluster, { scope: scope as 'test' }] })
}

/** `clusterTest()`: each test has a cluster of the newest release with one node. */
export const test: TestAPI<ClusterFixture> = clusterTest()
