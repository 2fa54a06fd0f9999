// What kube-apiservers 1.30.14, 1.33.13 and 1.36.3 counted of webhooks and policies.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { metricCases } from './testing/metric-cases.ts'
import { playedAsRecorded } from './webhook/testing/played-as-recorded.ts'

playedAsRecorded(readFileSync(join(import.meta.dirname, 'metrics-recorded.json'), 'utf8'), metricCases)
