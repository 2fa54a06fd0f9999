import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packageRoot } from '../component-base/package-root.ts'
import { type Cluster, startCluster } from './cluster.ts'
import type { ClusterSnapshot } from './cluster-snapshot.ts'
import { clusterTest, test } from './vitest.ts'

const versionOf = async (cluster: Cluster): Promise<string> => {
  const { major, minor } = await cluster.client().get<{ major: string; minor: string }>('/version')
  return `${major}.${minor}`
}
const addresses: string[] = []

test('gives a cluster of the newest release', async ({ cluster }) => {
  expect(await versionOf(cluster)).toBe('1.36')
  addresses.push(cluster.url)
})

test('gives each test its own', async ({ cluster }) => {
  expect(addresses).not.toContain(cluster.url)
})

const shared = clusterTest({ release: '1.33', nodes: 0 }, { scope: 'file' })

describe('a cluster for a file', () => {
  let url: string
  shared('is of the options', async ({ cluster }) => {
    expect(await versionOf(cluster)).toBe('1.33')
    url = cluster.url
  })
  shared('is the same for the next test', ({ cluster }) => {
    expect(cluster.url).toBe(url)
  })
})

describe('clusters over what was made once', () => {
  const namespace = '/api/v1/namespaces/team'
  let snapshot: ClusterSnapshot
  beforeAll(async () => {
    await using cluster = await startCluster({ release: '1.34', nodes: 0 })
    await cluster.client().create('/api/v1/namespaces', { metadata: { name: 'team' } })
    snapshot = await cluster.snapshot()
  })
  const test = clusterTest(() => ({ release: '1.35', nodes: 0, snapshot }))
  for (const round of [1, 2])
    test(`hold it, whatever other tests did (${round})`, async ({ cluster }) => {
      expect((await cluster.client().get(namespace)).metadata.name).toBe('team')
      await cluster.client().delete(namespace)
    })
})

describe('the end', () => {
  // Inside the project, so that vitest finds itself.
  const directory = mkdtempSync(join(packageRoot, 'dist', 'fixture-'))
  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  it('comes for a cluster whose test fails, too', () => {
    const kept = join(directory, 'kept')
    writeFileSync(
      join(directory, 'failing.test.ts'),
      `import { writeFileSync } from 'node:fs'
import { test } from 'kepsim/vitest'
test('fails', ({ cluster }) => {
  writeFileSync('${kept}', cluster.kubeconfigPath)
  throw new Error('no')
})
`,
    )
    writeFileSync(join(directory, 'vitest.config.mjs'), 'export default { test: { testTimeout: 100_000 } }\n')
    const run = spawnSync(join(packageRoot, 'node_modules/.bin/vitest'), ['run', '--root', directory], {
      encoding: 'utf8',
      timeout: 110_000,
      env: { ...process.env, NO_COLOR: '1' },
    })
    expect(run.status, run.stdout + run.stderr).toBe(1)
    expect(run.stdout).toContain('1 failed')
    expect(run.stderr).toContain("the components of the test's cluster logged last:\n")
    expect(run.stderr).toMatch(/^== kubelet\n.*"Kubelet version"/m)
    expect(() => readFileSync(readFileSync(kept, 'utf8'))).toThrow('ENOENT')
  })
})
