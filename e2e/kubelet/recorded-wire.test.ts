// What simulated kubelets send when they register, beside what hollow kubelets of the same release sent.

import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { packageRoot } from '../../component-base/package-root.ts'
import { eachOutcome, readOutcomes } from '../../scripts/cases/outcomes.ts'
import { type WireSequence, wireOutcomesFile } from '../../scripts/cases/wire.ts'
import { startKubelet, startServer, type TestKubelet, type TestServer } from './start.ts'

const recordings = join(packageRoot, 'e2e/golden/cases')
const nodeName = 'hollow'
/** Goroutines ask for the node before it is registered, or after. */
const racing = `GET /api/v1/nodes/${nodeName} 404`
let server: TestServer
let kubelet: TestKubelet
afterEach(async () => {
  await kubelet.stop()
  await server.close()
})

const named = (lines: readonly string[]): string[] => lines.map((line) => line.replaceAll('NODE', nodeName))
const isRead = (line: string): boolean => line.startsWith('GET ')
const isEvent = (line: string): boolean => line.includes('/events')

/** Of a status: what does not hang on the machine or on times. */
const toldOf = (node: Record<string, unknown>): unknown => {
  const { conditions, nodeInfo, addresses, capacity, allocatable } = node['status'] as {
    conditions: { type: string; status: string; reason: string; message: string }[]
    nodeInfo: Record<string, string>
    addresses: { type: string }[]
    capacity: object
    allocatable: object
  }
  const { labels } = node['metadata'] as { labels: object }
  const { kubeletVersion, kubeProxyVersion, operatingSystem, architecture } = nodeInfo
  return {
    labels,
    conditions: conditions.map(({ type, status, reason, message }) => ({ type, status, reason, message })),
    nodeInfo: Object.keys(nodeInfo).sort(),
    versions: { kubeletVersion, kubeProxyVersion, operatingSystem, architecture },
    addresses: addresses.map(({ type }) => type),
    resources: [Object.keys(capacity), Object.keys(allocatable)].map((names) =>
      names.filter((name) => !name.startsWith('hugepages-')).sort(),
    ),
  }
}

const isReady = (node: Record<string, unknown>): boolean =>
  (node['status'] as { conditions: { type: string; status: string }[] }).conditions.some(
    ({ type, status }) => type === 'Ready' && status === 'True',
  )

/** The report of a kubelet that has just begun is one patch or two, as its goroutines come. */
const inTurn = (lines: readonly string[]): string[] =>
  lines.filter((line, i) => line !== lines[i - 1] || line.startsWith('PUT '))

describe('a new node', () => {
  for (const { version, outcome } of eachOutcome(
    readOutcomes<string, WireSequence>(recordings, wireOutcomesFile),
  ))
    it(`is registered by ${version} as a hollow kubelet does it`, async () => {
      const release = version.slice(1)
      server = await startServer(release)
      kubelet = startKubelet(server, { release, name: nodeName })
      await kubelet.pass(8000)
      const early = await server.client.get<Record<string, unknown>>(`/api/v1/nodes/${nodeName}`)
      await kubelet.pass(24_000)
      const lines = kubelet.client.take().filter((line) => !isEvent(line))
      const writes = named(outcome.writes.map(({ request }) => request))
      expect([...new Set(lines.filter(isRead))].sort()).toEqual(
        named(outcome.reads).filter((line) => line !== racing),
      )
      const sent = lines.filter((line) => !isRead(line))
      const first = (all: readonly string[], pattern: RegExp): number =>
        all.findIndex((line) => pattern.test(line))
      for (const pattern of [/^POST \/api\/v1\/nodes /, /csinodes/, /^POST .*leases/])
        expect(first(sent, pattern)).toBeGreaterThanOrEqual(0)
      expect([...new Set(sent)].sort()).toEqual([...new Set(writes)].sort())
      // A hollow kubelet that was ready after its lease was there had waited for its next tick.
      const waits = first(writes, /^POST .*leases/) < writes.findLastIndex((line) => line.includes('/status'))
      expect(isReady(early)).toBe(!waits)
      expect(inTurn(sent).slice(0, 2)).toContain('POST /api/v1/nodes 201')
      const stored = await server.client.get<Record<string, unknown>>(`/api/v1/nodes/${nodeName}`)
      expect(toldOf(stored)).toEqual(
        toldOf(JSON.parse(JSON.stringify(outcome.objects.node).replaceAll('NODE', nodeName))),
      )
      const csiNode = await server.client.get<{ metadata: Record<string, unknown> }>(
        `/apis/storage.k8s.io/v1/csinodes/${nodeName}`,
      )
      const recorded = outcome.objects.csiNode['metadata'] as Record<string, unknown>
      expect(csiNode.metadata['annotations']).toEqual(recorded['annotations'])
    })
})
