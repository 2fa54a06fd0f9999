// What /metrics prints after the same requests, here and of real kube-apiservers (scripts/record-metrics.ts).
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { recordedMetric } from '../../../component-base/metrics/recorded-metrics.ts'
import { type ReadMetric, readMetrics } from '../../../component-base/metrics/testing/read-metrics.ts'
import { minorOf } from '../../../component-base/minor.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { absentMetrics, ownValues } from './testing/differences.ts'
import { type Ask, decidedSamples, play, type RecordedScrape } from './testing/requests.ts'

const recorded = JSON.parse(
  readFileSync(new URL('./testing/recorded.json', import.meta.url), 'utf8'),
) as Record<string, RecordedScrape>

async function scrape(release: string): Promise<ReadonlyMap<string, ReadMetric>> {
  const server = await startTestServer(
    release,
    '--service-cluster-ip-range=10.0.0.0/24',
    '--authorization-mode=RBAC',
  )
  try {
    const ask: Ask = async (method, path, body, headers = {}) => {
      const given = { ...(body && { 'content-type': body.type }), ...headers }
      return (await server.send(method, path, body?.text, given)).text
    }
    await play(ask)
    return readMetrics(String(await ask('GET', '/metrics')))
  } finally {
    await server.close()
  }
}

const comparable = (samples: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(samples).filter(([name]) => {
      const metric = name.replace(/\{.*/, '')
      return (
        !absentMetrics.some(({ names }) => names.test(metric)) && !ownValues.some((own) => own.test(name))
      )
    }),
  )

describe.each(Object.entries(recorded))('%s', async (release, real) => {
  const ours = await scrape(release)

  it('prints the metrics of a real server, but those of parts that are not there', () => {
    const missing = real.names.filter((name) => !ours.has(name))
    expect(missing.filter((name) => !absentMetrics.some(({ names }) => names.test(name)))).toEqual([])
    const more = [...ours.keys()].filter((name) => !real.names.includes(name))
    expect(more.filter((name) => recordedMetric(name, minorOf(release)) === undefined)).toEqual([])
  })

  it('says of each what a real server says', () => {
    for (const { name, help, type, samples } of ours.values()) {
      const facts = recordedMetric(name, minorOf(release))!
      const labels = new Set(samples.flatMap((one) => Object.keys(one.labels)))
      labels.delete('le')
      expect({ name, help, type, labels: [...labels].sort() }).toEqual({
        name,
        help: facts.help,
        type: facts.type,
        labels: facts.labels,
      })
      const bounds = samples.flatMap(({ labels: { le } }) =>
        le === undefined || le === '+Inf' ? [] : [Number(le)],
      )
      expect([name, [...new Set(bounds)].sort((a, b) => a - b)]).toEqual([name, facts.buckets ?? []])
    }
  })

  it('counts requests as a real server does', () => {
    expect(comparable(decidedSamples(ours))).toEqual(comparable(real.samples))
  })
})
