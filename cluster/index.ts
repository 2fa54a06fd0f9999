// The library's face: `import { startCluster } from 'kepsim'`.
export { ApiError, RestClient } from '../client/rest-client.ts'
export { FakeClock } from '../component-base/clock.ts'
export { loadPlan } from '../plans/load-plan.ts'
export { PlanError } from '../plans/plan-error.ts'
export { type Cluster, startCluster } from './cluster.ts'
export { type ClusterOptions, ComponentFailedError, type NodeOptions } from './cluster-options.ts'
