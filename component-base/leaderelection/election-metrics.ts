// Upstream: staging/src/k8s.io/component-base/metrics/prometheus/clientgo/leaderelection/metrics.go
import type { Metric } from '../metrics/metrics-text.ts'
import { leaderElectionDialect } from './dialect.ts'
import type { LeaderElector } from './leader-elector.ts'

const group = "'name' is the string used to identify the lease. Please make sure to group by name."

/** The metrics about a component's leader elections. */
export function electionMetrics(electors: readonly LeaderElector[], minor: number): Metric[] {
  const status: Metric = {
    name: 'leader_election_master_status',
    help: `[ALPHA] Gauge of if the reporting system is master of the relevant lease, 0 indicates backup, 1 indicates master. ${group}`,
    type: 'gauge',
    samples: electors.map(({ name, leading }) => ({ labels: { name }, value: leading ? 1 : 0 })),
  }
  const slow = electors.filter(({ slowPaths }) => slowPaths > 0)
  if (!leaderElectionDialect(minor).countsSlowPath || slow.length === 0) return [status]
  const counter: Metric = {
    name: 'leader_election_slowpath_total',
    help: `[ALPHA] Total number of slow path exercised in renewing leader leases. ${group}`,
    type: 'counter',
    samples: slow.map(({ name, slowPaths }) => ({ labels: { name }, value: slowPaths })),
  }
  return [status, counter]
}
