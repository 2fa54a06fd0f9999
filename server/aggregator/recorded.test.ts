// What kube-apiservers 1.30.14, 1.33.13 and 1.36.3 made of extension servers.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { playedAsRecorded } from '../admission/webhook/testing/played-as-recorded.ts'
import { aggregatorCases } from './testing/cases.ts'

playedAsRecorded(readFileSync(join(import.meta.dirname, 'recorded.json'), 'utf8'), aggregatorCases)
