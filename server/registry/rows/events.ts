import { eventRules } from '../event/strategy.ts'
import * as core from '../tables/core.ts'
import { group } from './group.ts'

/** The rows of events.k8s.io. */
export const eventsRows = group('events.k8s.io', {
  events: { rules: eventRules, table: core.printEvent },
})
