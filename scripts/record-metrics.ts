// Records which metrics a real kube-apiserver has, and what it counts of requests:
//   node dist/record-metrics.js --release 1.36 --binaries DIR [--list FILE]
// Of a release whose components are not there, what the published sources list (FILE: test/instrumentation/documentation/
// documentation-list.yaml of k8s.io/kubernetes): node dist/record-metrics.js --release 1.35 --list FILE
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keptConnections, send, textOf } from '../client/http.ts'
import type { RecordedMetrics } from '../component-base/metrics/recorded-metrics.ts'
import { type ReadMetric, readMetrics } from '../component-base/metrics/testing/read-metrics.ts'
import { minorOf } from '../component-base/minor.ts'
import { packageRoot } from '../component-base/package-root.ts'
import {
  type Ask,
  decidedSamples,
  play,
  type RecordedScrape,
} from '../server/endpoints/metrics/testing/requests.ts'
import { commandLine } from './command-line.mjs'
import { compact } from './record/compact.mjs'
import { findBinaries } from './record/components.ts'
import {
  type FactsByName,
  factsOfList,
  factsOfScrape,
  type MetricFacts,
  merged,
  metricsFile,
  namesOfServers,
} from './record/metrics/metric-facts.ts'
import { runRecorder } from './record/run-recorder.ts'
import { startRealServer } from './record/server/real-server.ts'

const { values } = commandLine('node dist/record-metrics.js --release 1.36 [--binaries DIR] [--list FILE]', {
  options: { release: { type: 'string' }, binaries: { type: 'string' }, list: { type: 'string' } },
})
const facts = join(packageRoot, 'releases/apiserver-metrics.json')
const answers = join(packageRoot, 'server/endpoints/metrics/testing/recorded.json')

const read = <T>(path: string, none: T): T =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : none

/** What is recorded, by release again. */
function byRelease(recorded: RecordedMetrics): Map<string, FactsByName> {
  const releases = new Map<string, Map<string, MetricFacts>>()
  for (const [name, ranges] of Object.entries(recorded))
    for (const { from, to, ...own } of ranges)
      for (let minor = minorOf(from); minor <= minorOf(to); minor++) {
        const release = `1.${minor}`
        releases.set(release, (releases.get(release) ?? new Map()).set(name, own))
      }
  return releases
}

/** What a server prints after the requests, and what of that they decide. */
async function scrape(binaries: string): Promise<ReadonlyMap<string, ReadMetric>> {
  const folder = mkdtempSync(join(tmpdir(), 'kepsim-record-'))
  const found = findBinaries(binaries, process.env['PATH'] ?? '')
  const server = await startRealServer({ binaries: found, folder, flags: [], patience: 120_000 })
  try {
    const { server: url, token } = server.target
    const agent = keptConnections({ server: url, insecure: true })
    const ask: Ask = async (method, path, body, headers = {}) => {
      const all = { authorization: `Bearer ${token}`, ...(body && { 'content-type': body.type }), ...headers }
      const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
      const request = { agent, headers: given, method, ...(body && { body: body.text }) }
      return textOf(await send(`${url}${path}`, request))
    }
    await play(ask)
    // What was written is in the watch cache, and the counts of objects have been made, within seconds.
    await new Promise((resolve) => setTimeout(resolve, 3000))
    return readMetrics(String(await ask('GET', '/metrics')))
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

await runRecorder(async () => {
  const { release, binaries, list } = values
  if (release === undefined) throw new Error('--release is missing')
  const recorded = read<RecordedMetrics>(facts, {})
  const scraped = binaries === undefined ? undefined : await scrape(binaries)
  const known = scraped === undefined ? new Map() : factsOfScrape(scraped)
  const text = list === undefined ? undefined : readFileSync(list, 'utf8')
  const listed = text === undefined ? new Map() : factsOfList(text)
  const ofServers = text === undefined ? [] : namesOfServers(text)
  const names = new Set([...Object.keys(recorded), ...known.keys(), ...ofServers])
  const releases = byRelease(recorded).set(release, new Map(merged(listed, known, names)))
  writeFileSync(facts, compact(metricsFile(releases)))
  if (scraped === undefined) return
  const own: RecordedScrape = { names: [...known.keys()], samples: decidedSamples(scraped) }
  writeFileSync(answers, compact({ ...read(answers, {}), [release]: own }))
})
