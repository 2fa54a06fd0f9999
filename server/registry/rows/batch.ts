import { cronJobRules, jobRules } from '../batch/strategy.ts'
import * as work from '../tables/workloads.ts'
import { group } from './group.ts'

/** The rows of batch. */
export const batchRows = group('batch', {
  cronjobs: { rules: cronJobRules, table: work.printCronJob, generation: true },
  jobs: { rules: jobRules, table: work.printJob, generation: true },
})
