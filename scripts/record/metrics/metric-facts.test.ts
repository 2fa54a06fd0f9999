import { expect, it } from 'vitest'
import { readMetrics } from '../../../component-base/metrics/testing/read-metrics.ts'
import { factsOfList, factsOfScrape, merged, metricsFile } from './metric-facts.ts'

const scrape = `# HELP a_seconds [BETA] Seconds.
# TYPE a_seconds histogram
a_seconds_bucket{verb="x\\"",le="0.5"} 0
a_seconds_bucket{verb="x\\"",le="+Inf"} 1
a_seconds_sum{verb="x\\""} 1
a_seconds_count{verb="x\\""} 1
# HELP go_threads Threads.
# TYPE go_threads gauge
go_threads 1
`
const list = `- name: seconds
  namespace: a
  help: Seconds.
  type: Histogram
  stabilityLevel: ALPHA
  labels: [verb]
  buckets: [0.5]
- name: of_kubelets
  help: More.
  type: Gauge
  stabilityLevel: ALPHA
  deprecatedVersion: 1.34.0
`

it('a scrape and a list tell of metrics what a server prints', () => {
  const seconds = { type: 'histogram', labels: ['verb'], buckets: [0.5] }
  expect([...factsOfScrape(readMetrics(scrape))]).toEqual([
    ['a_seconds', { ...seconds, help: '[BETA] Seconds.' }],
  ])
  expect([...factsOfList(list)]).toEqual([
    ['a_seconds', { ...seconds, help: '[ALPHA] Seconds.' }],
    ['of_kubelets', { type: 'gauge', help: '[ALPHA] (Deprecated since 1.34.0) More.', labels: [] }],
  ])
})

it('releases that agree are one range, and a gap ends it', () => {
  const listed = merged(factsOfList(list), new Map(), new Set(['a_seconds']))
  const scraped = merged(listed, factsOfScrape(readMetrics(scrape)), new Set())
  const none = new Map()
  const file = metricsFile(
    new Map([
      ['1.33', scraped],
      ['1.9', listed],
      ['1.10', listed],
      ['1.11', none],
    ]),
  )
  expect(Object.keys(file)).toEqual(['a_seconds'])
  expect(file['a_seconds']!.map(({ from, to, help }) => `${from} ${to} ${help}`)).toEqual([
    '1.9 1.10 [ALPHA] Seconds.',
    '1.33 1.33 [BETA] Seconds.',
  ])
})
