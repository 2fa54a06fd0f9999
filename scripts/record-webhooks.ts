// Records what a real kube-apiserver makes of webhooks: URL TOKEN RELEASE FILE admission|conversion|metrics|aggregator (bundled by esbuild)

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { minorOf } from '../component-base/minor.ts'
import { metricCases } from '../server/admission/testing/metric-cases.ts'
import { hookCases } from '../server/admission/webhook/testing/cases.ts'
import { startHookServers } from '../server/admission/webhook/testing/hook-server.ts'
import { type HookCase, playCase } from '../server/admission/webhook/testing/play.ts'
import { readRecorded, writtenRecorded } from '../server/admission/webhook/testing/recorded.ts'
import { aggregatorCases } from '../server/aggregator/testing/cases.ts'
import { conversionCases } from '../server/apiextensions/conversion/testing/cases.ts'

const [url = '', token = '', release = '', file = '', suite = 'admission'] = process.argv.slice(2)
const only = process.env['ONLY']
const hooks = await startHookServers(0, '0.0.0.0')
const recorded = existsSync(file) ? readRecorded(readFileSync(file, 'utf8')) : new Map()
const suites: Readonly<Record<string, readonly HookCase[]>> = {
  admission: hookCases,
  conversion: conversionCases,
  metrics: metricCases,
  aggregator: aggregatorCases,
}
for (const one of suites[suite] ?? []) {
  if ((one.since ?? 0) > minorOf(release)) continue
  if (only !== undefined && !one.name.includes(only)) continue
  try {
    const results = await playCase({ url, token, hooks, settle: 250 }, one)
    recorded.set(one.name, { ...recorded.get(one.name), [release]: results })
  } catch (error) {
    console.error((error as Error).message)
  }
}
writeFileSync(file, writtenRecorded(recorded))
await hooks.close()
