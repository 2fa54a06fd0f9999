// What kube-apiservers 1.30.14, 1.33.13 and 1.36.3 made of the same webhooks: their answers, and the reviews that the webhooks got.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hookCases } from './testing/cases.ts'
import { playedAsRecorded } from './testing/played-as-recorded.ts'

playedAsRecorded(readFileSync(join(import.meta.dirname, 'recorded.json'), 'utf8'), hookCases)
