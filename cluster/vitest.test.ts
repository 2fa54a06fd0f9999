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

/** Tests of a user, all but the first of which fail. Their lines are named by what stands in them. */
const failing = `import { setTimeout as sleep } from 'node:timers/promises'
import { writeFileSync } from 'node:fs'
import { hasCondition } from 'kepsim'
import { clusterTest, test } from 'kepsim/vitest'
import { expect } from 'vitest'

const slow = clusterTest(async () => { await sleep(2200); return { nodes: 0 } })
slow('passes', ({ cluster }) => cluster.client().get('/version'))

test('leaves nothing', ({ cluster }) => {
  writeFileSync('KEPT', cluster.kubeconfigPath)
  throw new Error('no')
})
test('waits', async ({ cluster }) => {
  const client = cluster.client()
  await client.waitFor('/api/v1/namespaces/default/pods/web', hasCondition('Ready'), { timeoutMs: 9 })
})
test('looks closely', async ({ cluster }) => {
  await cluster.client().waitFor('/api/v1/nodes/node-1', (node) => {
    expect(node.metadata.name).toBe('other')
  })
})
const late = clusterTest({}, { startTimeoutMs: 10 })
late.for([1])('comes late %s', (_, { cluster }) => {})

const shared = clusterTest({ release: '1.33', nodes: [{ name: 'a' }, { name: 'b' }] }, { scope: 'file' })
shared('goes before', ({ cluster }) => cluster.restart('kube-proxy', 'b'))
shared('restarts', async ({ cluster }) => {
  await cluster.restart('kubelet', 'a')
  await sleep(5000)
})
`

describe('tests that fail', () => {
  // Inside the project, so that vitest finds itself.
  const directory = mkdtempSync(join(packageRoot, 'dist', 'fixture-'))
  const kept = join(directory, 'kept')
  let stdout = ''
  let stderr = ''
  beforeAll(() => {
    writeFileSync(join(directory, 'failing.test.ts'), failing.replace('KEPT', kept))
    // Where it is installed it is no source of the user's.
    writeFileSync(
      join(directory, 'vitest.config.mjs'),
      `export default { test: { testTimeout: 2000, server: { deps: { external: [/\\/dist\\/[^/]+\\.js$/] } } } }\n`,
    )
    const vitest = join(packageRoot, 'node_modules/vitest/vitest.mjs')
    const run = spawnSync(process.execPath, [vitest, 'run', '--root', directory], {
      encoding: 'utf8',
      timeout: 110_000,
      env: { ...process.env, NO_COLOR: '1' },
    })
    ;({ stdout, stderr } = run)
    expect(run.status, stdout + stderr).toBe(1)
  })
  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  const lineOf = (text: string): number => failing.slice(0, failing.indexOf(text)).split('\n').length
  /** What vitest tells of a test, by its parts. */
  const told = (name: string): string =>
    stderr.split(/^(?= FAIL )/m).find((part) => part.startsWith(` FAIL  failing.test.ts > ${name}\n`)) ??
    stderr

  it('are those that fail by themselves: the start of a cluster takes none of their time', () => {
    expect(stdout).toContain('5 failed | 2 passed')
  })
  it('leave no cluster', () => {
    expect(() => readFileSync(readFileSync(kept, 'utf8'))).toThrow('ENOENT')
  })
  it.each([
    ['waits', "waitFor('/api/v1/namespaces", 'WaitTimeoutError: timed out after 0.009 s at /api/v1/namesp'],
    [
      'looks closely',
      "expect(node.metadata.name).toBe('o",
      "AssertionError: expected 'node-1' to be 'other'",
    ],
    ['comes late 1', 'const late', "WaitTimeoutError: The test's cluster did not start within 0.01 s: "],
    ['restarts', "shared('restarts'", 'Error: Test timed out in 2000ms.'],
  ])('%s: point at a line of the user', (name, text, message) => {
    const part = told(name)
    expect(part).toContain(`\n${message}`)
    // The first line number in the margin of a code frame that has the mark below it.
    const [, line] = /^ +(\d+)\|.*\n +\| +\^/m.exec(part) ?? []
    expect(Number(line), part).toBe(lineOf(text))
  })
  it('tell which part of a start was slow, and what to do', () => {
    expect(told('comes late 1')).toMatch(
      /: it was heard last of .*\. This is no part of the time of the test: give clusterTest\(\{ … \}, \{ startTimeoutMs \}\) more/,
    )
  })
  it('print what their own cluster logged in their own time', () => {
    const [, ...parts] = stderr.split(/^stderr \| failing\.test\.ts > /m)
    const logs = new Map(parts.map((part) => [part.split('\n')[0], part.split(/\n\n+/)[0]]))
    expect(logs.get('waits')).toMatch(/ logged while the test ran: nothing$/)
    const lines = logs.get('restarts')!.split('\n').slice(2)
    expect(lines[0]).toMatch(/^kubelet\/a \| I.*"Kubelet version" kubeletVersion="v1\.33\./)
    expect(lines.filter((line) => !line.startsWith('kubelet/a | '))).toEqual([])
    expect(logs.has('goes before')).toBe(false)
  })
})
